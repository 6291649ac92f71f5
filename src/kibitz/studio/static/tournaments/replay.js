/** A game of a tournament on the board, move by move. */

import { Board } from "../shared/board.js";
import { client } from "../shared/client.js";
import { clear, h } from "../shared/dom.js";
import { resultOf } from "./standings.js";

export class Replay {
  #onChange;
  #heading = h("h2", { tabindex: "-1" });
  #place = h("div", { class: "replay-board" });
  #board = new Board(this.#place);
  #status = h("p", { class: "replay-status", "aria-live": "polite" });
  #slider = h("input", { type: "range", min: "0", value: "0", "aria-label": "Move", on: { input: () => this.#go(Number(this.#slider.value)) } });
  #moves = h("ol", { class: "replay-moves" });
  element = h("section", { class: "panel stack replay", "aria-label": "Replay", hidden: true },
    h("div", { class: "row replay-top" }, this.#heading, h("button", { class: "button is-quiet", type: "button", text: "Close", on: { click: () => this.clear() } })),
    this.#place, this.#status,
    h("div", { class: "row" }, this.#step("|◀", "To the beginning", () => 0), this.#step("◀", "One move back", () => this.#ply - 1), this.#step("▶", "One move on", () => this.#ply + 1), this.#step("▶|", "To the end", () => this.#game.moves.length), this.#slider),
    h("div", { class: "replay-scroll", tabindex: "0", role: "region", "aria-label": "Moves" }, this.#moves));
  /** @type {any} the game as the protocol's `tournament_game` tells it */
  #game = null;
  #ply = 0;

  /** @param {(number: number | null) => void} onChange another game is shown, or none */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /** The number of the game that is shown, or null. */
  get number() {
    return this.#game?.number ?? null;
  }

  /** Shows nothing. */
  clear() {
    this.#game = null;
    this.element.hidden = true;
    this.#onChange(null);
  }

  /**
   * Shows the end of a game, from where one goes back.
   * @param {{file: string, match: number, number: number}} asked
   */
  async open(asked) {
    const game = await client.ask("tournament_game", asked);
    this.#game = game;
    this.#heading.textContent = `Game ${game.number}: ${game.players.join(" – ")}, ${resultOf(game)}`;
    this.#slider.max = String(game.moves.length);
    clear(this.#moves).append(...game.moves.map((move, place) => h("li", {}, h("button", { type: "button", text: move.action, on: { click: () => this.#go(place + 1) } }))));
    this.element.hidden = false;
    this.#onChange(game.number);
    await this.#go(game.moves.length);
    this.#heading.focus();
    this.element.scrollIntoView({ block: "nearest" });
  }

  #step(sign, name, ply) {
    return h("button", { class: "button", type: "button", "aria-label": name, text: sign, on: { click: () => this.#go(ply()) } });
  }

  async #go(ply) {
    const game = this.#game;
    if (!game) return;
    this.#ply = Math.max(0, Math.min(ply, game.moves.length));
    const wanted = this.#ply;
    this.#slider.value = String(wanted);
    const moves = game.moves.slice(0, wanted).map((move) => move.action);
    const position = await client.ask("position", { game: game.game, position: game.position, moves });
    if (game !== this.#game || wanted !== this.#ply) return; // somebody went on meanwhile
    this.#board.show({ ...position, legal_moves: [] }, { last: position.history.at(-1)?.cells ?? null, disabled: true });
    this.#status.textContent = this.#told(wanted);
    [...this.#moves.children].forEach((item, place) => item.firstChild.setAttribute("aria-current", place === wanted - 1 ? "true" : "false"));
  }

  /** Returns what there is to say of the last move that was made. */
  #told(ply) {
    const game = this.#game;
    if (ply === 0) return "The beginning.";
    const move = game.moves[ply - 1];
    const who = move.to_move < 0 ? "chance" : game.players[move.to_move];
    const facts = [
      move.opening && "opening", move.value !== null && `value ${Number(move.value).toFixed(3)}`, move.depth !== null && `depth ${move.depth}`,
      move.simulations ? `${move.simulations} simulations` : move.nodes ? `${move.nodes} nodes` : false, move.seconds !== null && `${move.seconds.toFixed(2)} s`,
    ].filter(Boolean);
    const end = ply === game.moves.length ? ` The game ended ${game.end === "rules" ? "by its rules" : `otherwise: ${game.end}`}${game.explanation ? ` (${game.explanation})` : ""}.` : "";
    return `Move ${ply} of ${game.moves.length}, ${who}: ${move.action}${facts.length ? ` (${facts.join(", ")})` : ""}.${end}`;
  }
}
