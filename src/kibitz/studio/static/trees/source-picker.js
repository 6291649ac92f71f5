/** Which tree: one of the lectures', a new one, a small game, or any position of any game. */

import { clear, h } from "../shared/dom.js";
import { allGames } from "../shared/game-picker.js";

/** @typedef {{text: string | null, game: string, position: string, moves: string[]}} Source text: a tree of one's own */

/** What is shown where nothing else is asked for. @type {Source} */
export const LECTURE = { text: null, game: "tree:name=lecture", position: "initial", moves: [] };

const NEW_TREE = "root MAX: a -> A, b -> B\nA MIN: 3, 5\nB MIN: 2, 9\n";

/** Small enough to be drawn whole, each with the algorithm that it is here for. */
const SMALL = [
  { title: "vacuum world: AND-OR plans", game: "vacuum", position: "initial", agent: "andor" },
  { title: "Nim, piles of 1 and 2", game: "nim:piles=1+2", position: "initial", agent: "alphabeta" },
  { title: "tic-tac-toe, five moves played", game: "tic_tac_toe", position: "xox/.o./..x", agent: "alphabeta" },
  { title: "Pig to 6, with dice", game: "pig:goal=6", position: "initial", agent: "expectiminimax:depth=2" },
];
const OWN = "own";
const NEW = "new";

export class SourcePicker {
  #onChange;
  #select = h("select", { on: { change: () => this.#choose() } });
  #game = h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "connect_four" });
  #position = h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "initial" });
  /** @type {string[]} */
  #trees = [];
  /** @type {Source | null} */
  #source = null;

  /**
   * @param {HTMLElement} container
   * @param {(source: Source, agent: string | null) => void} onChange
   */
  constructor(container, onChange) {
    this.#onChange = onChange;
    const open = (event) => {
      event.preventDefault();
      if (this.#game.value.trim()) onChange({ text: null, game: this.#game.value.trim(), position: this.#position.value.trim() || "initial", moves: [] }, null);
    };
    container.append(h("label", { class: "field" }, h("span", { text: "Tree" }), this.#select),
      h("details", {}, h("summary", { text: "Any position of any game" }),
        h("form", { class: "fields", on: { submit: open } }, field("Game", this.#game), field("Position", this.#position), h("button", { class: "button", type: "submit", text: "Open" }))));
    this.ready = this.#load();
  }

  /**
   * Shows what is open.
   * @param {Source} source
   */
  show(source) {
    this.#source = source;
    this.#draw();
  }

  async #load() {
    this.#trees = (await allGames()).trees;
    this.#draw();
  }

  #draw() {
    const option = (value, text) => h("option", { value, text });
    const group = (label, options) => h("optgroup", { label }, ...options);
    clear(this.#select).append(
      group("From the lectures", this.#trees.map((name) => option(`tree:name=${name}`, name.replaceAll("_", " ")))),
      group("Small games", SMALL.map(({ title, game, position }) => option(`${game} ${position}`, title))),
      group("Your own", [option(NEW, "a new tree"), ...(this.#value === OWN ? [option(OWN, ownTitle(this.#source))] : [])]),
    );
    this.#select.value = this.#value;
  }

  get #value() {
    if (!this.#source) return "";
    const { text, game, position, moves } = this.#source;
    if (text !== null || moves.length) return OWN;
    if (this.#trees.includes(game.replace("tree:name=", "")) && position === "initial") return game;
    return SMALL.some((small) => small.game === game && small.position === position) ? `${game} ${position}` : OWN;
  }

  #choose() {
    const { value } = this.#select;
    const small = SMALL.find(({ game, position }) => `${game} ${position}` === value);
    if (value === OWN) return;
    if (value === NEW) this.#onChange({ text: NEW_TREE, game: "", position: "initial", moves: [] }, null);
    else if (small) this.#onChange({ text: null, game: small.game, position: small.position, moves: [] }, small.agent);
    else this.#onChange({ text: null, game: value, position: "initial", moves: [] }, null);
  }
}

function ownTitle({ text, game, position }) {
  return text !== null ? "your tree" : position === "initial" ? game : `${game}, ${position}`;
}

function field(label, input) {
  return h("label", { class: "field" }, h("span", { text: label }), input);
}
