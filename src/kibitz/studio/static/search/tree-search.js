/** A search and its tree, as far as it is here: what is looked at is asked for, what grows is followed. */

import { client, ProtocolError } from "../shared/client.js";
import { OpenNodes } from "./open-nodes.js";
import { scaleOf } from "./palette.js";
import { plant } from "./tree-nodes.js";

/** @typedef {import("./tree-nodes.js").TreeNode} TreeNode */
/** @typedef {{game: string, position: string, moves: string[], seed: number}} Point */

/** So many nodes are asked for at least and at most: enough to open and close without asking, few enough to be quick. */
const LEAST_NODES = 500;
const MOST_NODES = 2000;

export class TreeSearch {
  /** @type {Point} */
  point = { game: "connect_four", position: "initial", moves: [], seed: 0 };
  agent = "";
  /** @type {any} the last answer */
  answer = null;
  /** @type {TreeNode | null} */
  root = null;
  open = new OpenNodes();
  scale = { low: -1, high: 1 };
  /** @type {{stop: () => void} | null} */
  #running = null;
  /** @type {Map<string, string[]>} paths of the nodes of which all children are wanted */
  #whole = new Map();
  #isLacking = false;
  #listeners;

  /**
   * @param {{onTree: (isNew: boolean) => void, onState: (words: string, isError?: boolean) => void, rows: () => number}} listeners
   *   onTree: there is more of the tree, or another one; onState: what is going on, in words; rows: how many there is room for
   */
  constructor(listeners) {
    this.#listeners = listeners;
  }

  get isRunning() {
    return this.#running !== null;
  }

  /**
   * Searches a position; the tree of the same search may still be there.
   * @param {Point} point
   * @param {string} agent
   * @param {boolean} again whether it is searched again even then
   */
  begin(point, agent, again) {
    this.#running?.stop();
    this.point = point;
    this.agent = agent;
    this.answer = null;
    this.root = null;
    this.open.reset();
    this.#whole.clear();
    this.#ask(again);
  }

  /** Ends the search; what it has stays. */
  stop() {
    this.#running?.stop();
  }

  /**
   * Opens or closes a node.
   * @param {TreeNode} node
   * @param {boolean} isOpen
   */
  setOpen(node, isOpen) {
    this.open.choose(node, isOpen);
    if (isOpen && node.children && !node.shown) this.#askFurther();
    this.#listeners.onTree(false);
  }

  /**
   * Asks for all children of a node.
   * @param {TreeNode} node
   */
  showAll(node) {
    this.#whole.set(node.key, node.path);
    this.setOpen(node, true);
    this.#askFurther();
  }

  /** Asks for what is open and not here; while the tree grows, when that is over. */
  #askFurther() {
    if (this.isRunning) this.#isLacking = true;
    else this.#ask(false);
  }

  async #ask(again) {
    const { onState } = this.#listeners;
    this.#isLacking = false;
    const stream = client.stream("tree", { ...this.point, agent: this.agent, ...this.#view(), again }, (progress) => {
      if (this.#running !== stream) return;
      if (progress.nodes) this.#take(progress, true);
      onState(progressText(progress));
    });
    this.#running = stream;
    onState("searching");
    try {
      const answer = await stream.result;
      if (this.#running !== stream) return;
      this.#running = null;
      this.#take(answer, this.answer === null || answer.nodes[0].visits !== this.answer.nodes[0].visits);
      onState(answer.stopped ? "stopped" : "finished");
      if (this.#isLacking) this.#ask(false);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      if (this.#running !== stream) return;
      this.#running = null;
      onState(error.message, true);
    }
  }

  /** Returns which part of the tree is looked at. */
  #view() {
    const open = this.root ? this.open.paths(this.root) : [];
    const limit = Math.min(MOST_NODES, LEAST_NODES + 15 * open.length + 200 * this.#whole.size);
    return { open, whole: [...this.#whole.values()], limit };
  }

  /** Takes an answer; while a tree grows, what matters most is opened anew, and colours only become fainter. */
  #take(answer, isGrowing) {
    const isNew = this.answer === null;
    this.answer = answer;
    this.root = plant(answer);
    const seen = scaleOf(answer.nodes.map(({ utility }) => utility), answer.constant_sum);
    const { low, high } = this.scale;
    this.scale = isNew ? seen : { low: Math.min(low, seen.low), high: Math.max(high, seen.high) };
    if (isGrowing) this.open.settle(this.root, this.#listeners.rows());
    this.#listeners.onTree(isNew);
  }
}

/** Returns what a report of progress says besides the tree. */
function progressText({ phase, events, nodes }) {
  if (nodes) return "growing";
  if (phase === "compiling") return "compiling the rules of the game";
  if (phase === "waiting") return "waiting for another search to end";
  return events ? `searching, ${events.toLocaleString("en")} events so far` : "searching";
}
