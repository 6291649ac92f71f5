/** A game's picture in the page: where its cells are, what is marked on it, and how it is turned. */

import { s } from "./dom.js";

/** What a picture's data-path says where a move is of several pieces, each from one cell to another. */
const PAIRS = "pairs";

/** A cell that is so much longer than wide is a column or a point, not a square. */
const LONG = 1.6;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

export class BoardPicture {
  /** @type {Map<string, SVGGraphicsElement>} the element of each cell; of several with one name the first */
  cells = new Map();
  #marks = s("g", { class: "board-marks", "pointer-events": "none", "aria-hidden": "true" });

  /**
   * @param {SVGSVGElement} svg already in the page: turning it needs its measures
   * @param {boolean} flipped
   */
  constructor(svg, flipped) {
    this.svg = svg;
    for (const cell of svg.querySelectorAll("[data-cell]")) {
      if (!this.cells.has(cell.dataset.cell)) this.cells.set(cell.dataset.cell, cell);
    }
    if (flipped) this.#turn();
    svg.append(this.#marks);
  }

  /** Whether a move is of several pieces, each from one cell to another. */
  get isOfPairs() {
    return this.svg.dataset.path === PAIRS;
  }

  /** Whether the cells are long ones, such as the columns of Connect Four. */
  get hasLongCells() {
    return [...this.cells.values()].some((cell) => isLong(cell.getBoundingClientRect()));
  }

  /**
   * Returns the names of the cells at a point of the window, whatever is drawn above them.
   * @param {number} x
   * @param {number} y
   * @returns {string | null}
   */
  cellAt(x, y) {
    for (const element of document.elementsFromPoint(x, y)) {
      const cell = element.closest("[data-cell]");
      if (cell && this.svg.contains(cell)) return /** @type {any} */ (cell).dataset.cell;
    }
    return null;
  }

  /**
   * Returns the cell nearest to another one in a direction, for arrow keys.
   * @param {string} name
   * @param {number} right -1, 0 or 1
   * @param {number} down -1, 0 or 1
   * @returns {string | null}
   */
  neighbour(name, right, down) {
    const from = centre(this.cells.get(name).getBoundingClientRect());
    let nearest = null;
    let least = Infinity;
    for (const [other, element] of this.cells) {
      const to = centre(element.getBoundingClientRect());
      const ahead = (to.x - from.x) * right + (to.y - from.y) * down;
      const aside = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * right);
      if (ahead > 1 && ahead + 3 * aside < least) [nearest, least] = [other, ahead + 3 * aside];
    }
    return nearest;
  }

  /**
   * Draws marks in place of those before.
   * @param {{last?: string[], chosen?: string[], targets?: string[], paths?: string[][], values?: Map<string, {text: string,
   *   best: boolean}>}} marks last: cells of the last move; targets: where one can go from the cells chosen; paths: moves
   *   to point at; values: text at cells
   */
  mark({ last = [], chosen = [], targets = [], paths = [], values = new Map() }) {
    this.#marks.replaceChildren();
    for (const cell of last) this.#outline(cell, "board-mark-last");
    for (const cell of chosen) this.#outline(cell, "board-mark-chosen");
    for (const cell of targets) if (!values.has(cell)) this.#dot(cell);
    for (const [place, path] of paths.entries()) this.#path(path, place);
    const longest = Math.max(0, ...[...values.values()].map(({ text }) => text.length));
    for (const [cell, value] of values) this.#value(cell, value, longest);
  }

  /**
   * Returns what is drawn within a cell, which moves with the pointer when it is dragged.
   * @param {string} name
   * @returns {SVGGraphicsElement[]}
   */
  contents(name) {
    const cell = this.cells.get(name).getBoundingClientRect();
    const isPiece = (element) => {
      const box = element.getBoundingClientRect();
      return box.width < 0.97 * cell.width && box.height < 0.97 * cell.height && contains(cell, box);
    };
    return drawnElements(this.svg).filter((element) => !this.#marks.contains(element) && isPiece(element));
  }

  /** Returns how many units of the picture a pixel is. */
  get unitsPerPixel() {
    const matrix = this.svg.getScreenCTM();
    return matrix && matrix.a ? 1 / Math.hypot(matrix.a, matrix.b) : 1;
  }

  /** @returns {Box | null} where a cell is, in units of the picture */
  #box(name) {
    const matrix = this.svg.getScreenCTM();
    const cell = this.cells.get(name);
    if (!matrix || !cell) return null;
    const box = cell.getBoundingClientRect();
    const corner = new DOMPoint(box.left, box.top).matrixTransform(matrix.inverse());
    const unit = this.unitsPerPixel;
    return { x: corner.x, y: corner.y, width: box.width * unit, height: box.height * unit };
  }

