/** A game that a person plays: the server is told everything that was done, and where Pacman goes next. */

import { client } from "../shared/client.js";
import { hauntedFields } from "./settings.js";

export class OwnGame {
  #settings;
  #film;
  #onChange;
  /** @type {string[]} what everybody did */
  actions = [];
  /** @type {string[]} where Pacman may go */
  #legal = [];
  #isBusy = false;
  #isLeft = false;
  /** Where Pacman is to go as soon as he can. */
  #wanted = "";
  /** Why the last step could not be made. */
  error = "";

  /**
   * @param {import("./settings.js").Settings} settings
   * @param {import("./film.js").Film} film
   * @param {() => void} onChange is called after each step
   */
  constructor(settings, film, onChange) {
    this.#settings = settings;
    this.#film = film;
    this.#onChange = onChange;
  }

  /** Whether it was won or lost. */
  get isOver() {
    return this.#film.over !== "";
  }

  /** Whether the next step can be asked for. */
  get isReady() {
    return !this.#isBusy && this.#legal.length > 0 && this.error === "";
  }

  /**
   * Goes on with a game that has begun.
   * @param {string[]} actions
   */
  async resume(actions) {
    await this.#ask(actions, "");
  }

  /**
   * Remembers where Pacman is to go.
   * @param {string} direction
   */
  want(direction) {
    this.#wanted = direction;
    this.error = "";
  }

  /** Whether a direction waits to be taken. */
  get isWanted() {
    return this.#wanted !== "";
  }

  /** Goes on as in the arcades: to where Pacman is to go, or if there is a wall straight on, or nowhere. */
  async goOn() {
    const ahead = this.#film.round(Infinity).pacman.facing;
    await this.#ask(this.actions, [this.#wanted, ahead].find((one) => this.#legal.includes(one)) ?? "Stop");
  }

  /** Goes one step to where Pacman is to go; where there is a wall, nothing happens. */
  async goOnce() {
    const direction = this.#wanted;
    this.#wanted = "";
    if (this.#legal.includes(direction)) await this.#ask(this.actions, direction);
  }

  /** Tells nobody any more. */
  leave() {
    this.#isLeft = true;
  }

  async #ask(actions, move) {
    if (this.#isBusy || this.#isLeft) return;
    this.#isBusy = true;
    try {
      const answer = await client.ask("pacman_step", { ...hauntedFields(this.#settings), actions, move });
      if (this.#isLeft) return;
      this.#film.add(answer.frames);
      this.actions = answer.actions;
      this.#legal = answer.legal;
      this.error = "";
    } catch (error) {
      this.error = error.message;
    } finally {
      this.#isBusy = false;
    }
    if (!this.#isLeft) this.#onChange();
  }
}
