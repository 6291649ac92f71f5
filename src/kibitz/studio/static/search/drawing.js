/** How nodes and edges look on the canvas. */

import { HEIGHT, KNOB } from "./layout.js";
import { css, inkOn, shareOf } from "./palette.js";

/** @typedef {import("./layout.js").Item} Item */
/** @typedef {{palette: import("./palette.js").Palette, scale: {low: number, high: number}, font: string, boldFont: string}} Style */

const THINNEST = 1.25;
const THICKEST = 15;
const PADDING = 11;
/** Round for MAX or a player, angular for MIN, as the lectures draw triangles up and down. */
const ROUND = 13;
const ANGULAR = 4;

/**
 * Draws the edge that leads to an item.
 * @param {CanvasRenderingContext2D} context
 * @param {Item} item
 * @param {{from: {x: number, y: number}, to: {x: number, y: number}}} ends
 * @param {Style} style
 */
export function drawEdge(context, item, { from, to }, { palette }) {
  const { tokens } = palette;
  const isLine = item.kind === "node" && item.node.isOnLine;
  context.beginPath();
  context.moveTo(from.x, from.y);
  const middle = (from.x + to.x) / 2;
  context.bezierCurveTo(middle, from.y, middle, to.y, to.x, to.y);
  context.lineWidth = item.kind === "node" ? edgeWidth(item.node) : THINNEST;
  context.strokeStyle = isLine ? tokens.accent : tokens.line;
  context.setLineDash(item.kind === "cut" ? [3, 4] : []);
  context.stroke();
  context.setLineDash([]);
}

/**
 * Returns how wide the edge to a node is: by its area of the root's visits, so that few visits are still seen.
 * @param {import("./tree-nodes.js").TreeNode} node
 */
export function edgeWidth(node) {
  if (node.visits === null || !node.rootVisits) return node.isOnLine ? 4 : 1.75;
  return THINNEST + (THICKEST - THINNEST) * Math.sqrt(node.visits / node.rootVisits);
}

/**
 * Draws an item.
 * @param {CanvasRenderingContext2D} context
 * @param {Item} item
 * @param {{x: number, y: number}} place
 * @param {Style & {isSelected: boolean, isFocused: boolean}} style
 */
export function drawItem(context, item, place, style) {
  if (item.kind === "node") drawNode(context, item, place, style);
  else drawRest(context, item, place, style);
  if (style.isFocused) outline(context, item, place, style.palette.tokens.accent, 3, 5);
}

function drawNode(context, item, { x, y }, style) {
  const { palette, scale, isSelected } = style;
  const { node } = item;
  const colour = palette.value(shareOf(node.utility, scale));
  box(context, item, { x, y });
  context.fillStyle = css(colour);
  context.fill();
  context.lineWidth = isSelected ? 3 : node.isOnLine ? 2.5 : 1;
  context.strokeStyle = isSelected ? palette.tokens.ink : node.isOnLine ? palette.tokens.accent : palette.tokens.line;
  context.stroke();
  drawTexts(context, item, { x, y }, inkOn(colour), style);
  if (node.children) drawKnob(context, item, { x, y }, inkOn(colour));
}

/** Draws what stands for several moves: the rest of the children, or what was cut. */
function drawRest(context, item, place, style) {
  const { palette } = style;
  if (item.kind === "more") {
    box(context, item, place);
    context.fillStyle = palette.tokens.surface;
    context.fill();
    context.setLineDash([4, 3]);
    context.lineWidth = 1;
    context.strokeStyle = palette.tokens.muted;
    context.stroke();
    context.setLineDash([]);
  } else {
    drawCross(context, place, palette.tokens.muted);
  }
  drawTexts(context, item, place, palette.tokens.muted, style);
}

function drawTexts(context, { label }, { x, y }, ink, { font, boldFont }) {
  context.fillStyle = ink;
  context.textBaseline = "middle";
  let left = x + PADDING;
  for (const [text, isBold] of /** @type {[string, boolean][]} */ ([[label.name, true], [label.value, false], [label.visits, false]])) {
    if (!text) continue;
    context.font = isBold ? boldFont : font;
    context.fillText(text, left, y + 0.5);
    left += context.measureText(text).width;
  }
}

/** Draws the sign that opens or closes a node: a chevron to the right, or down where it is open. */
function drawKnob(context, { width, isOpen }, { x, y }, ink) {
  const middle = x + width - KNOB / 2 - 2;
  context.beginPath();
  if (isOpen) {
    context.moveTo(middle - 4.5, y - 2.5);
    context.lineTo(middle, y + 2.5);
    context.lineTo(middle + 4.5, y - 2.5);
  } else {
    context.moveTo(middle - 2.5, y - 4.5);
    context.lineTo(middle + 2.5, y);
    context.lineTo(middle - 2.5, y + 4.5);
  }
  context.lineWidth = 2;
  context.strokeStyle = ink;
  context.stroke();
}

/** Draws the two strokes across an edge by which pruned branches are known. */
function drawCross(context, { x, y }, colour) {
  context.beginPath();
  for (const shift of [-3, 2]) {
    context.moveTo(x + shift, y + 6);
    context.lineTo(x + shift + 4, y - 6);
  }
  context.lineWidth = 2;
  context.strokeStyle = colour;
  context.stroke();
}

function outline(context, item, place, colour, width, reach) {
  box(context, item, place, reach);
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke();
}

function box(context, { node, kind, width }, { x, y }, reach = 0) {
  const radius = (kind === "node" && node.role === "min" ? ANGULAR : ROUND) + reach;
  context.beginPath();
  context.roundRect(x - reach, y - HEIGHT / 2 - reach, width + 2 * reach, HEIGHT + 2 * reach, radius);
}
