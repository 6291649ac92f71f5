/** What is known of each node after so many events of a search. */

/** @typedef {import("./skeleton.js").Item} Item */
/**
 * @typedef {{isSeen: boolean, alpha: any, beta: any, value: any, leaf: string, visits: number | null, chosen: string | null,
 *   cut: string[], reason: string}} Known
 * @typedef {{known: Map<Item, Known>, current: Item | null, event: any, playout: Item[]}} Moment
 *   playout: the nodes that the random game of this step passed through
 */

/**
 * Returns the moment after the first events.
 * @param {any[]} events
 * @param {import("./skeleton.js").Skeleton} skeleton
 * @param {number} step
 * @returns {Moment}
 */
export function momentAt(events, skeleton, step) {
  /** @type {Map<Item, Known>} */
  const known = new Map();
  for (const event of events.slice(0, step)) take(event, skeleton, known);
  const event = step ? events[step - 1] : null;
  const current = event ? (skeleton.byNode.get(event.node) ?? null) : null;
  return { known, current, event, playout: event?.kind === "playout" ? walk(current, event.actions) : [] };
}

function take(event, skeleton, known) {
  const item = skeleton.byNode.get(event.node);
  if (event.kind === "enter") return enter(event, item, skeleton, known);
  const isDrawn = known.get(item)?.node === event.node;
  if (!isDrawn) return; // it happens below what is drawn
  const facts = known.get(item);
  if (event.kind === "cut") Object.assign(facts, { cut: event.actions, reason: event.reason });
  else if (event.kind === "choose") facts.chosen = event.action;
  else if (event.kind !== "playout") for (const part of ["alpha", "beta", "value", "leaf", "visits"]) if (part in event) facts[part] = event[part];
}

function enter(event, item, skeleton, known) {
  const parent = event.parent === null ? null : skeleton.byNode.get(event.parent);
  if (item === parent) return;
  if (event.parent === null) known.clear(); // a deeper search begins anew
  else if (known.has(item)) forget(item, known); // looked at again, after a probe
  const { alpha, beta, node } = event;
  known.set(item, { node, isSeen: true, alpha, beta, value: null, leaf: "", visits: null, chosen: null, cut: [], reason: "" });
}

function forget(item, known) {
  known.delete(item);
  for (const child of item.children) forget(child, known);
}

/** Returns the nodes on the way of a random game, as far as they are drawn. */
function walk(item, actions) {
  const way = [];
  let at = item;
  for (const action of actions) {
    at = at?.children.find((child) => child.action === action);
    if (!at) break;
    way.push(at);
  }
  return way;
}
