/** Guess the moves: a game is gone through, and each move is to be found before it is seen. */

import { client, ProtocolError } from "../shared/client.js";
import { clear, h } from "../shared/dom.js";
import { notify } from "../shared/shell.js";
import { shortValue } from "./match.js";

export class Guessing {
  #match;
  #table;
  #button = h("button", { class: "button", type: "button", text: "Guess the moves", disabled: true, on: { click: () => (this.isRunning ? this.#stop() : this.#start()) } });
  #whose = h("select", { "aria-label": "Whose moves", on: { change: () => this.#ask(this.#match.ply) } });
  #score = h("output", { class: "number", "aria-label": "Score" });
  #verdict = h("p", { class: "guess-verdict", "aria-live": "polite" });
  #place = h("div", { class: "guess", hidden: true }, this.#verdict, this.#score, this.#whose,
    h("button", { class: "button", type: "button", text: "Tell me", on: { click: () => this.answer(null) } }));
  /** @type {{stop: () => void} | null} the search that compares a guess with the move that was played */
  #search = null;
  /** @type {{game: string, start: string, seed: number, moves: string[]} | null} the game that is gone through */
  #game = null;
  #right = 0;
  #asked = 0;

  /**
   * @param {HTMLElement} buttons where the button goes
   * @param {import("./match.js").Match} match
   * @param {import("./table.js").Table} table
   */
  constructor(buttons, match, table) {
    this.#match = match;
    this.#table = table;
    buttons.append(this.#button);
    table.bar.after(this.#place);
    match.onChange(() => this.#follow());
  }

  /** Whether a move on the board is a guess. */
  get isRunning() {
    return this.#game !== null;
  }

  /**
   * Takes a guess, says what was played, and asks about the next move.
   * @param {string | null} guess null to be told
   */
  answer(guess) {
    const { ply, moves, sides } = this.#match;
    const played = moves[ply];
    const who = sides.head(this.#table.position.to_move);
    this.#asked += 1;
    this.#right += Number(guess === played);
    this.#search?.stop();
    if (guess === null) this.#say(`${who} played ${played}.`);
    else if (guess === played) this.#say(h("b", { text: "Right: " }), `${played}.`);
    else {
      this.#say(h("b", { text: "No: " }), `${who} played ${played}, not ${guess}.`);
      this.#compare(this.#match.point(ply), guess, played);
    }
    this.#ask(ply + 1);
  }

  #start() {
    const { game, start, seed, moves, looked, sides } = this.#match;
    this.#game = { game, start, seed, moves };
    this.#right = this.#asked = 0;
    const players = Array.from({ length: this.#table.end.players }, (_, player) => h("option", { value: String(player), text: `moves of ${sides.the(player)}` }));
    clear(this.#whose).append(h("option", { value: "", text: "all moves" }), ...(players.length > 1 ? players : []));
    this.#say();
    this.#show(true);
    this.#ask(looked ?? 0);
  }

  #stop() {
    this.#leave();
    this.#match.look(Infinity);
  }

  /** Asks no more, and leaves the board as it is. */
  #leave() {
    this.#search?.stop();
    this.#search = null;
    this.#game = null;
    this.#show(false);
  }

  #show(isRunning) {
    this.#button.textContent = isRunning ? "Stop guessing" : "Guess the moves";
    this.#place.hidden = !isRunning;
    this.#table.bar.hidden = isRunning; // it tells what the next move is worth
    this.#table.isAsking = isRunning;
  }

  /** Asks about the next move from here on that a player made, and one of those asked about. */
  #ask(from) {
    this.#score.textContent = this.#asked ? `${this.#right} of ${this.#asked} right` : "";
    const isAsked = ({ to_move: mover }) => mover >= 0 && (this.#whose.value === "" || mover === Number(this.#whose.value));
    const next = this.#table.end.history.findIndex((move, ply) => ply >= from && isAsked(move));
    if (next >= 0) return this.#match.look(next);
    notify(`${this.#verdict.textContent} That was the last one: ${this.#right} of ${this.#asked} right.`.trim());
    this.#stop();
  }

  /** Another game, or one that was taken back from, is not asked about. */
  #follow() {
    const { game, start, seed, moves } = this.#match;
    this.#button.disabled = moves.length === 0;
    if (!this.#game) return;
    const isSame = game === this.#game.game && start === this.#game.start && seed === this.#game.seed;
    if (!isSame || this.#game.moves.some((move, ply) => moves[ply] !== move)) this.#leave();
  }

  /** Adds what a search thinks of a guess and of the move that was played. */
  async #compare(point, guess, played) {
    const search = client.stream("analyse", { ...point, agent: null, every: true, stand_in: true });
    this.#search = search;
    try {
      const { moves, agent } = await search.result;
      const [mine, theirs] = [guess, played].map((name) => moves.find(({ action }) => action === name)?.value_text);
      if (search !== this.#search || !mine || !theirs) return;
      this.#verdict.append(h("span", { class: "muted", text: ` ${agent} says: ${played} ${shortValue(theirs)}, ${guess} ${shortValue(mine)}.` }));
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      if (search === this.#search) notify(error.message, "error");
    }
  }

  /** @param {(string | HTMLElement)[]} parts */
  #say(...parts) {
    clear(this.#verdict).append(...parts);
  }
}
