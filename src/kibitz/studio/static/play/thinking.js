/** What a search has found so far: who stands how, the line it expects, how deep and how fast it looks. */

import { clear, h } from "../shared/dom.js";
import { shortValue, worthText } from "./match.js";
import { worthOf } from "./turns.js";

export class Thinking {
  #bar = h("div", { class: "value-bar-share" });
  #barText = h("span", { class: "value-bar-text number" });
  #meter;
  #line = h("p", { class: "thinking-line" });
  #facts = h("p", { class: "thinking-facts muted number" });
  #stop = h("button", { class: "button", type: "button", text: "Move now", disabled: true });
  #busy = h("progress", { class: "busy-line", "aria-label": "Thinking", hidden: true });
  #onLine;
  #sides;
  #shown = "";

  /**
   * @param {HTMLElement} bar where the value bar goes
   * @param {HTMLElement} panel where the rest goes
   * @param {{onStop: () => void, onLine: (moves: string[]) => void, sides: import("../shared/sides.js").Sides}} settings onLine: so much of the
   *   line is pointed at, with the moves before it; nothing for none
   */
  constructor(bar, panel, { onStop, onLine, sides }) {
    this.#onLine = onLine;
    this.#sides = sides;
    this.#meter = h("div", { class: "value-bar", role: "meter", "aria-label": "Value", "aria-valuemin": "0", "aria-valuemax": "100" }, this.#bar, this.#barText);
    bar.append(this.#meter);
    this.#stop.addEventListener("click", onStop);
    panel.append(this.#busy, h("div", { class: "thinking-head" }, h("h2", { text: "Thinking" }), this.#stop), this.#line, this.#facts);
    this.worth(undefined);
    this.clear();
  }

  /**
   * Shows what a search says.
   * @param {any} progress
   * @param {string[]} moves those before the position that it is about
   * @param {string | null} stop what the button says that ends it, null where it has ended
   */
  show(progress, moves, stop) {
    this.#stop.disabled = stop === null;
    this.#stop.textContent = stop ?? this.#stop.textContent;
    this.#busy.hidden = !(progress.phase === "compiling" || progress.phase === "waiting");
    if (progress.phase === "compiling") this.#facts.textContent = "compiling once; an interpreted opponent answers meanwhile";
    else if (progress.phase === "waiting") this.#facts.textContent = "waiting for another search to finish";
    if (progress.action === undefined || progress.action === null) return;
    this.#facts.textContent = factsOf(progress);
    this.#drawLine(progress, moves);
    this.worth(worthOf(progress));
  }

  /** Says that nothing is thought about; what was found stays to be read. */
  idle() {
    this.#busy.hidden = true;
    this.#stop.disabled = true;
  }

  /** Shows nothing. */
  clear() {
    this.#busy.hidden = true;
    this.#stop.disabled = true;
    this.#shown = "";
    clear(this.#line).append(h("span", { class: "muted", text: "No search yet." }));
    this.#facts.textContent = "";
  }

  /**
   * Shows what a position is worth; nothing for undefined.
   * @param {import("./match.js").Worth | undefined} worth
   */
  worth(worth) {
    const bar = worth?.bar ?? null;
    this.#meter.hidden = this.#sides.count === 1; // alone, nobody is ahead of anybody
    this.#meter.classList.toggle("is-unknown", bar === null);
    this.#meter.setAttribute("aria-label", `Value for ${this.#sides.the(0)}`);
    this.#bar.style.setProperty("inline-size", `${100 * (bar ?? 0.5)}%`);
    this.#barText.textContent = bar === null ? worthText(worth) : `${this.#sides.head(0)} ${worthText(worth)}`;
    this.#meter.setAttribute("aria-valuenow", String(Math.round(100 * (bar ?? 0.5))));
    this.#meter.setAttribute("aria-valuetext", worthText(worth) || "unknown");
  }

  #drawLine({ action, line, to_move: player, value_text: value }, before) {
    const moves = line?.length ? line : [action];
    const text = this.#sides.count === 1 ? shortValue(value) : `${this.#sides.head(player)} ${shortValue(value)}`;
    const shown = JSON.stringify([before, moves, text]);
    if (shown === this.#shown) return; // drawn anew under the pointer it would flicker
    this.#shown = shown;
    const button = (move, place) => {
      const point = () => this.#onLine([...before, ...moves.slice(0, place + 1)]);
      const leave = () => this.#onLine([]);
      return h("button", { class: "thinking-move", type: "button", text: move, on: { mouseenter: point, focus: point, mouseleave: leave, blur: leave } });
    };
    clear(this.#line).append(h("strong", { class: "number", text }), ...moves.slice(0, 12).map(button), moves.length > 12 ? "…" : "");
  }
}

/** Returns depth, nodes and speed in words. */
function factsOf({ agent, depth, nodes, simulations, seconds, exact, stopped }) {
  const facts = [agent];
  if (exact) facts.push("exact");
  if (depth) facts.push(`depth ${depth}`);
  const [count, noun] = simulations ? [simulations, "simulations"] : [nodes, "nodes"];
  if (count) facts.push(`${short(count)} ${noun}`);
  if (count && seconds > 0.001) facts.push(`${short(count / seconds)}/s`);
  if (seconds) facts.push(`${seconds.toFixed(seconds < 10 ? 1 : 0)} s`);
  if (stopped) facts.push("stopped");
  return facts.filter(Boolean).join(" · ");
}

/** Returns a large number as people say it. */
function short(count) {
  return new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(count);
}
