/** Chance made visible: dice that roll for a moment, or the outcome in words. */

import { clear, h, s } from "../shared/dom.js";

/** How long dice roll, and how long an outcome of another kind is shown, in milliseconds. */
const ROLLING_TIME = 700;
const SHOWING_TIME = 250;
const FACE_TIME = 90;

/** Where the dots of a face are, of nine places in rows. */
const DOTS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

export class Dice {
  #place = h("div", { class: "dice-faces", "aria-hidden": "true" });
  #text = h("span", { class: "dice-text" });
  #button = h("button", { class: "button is-primary", type: "button", text: "Roll", hidden: true });
  /** @type {() => void} */
  #rollNow = () => {};
  /** Whether people roll by hand, each time with the button. */
  byHand = false;

  /** @param {HTMLElement} container */
  constructor(container) {
    container.classList.add("dice");
    container.append(this.#place, this.#text, this.#button);
    this.#button.addEventListener("click", () => this.#rollNow());
  }

  /**
   * Returns a promise that the outcome was shown for long enough.
   * @param {any} position
   * @param {Promise<string>} outcome
   * @param {AbortSignal} signal
   */
  async roll(position, outcome, signal) {
    const hasDice = position.legal_moves.every(({ action }) => facesOf(action).length > 0);
    if (hasDice) {
      this.#text.textContent = "";
      if (this.byHand) await this.#pressed(signal);
      await this.#tumble(facesOf(position.legal_moves[0].action).length, signal);
    }
    const action = await outcome;
    if (signal.aborted) return;
    this.#show(facesOf(action));
    this.#text.textContent = hasDice ? `rolled ${facesOf(action).join(" and ")}` : `chance: ${action}`;
    await pause(hasDice ? ROLLING_TIME / 2 : SHOWING_TIME, signal);
  }

  /**
   * Shows the last outcome of chance, or nothing.
   * @param {string | null} action
   */
  show(action) {
    const faces = action === null ? [] : facesOf(action);
    this.#show(faces);
    this.#text.textContent = action === null ? "" : faces.length ? `rolled ${faces.join(" and ")}` : `chance: ${action}`;
  }

  #pressed(signal) {
    return new Promise((resolve) => {
      const done = () => {
        this.#button.hidden = true;
        resolve(undefined);
      };
      this.#rollNow = done;
      signal.addEventListener("abort", done);
      this.#button.hidden = false;
    });
  }

  async #tumble(count, signal) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (let time = 0; time < ROLLING_TIME && !signal.aborted; time += FACE_TIME) {
      this.#show(Array.from({ length: count }, () => 1 + Math.floor(6 * Math.random())));
      await pause(FACE_TIME, signal);
    }
  }

  #show(faces) {
    clear(this.#place).append(...faces.map(face));
  }
}

/** Returns the faces that an outcome of dice names, "31" say, and none for an outcome of another kind. */
function facesOf(action) {
  return /^[1-6]{1,5}$/.test(action) ? [...action].map(Number) : [];
}

function face(number) {
  const dots = DOTS[number].map((place) => s("circle", { cx: 8 + 12 * (place % 3), cy: 8 + 12 * Math.floor(place / 3), r: 3.6 }));
  return s("svg", { class: "die", viewBox: "0 0 40 40" }, s("rect", { x: 1, y: 1, width: 38, height: 38, rx: 8 }), ...dots);
}

function pause(time, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}