  #outline(name, kind) {
    const box = this.#box(name);
    if (!box) return;
    const width = (isLong(box) ? 0.04 : 0.07) * Math.min(box.width, box.height);
    const inset = width / 2; // along the edge, so that it does not lie on what stands there
    this.#marks.append(s("rect", {
      class: isLong(box) ? `${kind} is-long` : kind, x: box.x + inset, y: box.y + inset, width: box.width - width, height: box.height - width,
      rx: width, "stroke-width": width,
    }));
  }

  #dot(name) {
    const box = this.#box(name);
    if (!box) return;
    const size = Math.min(box.width, box.height);
    const at = this.#anchor(box);
    this.#marks.append(s("circle", { class: "board-mark-target", cx: at.x, cy: at.y, r: 0.16 * size, "stroke-width": 0.05 * size }));
  }

  /** Draws a move: an arrow along its cells, one for each piece where it is of several, or a ring around its only cell. */
  #path(path, place) {
    const boxes = path.map((name) => this.#box(name)).filter((box) => box !== null);
    if (!boxes.length) return;
    const size = Math.min(...boxes.map((box) => Math.min(box.width, box.height)));
    const kind = place === 0 ? "board-mark-path" : "board-mark-path is-later";
    const points = boxes.map((box) => this.#anchor(box));
    if (points.length === 1) {
      const ring = s("circle", { class: kind, cx: points[0].x, cy: points[0].y, r: 0.38 * size, "stroke-width": 0.1 * size });
      this.#marks.append(ring);
      if (place > 0) this.#marks.append(numeral(points[0], String(place + 1), 0.4 * size));
      return;
    }
    const ways = this.isOfPairs ? pairsOf(points) : [points];
    for (const way of ways) this.#marks.append(arrow(way, size, kind));
  }

  /** Writes a value, all of them equally large; below what stands on a square, which may be captured but is to be seen. */
  #value(name, { text, best }, longest) {
    const box = this.#box(name);
    if (!box) return;
    const size = Math.min(box.width, box.height);
    const middle = this.#anchor(box);
    const at = isLong(box) ? middle : { x: middle.x, y: middle.y + 0.28 * size };
    const font = Math.min(0.32 * size, (1.35 * size) / Math.max(longest, 3));
    const width = Math.min(0.62 * font * text.length + 0.5 * font, 0.96 * size);
    this.#marks.append(s("g", { class: best ? "board-value is-best" : "board-value" },
      s("rect", { x: at.x - width / 2, y: at.y - 0.72 * font, width, height: 1.44 * font, rx: 0.4 * font }),
      s("text", { x: at.x, y: at.y, "font-size": font, "text-anchor": "middle", "dominant-baseline": "central", text })));
  }

  /** Returns where a cell's mark goes: its middle, or the first square of a column, which pieces reach last. */
  #anchor(box) {
    if (!isLong(box)) return centre({ left: box.x, top: box.y, width: box.width, height: box.height });
    return { x: box.x + Math.min(box.width, box.height) / 2, y: box.y + Math.min(box.width, box.height) / 2 };
  }

  /** Turns the board by half a circle; what is written and what stands on a square stays upright. */
  #turn() {
    const squares = [...this.cells.values()].map((cell) => cell.getBoundingClientRect()).filter((box) => !isLong(box));
    const turns = [];
    for (const element of drawnElements(this.svg)) {
      const box = element.getBoundingClientRect();
      const square = squares.find((candidate) => contains(candidate, box));
      if (!square && element.localName !== "text") continue;
      const pivot = centre(square ?? box);
      const within = new DOMPoint(pivot.x, pivot.y).matrixTransform(/** @type {any} */ (element.parentNode).getScreenCTM().inverse());
      turns.push([element, `rotate(180 ${within.x} ${within.y}) ${element.getAttribute("transform") ?? ""}`]);
    }
    for (const [element, transform] of turns) element.setAttribute("transform", transform);
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    const turned = s("g", { transform: `rotate(180 ${x + width / 2} ${y + height / 2})` });
    turned.append(...this.svg.childNodes);
    this.svg.append(turned);
  }
}

/** Returns an arrow through points; its head ends in the last one. */
function arrow(points, size, kind) {
  const [before, end] = points.slice(-2);
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const along = { x: (end.x - before.x) / length, y: (end.y - before.y) / length };
  const neck = { x: end.x - 0.34 * size * along.x, y: end.y - 0.34 * size * along.y };
  const half = 0.22 * size;
  const head = [end, { x: neck.x - half * along.y, y: neck.y + half * along.x }, { x: neck.x + half * along.y, y: neck.y - half * along.x }];
  return s("g", { class: kind },
    s("polyline", { points: written([...points.slice(0, -1), neck]), "stroke-width": 0.13 * size }), s("polygon", { points: written(head) }));
}

/** Returns the ways of the pieces of a move; two pieces that go the same way need one arrow. */
function pairsOf(points) {
  const ways = new Map();
  for (let place = 0; place + 1 < points.length; place += 2) ways.set(written(points.slice(place, place + 2)), points.slice(place, place + 2));
  return [...ways.values()];
}

function written(points) {
  return points.map(({ x, y }) => `${x},${y}`).join(" ");
}

function numeral({ x, y }, text, size) {
  return s("text", { class: "board-mark-number", x, y, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central", text });
}

/** Returns the elements that draw something, without the cells to click on. */
function drawnElements(svg) {
  return [...svg.querySelectorAll("path, rect, circle, ellipse, line, polyline, polygon, text")].filter((element) => !element.closest("[data-cell], defs"));
}

function centre({ left, top, width, height }) {
  return { x: left + width / 2, y: top + height / 2 };
}

function isLong({ width, height }) {
  return Math.max(width, height) > LONG * Math.min(width, height);
}

function contains(outer, inner) {
  const slack = 1; // a pixel for strokes and rounding
  return inner.left >= outer.left - slack && inner.right <= outer.right + slack && inner.top >= outer.top - slack && inner.bottom <= outer.bottom + slack;
}
