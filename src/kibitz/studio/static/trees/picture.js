/** The drawing of a tree: made once for all steps of a search, and brought to any of its moments. */

import { clear, h, s } from "../shared/dom.js";
import { followDrag } from "./drag-order.js";
import { arrange } from "./layout.js";
import { linesAbove, linesBeside, spoken, textInside } from "./node-texts.js";
import { HALF_HEIGHT, LINE, baseline, placeBeside, roomOf, shapeOf } from "./node-shapes.js";
import { Viewport } from "./viewport.js";

/** @typedef {import("./skeleton.js").Item} Item */
/** @typedef {{x: number, y: number, level: number}} Place */
/** @typedef {{group: SVGGElement, edge: SVGGElement | null, inside: SVGTextElement, beside: SVGTextElement}} Drawn */

const GAPS = { siblings: 12, cousins: 26 };
const LEVEL_GAP = 52;
const PLAYERS = 6;

export class Picture {
  #listeners;
  #svg;
  #viewport;
  /** @type {Map<Item, Place>} */
  #places = new Map();
  /** @type {Map<Item, Drawn>} */
  #drawn = new Map();
  /** @type {import("./replay.js").Moment | null} */
  #moment = null;
  /** @type {Item | null} the one that the Tab key goes to */
  #focused = null;
  #selected = "";
  #isExplicit = false;

