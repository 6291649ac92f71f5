/** Who plays: one seat for each player, with its agent. */

import { AgentPicker } from "../shared/agent-picker.js";
import { clear, h } from "../shared/dom.js";
import { seatName } from "../shared/sides.js";

export class Seats {
  #container;
  #match;
  #human;
  #drawn = "";
  /** @type {AgentPicker[]} */
  #pickers = [];

  /**
   * @param {HTMLElement} container
   * @param {import("./match.js").Match} match
   * @param {{human: boolean}} settings whether people may sit there
   */
  constructor(container, match, { human }) {
    this.#container = container;
    this.#match = match;
    this.#human = human;
  }

  /** Shows who sits where. */
  show() {
    const { game, seats } = this.#match;
    const titles = seats.map((_, player) => this.#title(player));
    const drawn = JSON.stringify([game, titles]);
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      clear(this.#container);
      this.#pickers = seats.map((value, player) => this.#seat(game, value, player, titles[player]));
    }
    for (const [player, picker] of this.#pickers.entries()) if (picker.value !== seats[player]) picker.value = seats[player];
  }

  /**
   * Marks whose turn it is.
   * @param {number} player
   */
  turn(player) {
    for (const [place, seat] of [...this.#container.children].entries()) seat.classList.toggle("is-to-move", place === player);
  }

  /** Returns what a seat is called above its agent: "First player", or "White, first". */
  #title(player) {
    const { sides } = this.#match;
    return sides.areNamed ? `${sides.name(player)}, ${seatName(player)}` : `${sides.head(player)} player`;
  }

  #seat(game, value, player, title) {
    const place = h("div");
    this.#container.append(h("section", { class: "seat", "aria-label": title }, h("span", { class: "seat-dot", dataset: { player: String(player) } }), place));
    const onChange = (agent) => {
      if (agent !== this.#match.seats[player]) this.#match.seat(player, agent);
    };
    return new AgentPicker(place, { game, value, onChange, human: this.#human, label: title });
  }
}
