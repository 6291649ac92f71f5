/** Trees as text, in the .tree format: read into an outline that can be edited, and written again. The server judges them. */

import { readFraction } from "./fractions.js";

/**
 * @typedef {{action: string, probability: string | null, target: string}} Branch
 * @typedef {{name: string, kind: string | null, value: string | null, branches: Branch[], isNamed: boolean}} OutlineNode
 *   a leaf has no kind, and its value; the value of any other node is its estimate. Leaves without a line of their own are not named
 * @typedef {{players: string[] | null, root: string, nodes: Map<string, OutlineNode>}} Outline no players means MAX and MIN
 */

export const CHANCE = "CHANCE";
export const TWO_SIDES = ["MAX", "MIN"];

const NODE = /^([^\s=:]+)\s+([^\s=:~]+)\s*(?:~([^:]*))?:(.*)$/;
const LEAF = /^([^\s=:]+)\s*=(.*)$/;

/**
 * Returns the outline of a tree that the server has found to be one.
 * @param {string} text
 * @returns {Outline}
 */
export function readTree(text) {
  /** @type {Outline} */
  const outline = { players: null, root: "", nodes: new Map() };
  /** @type {OutlineNode | null} */
  let open = null;
  for (const written of text.split(/\r?\n/)) {
    const line = written.split("#")[0].trimEnd();
    if (!line) continue;
    if (/^\s/.test(line)) {
      if (open) addBranches(outline, open, line);
      continue;
    }
    open = null;
    const node = NODE.exec(line);
    const leaf = LEAF.exec(line);
    if (line.startsWith("players:")) {
      outline.players = line.slice("players:".length).split(",").map((name) => name.trim());
    } else if (node) {
      open = { name: node[1], kind: node[2], value: node[3]?.trim() ?? null, branches: [], isNamed: true };
      add(outline, open);
      addBranches(outline, open, node[4]);
    } else if (leaf) {
      add(outline, { name: leaf[1], kind: null, value: leaf[2].trim(), branches: [], isNamed: true });
    }
  }
  return outline;
}

/**
 * Returns an outline as text, one line a node, those first that are reached first.
 * @param {Outline} outline
 */
export function writeTree(outline) {
  const lines = outline.players ? [`players: ${outline.players.join(", ")}`, ""] : [];
  for (const name of reached(outline)) {
    const node = /** @type {OutlineNode} */ (outline.nodes.get(name));
    if (node.kind === null) {
      if (node.isNamed) lines.push(`${name} = ${node.value}`);
      continue;
    }
    const estimate = node.value === null ? "" : ` ~ ${node.value}`;
    lines.push(`${name} ${node.kind}${estimate}: ${node.branches.map((branch, place) => branchText(outline, branch, place)).join(", ")}`);
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Returns the names of all nodes that the root leads to, in the order in which they are met level by level.
 * @param {Outline} outline
 * @returns {string[]}
 */
export function reached(outline) {
  const names = new Set([outline.root]);
  for (const name of names) for (const { target } of outline.nodes.get(name)?.branches ?? []) names.add(target);
  return [...names];
}

/**
 * Returns the kinds that a node may have besides being a leaf.
 * @param {Outline} outline
 */
export function kindsOf(outline) {
  return [...(outline.players ?? TWO_SIDES), CHANCE];
}

function add(outline, node) {
  outline.nodes.set(node.name, node);
  outline.root ||= node.name;
}

function addBranches(outline, node, text) {
  for (const part of outsideParentheses(text)) {
    if (part.trim()) node.branches.push(readBranch(outline, node, part));
  }
}

/** Returns one branch, `[probability] [action ->] target`; a value in place of a target makes a leaf. */
function readBranch(outline, node, part) {
  const arrow = part.lastIndexOf("->");
  const words = arrow < 0 ? [] : part.slice(0, arrow).trim().split(/\s+/).filter(Boolean);
  const target = (arrow < 0 ? part : part.slice(arrow + 2)).trim();
  const probability = node.kind === CHANCE && words.length && readFraction(words[0]) ? words.shift() : null;
  const isValue = target.startsWith("(") || readFraction(target) !== null;
  const action = words[0] ?? (isValue ? String(node.branches.length + 1) : target);
  if (!isValue) return { action, probability, target };
  const leaf = { name: `${node.name}/${action}`, kind: null, value: target, branches: [], isNamed: false };
  add(outline, leaf);
  return { action, probability, target: leaf.name };
}

function branchText(outline, { action, probability, target }, place) {
  const node = outline.nodes.get(target);
  const isInline = node.kind === null && !node.isNamed;
  const usual = isInline ? String(place + 1) : target;
  const end = isInline ? node.value : target;
  const words = [probability, action === usual ? null : action].filter(Boolean);
  return words.length ? `${words.join(" ")} -> ${end}` : end;
}

function outsideParentheses(text) {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts;
}