  /**
   * @param {HTMLElement} container
   * @param {{onSelect: (item: Item) => void, onMove: (item: Item, place: number) => void}} listeners
   */
  constructor(container, listeners) {
    this.#listeners = listeners;
    this.#svg = s("svg", { class: "tree-picture", role: "tree", "aria-label": "Search tree" });
    container.append(this.#svg);
    this.#viewport = new Viewport(this.#svg);
    this.#svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The picture as it stands. */
  get svg() {
    return this.#svg;
  }

  /** The size of the whole drawing. */
  size = { width: 1, height: 1 };

  /**
   * Draws other nodes; nothing is known of them yet.
   * @param {import("./skeleton.js").Skeleton} skeleton
   */
  show(skeleton) {
    const focusedKey = this.#svg.contains(document.activeElement) ? this.#focused?.key : undefined;
    this.#isExplicit = skeleton.isExplicit;
    this.#moment = null;
    this.#layOut(skeleton.root);
    this.#drawn.clear();
    const edges = s("g", { role: "none" });
    const nodes = s("g", { role: "none" });
    for (const item of skeleton.items) {
      const drawn = this.#draw(item);
      if (drawn.edge) edges.append(drawn.edge);
      nodes.append(drawn.group);
      this.#drawn.set(item, drawn);
    }
    clear(this.#svg).append(edges, nodes);
    this.#focused = skeleton.items.find(({ key }) => key === (focusedKey ?? this.#selected)) ?? skeleton.root;
    if (focusedKey !== undefined) this.#focus(this.#focused);
    else this.#drawn.get(this.#focused)?.group.setAttribute("tabindex", "0");
    this.#viewport.resize(this.size.width, this.size.height);
  }

  /**
   * Brings the drawing to a moment of the search.
   * @param {import("./replay.js").Moment} moment
   */
  update(moment) {
    const before = this.#moment;
    this.#moment = moment;
    for (const [item, drawn] of this.#drawn) this.#updateNode(item, drawn, moment);
    if (moment.current && moment.current !== before?.current) this.#reveal(moment.current);
  }

  /**
   * Marks the node that is being edited.
   * @param {string | null} key
   */
  select(key) {
    this.#selected = key ?? "";
    for (const [item, { group }] of this.#drawn) group.setAttribute("aria-selected", String(key !== null && item.key === key));
  }

  #layOut(root) {
    const boxes = new Map();
    const box = (item) => {
      const made = { ...roomOf(item), item, children: item.children.map(box), x: 0, level: 0 };
      boxes.set(item, made);
      return made;
    };
    const width = arrange(box(root), GAPS);
    const rows = [];
    for (const { level, above, below } of boxes.values()) {
      rows[level] ??= { above: 0, below: 0 };
      rows[level].above = Math.max(rows[level].above, above);
      rows[level].below = Math.max(rows[level].below, below);
    }
    let y = 0;
    const middles = rows.map(({ above, below }, level) => {
      y += above;
      const middle = y;
      y += below + (level < rows.length - 1 ? LEVEL_GAP : 0);
      return middle;
    });
    this.#places = new Map([...boxes].map(([item, { x, level }]) => [item, { x, y: middles[level], level }]));
    this.size = { width, height: y };
  }

  #draw(item) {
    const { x, y, level } = /** @type {Place} */ (this.#places.get(item));
    const inside = s("text", { class: "tree-value", "text-anchor": "middle", y: baseline(item) });
    const beside = s("text", { class: "tree-beside" });
    const above = linesAbove(item).reverse().map((text, line) => s("text", { class: "tree-name", "text-anchor": "middle", y: -HALF_HEIGHT - 7 - line * LINE, text }));
    const more = item.isFull ? s("text", { class: "tree-beside", "text-anchor": "middle", y: HALF_HEIGHT + 16, text: "…" }) : null;
    const group = s("g", {
      class: "tree-node", role: "treeitem", tabindex: "-1", "aria-level": level + 1, transform: `translate(${x} ${y})`,
      dataset: { path: item.path.join(" "), role: item.role, leaf: item.leaf },
      on: { click: () => this.#choose(item), focus: () => (this.#focused = item) },
    }, shapeOf(item), inside, ...above, beside, more);
    if (item.role === "player" || item.playerName) group.dataset.player = String(item.player % PLAYERS);
    if (this.#isExplicit && item.parent) followDrag(group, this.#siblings(item), () => this.#viewport.scale, (place) => this.#listeners.onMove(item, place));
    return { group, edge: item.parent ? this.#edge(item) : null, inside, beside };
  }

  #siblings(item) {
    return item.parent.children.map((sibling) => ({ x: this.#places.get(sibling).x, isOwn: sibling === item }));
  }

  #edge(item) {
    const from = /** @type {Place} */ (this.#places.get(item.parent));
    const to = /** @type {Place} */ (this.#places.get(item));
    const [x1, y1, x2, y2] = [from.x, from.y + HALF_HEIGHT, to.x, to.y - HALF_HEIGHT - 6 - linesAbove(item).length * LINE];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [alongX, alongY] = [(x2 - x1) / length, (y2 - y1) / length];
    const stroke = (part) => {
      const [x, y] = [x1 + (x2 - x1) * 0.55 + alongX * part, y1 + (y2 - y1) * 0.55 + alongY * part];
      return `M ${x + alongY * 9} ${y - alongX * 9} L ${x - alongY * 9} ${y + alongX * 9}`;
    };
    return s("g", { class: "tree-edge", role: "none", dataset: { path: item.path.join(" ") } },
      s("path", { class: "tree-line", d: `M ${x1} ${y1} L ${x2} ${y2}` }),
      s("path", { class: "tree-strike", d: `${stroke(-3)} ${stroke(3)}` }));
  }

  #updateNode(item, { group, edge, inside, beside }, moment) {
    const facts = moment.known.get(item);
    const above = item.parent ? moment.known.get(item.parent) : undefined;
    const isCut = Boolean(above?.cut.includes(item.action)) && !facts;
    const lies = cutAbove(item, moment);
    const states = {
      "is-seen": Boolean(facts), "is-current": item === moment.current, "is-cut": isCut, "is-below-cut": lies !== null && !facts,
      "is-hidden": !this.#isExplicit && !facts && !isCut && item.parent !== null, "is-estimate": facts?.leaf === "cutoff", "is-played": moment.playout.includes(item),
    };
    for (const [name, holds] of Object.entries(states)) group.classList.toggle(name, holds);
    const text = textInside(item, facts);
    if (inside.textContent !== text) inside.textContent = text;
    const lines = linesBeside(item, facts);
    const key = lines.map(({ kind, text: line }) => `${kind} ${line}`).join("\n");
    if (beside.dataset.lines !== key) writeLines(beside, item, lines, key);
    group.setAttribute("aria-label", spoken(item, facts, lies ?? ""));
    if (!edge) return;
    for (const name of ["is-seen", "is-cut", "is-below-cut", "is-hidden", "is-played"]) edge.classList.toggle(name, states[name]);
    edge.classList.toggle("is-chosen", Boolean(facts) && above?.chosen === item.action);
  }

  #reveal(item) {
    const place = this.#places.get(item);
    if (place) this.#viewport.reveal(place.x, place.y);
  }

  #choose(item) {
    this.#focus(item);
    this.#listeners.onSelect(item);
  }

  #focus(item) {
    this.#drawn.get(this.#focused)?.group.setAttribute("tabindex", "-1");
    this.#focused = item;
    const { group } = /** @type {Drawn} */ (this.#drawn.get(item));
    group.setAttribute("tabindex", "0");
    group.focus({ preventScroll: true });
    this.#reveal(item);
  }

  #key(event) {
    const item = this.#focused;
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.#choose(item);
    }
    const siblings = item.parent?.children ?? [item];
    const place = siblings.indexOf(item);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = step ? siblings[place + step] : { ArrowUp: item.parent, ArrowDown: item.children[0], Home: siblings[0], End: siblings.at(-1) }[event.key];
    if (!step && !(event.key in { ArrowUp: 0, ArrowDown: 0, Home: 0, End: 0 })) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey && step && this.#isExplicit) this.#listeners.onMove(item, place + step);
    else if (next) this.#focus(next);
  }

  /** Returns buttons that scale the picture. */
  controls() {
    const button = (label, text, click) => h("button", { class: "button tree-zoom", type: "button", "aria-label": label, title: label, text, on: { click } });
    return h("div", { class: "tree-zooms", role: "group", "aria-label": "Size of the picture" }, button("Larger", "+", () => this.#viewport.zoom(1.25)),
      button("Smaller", "−", () => this.#viewport.zoom(0.8)), button("Fit", "⤢", () => this.#viewport.fit()));
  }
}

/** Returns why a node or one above it is cut, or null where none is. */
function cutAbove(item, moment) {
  for (let at = item; at.parent; at = at.parent) {
    const above = moment.known.get(at.parent);
    if (above?.cut.includes(at.action) && !moment.known.has(at)) return above.reason;
  }
  return null;
}

function writeLines(text, item, lines, key) {
  const { x, y, anchor } = placeBeside(item, lines.length);
  text.dataset.lines = key;
  text.setAttribute("text-anchor", anchor);
  clear(text).append(...lines.map(({ kind, text: line }, index) => s("tspan", { class: `tree-${kind}`, x, y: y + index * LINE, text: line })));
}
