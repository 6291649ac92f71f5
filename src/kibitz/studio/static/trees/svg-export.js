/** The picture as a file of its own: everything that style sheets say is written into its elements. */

import { s } from "../shared/dom.js";

const PROPERTIES = [
  "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
  "font-family", "font-size", "font-weight", "text-anchor", "text-decoration-line",
];
const MARGIN = 16;

/**
 * Returns a picture as the text of an SVG file.
 * @param {SVGSVGElement} svg
 * @param {{width: number, height: number}} size of all that is drawn
 * @param {string} title
 */
export function standalone(svg, { width, height }, title) {
  const [wide, high] = [Math.ceil(width + 2 * MARGIN), Math.ceil(height + 2 * MARGIN)];
  const box = { x: -MARGIN, y: -MARGIN, width: wide, height: high };
  const background = getComputedStyle(/** @type {Element} */ (svg.parentElement)).backgroundColor;
  const made = s("svg", { viewBox: `${-MARGIN} ${-MARGIN} ${wide} ${high}`, width: wide, height: high, role: "img" },
    s("title", { text: title }), s("rect", { ...box, fill: background }));
  for (const part of svg.children) made.append(...[copied(part)].filter(Boolean));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(made)}\n`;
}

/**
 * Lets the browser save a text as a file.
 * @param {string} text
 * @param {string} name
 * @param {string} type
 */
export function download(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Returns a copy of an element with its looks as attributes, or null where it is not to be seen. */
function copied(element) {
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return null;
  const copy = document.createElementNS(element.namespaceURI, element.localName);
  for (const { name, value } of element.attributes) if (/^([xydr]|rx|width|height|transform)$/.test(name)) copy.setAttribute(name, value);
  for (const name of element.localName === "g" ? ["opacity"] : PROPERTIES) copy.setAttribute(attributeName(name), style.getPropertyValue(name));
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.cloneNode());
    else copy.append(...[copied(/** @type {Element} */ (child))].filter(Boolean));
  }
  return copy;
}

function attributeName(property) {
  return property === "text-decoration-line" ? "text-decoration" : property;
}
