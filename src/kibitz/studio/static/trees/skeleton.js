/**
 * All nodes that are drawn, before any step: those of an explicit tree, or those that a search looks at or cuts.
 * Their number is bounded; what happens below the last ones drawn is shown at them.
 */

import { reasonText, valueText } from "../shared/value-texts.js";
import { probabilityText, windowText, writtenValues } from "./labels.js";
import { CHANCE, TWO_SIDES } from "./tree-text.js";

/** @typedef {"max" | "min" | "chance" | "player" | "or" | "and"} Role */
/**
 * @typedef {{key: string, path: string[], places: number[], action: string, name: string, position: string, parent: Item | null,
 *   children: Item[], role: Role, player: number, playerName: string, probability: string, leaf: string, written: string,
 *   longest: {value: string, window: string, visits: string, reason: string}, isFull: boolean, isEntered: boolean}} Item
 *   leaf: why it has no children, empty where it has; written: the value that is known before the search; isFull: more lies below it
 *   than is drawn
 * @typedef {{root: Item, items: Item[], byNode: Map<number, Item>, isExplicit: boolean, isComplete: boolean}} Skeleton
 */

const SEPARATOR = "\u001f";
const MOST_ITEMS = 600;

/**
 * Returns the nodes to be drawn for the events of a search.
 * @param {any[]} events
 * @param {import("./tree-text.js").Outline | null} outline of an explicit tree
 * @returns {Skeleton}
 */
export function skeletonOf(events, outline) {
  const items = new Map();
  const begun = events[0];
  const root = newItem(null, "", begun);
  items.set(root.key, root);
  const skeleton = { root, items: [], byNode: new Map(), isExplicit: outline !== null, isComplete: true };
  if (outline) skeleton.isComplete = unroll(outline, root, items, begun.name, begun.player);
  skeleton.isComplete = follow(events, skeleton, items, outline) && skeleton.isComplete;
  inferRoles(items);
  skeleton.items = [...items.values()];
  return skeleton;
}

/** Adds the nodes of an explicit tree, each as often as there are ways to it; returns whether all of them found room. */
function unroll(outline, root, items, name, mover) {
  const waiting = [{ item: root, node: outline.nodes.get(name) }];
  for (const { item, node } of waiting) {
    describe(outline, item, node, mover);
    for (const [place, branch] of node.branches.entries()) {
      if (items.size >= MOST_ITEMS) {
        item.isFull = true;
        return false;
      }
      const child = newItem(item, branch.action, null);
      child.places = [...item.places, place];
      if (node.kind === CHANCE) child.probability = branch.probability ?? probabilityText(1 / node.branches.length);
      items.set(child.key, child);
      item.children.push(child);
      waiting.push({ item: child, node: outline.nodes.get(branch.target) });
    }
  }
  return true;
}

function describe(outline, item, node, mover) {
  const players = outline.players ?? TWO_SIDES;
  item.name = node.name;
  item.player = node.kind === CHANCE ? -1 : players.indexOf(node.kind ?? "");
  if (outline.players) item.playerName = node.kind === CHANCE ? "" : (node.kind ?? "");
  if (node.kind !== null) return;
  item.leaf = "terminal";
  const values = writtenValues(node.value ?? "0");
  // In a tree of MAX and MIN the one number is MAX's; searches count for whoever moves at the root.
  item.written = valueText(outline.players ? values : mover === 1 ? 0 - values[0] : values[0]);
}

/** Adds what events tell of nodes that never changes, and nodes that are not there yet; returns whether all found room. */
function follow(events, skeleton, items, outline) {
  let isComplete = true;
  for (const event of events) {
    if (event.kind === "enter") {
      const parent = event.parent === null ? null : skeleton.byNode.get(event.parent);
      const item = event.parent === null ? skeleton.root : childOf(parent, event, items, outline);
      if (!item) isComplete = false;
      skeleton.byNode.set(event.node, item ?? parent);
      if (!item) continue;
      Object.assign(item, { role: event.role, player: event.player, position: event.position, isEntered: true });
      if (event.probability !== null) item.probability ||= probabilityText(event.probability);
      if (event.alpha !== null) lengthen(item, "window", windowText(event.alpha, event.beta));
      continue;
    }
    const item = skeleton.byNode.get(event.node);
    if (event.kind === "leaf") item.leaf ||= item.children.length ? "" : event.leaf;
    if (event.kind === "window") lengthen(item, "window", windowText(event.alpha, event.beta));
    if (event.kind === "visit") lengthen(item, "visits", `n = ${event.visits}`);
    if (event.kind === "value" || event.kind === "leaf" || event.kind === "visit") lengthen(item, "value", valueText(event.value));
    if (event.kind === "cut") lengthen(item, "reason", reasonText(event.reason));
    if (event.kind === "cut" && !outline) for (const action of event.actions) childOf(item, { action, ...CUT }, items, null);
  }
  return isComplete;
}

/** What is known of a branch that was never looked at. */
const CUT = { position: "", name: null, role: "max", player: 0 };

/** Returns the child that an event tells of; a new one where there is room, and null where there is not. */
function childOf(parent, event, items, outline) {
  if (!parent) return null;
  const key = keyOf(parent, event.action);
  const known = items.get(key);
  if (known) return known;
  if (outline || items.size >= MOST_ITEMS || parent.isFull) {
    parent.isFull = true; // so that siblings are drawn up to some place, and none after it
    return null;
  }
  const item = newItem(parent, event.action, event);
  items.set(key, item);
  parent.children.push(item);
  return item;
}

/** Gives nodes that no event tells of the role that the search gives their player elsewhere. */
function inferRoles(items) {
  const roles = new Map();
  for (const item of items.values()) if (item.isEntered && item.leaf === "") roles.set(item.player, item.role);
  const usual = new Map([[0, "max"], [1, "min"], [-1, "chance"]]);
  for (const item of items.values()) if (!item.isEntered) item.role = roles.get(item.player) ?? usual.get(item.player) ?? "player";
}

function lengthen(item, part, text) {
  if (text.length > item.longest[part].length) item.longest[part] = text;
}

function keyOf(parent, action) {
  return parent ? `${parent.key}${SEPARATOR}${action}` : "";
}

function newItem(parent, action, event) {
  return {
    key: keyOf(parent, action), path: parent ? [...parent.path, action] : [], places: [], action: action ?? "", name: event?.name ?? "",
    position: event?.position ?? "", parent, children: [], role: event?.role ?? "max", player: event?.player ?? 0, playerName: "",
    probability: "", leaf: "", written: "", longest: { value: "", window: "", visits: "", reason: "" },
    isFull: false, isEntered: false,
  };
}
