/** When the next move may be made: at once, after a while, or one at a time. */

export class Pace {
  #running = false;
  #steps = 0;
  /** Milliseconds between two moves. */
  delay = 600;
  /** @type {Set<() => void>} those who wait */
  #waiting = new Set();

  /** Whether moves follow each other by themselves. */
  get isRunning() {
    return this.#running;
  }

  set isRunning(running) {
    this.#running = running;
    this.#wake();
  }

  /** Allows one move. */
  step() {
    this.#steps = 1;
    this.#wake();
  }

  /**
   * Returns a promise that the next move may be made, or that the signal came first.
   * @param {AbortSignal} signal
   */
  async wait(signal) {
    if (this.#running && this.delay > 0) await this.#until(signal, this.delay);
    while (!signal.aborted && !this.#running && this.#steps === 0) await this.#until(signal);
    this.#steps = 0;
  }

  #until(signal, time = 0) {
    return new Promise((resolve) => {
      const timer = time > 0 ? setTimeout(() => done(), time) : 0;
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        signal.removeEventListener("abort", done);
        resolve(undefined);
      };
      this.#waiting.add(done);
      signal.addEventListener("abort", done);
    });
  }

  #wake() {
    for (const done of [...this.#waiting]) done();
  }
}
