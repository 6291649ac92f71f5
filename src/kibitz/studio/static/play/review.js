/** What was my worst move? The whole game looked at again, and a way back to where it went wrong. */

import { client, ProtocolError } from "../shared/client.js";
import { clear, h } from "../shared/dom.js";
import { notify } from "../shared/shell.js";
import { shortValue } from "./match.js";

/** @typedef {{ply: number, action: string | null, to_move: number, value_text: string, bar: number | null, best: string | null,
 *   better_line: string[], answer_line: string[], loss: number | null, was: string | null, is: string | null}} Row was, is: what the game
 *   was worth to who moved, before the move and after it */

/** So many moves of a line are shown. */
const LONGEST_LINE = 8;

const PHASES = { compiling: "compiling once, then move by move", waiting: "waiting for another search to finish" };

/** Returns a value within a sentence. */
function worthOf(told) {
  return { win: "a win", loss: "a loss" }[told] ?? shortValue(told);
}

export class Review {
  #match;
  #button = h("button", { class: "button", type: "button", text: "What was my worst move?", disabled: true });
  #progress = h("progress", { hidden: true, "aria-label": "Review" });
  #answer = h("div", { class: "stack", "aria-live": "polite" });
  /** @type {{result: Promise<any>, stop: () => void} | null} */
  #search = null;
  #reviewed = "";
  #onLine;

  /**
   * @param {HTMLElement} buttons where the button goes
   * @param {HTMLElement} answers where the rest goes
   * @param {import("./match.js").Match} match
   * @param {{onLine: (ply: number, line: string[]) => void}} settings a line is to be seen on the board, after so many moves
   */
  constructor(buttons, answers, match, { onLine }) {
    this.#match = match;
    this.#onLine = onLine;
    buttons.append(this.#button);
    answers.append(this.#progress, this.#answer);
    this.#button.addEventListener("click", () => (this.#search ? this.#search.stop() : this.#run()));
    match.onChange(() => this.#follow());
  }

  /** A review of other moves than those of the game is of no use any more. */
  #follow() {
    this.#button.disabled = this.#match.moves.length === 0;
    if (JSON.stringify(this.#match.point()) === this.#reviewed) return;
    this.#reviewed = "";
    this.#search?.stop();
    this.#search = null;
    this.#showRunning(false);
    clear(this.#answer);
  }

  async #run() {
    const point = this.#match.point();
    this.#reviewed = JSON.stringify(point);
    this.#progress.max = point.moves.length + 1;
    this.#progress.value = 0;
    this.#showRunning(true);
    const search = client.stream("review", { ...point, agent: null }, ({ row, phase }) => {
      if (search !== this.#search) return;
      if (row) this.#note(row);
      else if (phase in PHASES) clear(this.#answer).append(h("p", { class: "muted", text: PHASES[phase] }));
    });
    this.#search = search;
    try {
      const { rows, worst, stopped } = await search.result;
      if (search === this.#search) this.#tell(rows, worst, stopped === true);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      if (search === this.#search) notify(error.message, "error");
    }
    if (search !== this.#search) return;
    this.#search = null;
    this.#showRunning(false);
  }

  #showRunning(running) {
    this.#button.textContent = running ? "Stop the review" : "What was my worst move?";
    this.#progress.hidden = !running;
  }

  /** @param {Row} row */
  #note(row) {
    this.#progress.value = row.ply + 1;
    if (row.bar !== null) this.#match.worths.set(row.ply, { bar: row.bar, utilities: null });
    this.#match.note();
  }

  /**
   * @param {Row[]} rows
   * @param {Record<string, number | null>} worst
   * @param {boolean} isPart whether the review was stopped before the last move
   */
  #tell(rows, worst, isPart) {
    const people = Object.keys(worst).map(Number).filter((player) => this.#match.isHuman(player));
    const players = people.length ? people : Object.keys(worst).map(Number);
    const seen = Math.max(0, rows.length - 1);
    clear(this.#answer).append(isPart ? h("p", { text: `Stopped: only ${seen} of ${this.#match.moves.length} moves were looked at.` }) : "");
    if (seen) this.#answer.append(...players.map((player) => this.#verdict(player, worst[player], rows, people.length === 1)));
    this.#answer.scrollIntoView({ block: "nearest" });
  }

  #verdict(player, index, rows, isOnlyPerson) {
    const whose = isOnlyPerson ? "Your" : `${this.#match.sides.head(player)}’s`;
    const row = index === null || index === undefined ? null : rows[index];
    if (!row) return h("p", { text: `${whose} moves were all as good as any.` });
    const worth = row.was === null || row.is === null ? "" : `: worth ${worthOf(row.was)} before it, ${worthOf(row.is)} after it`;
    const place = row.ply - 1;
    return h("div", { class: "review-verdict stack" },
      h("p", {}, `${whose} worst move was `, h("strong", { text: `${row.ply}. ${row.action}` }), `${worth}.`),
      this.#line("Better was", place, row.better_line),
      this.#line("It allowed", row.ply, row.answer_line),
      h("div", { class: "row" },
        h("button", { class: "button", type: "button", text: "Look at it", on: { click: () => this.#match.look(place) } }),
        h("button", { class: "button", type: "button", text: "Take it back and try again", on: { click: () => this.#match.undoTo(place) } })));
  }

  /** Returns a line that is drawn on the board when it is pressed, or nothing where there is none. */
  #line(what, ply, line) {
    if (!line.length) return "";
    const moves = line.slice(0, LONGEST_LINE);
    const text = `${moves.join(" ")}${moves.length < line.length ? " …" : ""}`;
    return h("p", {}, `${what} `, h("button", { class: "review-line", type: "button", title: "Show it on the board", text, on: { click: () => this.#onLine(ply, moves) } }));
  }
}
