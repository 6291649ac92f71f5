/** Going through the steps of a search: buttons, keys, a slider, and by itself at a chosen speed. */

import { h } from "../shared/dom.js";

const SPEEDS = [["0.5", "slow"], ["1", "1 a second"], ["2", "2 a second"], ["5", "5 a second"], ["20", "20 a second"]];

export class Stepper {
  #onStep;
  #step = 0;
  #last = 0;
  #timer = 0;
  #slider = h("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "Step" });
  #count = h("output", { class: "number tree-count" });
  #speed = h("select", { "aria-label": "Speed", value: "2" }, ...SPEEDS.map(([value, text]) => h("option", { value, text })));
  #buttons;

  /**
   * @param {HTMLElement} container
   * @param {(step: number) => void} onStep
   */
  constructor(container, onStep) {
    this.#onStep = onStep;
    const button = (label, text, click) => h("button", { class: "button", type: "button", "aria-label": label, title: label, text, on: { click } });
    this.#buttons = {
      first: button("To the start", "«", () => this.go(0)),
      back: button("Step back", "‹", () => this.go(this.#step - 1)),
      play: button("Play", "▶", () => this.#toggle()),
      next: button("Step forward", "›", () => this.go(this.#step + 1)),
      end: button("To the end", "»", () => this.go(this.#last)),
    };
    this.#speed.value = "2";
    this.#slider.addEventListener("input", () => this.go(Number(this.#slider.value)));
    const { first, back, play, next, end } = this.#buttons;
    container.append(h("div", { class: "tree-steps" }, first, back, next, end, play, h("label", { class: "tree-speed" }, this.#speed)),
      h("div", { class: "tree-slide" }, this.#slider, this.#count));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Whether the steps follow by themselves. */
  get isPlaying() {
    return this.#timer !== 0;
  }

  /**
   * Takes other steps, and stands at one of them without telling.
   * @param {number} last
   * @param {number} step
   */
  show(last, step) {
    this.pause();
    this.#last = last;
    this.#slider.max = String(last);
    this.#stand(step);
  }

  /**
   * Goes to a step.
   * @param {number} step
   */
  go(step) {
    this.pause();
    this.#move(step);
  }

  /** Stops playing. */
  pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#drawPlay();
  }

  #move(step) {
    const to = Math.max(0, Math.min(step, this.#last));
    if (to === this.#step) return;
    this.#stand(to);
    this.#onStep(to);
  }

  #stand(step) {
    this.#step = step;
    this.#slider.value = String(step);
    this.#slider.setAttribute("aria-valuetext", `step ${step} of ${this.#last}`);
    this.#count.textContent = `${step} / ${this.#last}`;
    const { first, back, next, end, play } = this.#buttons;
    // A button that is disabled loses the focus, and with it the place of whoever steps by keyboard.
    for (const one of [first, back]) one.setAttribute("aria-disabled", String(step === 0));
    for (const one of [next, end]) one.setAttribute("aria-disabled", String(step === this.#last));
    play.disabled = this.#last === 0;
  }

  #toggle() {
    if (this.isPlaying) return this.pause();
    if (this.#step === this.#last) this.#move(0);
    this.#tick();
  }

  #tick() {
    this.#timer = setTimeout(() => {
      this.#move(this.#step + 1);
      if (this.#step < this.#last) this.#tick();
      else this.pause();
    }, 1000 / Number(this.#speed.value));
    this.#drawPlay();
  }

  #drawPlay() {
    const label = this.isPlaying ? "Pause" : "Play";
    const { play } = this.#buttons;
    play.textContent = this.isPlaying ? "❚❚" : "▶";
    play.setAttribute("aria-label", label);
    play.title = label;
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (target.closest("input, textarea, select, dialog, [role='tablist']")) return;
    // In the tree, arrows go from node to node; comma and full stop step from everywhere.
    const keys = { ",": -1, ".": 1, ...(target.closest("[role='treeitem']") ? {} : { ArrowLeft: -1, ArrowRight: 1 }) };
    if (event.key in keys) this.go(this.#step + keys[event.key]);
    else if (event.key === "Home" && !target.closest("[role='treeitem']")) this.go(0);
    else if (event.key === "End" && !target.closest("[role='treeitem']")) this.go(this.#last);
    else return;
    event.preventDefault();
  }
}
