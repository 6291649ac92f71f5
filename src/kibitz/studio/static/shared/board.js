/** The board of any game: shown as its picture, or as text, and played on by pointer and keyboard. */

import { BoardDrag } from "./board-drag.js";
import { BoardPicture } from "./board-picture.js";
import { choose } from "./chooser.js";
import { clear, h } from "./dom.js";
import { finishedMoves, inEveryOrder, movesAlong, nextCells, step } from "./move-paths.js";
import { sanitisedSvg } from "./sanitise.js";
import { announce } from "./shell.js";

/** @typedef {import("./move-paths.js").Move} Move */

/** @typedef {{last?: string[] | null, values?: Map<string, string> | null, hint?: string[] | null, paths?: string[][] | null,
 *   flipped?: boolean, disabled?: boolean}} View last: cells of the last move; values: of moves by name, the best first; hint:
 *   cells of a move to point at; paths: of several, a line to come; flipped: seen from the other side; disabled: only to look at */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  #onMove;
  #onChoose;
  #frame = h("div", { class: "board-frame" });
  #buttons = h("div", { class: "board-buttons", role: "group", "aria-label": "Moves" });
  /** @type {BoardPicture | null} */
  #picture = null;
  /** @type {Move[]} moves along cells of the picture */
  #paths = [];
  /** @type {Move[]} all others */
  #plain = [];
  /** @type {string[]} */
  #chosen = [];
  /** @type {View} */
  #view = {};
  #shown = "";
  #moves = "";
  #question = new AbortController();

  /**
   * @param {HTMLElement} container
   * @param {{onMove?: (action: string) => void, onChoose?: (cells: string[]) => void, label?: string}} settings onMove: a legal
   *   move was chosen; onChoose: so many cells of one are chosen
   */
  constructor(container, { onMove = () => {}, onChoose = () => {}, label = "Board" } = {}) {
    this.#onMove = onMove;
    this.#onChoose = onChoose;
    this.#frame.setAttribute("role", "group");
    this.#frame.setAttribute("aria-label", label);
    clear(container).classList.add("board");
    container.append(this.#frame, this.#buttons);
    this.#frame.addEventListener("click", (event) => this.#click(event));
    this.#frame.addEventListener("keydown", (event) => this.#key(event));
    new BoardDrag(this.#frame, {
      picture: () => this.#picture,
      canLift: (cell) => !this.#view.disabled && nextCells(this.#paths, []).get(cell)?.some(({ cells }) => cells.length > 1) === true,
      onLift: (cell) => this.#choose([cell]),
      onDrop: (cell) => this.#take(cell),
    });
  }

  /**
   * Shows a position, as the protocol's `position` tells it.
   * @param {{svg: string | null, text: string, legal_moves: Move[], to_move: number}} position
   * @param {View} [view]
   */
  show(position, view = {}) {
    const moves = JSON.stringify([position.legal_moves, view.disabled === true]);
    const isSame = !this.#draw(position, view.flipped === true) && moves === this.#moves;
    this.#moves = moves;
    this.#view = view;
    if (isSame) return this.#choose(this.#chosen); // only other marks: somebody may be in the middle of a move
    this.#question.abort();
    this.#question = new AbortController();
    const drawn = (move) => move.cells.length > 0 && move.cells.every((cell) => this.#picture?.cells.has(cell));
    const paths = position.legal_moves.filter(drawn);
    this.#paths = this.#picture?.isOfPairs ? inEveryOrder(paths) : paths;
    this.#plain = position.legal_moves.filter((move) => !drawn(move));
    this.#choose([]);
  }

  /** Whether the board can be seen from the other side: stones that fall cannot. */
  get canFlip() {
    return this.#picture !== null && !(this.#picture.hasLongCells && this.#paths.every(({ cells }) => cells.length === 1));
  }

  /** Puts the keyboard on the board. */
  focus() {
    (this.#frame.querySelector("[tabindex='0']") ?? this.#buttons.querySelector("button"))?.focus();
  }

  /** Returns whether another picture is shown than before. */
  #draw(position, flipped) {
    const shown = `${flipped} ${position.svg ?? position.text}`;
    if (shown === this.#shown) return false; // the same picture again would only lose the place of the keyboard
    this.#shown = shown;
    const focused = this.#frame.contains(document.activeElement) ? /** @type {any} */ (document.activeElement).dataset?.cell : null;
    const svg = position.svg === null ? null : sanitisedSvg(position.svg);
    this.#picture = null;
    if (!svg) {
      clear(this.#frame).append(h("pre", { class: "board-text", text: position.text }));
      return true;
    }
    if (!svg.hasAttribute("viewBox")) svg.setAttribute("viewBox", `0 0 ${parseFloat(svg.getAttribute("width")) || 100} ${parseFloat(svg.getAttribute("height")) || 100}`);
    const { width, height } = svg.viewBox.baseVal;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.classList.add("board-picture");
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", "Board");
    this.#frame.style.setProperty("--board-ratio", String(width / height || 1));
    clear(this.#frame).append(svg, h("div", { class: "visually-hidden", text: position.text }));
    this.#picture = new BoardPicture(svg, flipped);
    this.#prepareCells(focused);
    return true;
  }

  #prepareCells(focused) {
    let first = true;
    for (const [name, cell] of this.#picture.cells) {
      cell.setAttribute("role", "button");
      cell.setAttribute("tabindex", (focused ? name === focused : first) ? "0" : "-1");
      first = false;
    }
    if (focused) this.#picture.cells.get(focused)?.focus();
  }

  /** Goes on from these cells: marks where one can go, and offers as buttons what has no cell to click on. */
  #choose(chosen, offers = true) {
    this.#chosen = chosen;
    const ahead = nextCells(this.#paths, chosen);
    const next = this.#view.disabled ? new Map() : ahead;
    for (const [name, cell] of this.#picture?.cells ?? []) {
      cell.classList.toggle("is-playable", next.has(name));
      cell.classList.toggle("is-liftable", chosen.length === 0 && next.get(name)?.some(({ cells }) => cells.length > 1) === true);
      cell.setAttribute("aria-label", this.#cellLabel(name, next));
      cell.setAttribute("aria-pressed", String(chosen.includes(name)));
    }
    this.#mark(ahead);
    if (offers) this.#offer();
    if (chosen.length) this.#onChoose(chosen);
  }

  #cellLabel(name, next) {
    const value = this.#best(next.get(name) ?? []);
    const playable = next.has(name) ? (this.#chosen.length ? ", to here" : ", can be played") : "";
    return `${name}${playable}${value ? `, ${value}` : ""}`;
  }

  #mark(next) {
    const { last, hint, paths, values } = this.#view;
    const shown = new Map();
    if (values) {
      const [best] = values.keys();
      for (const [cell, moves] of next) {
        const text = this.#best(moves);
        if (text) shown.set(cell, { text, best: moves.some(({ action }) => values.get(action) === values.get(best)) });
      }
    }
    const pointed = this.#chosen.length ? [] : hint?.length ? [hint] : paths ?? [];
    this.#picture?.mark({ last: last ?? [], chosen: this.#chosen, targets: this.#chosen.length ? [...next.keys()] : [], paths: pointed, values: shown });
  }

  /** Returns the value of the best of some moves, empty where none is known. */
  #best(moves) {
    const names = new Set(moves.map(({ action }) => action));
    for (const [action, text] of this.#view.values ?? []) if (names.has(action)) return text;
    return "";
  }

  #offer() {
    const finished = this.#chosen.length > 0 ? finishedMoves(this.#paths, this.#chosen) : [];
    const moves = this.#view.disabled ? [] : [...finished, ...this.#plain];
    const focused = this.#buttons.contains(document.activeElement);
    clear(this.#buttons).classList.toggle("is-list", moves.length > 12);
    this.#buttons.hidden = !this.#plain.length && !moves.length;
    this.#buttons.append(...moves.map((move) => this.#button(move)));
    if (focused) this.#buttons.querySelector("button")?.focus();
  }

  #button(move) {
    const value = this.#view.values?.get(move.action) ?? (move.probability ? `${Math.round(1000 * move.probability) / 10} %` : "");
    return h("button", { class: "button", type: "button", dataset: { action: move.action }, on: { click: (event) => isFirst(event) && this.#onMove(move.action) } },
      move.action, value && h("span", { class: "muted number", text: value }));
  }

  #click(event) {
    if (!isFirst(event)) return;
    const cell = event.target.closest("[data-cell]")?.dataset.cell ?? this.#picture?.cellAt(event.clientX, event.clientY);
    if (cell !== null && cell !== undefined) this.#take(cell);
  }

  /** Chooses one more cell. */
  async #take(cell) {
    if (this.#view.disabled || !this.#paths.length) return;
    const before = this.#chosen;
    const taken = step(this.#paths, before, cell);
    if (taken === null) return this.#refuse([...before, cell]);
    if ("chosen" in taken) {
      this.#choose(taken.chosen);
      if (taken.chosen.length) announce(`${taken.chosen.join(" ")} chosen; ${new Set(movesAlong(this.#paths, taken.chosen).map(({ action }) => action)).size} moves`);
      return;
    }
    if (taken.moves.length === 1) return this.#play(taken.moves[0].action);
    this.#choose([...before, cell], false);
    const { signal } = this.#question;
    const answers = taken.moves.map(({ action }) => ({ text: action, answer: action }));
    const action = await choose("Which of these moves?", answers, { signal });
    if (signal.aborted) return;
    if (action === null) this.#choose([]);
    else this.#play(action);
  }

  #play(action) {
    this.#choose([]);
    this.#onMove(action);
  }

  #refuse(path) {
    this.#choose([]);
    announce(`${path.join(" ")}: no legal move`);
    this.#frame.classList.remove("is-refusing");
    void this.#frame.offsetWidth; // so that the same shake begins again
    this.#frame.classList.add("is-refusing");
    this.#frame.addEventListener("animationend", () => this.#frame.classList.remove("is-refusing"), { once: true });
  }

  #key(event) {
    const cell = event.target.dataset?.cell;
    if (cell === undefined || !this.#picture) return;
    if (event.key === "Enter" || event.key === " ") this.#take(cell);
    else if (event.key === "Escape" && this.#chosen.length) this.#choose([]);
    else if (event.key in ARROWS) this.#walk(cell, ARROWS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #walk(cell, [right, down]) {
    const next = this.#picture.neighbour(cell, right, down);
    if (next === null) return;
    this.#picture.cells.get(cell).setAttribute("tabindex", "-1");
    this.#picture.cells.get(next).setAttribute("tabindex", "0");
    this.#picture.cells.get(next).focus();
  }
}

/** Whether a click is not the second of a double one: that would be a move of whoever is next. */
function isFirst(event) {
  return event.detail <= 1;
}
