/** The list of all matches, those that go on marked. */

import { clear, h } from "../shared/dom.js";

/** @typedef {{file: string, match: number, game: string, players: string[], planned: number, played: number, began: string,
 *   is_over: boolean, counted: number | null}} Match */

/**
 * Returns what a match is known by.
 * @param {Match} match
 */
export function keyOf({ file, match }) {
  return `${file}#${match}`;
}

export class MatchList {
  #onChoose;
  #list = h("ul", {});
  element = h("nav", { class: "panel matches", "aria-label": "Tournaments" }, this.#list);
  #shown = "";

  /** @param {(match: Match) => void} onChoose */
  constructor(onChoose) {
    this.#onChoose = onChoose;
  }

  /**
   * Shows the matches.
   * @param {Match[]} matches
   * @param {Match | null} chosen
   */
  show(matches, chosen) {
    const shown = JSON.stringify([matches, chosen && keyOf(chosen)]);
    if (shown === this.#shown) return; // who has a link in focus keeps it
    this.#shown = shown;
    const focused = this.#list.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    clear(this.#list).append(...matches.map((match) => h("li", {}, this.#link(match, chosen))));
    if (!matches.length) this.#list.append(h("li", {}, ...explained()));
    for (const link of this.#list.querySelectorAll("button")) if (link.dataset.key === focused) link.focus();
  }

  #link(match, chosen) {
    const isChosen = chosen !== null && keyOf(match) === keyOf(chosen);
    const count = match.is_over ? `${match.counted ?? match.played} games` : `${match.played} of ${match.planned} games`;
    const button = h("button", { type: "button", "aria-current": isChosen ? "true" : null, on: { click: () => this.#onChoose(match) } },
      h("span", { class: "matches-game", text: match.game }),
      h("span", { class: "matches-about", text: `${match.players.length} players, ${count}${match.is_over ? "" : ", going on or broken off"}` }),
      h("span", { class: "matches-about", text: `${name(match.file)}, match ${match.match}` }));
    button.dataset.key = keyOf(match);
    return button;
  }
}

/** Returns what to do where there are no matches. */
function explained() {
  return [
    h("p", { text: "No tournaments are shown yet. Keep one in a file, and name the file when the studio is started:" }),
    h("pre", { class: "matches-command", tabindex: "0", text: "kibitz match connect_four uct:sims=500 level:5 random --db matches.db\nkibitz studio matches.db" }),
  ];
}

function name(file) {
  return file.split(/[\\/]/).pop();
}
