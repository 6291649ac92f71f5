/** The score, its last change, and how the game stands. */

import { h } from "../shared/dom.js";

export class ScoreBoard {
  #score = h("span", { class: "score-number number", text: "0" });
  #change = h("span", { class: "score-change number" });
  #status = h("p", { class: "score-status", role: "status" });
  element = h("div", { class: "score" }, h("p", { class: "score-line" }, "Score ", this.#score, " ", this.#change), this.#status);
  #shown = -1;

  /**
   * Shows a round.
   * @param {number} number
   * @param {import("./film.js").Round} round
   */
  show(number, { score, change }) {
    if (this.#shown === number && this.#score.textContent === signed(score)) return;
    this.#shown = number;
    this.#score.textContent = signed(score);
    this.#change.textContent = change > 0 ? `+${change}` : change < 0 ? signed(change) : "";
    this.#change.classList.toggle("is-gain", change > 0);
  }

  /**
   * Says how the game stands.
   * @param {string} text
   */
  set status(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }
}

/** Returns a number with a real minus sign. */
export function signed(number) {
  return String(number).replace("-", "−");
}
