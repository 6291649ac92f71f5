/** A game in progress, as the page keeps it: what was played, by whom, and which position is looked at. */

import { readAddress, readList, writeAddress } from "../shared/address.js";
import { recall, remember } from "../shared/memory.js";
import { Sides } from "../shared/sides.js";

export const HUMAN = "human";

/** @typedef {{bar: number | null, utilities: number[] | null}} Worth what a position is worth: to the first player, from 0 to 1
 *   on the way from the worst to the best, and to every player */

/**
 * Returns a worth in words, always from the first player's side: signs that change with the mover would be misread.
 * @param {Worth | undefined} worth
 */
export function worthText(worth) {
  if (!worth) return "";
  if (worth.bar !== null) return `${Math.round(100 * worth.bar)} %`;
  return worth.utilities ? worth.utilities.map((utility) => Number(utility).toFixed(2)).join(" ") : "";
}

/**
 * Returns the protocol's words for a value with no more digits than tell moves apart.
 * @param {string} text "+0.35", "win", "-0.137931" or "+1e-07"
 */
export function shortValue(text) {
  if (!/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)) return text;
  const value = Number(text);
  const digits = Math.abs(value) >= 100 ? 0 : 2;
  const isShort = Math.abs(value) < 100 && /^[+-]?\d+(\.\d{1,2})?$/.test(text);
  const rounded = (isShort ? text.replace(/^\+/, "") : value.toFixed(digits)).replace(/^-(?=[0.]+$)/, "");
  return (text.startsWith("+") && Number(rounded) > 0 ? `+${rounded}` : rounded).replace("-", "−");
}

export class Match {
  game = "connect_four";
  start = "initial";
  /** @type {string[]} */
  moves = [];
  /** @type {string[]} moves taken back, the next to be made again last */
  undone = [];
  /** @type {string[]} agent strings; an empty one stands for the game's default agent */
  seats = [];
  seed = 0;
  /** @type {number | null} */
  resigned = null;
  /** @type {number | null} the number of moves of an earlier position that is looked at */
  looked = null;
  /** @type {Map<number, Worth>} by the number of moves */
  worths = new Map();
  /** What the players are called. */
  sides = new Sides();
  #name;
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /** @param {string} name under which the browser keeps it */
  constructor(name) {
    this.#name = name;
  }

  /**
   * Calls the listener after every change.
   * @param {() => void} listener
   */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** The number of moves of the position on the board. */
  get ply() {
    return this.looked ?? this.moves.length;
  }

  /**
   * Returns the fields by which the protocol names a position of this game.
   * @param {number} [ply]
   */
  point(ply = this.moves.length) {
    return { game: this.game, position: this.start, moves: this.moves.slice(0, ply), seed: this.seed };
  }

  /**
   * Begins another game.
   * @param {{game?: string, start?: string, moves?: string[], seats?: string[], seed?: number, resigned?: number | null}} settings
   *   what is not given stays (game and seats) or begins anew
   */
  begin({ game = this.game, start = "initial", moves = [], seats = this.seats, seed = freshSeed(), resigned = null }) {
    Object.assign(this, { game, start, moves: [...moves], seats: [...seats], seed, resigned, undone: [], looked: null, worths: new Map() });
    this.#changed();
  }

  /**
   * Makes a move at the end of the game; whoever looks at an earlier position goes on doing so.
   * @param {string} action
   * @param {Worth | null} [worth] of the position after it, where it is known
   */
  play(action, worth = null) {
    this.undone = this.undone.at(-1) === action ? this.undone.slice(0, -1) : [];
    this.#forgetAfter(this.moves.length);
    this.moves = [...this.moves, action];
    if (worth) this.worths.set(this.moves.length, worth);
    this.#changed();
  }

  /**
   * Takes back all moves but the first so many.
   * @param {number} ply
   */
  undoTo(ply) {
    this.undone = [...this.undone, ...this.moves.slice(ply).reverse()];
    this.moves = this.moves.slice(0, ply);
    this.#forgetAfter(ply);
    this.resigned = null;
    this.looked = null;
    this.#changed();
  }

  /**
   * Makes moves again that were taken back.
   * @param {number} count
   */
  redo(count) {
    const again = this.undone.slice(this.undone.length - count).reverse();
    this.undone = this.undone.slice(0, this.undone.length - count);
    this.moves = [...this.moves, ...again];
    this.looked = null;
    this.#changed();
  }

  /**
   * Looks at the position after so many moves; the game itself stays where it is.
   * @param {number} ply
   */
  look(ply) {
    const bounded = Math.max(0, Math.min(ply, this.moves.length));
    this.looked = bounded === this.moves.length ? null : bounded;
    this.#changed();
  }

  /**
   * Gives up for a player.
   * @param {number} player
   */
  resign(player) {
    this.resigned = player;
    this.looked = null;
    this.#changed();
  }

  /**
   * Seats somebody.
   * @param {number} player
   * @param {string} agent
   */
  seat(player, agent) {
    this.seats = this.seats.map((before, place) => (place === player ? agent : before));
    this.#changed();
  }

  /** Says that worths were noted. */
  note() {
    this.#changed();
  }

  /**
   * Whether a person sits there.
   * @param {number} player
   */
  isHuman(player) {
    return this.seats[player] === HUMAN;
  }

  /**
   * Returns the game in the address, or the one that the browser kept, as `begin` takes it; null where there is none.
   * @returns {{game: string, start: string, moves: string[], seats: string[], seed: number, resigned: number | null} | null}
   */
  kept() {
    const address = readAddress();
    const kept = address.game
      ? { ...address, moves: readList("moves"), seats: readList("seats") }
      : recall(this.#name, /** @type {any} */ (null));
    if (!kept?.game) return null;
    const resigned = Number.parseInt(kept.resigned, 10);
    return {
      game: kept.game,
      start: kept.position || "initial",
      moves: kept.moves,
      seats: kept.seats,
      seed: Number.parseInt(kept.seed, 10) || 0,
      resigned: Number.isNaN(resigned) ? null : resigned,
    };
  }

  #forgetAfter(ply) {
    for (const known of this.worths.keys()) if (known > ply) this.worths.delete(known);
  }

  #changed() {
    const { game, start, moves, seats, seed, resigned } = this;
    const kept = { game, position: start === "initial" ? "" : start, moves, seats, seed, resigned };
    writeAddress(kept);
    remember(this.#name, kept);
    for (const listener of this.#listeners) listener();
  }
}

/** Returns a seed for a new game: its dice should not be those of the last one. */
function freshSeed() {
  return Math.floor(Math.random() * 1_000_000);
}
