/** A game that an agent plays; its frames come while it is played. */

import { client } from "../shared/client.js";
import { hauntedFields } from "./settings.js";

/** @typedef {import("./film.js").Film} Film */
/** @typedef {{score: number, won: boolean, died: boolean, moves: number, seconds: number | null, nodes: number | null, failure: string}} Ending */

export class WatchedGame {
  #settings;
  #film;
  #onChange;
  /** @type {{result: Promise<any>, stop: () => void} | null} */
  #stream = null;
  /** @type {Ending | null} what is known when it is over */
  ending = null;
  /** Why nothing happens yet: the server compiles or has no free process. */
  phase = "";
  /** Why there is no game at all. */
  error = "";

  /**
   * @param {import("./settings.js").Settings} settings
   * @param {Film} film
   * @param {() => void} onChange is called when there is more to see
   */
  constructor(settings, film, onChange) {
    this.#settings = settings;
    this.#film = film;
    this.#onChange = onChange;
  }

  /** Whether it was started and more is to come. */
  get isUnderWay() {
    return this.#stream !== null && !this.isDone;
  }

  /** Whether no more is to come. */
  get isDone() {
    return this.ending !== null || this.error !== "";
  }

  /** Has the game played, if it is not yet. */
  async start() {
    if (this.#stream) return;
    const { pacman, arguments: given } = this.#settings;
    this.#stream = client.stream("pacman", { ...hauntedFields(this.#settings), pacman, arguments: given }, (progress) => this.#take(progress));
    try {
      this.ending = await this.#stream.result;
    } catch (error) {
      this.error = error.message;
    }
    this.#onChange();
  }

  /** Ends it where it is. */
  stop() {
    this.#stream?.stop();
  }

  /** Ends it, and tells nobody any more. */
  leave() {
    this.#onChange = () => {};
    this.#take = () => {};
    this.stop();
  }

  #take = ({ frames, phase }) => {
    this.phase = phase ?? "";
    if (frames) this.#film.add(frames);
    this.#onChange();
  };
}
