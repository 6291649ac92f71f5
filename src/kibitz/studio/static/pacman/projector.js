/** Shows a film: runs, rests, goes step by step, at any speed. */

/** @typedef {import("./film.js").Film} Film */

/** Who prefers less motion sees whole rounds one after the other. */
const stillness = window.matchMedia("(prefers-reduced-motion: reduce)");

export class Projector {
  #film;
  #draw;
  #time = 0;
  /** How far it is to go: for ever, or to the end of a step. */
  #until = 0;
  #request = 0;
  /** When the last picture was drawn, or 0 where the clock rests. */
  #last = 0;
  /** Rounds a second. */
  speed = 8;

  /**
   * @param {Film} film
   * @param {(time: number) => void} draw draws the film at a time
   */
  constructor(film, draw) {
    this.#film = film;
    this.#draw = draw;
  }

  /** The time of the film, in rounds. */
  get time() {
    return this.#time;
  }

  /** What is shown now: the time itself, or the last whole round where motion is unwelcome. */
  get shown() {
    return stillness.matches ? Math.floor(this.#time) : this.#time;
  }

  /** Whether it goes on by itself, as far as there are rounds. */
  get isRunning() {
    return this.#until === Infinity;
  }

  /** Goes on, also with rounds that are yet to come. */
  run() {
    this.#until = Infinity;
    this.#wake();
  }

  /** Rests at the end of this round. */
  pause() {
    this.#until = Math.ceil(this.#time);
    this.#wake();
  }

  /** Goes one round further, as soon as there is one. */
  step() {
    this.#until = Math.floor(this.#time) + 1;
    this.#wake();
  }

  /**
   * Goes to a time at once, and rests there.
   * @param {number} time
   */
  jump(time) {
    this.#time = this.#until = Math.max(0, Math.min(time, this.#film.length));
    this.#last = 0;
    this.#draw(this.shown);
  }

  /** Draws what is shown now, in case the film or the picture has changed, and goes on if there is more. */
  refresh() {
    this.#draw(this.shown);
    this.#wake();
  }

  #wake() {
    this.#request ||= requestAnimationFrame((now) => this.#tick(now));
  }

  #tick(now) {
    this.#request = 0;
    const end = Math.min(this.#until, this.#film.length);
    if (this.#time < end) {
      // After a rest, or in a tab that was hidden, no time has passed.
      const seconds = this.#last ? Math.min((now - this.#last) / 1000, 0.25) : 0;
      this.#last = now;
      this.#time = Math.min(this.#time + seconds * this.speed, end);
      this.#wake();
    } else {
      this.#last = 0;
    }
    this.#draw(this.shown);
  }
}
