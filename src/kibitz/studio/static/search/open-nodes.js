/** Which nodes are open: those that somebody opened, and by themselves those that matter most, as long as there is room. */

/** @typedef {import("./tree-nodes.js").TreeNode} TreeNode */

/** What was open before stays open unless another node matters so much more: a growing tree is to be read, too. */
const STEADINESS = 1.3;

/** A chosen line is shown so far by itself. */
const LINE_LENGTH = 6;

export class OpenNodes {
  /** @type {Map<string, boolean>} what somebody opened or closed, by the keys of the nodes */
  #choices = new Map();
  /** @type {Set<string>} */
  #open = new Set();

  /** Forgets everything: the next tree is another one. */
  reset() {
    this.#choices.clear();
    this.#open.clear();
  }

  /**
   * Returns whether a node's children are to be seen.
   * @param {TreeNode} node
   */
  has(node) {
    return this.#open.has(node.key);
  }

  /**
   * Opens or closes a node, until somebody chooses otherwise.
   * @param {TreeNode} node
   * @param {boolean} isOpen
   */
  choose(node, isOpen) {
    this.#choices.set(node.key, isOpen);
    if (isOpen) this.#open.add(node.key);
    else this.#open.delete(node.key);
  }

  /**
   * Makes sure that one can see a node.
   * @param {TreeNode} node
   */
  reveal(node) {
    for (let above = node.above; above; above = above.above) this.choose(above, true);
  }

  /**
   * Opens what matters most of a tree, until it has so many rows; what somebody chose holds.
   * @param {TreeNode} root
   * @param {number} room rows
   */
  settle(root, room) {
    const before = this.#open;
    this.#open = new Set();
    const waiting = [root];
    let rows = 1;
    let isFull = false;
    while (waiting.length) {
      const node = takeHeaviest(waiting, before);
      const choice = this.#choices.get(node.key);
      if (choice === false || !node.children) continue;
      const more = rowsBelow(node) - 1;
      const isUrged = choice === true || !node.above;
      if (!isUrged && (isFull || !node.shown || rows + more > room || !isWorthwhile(node))) {
        isFull ||= node.shown > 0 && rows + more > room;
        if (!this.#isOpenBelow(node)) continue;
      }
      this.#open.add(node.key);
      rows += more;
      waiting.push(...node.below);
    }
  }

  /**
   * Returns the paths of the open nodes that are to be seen, for the next question to the server.
   * @param {TreeNode} root
   * @returns {string[][]}
   */
  paths(root) {
    const found = [];
    const waiting = [root];
    for (const node of waiting) {
      if (!this.has(node)) continue;
      found.push(node.path);
      waiting.push(...node.below);
    }
    return found;
  }

  /** Returns whether somebody opened a node below this one, which would vanish if this one were not open. */
  #isOpenBelow(node) {
    return node.below.some((child) => this.#choices.get(child.key) === true || this.#isOpenBelow(child));
  }
}

/**
 * Returns how many rows the children of a node take when none of them is open.
 * @param {TreeNode} node
 */
export function rowsBelow(node) {
  return Math.max(1, node.below.length + (node.children > node.shown ? 1 : 0) + (node.cut.length ? 1 : 0));
}

/** Without visits only the chosen line is worth it, and small trees as a whole. */
function isWorthwhile(node) {
  if (node.visits !== null) return node.visits > 1;
  return !node.isOnLine || node.path.length < LINE_LENGTH;
}

function takeHeaviest(waiting, before) {
  let heaviest = 0;
  for (let place = 1; place < waiting.length; place += 1) {
    if (weightOf(waiting[place], before) > weightOf(waiting[heaviest], before)) heaviest = place;
  }
  return waiting.splice(heaviest, 1)[0];
}

/** Returns how much a node matters: its visits, or else the chosen line before all that is near the root. */
function weightOf(node, before) {
  const weight = node.visits ?? (node.isOnLine ? 1e6 : 1e3) - node.path.length;
  return before.has(node.key) ? STEADINESS * weight : weight;
}
