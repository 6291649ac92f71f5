/** What is written in, above and beside a node, at most and at a moment; and what is said of it to those who do not see it. */

import { reasonText, valueText } from "../shared/value-texts.js";
import { windowText } from "./labels.js";

/** @typedef {import("./skeleton.js").Item} Item */
/** @typedef {import("./replay.js").Known} Known */

const INSIDE = { max: 3, min: 3, player: 3, chance: 5, or: 0, and: 0 };
const ROLES = { max: "MAX", min: "MIN", chance: "chance", or: "OR", and: "AND" };
const SIGNS = { or: "OR", and: "AND" };

/**
 * Returns the lines above a node: the branch to it, and how likely that is.
 * @param {Item} item
 */
export function linesAbove(item) {
  return [item.action, item.probability].filter(Boolean);
}

/**
 * Returns whether the values of a node stand in its shape, which is wide enough for them, and not beside it.
 * @param {Item} item
 */
export function hasValueInside(item) {
  return isBox(item) || (item.longest.value.length <= INSIDE[item.role] && !isPlan(item));
}

/** @param {Item} item */
export function isBox(item) {
  return item.leaf === "terminal" || item.leaf === "cycle";
}

/** @param {Item} item */
export function isPlan(item) {
  return item.role === "or" || item.role === "and";
}

/**
 * Returns the text in a node's shape.
 * @param {Item} item
 * @param {Known | undefined} facts
 */
export function textInside(item, facts) {
  if (item.leaf === "cycle") return facts?.leaf ? "↺" : "";
  if (isPlan(item) && !isBox(item)) return SIGNS[item.role];
  if (!hasValueInside(item)) return "";
  return facts && isKnown(facts.value) ? resultText(item, facts.value) : item.written;
}

/**
 * Returns the lines beside a node, or below it where it is a leaf; each with what it is.
 * @param {Item} item
 * @param {Known | undefined} facts
 * @returns {{kind: string, text: string}[]}
 */
export function linesBeside(item, facts) {
  const lines = [];
  if (item.playerName && !isBox(item)) lines.push({ kind: "player", text: item.playerName });
  if (isPlan(item) && facts) lines.push({ kind: "position", text: item.position });
  if (facts && !hasValueInside(item) && isKnown(facts.value)) lines.push({ kind: "value", text: resultText(item, facts.value) });
  if (facts && hasWindow(item, facts)) lines.push({ kind: "window", text: windowText(facts.alpha, facts.beta) });
  if (facts && isKnown(facts.visits)) lines.push({ kind: "visits", text: `n = ${facts.visits}` });
  if (facts?.cut.length) lines.push({ kind: "cut", text: reasonText(facts.reason) });
  return lines;
}

/**
 * Returns the longest lines that ever stand beside a node, for which room is kept.
 * @param {Item} item
 */
export function longestBeside(item) {
  const { value, window, visits, reason } = item.longest;
  const isLeaf = item.leaf !== "";
  const lines = [item.playerName && !isBox(item) ? item.playerName : "", isPlan(item) ? item.position : ""];
  lines.push(hasValueInside(item) ? "" : isPlan(item) ? "✓" : value, isLeaf ? "" : window, visits, reason);
  return lines.filter(Boolean);
}

/**
 * Returns what is known of a node in words.
 * @param {Item} item
 * @param {Known | undefined} facts
 * @param {string} cutReason why it is not looked at, if so
 */
export function spoken(item, facts, cutReason) {
  const who = item.playerName || (item.role === "player" ? `player ${item.player + 1}` : ROLES[item.role]);
  const parts = [isBox(item) ? "leaf" : `${who} node`];
  if (item.name && !item.name.includes("/")) parts[0] += ` ${item.name}`;
  parts.push(item.action ? `branch ${item.action}` : "root");
  if (item.probability) parts.push(`probability ${item.probability}`);
  if (facts && isKnown(facts.value)) parts.push(`value ${resultText(item, facts.value)}`);
  else if (item.written) parts.push(`value ${item.written}`);
  if (facts && isKnown(facts.visits)) parts.push(`${facts.visits} visits`);
  if (facts && hasWindow(item, facts)) parts.push(`window ${windowText(facts.alpha, facts.beta)}`);
  if (facts?.chosen) parts.push(`chooses ${facts.chosen}`);
  if (cutReason) parts.push(`cut: ${reasonText(cutReason)}`);
  else if (!facts) parts.push("not looked at yet");
  return parts.join(", ");
}

/** A window is for what is searched: at a leaf it says nothing. */
function hasWindow(item, facts) {
  return !item.leaf && !facts.leaf && isKnown(facts.alpha);
}

function resultText(item, value) {
  return isPlan(item) ? (value ? "✓" : "✗") : valueText(value);
}

function isKnown(thing) {
  return thing !== null && thing !== undefined;
}
