/** Words and numbers of the tree, short enough to stand in it. */

import { numberText, reasonText, valueText } from "../shared/value-texts.js";

/** @typedef {import("./tree-nodes.js").TreeNode} TreeNode */

/** Digits behind the point: more would make nodes jump while a tree grows. */
const DECIMALS = 2;
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
    value: `${node.proved ? " ✓" : ""}${node.told === null ? "" : ` ${shortValue(node.told)}`}`,
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
  return { name: "", value: `${cutNames(node)} not looked at: ${reasonText(node.reason ?? "")}`, visits: "" };
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
 * Returns a value, or one for each player, in a few characters.
 * @param {any} value
 */
export function shortValue(value) {
  return value === null || value === undefined ? "" : valueText(value, DECIMALS);
}

/**
 * Returns a number in about three digits; infinite ones come as words.
 * @param {number | string | null} value
 */
export function number(value) {
  return value === null || value === undefined ? "" : numberText(/** @type {any} */ (value), DECIMALS);
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
