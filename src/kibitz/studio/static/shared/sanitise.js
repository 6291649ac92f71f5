/** Pictures of games are text from rules that anybody may have written: only what draws gets into the page. */

const ELEMENTS = new Set(
  "svg g path rect circle ellipse line polyline polygon text tspan title desc defs linearGradient radialGradient stop clipPath marker use".split(" "),
);

const ATTRIBUTES = new Set(
  (
    "id viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points dx dy transform fill fill-opacity fill-rule stroke stroke-width " +
    "stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset stroke-miterlimit opacity font-family font-size " +
    "font-weight font-style letter-spacing text-anchor dominant-baseline alignment-baseline pointer-events clip-path gradientUnits " +
    "gradientTransform offset stop-color stop-opacity marker-start marker-end markerWidth markerHeight refX refY orient " +
    "preserveAspectRatio class visibility data-cell data-path data-sides role aria-label aria-hidden"
  ).split(" "),
);

/**
 * Returns the picture as an element that can do nothing but be seen, or null where the text is no picture.
 * @param {string} text
 * @returns {SVGSVGElement | null}
 */
export function sanitisedSvg(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.querySelector("parsererror")) return null;
  return /** @type {any} */ (copied(root));
}

/** Returns a copy made of known parts alone: what nobody thought of is left out rather than let in. */
function copied(element) {
  const copy = document.createElementNS("http://www.w3.org/2000/svg", element.localName);
  for (const { name, value } of element.attributes) {
    if (name === "style") setStyles(copy, value);
    else if (isAllowed(name, value)) copy.setAttribute(name === "xlink:href" ? "href" : name, value);
  }
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.data);
    else if (child.nodeType === Node.ELEMENT_NODE && ELEMENTS.has(child.localName)) copy.append(copied(child));
  }
  return copy;
}

function isAllowed(name, value) {
  if (name === "href" || name === "xlink:href") return value.startsWith("#");
  return ATTRIBUTES.has(name) && !leadsOutside(value);
}

/** A style attribute would be refused by the page's security policy; set one by one its properties are not. */
function setStyles(element, text) {
  for (const declaration of text.split(";")) {
    const colon = declaration.indexOf(":");
    if (colon > 0 && !leadsOutside(declaration)) {
      element.style.setProperty(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim());
    }
  }
}

function leadsOutside(value) {
  return /url\(\s*["']?(?!#)/i.test(value) || /javascript:/i.test(value);
}
