/** The shapes of nodes, around (0, 0): MAX points up, MIN down, chance is round, ends of the game are boxes. */

import { s } from "../shared/dom.js";
import { hasValueInside, isBox, linesAbove, longestBeside, textInside } from "./node-texts.js";

/** @typedef {import("./skeleton.js").Item} Item */

export const LINE = 20;
export const HALF_HEIGHT = 27;
const HALF_WIDTH = 33;
/** Of the faces that are drawn the boldest, in the page's own family: text must never need more room than is kept for it. */
const FAMILY = getComputedStyle(document.documentElement).getPropertyValue("--font") || "sans-serif";
const VALUE_FONT = `600 18px ${FAMILY}`;
const SMALL_FONT = `650 15px ${FAMILY}`;
const BESIDE = 6;
const PADDING = 9;
const LEAST_BOX = 21;

const measure = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/** Returns the width of a text. @param {string} text @param {string} font */
function widthOf(text, font) {
  measure.font = font;
  return measure.measureText(text).width;
}

/**
 * Returns half of the width of a node's shape.
 * @param {Item} item
 */
export function halfWidth(item) {
  if (!isBox(item)) return item.role === "chance" ? HALF_HEIGHT : HALF_WIDTH;
  const longest = Math.max(widthOf(item.longest.value, VALUE_FONT), widthOf(item.written, VALUE_FONT));
  return Math.max(LEAST_BOX, longest / 2 + PADDING);
}

/**
 * Returns the room that a node needs: to the left and right of its middle, above and below.
 * @param {Item} item
 */
export function roomOf(item) {
  const half = halfWidth(item);
  const above = linesAbove(item);
  const names = Math.max(0, ...above.map((text) => widthOf(text, SMALL_FONT))) / 2;
  const beside = longestBeside(item);
  const width = Math.max(0, ...beside.map((text) => widthOf(text, SMALL_FONT)));
  const isBelow = isEnd(item);
  return {
    left: Math.max(half, names, isBelow ? width / 2 : 0),
    right: Math.max(half, names, isBelow ? width / 2 : width ? half + BESIDE + width : 0),
    above: HALF_HEIGHT + 4 + above.length * LINE,
    below: HALF_HEIGHT + (isBelow ? beside.length * LINE : 0),
  };
}

/**
 * Returns where the lines beside a node begin, and how they are aligned.
 * @param {Item} item
 * @param {number} count
 */
export function placeBeside(item, count) {
  if (isEnd(item)) return { x: 0, y: HALF_HEIGHT + LINE - 4, anchor: "middle" };
  return { x: halfWidth(item) + BESIDE, y: 6 - ((count - 1) * LINE) / 2, anchor: "start" };
}

/** Returns whether nothing is drawn below a node. @param {Item} item */
function isEnd(item) {
  return item.children.length === 0 && item.leaf !== "";
}

/**
 * Returns the shape of a node.
 * @param {Item} item
 */
export function shapeOf(item) {
  const half = halfWidth(item);
  if (isBox(item)) return s("rect", { class: "tree-shape", x: -half, y: -21, width: 2 * half, height: 42, rx: 5 });
  if (item.role === "chance") return s("circle", { class: "tree-shape", r: HALF_HEIGHT });
  if (item.role === "or" || item.role === "and") return s("rect", { class: "tree-shape", x: -half, y: -HALF_HEIGHT + 3, width: 2 * half, height: 2 * HALF_HEIGHT - 6, rx: 24 });
  const [base, tip] = item.role === "min" ? [-HALF_HEIGHT, HALF_HEIGHT] : [HALF_HEIGHT, -HALF_HEIGHT];
  return s("path", { class: "tree-shape", d: `M ${-half} ${base} L ${half} ${base} L 0 ${tip} Z` });
}

/**
 * Returns the line on which the text in a shape stands: in a triangle nearer to its base.
 * @param {Item} item
 */
export function baseline(item) {
  if (isBox(item) || !hasValueInside(item) || item.role === "chance" || textInside(item, undefined) === "OR") return 6;
  return item.role === "min" ? -3 : item.role === "max" || item.role === "player" ? 16 : 6;
}
