/** Words and numbers of the tree, short enough to stand in it. */

/** @typedef {import("./tree-nodes.js").TreeNode} TreeNode */

const MOST_NAMES = 4;
const LONGEST_NAME = 24;

/**
 * Returns what stands in a node.
 * @param {TreeNode} node
 */
export function nodeLabel(node) {
  const chance = node.probability === null || node.probability === undefined ? "" : ` ${percent(node.probability)}`;
  return {
    name: shortened(node.action ?? "root") + chance,
    value: `${node.proved ? " ✓" : ""}${node.value === null && node.utility === null ? "" : ` ${shortValue(node)}`}`,
    visits: node.visits === null ? "" : `  ${shortCount(node.visits)}`,
  };
}

/**
 * Returns what stands for the children that were not sent.
 * @param {TreeNode} node
 */
export function moreLabel(node) {
  return { name: node.shown ? `+${node.children - node.shown} more` : `${node.children} moves …`, value: "", visits: "" };
}

/**
 * Returns what stands for moves that were not looked at, with the reason.
 * @param {TreeNode} node
 */
export function cutLabel(node) {
  return { name: "", value: `${cutNames(node)} not looked at: ${node.reason}`, visits: "" };
}

/**
 * Returns the moves that were not looked at, the first of them by name.
 * @param {TreeNode} node
 */
export function cutNames(node) {
  const names = node.cut.slice(0, MOST_NAMES).join(", ");
  return node.cut.length > MOST_NAMES ? `${names} and ${node.cut.length - MOST_NAMES} more` : names;
}

/**
 * Returns a node's value in a few characters; without one of its own, the average of what follows.
 * @param {TreeNode} node
 */
export function shortValue(node) {
  const value = node.value ?? node.utility;
  return Array.isArray(value) ? `(${value.map(number).join(", ")})` : number(value);
}

/**
 * Returns a number in about three digits; infinite ones come as words.
 * @param {number | string | null} value
 */
export function number(value) {
  if (value === null || value === undefined) return "";
  if (value === "inf" || value === Infinity) return "∞";
  if (value === "-inf" || value === -Infinity) return "−∞";
  if (typeof value !== "number") return String(value);
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toFixed(Math.abs(value) >= 10 ? 1 : 2));
  return String(Object.is(rounded, -0) ? 0 : rounded).replace("-", "−");
}

/**
 * Returns a count in a few characters: 12.3k, 4.5M.
 * @param {number} count
 */
export function shortCount(count) {
  for (const [unit, sign] of /** @type {[number, string][]} */ ([[1e9, "G"], [1e6, "M"], [1e3, "k"]])) {
    if (count >= unit) return `${(count / unit).toFixed(count >= 100 * unit ? 0 : 1)}${sign}`;
  }
  return String(count);
}

/**
 * Returns a share from 0 to 1 in percent.
 * @param {number} share
 */
export function percent(share) {
  const hundredths = 100 * share;
  return `${hundredths >= 10 || hundredths === 0 ? Math.round(hundredths) : hundredths.toPrecision(2)} %`;
}

function shortened(name) {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}
