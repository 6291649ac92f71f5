/** The tree as a grid of rows: for the keyboard and for people who listen, and to be seen as a list by whoever likes. */

import { h } from "../shared/dom.js";
import { reasonText } from "../shared/value-texts.js";
import { cutNames, number, percent, shortValue } from "./labels.js";

/** @typedef {import("./layout.js").Item} Item */

const COLUMNS = ["Move", "Value", "Visits", "Remarks"];

export class Outline {
  #body = h("div", { role: "rowgroup", class: "outline-body" });
  #settings;
  /** @type {Item[]} */
  #items = [];
  /** @type {Map<string, HTMLElement>} */
  #rows = new Map();
  #current = "";

  /**
   * @param {HTMLElement} container
   * @param {{onFocus: (item: Item) => void, onOpen: (item: Item, isOpen: boolean) => void, onChoose: (item: Item) => void}} settings
   */
  constructor(container, settings) {
    this.#settings = settings;
    const heads = COLUMNS.map((text) => h("span", { role: "columnheader", text }));
    this.element = h("div", { class: "outline", role: "treegrid", "aria-label": "Search tree" },
      h("div", { role: "rowgroup" }, h("div", { class: "outline-row outline-head", role: "row" }, ...heads)), this.#body);
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.#body.addEventListener("click", (event) => this.#click(event));
    this.#body.addEventListener("focusin", (event) => this.#enter(event.target.closest("[data-key]").dataset.key));
    this.#body.addEventListener("focusout", () => this.element.classList.remove("is-focused"));
    container.append(this.element);
  }

  /** The key of the item that the keyboard is on, or an empty text. */
  get focused() {
    return this.#body.contains(document.activeElement) ? this.#current : "";
  }

  /**
   * Shows items in the order of the rows.
   * @param {Item[]} items
   * @param {string} selected the key of the item whose board is shown
   */
  show(items, selected) {
    const wasFocused = this.focused;
    const before = this.#items.findIndex(({ key }) => key === this.#current);
    const rows = new Map(items.map((item) => [item.key, this.#rows.get(item.key) ?? newRow(item.key)]));
    for (const [key, row] of this.#rows) if (!rows.has(key)) row.remove();
    this.#items = items;
    this.#rows = rows;
    if (!rows.has(this.#current)) this.#current = items[Math.min(Math.max(before, 0), items.length - 1)]?.key ?? "";
    items.forEach((item, place) => {
      const row = rows.get(item.key);
      if (this.#body.children[place] !== row) this.#body.insertBefore(row, this.#body.children[place] ?? null);
      fill(row, item, item.key === selected, item.key === this.#current);
    });
    if (wasFocused && document.activeElement !== rows.get(this.#current)) this.focus(this.#current);
  }

  /**
   * Puts the keyboard on an item.
   * @param {string} [key]
   */
  focus(key = this.#current) {
    this.#rows.get(key)?.focus({ preventScroll: !this.element.classList.contains("is-list") });
  }

  /**
   * Makes an item the one that the keyboard comes to.
   * @param {string} key
   */
  point(key) {
    this.#rows.get(this.#current)?.setAttribute("tabindex", "-1");
    this.#current = key;
    this.#rows.get(key)?.setAttribute("tabindex", "0");
  }

  #enter(key) {
    this.element.classList.add("is-focused");
    this.point(key);
    this.#settings.onFocus(this.#item(key));
  }

  #item(key) {
    return /** @type {Item} */ (this.#items.find((item) => item.key === key));
  }

  #click(event) {
    const key = event.target.closest("[data-key]")?.dataset.key;
    if (!key) return;
    const item = this.#item(key);
    if (event.target.closest(".outline-knob") && item.kind === "node") this.#settings.onOpen(item, !item.isOpen);
    else this.#settings.onChoose(item);
  }

  #key(event) {
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    const place = this.#items.findIndex(({ key }) => key === this.#current);
    const item = this.#items[place];
    if (!item) return;
    const steps = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: this.#items.length - 1, PageDown: place + 10, PageUp: place - 10 };
    if (event.key in steps) this.#goTo(Math.min(Math.max(steps[event.key], 0), this.#items.length - 1));
    else if (event.key === "ArrowRight") this.#goIn(item, place);
    else if (event.key === "ArrowLeft") this.#goOut(item);
    else if (event.key === "Enter" || event.key === " ") this.#settings.onChoose(item);
    else return;
    event.preventDefault();
  }

  #goTo(place) {
    this.focus(this.#items[place].key);
  }

  #goIn(item, place) {
    if (item.kind !== "node" || !item.node.children) return;
    if (item.isOpen) this.#goTo(place + 1);
    else this.#settings.onOpen(item, true);
  }

  #goOut(item) {
    if (item.isOpen) this.#settings.onOpen(item, false);
    else if (item.above) this.focus(item.above.key);
  }
}

function newRow(key) {
  return h("div", { class: "outline-row", role: "row", dataset: { key } },
    h("span", { role: "gridcell", class: "outline-move" }, h("span", { class: "outline-knob", "aria-hidden": "true" }), h("span")),
    h("span", { role: "gridcell", class: "number" }), h("span", { role: "gridcell", class: "number" }), h("span", { role: "gridcell", class: "muted" }));
}

/** Makes a row say what an item says; what is the same already is left alone, since rows are many and trees grow quickly. */
function fill(row, item, isSelected, isCurrent) {
  const { node, kind, isOpen } = item;
  const [move, ...others] = row.children;
  const texts = rowTexts(item);
  setText(move.firstChild, kind === "node" && node.children ? (isOpen ? "▾" : "▸") : "");
  setText(move.lastChild, texts[0]);
  others.forEach((cell, place) => setText(cell, texts[place + 1]));
  const level = node.path.length + (kind === "node" ? 1 : 2);
  setAttribute(row, "aria-level", String(level));
  setAttribute(row, "aria-expanded", kind === "node" && node.children ? String(isOpen) : null);
  setAttribute(row, "aria-selected", String(isSelected));
  setAttribute(row, "tabindex", isCurrent ? "0" : "-1");
  if (row.style.getPropertyValue("--level") !== String(level)) row.style.setProperty("--level", String(level));
  row.classList.toggle("is-chosen", kind === "node" && node.isOnLine);
}

/** Returns the texts of a row, column by column. */
function rowTexts({ kind, node }) {
  if (kind === "more") return [node.shown ? `${node.children - node.shown} more moves` : `${node.children} moves`, "", "", "Enter shows them"];
  if (kind === "cut") return [cutNames(node), "", "", `not looked at: ${reasonText(node.reason ?? "")}`];
  const remarks = [
    node.chosen && "chosen", node.proved && "proved", node.leaf === "terminal" && "the game is over", node.leaf === "cutoff" && "estimated",
    node.leaf === "cycle" && "stands above already", node.probability !== null && percent(node.probability),
    node.alpha !== null && node.beta !== null && `window ${number(node.alpha)} to ${number(node.beta)}`,
  ];
  const visits = node.visits === null ? "" : node.visits.toLocaleString("en");
  return [node.action ?? "root", node.told === null ? "" : shortValue(node.told), visits, remarks.filter(Boolean).join(", ")];
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
