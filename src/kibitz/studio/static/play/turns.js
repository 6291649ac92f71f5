/** Whose turn it is, and that whoever it is takes it: agents by a search, chance by a roll, people by themselves. */

import { client, ProtocolError } from "../shared/client.js";

/** @typedef {import("./match.js").Match} Match */

/** @typedef {{onThinking: (progress: any) => void, onDecision: (decision: any) => void, onIdle: () => void,
 *   onError: (sentence: string) => void, roll: (position: any, outcome: Promise<string>, signal: AbortSignal) => Promise<void>,
 *   pause: (signal: AbortSignal) => Promise<void>}} Listeners roll: shows the dice until the outcome may be played; pause: when
 *   the next move may be made */

export class Turns {
  #match;
  #listeners;
  /** The turn being taken; whatever comes back for an earlier one is not played. */
  #turn = new AbortController();
  #key = "";
  /** @type {{result: Promise<any>, stop: () => void} | null} */
  #search = null;

  /**
   * @param {Match} match
   * @param {Listeners} listeners
   */
  constructor(match, listeners) {
    this.#match = match;
    this.#listeners = listeners;
  }

  /** Whether an agent is thinking. */
  get isThinking() {
    return this.#search !== null;
  }

  /**
   * Lets whoever is to move at the end of the game move, unless that is under way already.
   * @param {any} position of the end of the game
   */
  take(position) {
    const match = this.#match;
    const seat = position.to_move < 0 ? "chance" : match.seats[position.to_move];
    const key = JSON.stringify([match.point(), seat]);
    if (key === this.#key) return;
    this.cancel();
    if (position.is_over || match.resigned !== null || match.isHuman(position.to_move)) return;
    this.#key = key;
    const { signal } = (this.#turn = new AbortController());
    const taken = position.to_move < 0 ? this.#roll(position, signal) : this.#think(seat, signal);
    taken.catch((error) => {
      if (signal.aborted) return;
      this.cancel();
      if (!(error instanceof ProtocolError)) throw error;
      this.#listeners.onError(error.message);
    });
  }

  /** Ends whatever is under way; it will not be played. */
  cancel() {
    this.#key = "";
    this.#turn.abort();
    this.#search?.stop();
    this.#search = null;
    this.#listeners.onIdle();
  }

  /** Makes the agent that is thinking answer with what it has. */
  moveNow() {
    this.#search?.stop();
  }

  async #think(agent, signal) {
    await this.#listeners.pause(signal);
    if (signal.aborted) return;
    const fields = { ...this.#match.point(), agent: agent || null, every: false, stand_in: true };
    const search = client.stream("analyse", fields, (progress) => {
      if (!signal.aborted) this.#listeners.onThinking(progress);
    });
    this.#search = search;
    this.#listeners.onThinking({});
    const decision = await search.result;
    if (signal.aborted) return;
    this.#search = null;
    this.#listeners.onDecision(decision);
    this.#finish();
    this.#match.play(decision.action, worthOf(decision));
  }

  async #roll(position, signal) {
    await this.#listeners.pause(signal);
    if (signal.aborted) return;
    const outcome = client.ask("roll", this.#match.point()).then(({ action }) => action);
    await this.#listeners.roll(position, outcome, signal);
    const action = await outcome;
    if (signal.aborted) return;
    this.#finish();
    this.#match.play(action);
  }

  #finish() {
    this.#key = "";
    this.#listeners.onIdle();
  }
}

/**
 * Returns what a decision says the position is worth.
 * @param {any} decision
 * @returns {import("./match.js").Worth}
 */
export function worthOf(decision) {
  return { bar: decision.bar ?? null, utilities: decision.utilities ?? null };
}
