/** What a person may ask while it is their turn: a hint, or the value of every move. */

import { client, ProtocolError } from "../shared/client.js";

export class Advice {
  #listeners;
  /** @type {{result: Promise<any>, stop: () => void} | null} */
  #search = null;
  #key = "";
  /** Whether the value of every move is shown. */
  showsValues = false;

  /**
   * @param {{onProgress: (progress: any, running: boolean) => void, onValues: (values: Map<string, string> | null) => void,
   *   onHint: (decision: any) => void, onError: (sentence: string) => void}} listeners
   */
  constructor(listeners) {
    this.#listeners = listeners;
  }

  /**
   * Looks at another position; without a point there is nothing to advise on.
   * @param {object | null} point
   */
  follow(point) {
    const key = JSON.stringify([point, this.showsValues]);
    if (key === this.#key) return;
    this.cancel();
    this.#key = key;
    this.#listeners.onValues(null);
    if (point && this.showsValues) this.#ask(point, true, (decision) => this.#listeners.onValues(valuesOf(decision)));
  }

  /**
   * Asks for the best move.
   * @param {object} point
   */
  hint(point) {
    this.stop();
    this.#ask(point, false, () => {}, this.#listeners.onHint);
  }

  /** Ends the search, which still answers with what it has. */
  stop() {
    this.#search?.stop();
  }

  /** Ends the search; its answer is not shown. */
  cancel() {
    this.#search?.stop();
    this.#search = null;
    this.#key = "";
  }

  async #ask(point, every, onProgress, onResult = onProgress) {
    /** @type {{result: Promise<any>, stop: () => void}} */
    const search = client.stream("analyse", { ...point, agent: null, every, stand_in: true }, (progress) => {
      if (search !== this.#search) return;
      this.#listeners.onProgress(progress, true);
      if (progress.action) onProgress(progress);
    });
    this.#search = search;
    try {
      const decision = await search.result;
      if (search !== this.#search) return;
      this.#search = null;
      this.#listeners.onProgress(decision, false);
      onResult(decision);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      if (search !== this.#search) return;
      this.#search = null;
      this.#listeners.onError(error.message);
    }
  }
}

/** Returns the values of all moves, the best first. */
function valuesOf({ action, moves }) {
  const isBest = (move) => move.action === action;
  const sorted = [...moves].sort((a, b) => Number(isBest(b)) - Number(isBest(a)) || number(b.value) - number(a.value));
  return new Map(sorted.filter((move) => move.value_text).map((move) => [move.action, move.value_text]));
}

/** Returns a number of the protocol, where some are words. */
function number(value) {
  return { inf: Infinity, "-inf": -Infinity, nan: -Infinity }[value] ?? value ?? -Infinity;
}
