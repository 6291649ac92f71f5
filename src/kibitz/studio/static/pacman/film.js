/** A game of Pacman as rounds, in each of which everybody moves once; between two rounds everybody glides. */

/** @typedef {{x: number, y: number, facing: string}} Body */
/** @typedef {Body & {scared: number}} Ghost */
/** @typedef {{mover: number | null, action: string, pacman: Body, ghosts: Ghost[], eaten: [number, number][], score: number,
 *   over: "" | "won" | "lost"}} Frame what the server tells of one agent's move */
/** @typedef {{pacman: Body, ghosts: Ghost[], score: number, change: number, over: string, jumped: Set<number>}} Round
 *   change: what the round added to the score; jumped: the ghosts that were eaten and sent home in it */
/** @typedef {{pacman: Body, ghosts: Ghost[], lost: number, isGone: (x: number, y: number) => boolean}} Scene
 *   lost: how far Pacman's end has come, from 0 to 1 */

/** When in a round food disappears and eaten ghosts do: as Pacman's mouth gets there. */
const BITE = 0.6;

export class Film {
  /** @type {Round[]} whole rounds; the first is the beginning, in which nobody has moved */
  #rounds = [];
  /** @type {Frame[]} the frames of the round that is not whole yet */
  #open = [];
  /** @type {Map<string, number>} the round in which each food or capsule was eaten */
  #eaten = new Map();

  /** How many rounds were played. */
  get length() {
    return Math.max(0, this.#rounds.length - 1);
  }

  /** How the game ended, or nothing. */
  get over() {
    return this.#rounds.at(-1)?.over ?? "";
  }

  /**
   * Begins anew.
   * @param {{pacman: Body, ghosts: Ghost[]}} start
   */
  begin({ pacman, ghosts }) {
    this.#rounds = [{ pacman, ghosts, score: 0, change: 0, over: "", jumped: new Set() }];
    this.#open = [];
    this.#eaten.clear();
  }

  /**
   * Takes what comes next; a frame in which nobody moved begins anew.
   * @param {Frame[]} frames
   */
  add(frames) {
    for (const frame of frames) {
      if (frame.mover === null) {
        this.begin(frame);
        continue;
      }
      this.#open.push(frame);
      for (const [x, y] of frame.eaten) this.#eaten.set(`${x},${y}`, this.#rounds.length);
      if (frame.over || frame.mover === frame.ghosts.length) this.#close(frame);
    }
  }

  /** Makes a round of its frames. */
  #close({ pacman, ghosts, score, over }) {
    const before = this.#rounds.at(-1);
    const jumped = new Set();
    let last = before.ghosts;
    for (const frame of this.#open) {
      for (const [number, ghost] of frame.ghosts.entries()) if (distance(ghost, last[number]) > 1) jumped.add(number);
      last = frame.ghosts;
    }
    this.#rounds.push({ pacman, ghosts, score, change: score - before.score, over, jumped });
    this.#open = [];
  }

  /**
   * Returns the last round that is over at a time.
   * @param {number} time in rounds
   * @returns {Round}
   */
  round(time) {
    return this.#rounds[Math.min(Math.floor(time), this.length)];
  }

  /**
   * Returns what is to be seen at a time.
   * @param {number} time in rounds; between whole numbers everybody is on the way
   * @returns {Scene}
   */
  scene(time) {
    const before = this.round(time);
    const after = this.round(Math.ceil(time));
    const share = time - Math.floor(time);
    const ghosts = after.ghosts.map((ghost, number) =>
      after.jumped.has(number) && share > 0 ? (share < BITE ? before.ghosts[number] : ghost) : between(before.ghosts[number], ghost, share));
    return {
      pacman: between(before.pacman, after.pacman, share),
      ghosts,
      lost: after.over !== "lost" ? 0 : share === 0 ? 1 : Math.max(0, (share - BITE) / (1 - BITE)),
      isGone: (x, y) => time >= (this.#eaten.get(`${x},${y}`) ?? Infinity) - 1 + BITE,
    };
  }
}

function between(before, after, share) {
  if (share === 0) return after;
  return { ...after, x: before.x + (after.x - before.x) * share, y: before.y + (after.y - before.y) * share };
}

function distance(one, other) {
  return Math.abs(one.x - other.x) + Math.abs(one.y - other.y);
}
