/** The moves of a game: each leads to its position. */

import { clear, h } from "../shared/dom.js";
import { worthText } from "./match.js";

/** @typedef {{action: string, to_move: number, cells: string[]}} Played */

export class MoveList {
  #list = h("ol", { class: "move-list" });
  #onLook;
  #sides;
  #drawn = "";

  /**
   * @param {HTMLElement} container
   * @param {{onLook: (ply: number) => void, sides: import("../shared/sides.js").Sides}} settings
   */
  constructor(container, { onLook, sides }) {
    this.#onLook = onLook;
    this.#sides = sides;
    const go = (text, label, to) => h("button", { class: "button is-quiet", type: "button", text, "aria-label": label, on: { click: () => onLook(to(this.#ply)) } });
    container.append(
      h("div", { class: "move-list-steps" },
        go("«", "To the start", () => 0), go("‹", "One move back", (ply) => ply - 1), go("›", "One move on", (ply) => ply + 1), go("»", "To the end", () => Infinity)),
      this.#list,
    );
  }

  #ply = 0;

  /**
   * Shows the moves, and which position is on the board.
   * @param {Played[]} history
   * @param {number} ply
   * @param {Map<number, import("./match.js").Worth>} worths
   */
  show(history, ply, worths) {
    this.#ply = ply;
    const drawn = JSON.stringify([history.map(({ action }) => action), [...worths], this.#sides.name(0)]);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      clear(this.#list).append(...(history.length ? history.map((move, place) => this.#item(move, place + 1, worths.get(place + 1))) : [h("li", { class: "muted move-list-none", text: "No move yet." })]));
    }
    for (const button of this.#list.querySelectorAll("button")) {
      const current = Number(button.dataset.ply) === ply;
      if (current) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      if (current) this.#scrollTo(button);
    }
    if (ply === 0) this.#list.scrollTop = 0;
  }

  #item({ action, to_move: player }, ply, worth) {
    const label = `${ply}. ${this.#sides.name(player)}: ${action}${worth ? `, ${worthText(worth)} for ${this.#sides.the(0)}` : ""}`;
    return h("li", {},
      h("button", { class: "move-list-move", type: "button", dataset: { ply: String(ply) }, "aria-label": label, on: { click: () => this.#onLook(ply) } },
        h("span", { class: "move-list-number muted number", text: `${ply}.` }),
        h("span", { class: "seat-dot", dataset: { player: String(player) } }),
        h("span", { class: "move-list-name", text: action }),
        h("span", { class: "move-list-value muted number", text: worthText(worth) })));
  }

  /** Scrolls within the list alone: the page stays where it is. */
  #scrollTo(button) {
    const { offsetTop, offsetHeight } = button.parentElement;
    const { scrollTop, clientHeight } = this.#list;
    if (offsetTop < scrollTop) this.#list.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight) this.#list.scrollTop = offsetTop + offsetHeight - clientHeight;
  }
}
