/** Elements in one call, so that pages are written as the trees they are. */

const SVG = "http://www.w3.org/2000/svg";

/** What is a property of an element rather than an attribute: attributes would only set where it begins. */
const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "open", "indeterminate", "readOnly"]);

/**
 * Returns an HTML element.
 * @param {string} tag
 * @param {{class?: string, text?: string, on?: Record<string, (event: any) => void>, dataset?: Record<string, string>}
 *   & Record<string, any>} [properties] the rest are attributes; true is one without a value, false and null are none
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "text") element.textContent = value;
    else if (!PROPERTIES.has(name)) setAttribute(element, name, value);
  }
  append(element, children);
  // After the children: a select takes a value only when it has the option.
  for (const [name, value] of Object.entries(properties)) if (PROPERTIES.has(name) && value !== undefined) element[name] = value;
  return element;
}

/**
 * Returns an SVG element, made as `h` makes HTML ones.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") element.textContent = value;
    else setAttribute(element, name, value);
  }
  append(element, children);
  return element;
}

/**
 * Returns the element, now without children.
 * @template {Element} E
 * @param {E} element
 */
export function clear(element) {
  element.replaceChildren();
  return element;
}

/**
 * Returns the first element that the selector finds.
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {any}
 */
export function $(selector, within = document) {
  return within.querySelector(selector);
}

function setAttribute(element, name, value) {
  if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (value === true) element.setAttribute(name, "");
  else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
}

function append(element, children) {
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
}
