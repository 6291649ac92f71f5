/** The table that a game is played at: board, clocked thinking, dice and moves, kept in step with the match. */

import { Board } from "../shared/board.js";
import { client, ProtocolError } from "../shared/client.js";
import { clear, h } from "../shared/dom.js";
import { announce, attempt, notify } from "../shared/shell.js";
import { resume } from "./beginning.js";
import { Dice } from "./dice.js";
import { MoveList } from "./move-list.js";
import { positionAt } from "./positions.js";
import { questionOf, statusOf } from "./status.js";
import { Thinking } from "./thinking.js";
import { Turns } from "./turns.js";
import { ValueGraph } from "./value-graph.js";

/** @typedef {import("./match.js").Match} Match */

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

export class Table {
  #match;
  #onShown;
  #status = h("p", { class: "status", role: "status" });
  #again = h("button", { class: "button", type: "button", text: "Try again", hidden: true });
  #said = "";
  #board;
  /** @type {string[][]} the moves of a line that is pointed at */
  #line = [];
  /** @type {string[]} */
  #pointed = [];
  #update = 0;
  /** Whether what is on the board is what the match says: a move chosen before that is one of a position that has gone. */
  #isCurrent = false;
  /** What is to be done where something failed. */
  #retry = () => {};
  /** What is on the board besides the position; whoever sets it calls `draw`. */
  view = { values: /** @type {Map<string, string> | null} */ (null), hint: /** @type {string[] | null} */ (null), flipped: false };
  /** Whether the next move of a game that was played is asked for: nothing after the position on the board is shown. */
  isAsking = false;
  /** @type {any} the position on the board */
  position = null;
  /** @type {any} the position at the end of the game */
  end = null;

