/** Where a match stands: ratings, who took how much from whom, and its games. */

import { clear, h } from "../shared/dom.js";

const WORDS = new Set(["player"]);

export class Standings {
  #onGame;
  #heading = h("h2", { tabindex: "-1" });
  #tables = h("div", { class: "stack" });
  element = h("section", { class: "panel stack standings", "aria-label": "Standings", hidden: true }, this.#heading, this.#tables);

  /** @param {(number: number) => void} onGame somebody wants to see this game */
  constructor(onGame) {
    this.#onGame = onGame;
  }

  /** Brings what was chosen to who uses the keyboard. */
  focus() {
    this.#heading.focus();
  }

  /**
   * Shows a match as the protocol's `tournament` tells it.
   * @param {any} match
   */
  show(match) {
    const state = match.is_over ? `${match.counted ?? match.played} games` : `${match.played} of ${match.planned} games so far`;
    this.#heading.textContent = `${match.game}: ${state}`;
    const scrolled = [...this.#tables.querySelectorAll(".table-scroll")].map((each) => each.scrollTop);
    clear(this.#tables).append(this.#ratings(match), ...match.notes.map((note) => h("p", { class: "standings-note", text: sentence(note) })), this.#cross(match), this.#games(match));
    this.#tables.querySelectorAll(".table-scroll").forEach((each, place) => (each.scrollTop = scrolled[place] ?? 0));
    this.element.hidden = false;
  }

  #ratings({ standings: { columns, rows } }) {
    const head = columns.map((column) => h("th", { scope: "col", class: look(column), text: column }));
    const body = rows.map((row) => h("tr", {}, ...columns.map((column) => h("td", { class: look(column), text: row[column] ?? "" }))));
    const caption = "Elo with an average of 0; ± holds the true rating with 95 % confidence; superiority: how likely a player is stronger than the next";
    return scrolling("Ratings", h("table", { class: "table" }, h("caption", { text: caption }), h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...body)));
  }

  #cross({ cross, ratings }) {
    if (!cross.length) return null;
    const head = [h("th", { scope: "col", text: "player" }), ...cross.map((_, place) => h("th", { scope: "col", class: "is-number", text: String(place + 1) }))];
    const body = cross.map((row, place) => h("tr", {}, h("th", { scope: "row", text: `${place + 1} ${ratings[place].player}` }), ...row.map(crossCell)));
    return scrolling("Cross table", h("table", { class: "table" }, h("caption", { text: "Points that each took from the others, and the games" }), h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...body)));
  }

  #games({ games }) {
    const rows = games.map((game) =>
      h("tr", {},
        h("td", {}, h("button", { class: "button is-quiet", type: "button", "aria-label": `Show game ${game.number}`, text: String(game.number), on: { click: () => this.#onGame(game.number) } })),
        h("td", { text: game.players.join(" – ") }), h("td", { class: "is-number", text: resultOf(game) }), h("td", { class: "is-number", text: String(game.plies) }),
        h("td", { text: game.forfeiter ? `${game.forfeiter}: ${game.end}` : game.end })));
    const head = ["game", "players", "result", "moves", "end"].map((text) => h("th", { scope: "col", text }));
    return scrolling("Games", h("table", { class: "table" }, h("caption", { text: "Games, the latest first; a number shows the game on the board" }), h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows)));
  }
}

/**
 * Returns the result of a game as people write it.
 * @param {{points: number[], utilities: number[]}} game
 */
export function resultOf({ points, utilities }) {
  return (points.length ? points.map((point) => (point === 0.5 ? "½" : String(Math.round(100 * point) / 100))) : utilities.map(String)).join(" : ") || "none";
}

function crossCell(cell) {
  if (!cell) return h("td", { class: "is-number", text: "" });
  const share = cell.points / cell.games;
  const kind = share > 0.5 ? "is-above" : share < 0.5 ? "is-below" : "";
  return h("td", { class: `is-number ${kind}`, text: `${cell.points} / ${cell.games}` });
}

/** Returns a table that scrolls by itself, within reach of the keyboard. */
function scrolling(name, table) {
  return h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": name }, table);
}

function look(column) {
  return WORDS.has(column) ? "" : "is-number";
}

function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
