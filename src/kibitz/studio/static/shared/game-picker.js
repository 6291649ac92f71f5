/** Which game: the user's own first, then those that come with Kibitz, and the options of the one chosen. */

import { formatSpec, parseSpec } from "./agent-spec.js";
import { client } from "./client.js";
import { clear, h } from "./dom.js";
import { optionFields } from "./option-fields.js";

/** @typedef {{game: string, title: string, summary: string, players: number, chance: boolean, has_picture: boolean, own: boolean,
 *   edition: string, options: import("./option-fields.js").Option[]}} Game */

/** @type {Promise<{games: Game[], trees: string[], layouts: string[]}> | null} */
let known = null;

client.onGamesChanged(() => (known = null));

/**
 * Returns a promise of the games there are.
 * @returns {Promise<{games: Game[], trees: string[], layouts: string[]}>}
 */
export function allGames() {
  if (!known) {
    known = client.ask("games");
    known.catch(() => (known = null));
  }
  return known;
}

export class GamePicker {
  #container;
  #value;
  #onChange;
  #filter;
  #label;
  /** @type {Game[]} */
  #games = [];

  /**
   * @param {HTMLElement} container
   * @param {{value: string, onChange?: (game: string) => void, filter?: (game: Game) => boolean, label?: string}} settings
   */
  constructor(container, { value, onChange = () => {}, filter = () => true, label = "Game" }) {
    this.#container = container;
    this.#value = value;
    this.#onChange = onChange;
    this.#filter = filter;
    this.#label = label;
    this.ready = this.#load();
    client.onGamesChanged(() => (this.ready = this.#load()));
  }

  /** The game string. */
  get value() {
    return this.#value;
  }

  set value(game) {
    this.#value = game;
    this.#draw();
  }

  async #load() {
    this.#draw();
    this.#games = (await allGames()).games.filter(this.#filter);
    this.#draw();
  }

  #change(game) {
    this.#value = game;
    this.#draw();
    this.#onChange(game);
  }

  #draw() {
    const name = this.#nameOf(this.#value);
    const game = this.#games.find((candidate) => candidate.game === name);
    const focused = this.#container.contains(document.activeElement) ? document.activeElement.dataset.part : null;
    clear(this.#container).classList.add("stack", "game-picker");
    this.#container.append(this.#select(game ? name : this.#value, game));
    if (game?.options?.length) this.#container.append(this.#options(game));
    if (focused) this.#container.querySelector(`[data-part="${focused}"]`)?.focus();
  }

  /** Returns the name within a game string; a path of a user's file may hold a colon of its own. */
  #nameOf(spec) {
    const exact = this.#games.find(({ game }) => spec === game || spec.startsWith(`${game}:`));
    return exact ? exact.game : parseSpec(spec).name;
  }

  #select(value, known) {
    const option = (game) => h("option", { value: game.game, text: game.own ? game.title : game.title.charAt(0).toUpperCase() + game.title.slice(1) });
    const own = this.#games.filter((game) => game.own);
    const others = this.#games.filter((game) => !game.own);
    const select = h("select", { dataset: { part: "select" }, on: { change: (event) => this.#change(event.target.value) } });
    if (own.length) select.append(h("optgroup", { label: "Your games" }, ...own.map(option)));
    if (others.length) select.append(own.length ? h("optgroup", { label: "Games" }, ...others.map(option)) : "", ...(own.length ? [] : others.map(option)));
    if (!known) select.append(h("option", { value, text: value }));
    select.value = value;
    return h("label", { class: "field" }, h("span", { text: this.#label }), select);
  }

  #options(game) {
    const { options } = parseSpec(`options:${this.#value.slice(game.game.length + 1)}`);
    const change = (key, value) => {
      const changed = new Map(options);
      if (value === null) changed.delete(key);
      else changed.set(key, value);
      this.#change(formatSpec(game.game, changed));
    };
    const fields = optionFields(game.options, options, change);
    for (const [place, control] of fields.querySelectorAll("input, select").entries()) control.dataset.part = `option-${place}`;
    const isOpen = this.#isOpen || options.size > 0;
    return h("details", { class: "game-options", open: isOpen, on: { toggle: (event) => (this.#isOpen = event.target.open) } },
      h("summary", { text: "Options" }), fields);
  }

  #isOpen = false;
}