  /**
   * @param {Match} match
   * @param {{onShown: () => void, onMove?: (action: string) => void, onStop?: () => void, pause?: (signal: AbortSignal) => Promise<void>}}
   *   settings onShown: another position is on the board; onMove: a person chose a move; pause: when the next agent may move
   */
  constructor(match, { onShown, onMove, onStop = () => {}, pause = async () => {} }) {
    this.#match = match;
    this.#onShown = onShown;
    const place = h("div");
    this.#board = new Board(place, { onMove });
    this.bar = h("div", { class: "table-bar" });
    const dice = h("div");
    this.dice = new Dice(dice);
    this.centre = h("section", { class: "table-centre", "aria-label": "Board" }, h("div", { class: "status-line" }, this.#status, this.#again), this.bar, place, dice);
    this.#again.addEventListener("click", () => this.#retry());
    this.thinkingPanel = h("section", { class: "panel stack", "aria-label": "Thinking" });
    this.movesPanel = h("section", { class: "panel stack moves-panel", "aria-label": "Moves" }, h("h2", { text: "Moves" }));
    this.thinking = new Thinking(this.bar, this.thinkingPanel, { onStop: () => (this.turns.isThinking ? this.turns.moveNow() : onStop()), onLine: (moves) => attempt(() => this.#pointAt(moves)), sides: match.sides });
    const look = { onLook: (ply) => match.look(ply), sides: match.sides };
    this.graph = new ValueGraph(this.movesPanel, look);
    this.list = new MoveList(this.movesPanel, look);
    this.turns = new Turns(match, {
      onThinking: (progress, moves) => this.thinking.show(progress, moves, progress.action ? "Move now" : null),
      onDecision: (decision, moves) => this.thinking.show(decision, moves, null),
      onIdle: () => this.thinking.idle(),
      onError: (sentence) => this.fail(sentence),
      roll: (position, outcome, signal) => this.dice.roll(position, outcome, signal),
      pause,
    });
    match.onChange(() => this.refresh());
    client.onGamesChanged(() => this.refresh());
    window.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows what the match says now, and lets whoever is to move move. */
  async refresh() {
    const update = ++this.#update;
    this.#isCurrent = false;
    const match = this.#match;
    try {
      const [position, end] = await Promise.all([positionAt(match.point(match.ply)), positionAt(match.point())]);
      if (update !== this.#update) return; // the match went on meanwhile
      if (position !== this.position) this.view.hint = null; // it is about another position
      [this.position, this.end] = [position, end];
      this.#isCurrent = true;
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      if (update === this.#update) this.fail(error.message);
      return;
    }
    this.#line = [];
    match.sides.follow(this.end);
    this.#say(this.isAsking ? questionOf(match, this.position) : statusOf(match, this.end));
    const worth = match.worths.get(match.ply);
    if (worth || !this.turns.isThinking) this.thinking.worth(worth);
    const last = this.position.history.at(-1);
    if (this.end.to_move >= 0) this.dice.show(last?.to_move < 0 ? last.action : null);
    const shown = this.isAsking ? this.position : this.end;
    const worths = new Map([...match.worths].filter(([ply]) => ply <= shown.history.length));
    this.list.show(shown.history, match.ply, worths);
    this.graph.show(worths, shown.history.length, match.ply, this.end.players);
    this.draw();
    this.#onShown();
    this.turns.take(this.end);
  }

  /** Draws the board again. */
  draw() {
    if (!this.position) return;
    const { values, hint, flipped } = this.view;
    const last = this.position.history.at(-1)?.cells ?? [];
    this.#board.show(this.position, { last, values, hint: this.#line.length ? null : hint, flipped, paths: this.#line, disabled: !this.isPersonToMove });
  }

  /** Whether a person may move on the board as it is seen. */
  get isPersonToMove() {
    const match = this.#match;
    if (this.isAsking) return this.#isCurrent;
    return this.#isCurrent && match.looked === null && match.resigned === null && !this.end.is_over && match.isHuman(this.end.to_move);
  }

  /** Whether the board can be seen from the other side. */
  get canFlip() {
    return this.#board.canFlip;
  }

  /**
   * Goes on where the address, or the last visit, left off; where that does not work now, it can be tried again.
   * @param {boolean} withPeople
   */
  async resume(withPeople) {
    await attempt(async () => {
      try {
        await resume(this.#match, withPeople);
      } catch (error) {
        if (!error.mayPass) throw error;
        this.fail(error.message, () => this.resume(withPeople));
      }
    });
  }

  /**
   * Says what went wrong, in the status and as a notice, and offers to try again; the game stays as it is.
   * @param {string} sentence
   * @param {() => void} [retry] tries it again
   */
  fail(sentence, retry = () => this.refresh()) {
    this.#say({ head: "Something is wrong", rest: sentence });
    this.#retry = retry;
    this.#again.hidden = false;
    notify(sentence, "error");
  }

  #say({ head, rest }) {
    this.#again.hidden = true;
    const said = `${head} ${rest}`;
    if (said === this.#said) return;
    this.#said = said;
    clear(this.#status).append(h("strong", { text: head }), rest && h("span", { text: ` ${rest}` }));
    if (this.end?.is_over && this.#match.looked === null) announce(`Game over. ${said}`);
  }

  /**
   * Looks at the position after so many moves of the game, with where a line leads from there.
   * @param {number} ply
   * @param {string[]} line
   */
  async showLine(ply, line) {
    this.#match.look(ply);
    await this.refresh();
    await attempt(() => this.#pointAt([...this.#match.moves.slice(0, ply), ...line]));
  }

  /** Shows where moves lead from the position on the board, if it is on their way; their cells are known once they are played. */
  async #pointAt(moves) {
    const match = this.#match;
    const base = match.point(match.ply);
    this.#pointed = moves;
    this.#line = [];
    if (moves.length > base.moves.length && base.moves.every((move, place) => moves[place] === move)) {
      const ahead = await positionAt({ ...base, moves });
      if (this.#pointed !== moves || match.ply !== base.moves.length) return;
      this.#line = ahead.history.slice(base.moves.length).map(({ cells }) => cells);
    }
    this.draw();
  }

  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if (!(event.key in STEPS) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (target.closest("input, select, textarea, dialog, summary") || document.querySelector("dialog[open]")) return;
    this.#match.look(this.#match.ply + STEPS[event.key]);
    event.preventDefault();
  }
}
