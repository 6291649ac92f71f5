/**
 * Changes to a tree. Each takes an outline, changes it, and returns the path at which the changed node now stands.
 * A path is the list of the places of branches, from the root down; what several branches lead to changes for all of them.
 */

import { asNumber, minus, over, plus, readFraction, times, writeFraction } from "./fractions.js";
import { CHANCE } from "./tree-text.js";

/** @typedef {import("./tree-text.js").Outline} Outline */
/** @typedef {import("./tree-text.js").OutlineNode} OutlineNode */

/** What keeps a tree from being changed so, in one sentence. */
export class EditError extends Error {}

const ONE = { above: 1n, below: 1n };

/**
 * Returns the node at a path.
 * @param {Outline} outline
 * @param {number[]} path
 * @returns {OutlineNode}
 */
export function nodeAt(outline, path) {
  let node = /** @type {OutlineNode} */ (outline.nodes.get(outline.root));
  for (const place of path) node = /** @type {OutlineNode} */ (outline.nodes.get(node.branches[place].target));
  return node;
}

/** @param {Outline} outline @param {number[]} path not empty */
export function branchAt(outline, path) {
  return nodeAt(outline, path.slice(0, -1)).branches[/** @type {number} */ (path.at(-1))];
}

/** @param {Outline} outline @param {number[]} path @param {string} value a number, or one for each player; none is no estimate */
export function setValue(outline, path, value) {
  const node = nodeAt(outline, path);
  const text = value.trim();
  if (!text && node.kind !== null) {
    node.value = null;
    return path;
  }
  const parts = text.replace(/^\(/, "").replace(/\)$/, "").split(",").map((part) => part.trim());
  const wanted = outline.players?.length ?? 1;
  if (parts.length !== wanted || parts.some((part) => readFraction(part) === null)) {
    throw new EditError(wanted === 1 ? `a value is a number such as 12, -2.5 or 1/3, not ${text || "empty"}` : `a value is ${wanted} numbers, one for each of ${outline.players?.join(", ")}`);
  }
  node.value = wanted === 1 ? parts[0] : `(${parts.join(", ")})`;
  return path;
}

/** @param {Outline} outline @param {number[]} path @param {string | null} kind none makes a leaf */
export function setKind(outline, path, kind) {
  const node = nodeAt(outline, path);
  if (node.kind === kind) return path;
  if (kind === null) {
    if (!path.length) throw new EditError("the root needs branches, so it cannot be a leaf");
    const value = node.value ?? zero(outline);
    Object.assign(node, { kind: null, value, branches: [] });
  } else if (node.kind === null) {
    const value = node.value ?? zero(outline);
    if (!node.isNamed) nameNode(outline, path);
    Object.assign(nodeAt(outline, path), { kind, value: null, branches: [] });
    addLeaf(outline, nodeAt(outline, path), value);
    addLeaf(outline, nodeAt(outline, path), zero(outline));
  } else {
    node.kind = kind;
    for (const branch of node.branches) branch.probability = null;
  }
  return path;
}

/** @param {Outline} outline @param {number[]} path */
export function addChild(outline, path) {
  const node = nodeAt(outline, path);
  if (node.kind === null) throw new EditError("a leaf has no branches; first give it a kind");
  addLeaf(outline, node, zero(outline));
  for (const branch of node.branches) branch.probability = null;
  return [...path, node.branches.length - 1];
}

/** @param {Outline} outline @param {number[]} path */
export function remove(outline, path) {
  if (!path.length) throw new EditError("the root cannot be removed");
  const above = path.slice(0, -1);
  const parent = nodeAt(outline, above);
  if (parent.branches.length === 1) return above.length ? setKind(outline, above, null) : refuseLast();
  parent.branches.splice(/** @type {number} */ (path.at(-1)), 1);
  for (const branch of parent.branches) branch.probability = null;
  return above;
}

function refuseLast() {
  throw new EditError("the root needs at least one branch");
}

/** @param {Outline} outline @param {number[]} path @param {number} place where among its siblings it is to stand */
export function moveTo(outline, path, place) {
  if (!path.length) return path;
  const { branches } = nodeAt(outline, path.slice(0, -1));
  const to = Math.max(0, Math.min(place, branches.length - 1));
  const [branch] = branches.splice(/** @type {number} */ (path.at(-1)), 1);
  branches.splice(to, 0, branch);
  return [...path.slice(0, -1), to];
}

/** @param {Outline} outline @param {number[]} path @param {string} action */
export function setAction(outline, path, action) {
  const name = action.trim();
  const { branches } = nodeAt(outline, path.slice(0, -1));
  const branch = branchAt(outline, path);
  if (!name || /[\s:=~,()#]|->/.test(name)) throw new EditError("the name of a branch is one word without any of , : = ~ ( ) # and ->");
  if (branches.some((other) => other !== branch && other.action === name)) throw new EditError(`another branch is called ${name} already`);
  branch.action = name;
  return path;
}

/**
 * Makes an outcome so likely, and shares the rest among the others as it was shared before.
 * @param {Outline} outline
 * @param {number[]} path
 * @param {string} text
 */
export function setProbability(outline, path, text) {
  const { branches } = nodeAt(outline, path.slice(0, -1));
  const place = /** @type {number} */ (path.at(-1));
  const wanted = readFraction(text);
  const isAlone = branches.length === 1;
  if (!wanted || asNumber(wanted) <= 0 || asNumber(wanted) > 1 || (asNumber(wanted) === 1) !== isAlone) {
    throw new EditError(isAlone ? "the only outcome has the probability 1" : "a probability is above 0 and below 1, such as 1/3, 0.25 or 25%");
  }
  const shares = branches.map(({ probability }) => (probability && readFraction(probability)) || { above: 1n, below: BigInt(branches.length) });
  const others = shares.filter((_, other) => other !== place).reduce(plus, { above: 0n, below: 1n });
  for (const [other, branch] of branches.entries()) {
    branch.probability = writeFraction(other === place ? wanted : times(minus(ONE, wanted), over(shares[other], others)));
  }
  return path;
}

/** Gives a leaf that is written in its branch a name of its own. */
function nameNode(outline, path) {
  const branch = branchAt(outline, path);
  const node = outline.nodes.get(branch.target);
  const name = freeName(outline);
  outline.nodes.set(name, { ...node, name, isNamed: true });
  branch.target = name;
}

/** Returns the first of A, B, … Z, A1, B1, … that is no node's name. */
function freeName(outline) {
  for (let round = 0; ; round += 1) {
    for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
      const name = round ? `${letter}${round}` : letter;
      if (!outline.nodes.has(name)) return name;
    }
  }
}

function addLeaf(outline, node, value) {
  const action = freeAction(node);
  const name = `${node.name}/${action}`;
  outline.nodes.set(name, { name, kind: null, value, branches: [], isNamed: false });
  node.branches.push({ action, probability: null, target: name });
}

/** Returns the name of the next branch: b4 after b1, b2, b3, and numbers where the names follow no pattern. */
function freeAction(node) {
  const taken = new Set(node.branches.map(({ action }) => action));
  const stem = /^(\D*)\d+$/.exec(node.branches.at(-1)?.action ?? "")?.[1] ?? "";
  for (let number = node.branches.length + 1; ; number += 1) if (!taken.has(`${stem}${number}`)) return `${stem}${number}`;
}

function zero(outline) {
  return outline.players ? `(${outline.players.map(() => "0").join(", ")})` : "0";
}

/** @param {OutlineNode} node */
export function isChance(node) {
  return node.kind === CHANCE;
}
