/** Where everything of the picture stands: the root on the left, a column for each move, a row for each leaf. */

import { nodeLabel, moreLabel, cutLabel } from "./labels.js";

/** @typedef {import("./tree-nodes.js").TreeNode} TreeNode */

/**
 * @typedef {object} Item what is drawn in one place
 * @property {string} key the same for the same thing in the next layout
 * @property {"node" | "more" | "cut"} kind a node, the rest of its children, or the moves that were cut
 * @property {TreeNode} node the node itself, or the one whose children these are
 * @property {Item | null} above
 * @property {{name: string, value: string, visits: string}} label
 * @property {number} x the left edge
 * @property {number} y the middle
 * @property {number} width
 * @property {boolean} isOpen
 */

export const ROW = 34;
export const HEIGHT = 26;
export const KNOB = 22;
const GAP = 64;
const PADDING = 30;

/**
 * Returns all items of the picture, each after the one it hangs on, in the order of the rows.
 * @param {TreeNode} root
 * @param {(node: TreeNode) => boolean} isOpen
 * @param {(text: string, isBold: boolean) => number} measure how wide a text is
 * @returns {Item[]}
 */
export function layOut(root, isOpen, measure) {
  /** @type {Item[]} */
  const items = [];
  /** @type {number[]} */
  const widths = [];
  let row = 0;

  const place = (kind, node, above, depth) => {
    const label = kind === "node" ? nodeLabel(node) : kind === "more" ? moreLabel(node) : cutLabel(node);
    const width = PADDING + measure(label.name, true) + measure(label.value, false) + measure(label.visits, false) + knobWidth(kind, node);
    const item = { key: `${kind}${node.id}`, kind, node, above, label, x: depth, y: 0, width, isOpen: kind === "node" && isOpen(node) };
    items.push(item);
    if (kind !== "cut") widths[depth] = Math.max(widths[depth] ?? 0, width);
    return item;
  };

  const grow = (node, above, depth) => {
    const item = place("node", node, above, depth);
    const below = item.isOpen ? node.below.map((child) => grow(child, item, depth + 1)) : [];
    if (item.isOpen && node.children > node.shown) below.push(leaf(place("more", node, item, depth + 1)));
    if (node.cut.length && (item.isOpen || !node.children)) below.push(leaf(place("cut", node, item, depth + 1)));
    item.y = below.length ? (below[0].y + below[below.length - 1].y) / 2 : row++ * ROW;
    return item;
  };

  const leaf = (item) => {
    item.y = row++ * ROW;
    return item;
  };

  grow(root, null, 0);
  const lefts = [0];
  for (const width of widths) lefts.push(lefts[lefts.length - 1] + width + GAP);
  for (const item of items) item.x = lefts[item.x];
  return items;
}

function knobWidth(kind, node) {
  return kind === "node" && node.children ? KNOB : 0;
}

/**
 * Returns the rectangle around items.
 * @param {Item[]} items
 */
export function boundsOf(items) {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y, width } of items) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x + width);
    bounds.top = Math.min(bounds.top, y - HEIGHT / 2);
    bounds.bottom = Math.max(bounds.bottom, y + HEIGHT / 2);
  }
  return bounds;
}
