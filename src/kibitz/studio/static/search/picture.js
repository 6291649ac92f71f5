/** The tree on a canvas: only what is seen is drawn, at most once a frame. */

import { h } from "../shared/dom.js";
import { drawEdge, drawItem } from "./drawing.js";
import { boundsOf, HEIGHT, KNOB } from "./layout.js";
import { Palette } from "./palette.js";
import { Viewport } from "./viewport.js";

/** @typedef {import("./layout.js").Item} Item */
/** @typedef {{item: Item, x: number, y: number, fromX: number, fromY: number}} Placed where an item is, and where it comes from */

const FONT_SIZE = 15;
const MOVING_TIME = 180;
const EDGE_REACH = 20;

export class TreePicture {
  #canvas = h("canvas", { class: "search-canvas", "aria-hidden": "true" });
  #context = this.#canvas.getContext("2d");
  #palette = null;
  /** @type {Map<string, Placed>} */
  #placed = new Map();
  #bounds = { left: 0, top: 0, right: 1, bottom: 1 };
  #scale = { low: -1, high: 1 };
  #marks = { selected: "", focused: "" };
  #onColours;
  #began = 0;
  #frame = 0;

  /**
   * @param {HTMLElement} container
   * @param {{onItem: (item: Item, onKnob: boolean) => void, onColours: () => void}} settings onItem: an item was clicked, or the
   *   knob that opens it; onColours: the theme is another one
   */
  constructor(container, { onItem, onColours }) {
    this.#onColours = onColours;
    container.append(this.#canvas);
    this.viewport = new Viewport(this.#canvas, {
      onChange: () => this.#drawSoon(),
      onClick: (place) => {
        const item = this.#itemAt(place);
        if (item) onItem(item, isOnKnob(item, place));
      },
    });
    this.#canvas.addEventListener("pointermove", (event) => {
      this.#canvas.classList.toggle("is-on-item", this.#itemAt(this.viewport.placeOf(event)) !== null);
    });
    new ResizeObserver(() => this.#resize()).observe(container);
    new MutationObserver(() => this.#recolour()).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#recolour());
  }

  /** The colours of the theme. */
  get palette() {
    this.#palette ??= new Palette(this.#canvas);
    return this.#palette;
  }

  /** Returns how wide a text is that stands in the picture. */
  measure = (text, isBold) => {
    this.#context.font = this.#font(isBold);
    return text ? this.#context.measureText(text).width : 0;
  };

  /**
   * Shows items; one of them stays where it is on the screen.
   * @param {Item[]} items
   * @param {{scale: {low: number, high: number}, anchor: string, fit: boolean}} view scale: of the values; anchor: the key of
   *   what stays; fit: whether all is brought into sight unless somebody moved the picture
   */
  show(items, { scale, anchor, fit }) {
    const before = this.#positions();
    const kept = items.find(({ key }) => key === anchor);
    const old = kept && before.get(kept.key);
    const [right, down] = old ? [kept.x - old.x, kept.y - old.y] : [0, 0];
    this.#placed = new Map();
    for (const item of items) {
      const from = before.get(item.key) ?? before.get(item.above?.key ?? "");
      const [fromX, fromY] = from ? [from.x + right, from.y + down] : [item.x, item.y];
      this.#placed.set(item.key, { item, x: item.x, y: item.y, fromX, fromY });
    }
    this.#bounds = boundsOf(items);
    this.#scale = scale;
    this.#began = performance.now();
    this.viewport.x += right;
    this.viewport.y += down;
    if (fit && !this.viewport.isMoved) this.fit();
    else this.#drawSoon();
  }

  /** Brings all into sight, or what can be read of it. */
  fit() {
    const [root] = this.#placed.values();
    this.viewport.fit(this.#bounds, root?.y ?? 0);
  }

  /**
   * Marks the item whose board is shown, and the one that the keyboard is on.
   * @param {string} selected
   * @param {string} focused
   */
  mark(selected, focused) {
    this.#marks = { selected, focused };
    this.#drawSoon();
  }

  /**
   * Brings an item into sight.
   * @param {string} key
   */
  reveal(key) {
    const placed = this.#placed.get(key);
    if (!placed) return;
    const { x, y, item } = placed;
    this.viewport.reveal({ left: x, right: x + item.width, top: y - HEIGHT / 2, bottom: y + HEIGHT / 2 });
  }

  /**
   * Brings an item and what hangs on it into sight, if there is room for all of it.
   * @param {string} key
   */
  revealBelow(key) {
    const found = [...this.#placed.values()].map(({ item }) => item).filter((item) => item.key === key || item.above?.key === key);
    if (!found.length) return;
    const bounds = boundsOf(found);
    const { width, height, scale } = this.viewport;
    const fits = bounds.bottom - bounds.top < height / scale && bounds.right - bounds.left < width / scale;
    if (fits) this.viewport.reveal(bounds);
    else this.reveal(key);
  }

  #font(isBold) {
    return `${isBold ? "600 " : ""}${FONT_SIZE}px ${this.palette.font}`;
  }

  #recolour() {
    this.#palette = null;
    this.#onColours();
    this.#drawSoon();
  }

  #resize() {
    const ratio = devicePixelRatio || 1;
    this.#canvas.width = Math.round(this.viewport.width * ratio);
    this.#canvas.height = Math.round(this.viewport.height * ratio);
    if (!this.viewport.isMoved && this.#placed.size) this.fit();
    this.#draw(); // at once: a canvas of another size is empty
  }

  #drawSoon() {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  /** How much of the way from the last layout to this one is done. */
  get #progress() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 1;
    const part = Math.min(1, Math.max(0, performance.now() - this.#began) / MOVING_TIME);
    return part * (2 - part);
  }

  #positions() {
    const part = this.#progress;
    const between = ({ x, y, fromX, fromY }) => ({ x: fromX + (x - fromX) * part, y: fromY + (y - fromY) * part });
    return new Map([...this.#placed].map(([key, placed]) => [key, between(placed)]));
  }

  #draw() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { x, y, scale, width, height } = this.viewport;
    const context = this.#context;
    const ratio = this.#canvas.width / width;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.setTransform(scale * ratio, 0, 0, scale * ratio, -x * scale * ratio, -y * scale * ratio);
    const positions = this.#positions();
    const [top, bottom, left, right] = [y - EDGE_REACH, y + height / scale + EDGE_REACH, x, x + width / scale];
    const style = { palette: this.palette, scale: this.#scale, font: this.#font(false), boldFont: this.#font(true) };
    for (const [key, { item }] of this.#placed) {
      const place = positions.get(key);
      const above = item.above && positions.get(item.above.key);
      if (!above || Math.max(place.y, above.y) < top || Math.min(place.y, above.y) > bottom || above.x > right) continue;
      drawEdge(context, item, { from: { x: above.x + item.above.width, y: above.y }, to: place }, style);
    }
    for (const [key, { item }] of this.#placed) {
      const place = positions.get(key);
      if (place.y < top || place.y > bottom || place.x > right || place.x + item.width < left) continue;
      drawItem(context, item, place, { ...style, isSelected: key === this.#marks.selected, isFocused: key === this.#marks.focused });
    }
    if (this.#progress < 1) this.#drawSoon();
  }

  #itemAt({ x, y }) {
    for (const { item, x: left, y: middle } of this.#placed.values()) {
      if (x >= left - 4 && x <= left + item.width + 4 && Math.abs(y - middle) <= HEIGHT / 2 + 3) return item;
    }
    return null;
  }
}

/** Whether a place is on the sign at the right end of a node that opens and closes it. */
function isOnKnob(item, { x }) {
  return item.kind === "node" && item.node.children > 0 && x >= item.x + item.width - KNOB - 6;
}
