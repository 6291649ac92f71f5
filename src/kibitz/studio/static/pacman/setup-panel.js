/** The controls that say what is played: maze, Pacman, ghosts, seed; and the command line that plays the same. */

import { AgentPicker } from "../shared/agent-picker.js";
import { formatSpec, parseSpec } from "../shared/agent-spec.js";
import { clear, h } from "../shared/dom.js";
import { optionFields } from "../shared/option-fields.js";
import { notify } from "../shared/shell.js";
import { commandLine, KEYBOARD, OWN_FILE, readOptions, writeOptions } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {{name: string, summary: string, options: import("../shared/option-fields.js").Option[]}} Kind */
/** @typedef {{pacmen: Kind[], ghosts: Kind[], layouts: string[]}} Library */

const OWN = "own";
const OTHER = "other";
/** Who plays where any agent may. */
const FIRST_OTHER = "uct:sims=500";

export class SetupPanel {
  element = h("section", { class: "panel stack setup", "aria-label": "What is played" });
  #library;
  #settings;
  #onChange;
  #pacmanPlace = h("div", { class: "stack" });
  #ghostsPlace = h("div", { class: "stack" });
  #command = h("code", { class: "command-text" });
  #layout;
  #text = h("textarea", { rows: "8", spellcheck: "false", wrap: "off", "aria-describedby": "maze-letters" });
  #number = h("input", { type: "number", min: "0", step: "1", inputmode: "numeric", placeholder: "all" });
  #seed = h("input", { type: "number", min: "0", step: "1", inputmode: "numeric" });
  #own;

  /**
   * @param {Library} library
   * @param {Settings} settings
   * @param {(settings: Settings) => void} onChange
   */
  constructor(library, settings, onChange) {
    this.#library = library;
    this.#settings = settings;
    this.#onChange = onChange;
    this.#layout = h("select", { on: { change: () => this.#chooseLayout(this.#layout.value) } },
      ...library.layouts.map((text) => h("option", { value: text, text })), h("option", { value: OWN, text: "one of my own" }));
    this.#text.addEventListener("change", () => this.#change({ text: this.#text.value }));
    this.#number.addEventListener("change", () => this.#change({ number: this.#number.value === "" ? null : Math.max(0, Math.floor(Number(this.#number.value))) }));
    this.#seed.addEventListener("change", () => this.#change({ seed: Math.max(0, Math.floor(Number(this.#seed.value) || 0)) }));
    this.#own = this.#ownMaze();
    this.element.append(
      labelled("Maze", this.#layout), this.#own, this.#pacmanPlace, this.#ghostsPlace,
      h("div", { class: "fields" }, labelled("How many ghosts", this.#number), labelled("Seed", this.#seed)),
      h("button", { class: "button", type: "button", text: "Another seed", on: { click: () => this.#change({ seed: this.#settings.seed + 1 }) } }),
      h("div", { class: "stack command" }, h("h2", { text: "On the command line" }), h("div", { class: "command-row" }, this.#command,
        h("button", { class: "button", type: "button", text: "Copy", on: { click: () => this.#copy() } }))),
    );
    this.#show();
  }

  /** What is played. */
  get settings() {
    return this.#settings;
  }

  set settings(settings) {
    this.#settings = settings;
    this.#show();
  }

  /**
   * Shows the drawing of the maze that is played, from which one of one's own can be made.
   * @param {string} text
   */
  set drawing(text) {
    if (!this.#settings.text) this.#text.value = text;
  }

  #change(changed) {
    this.#settings = { ...this.#settings, ...changed };
    this.#show();
    this.#onChange(this.#settings);
  }

  #show() {
    const { layout, text, number, seed } = this.#settings;
    this.#layout.value = text ? OWN : layout;
    this.#own.hidden = !text;
    if (text) this.#text.value = text;
    this.#number.value = number === null ? "" : String(number);
    this.#seed.value = String(seed);
    // A line breaks between words only, not after the dash of a flag.
    const words = commandLine(this.#settings).split(" ").map((text) => h("span", { text }));
    this.#command.replaceChildren(...words.flatMap((word) => [" ", word]).slice(1));
    this.#showPacman();
    this.#showGhosts();
  }

  #chooseLayout(value) {
    if (value === OWN) this.#change({ text: this.#text.value });
    else this.#change({ layout: value, text: "", number: null });
  }

  #ownMaze() {
    const save = () => {
      const link = h("a", { href: URL.createObjectURL(new Blob([`${this.#text.value}\n`], { type: "text/plain" })), download: OWN_FILE });
      link.click();
      URL.revokeObjectURL(link.href);
    };
    return h("div", { class: "stack", hidden: true },
      labelled("The maze, drawn in letters", this.#text),
      h("p", { class: "muted", id: "maze-letters", text: "% wall   . food   o capsule   P Pacman   G ghost" }),
      h("button", { class: "button", type: "button", text: `Save as ${OWN_FILE}`, on: { click: save } }));
  }

  #showPacman() {
    const { pacman, arguments: given } = this.#settings;
    const kind = this.#library.pacmen.find(({ name }) => name === pacman);
    const value = pacman === KEYBOARD || kind ? pacman : OTHER;
    const choices = [[KEYBOARD, "you"], ...this.#library.pacmen.map(({ name }) => [name, name]), [OTHER, "any agent of Kibitz"]];
    this.#redraw(this.#pacmanPlace, () => {
      const choose = (name) => this.#change({ pacman: name === OTHER ? FIRST_OTHER : name, arguments: "" });
      const parts = [choice("Pacman is played by", choices, value, choose)];
      if (kind) parts.push(...this.#options(kind, readOptions(given), (options) => this.#change({ arguments: writeOptions(options) })));
      return parts;
    });
    if (value === OTHER) this.#showAgents(pacman);
  }

  /** Offers all agents that can play; the picker draws itself, so it stays as long as it is needed. */
  #showAgents(agent) {
    const place = h("div");
    this.#pacmanPlace.append(place);
    new AgentPicker(place, { game: "pacman", value: agent, human: false, onChange: (chosen) => this.#change({ pacman: chosen }) });
  }

  #showGhosts() {
    const { name, options } = parseSpec(this.#settings.ghosts);
    const kind = this.#library.ghosts.find((one) => one.name === name);
    const choices = this.#library.ghosts.map((one) => [one.name, one.name]);
    if (!kind) choices.push([name, this.#settings.ghosts]);
    this.#redraw(this.#ghostsPlace, () => {
      const parts = [choice("Ghosts", choices, name, (chosen) => this.#change({ ghosts: chosen }))];
      if (kind) parts.push(...this.#options(kind, options, (changed) => this.#change({ ghosts: formatSpec(name, changed) })));
      return parts;
    });
  }

  /** Returns what one of the course's agents does, and its options. */
  #options(kind, values, onChange) {
    const summary = h("p", { class: "muted", text: kind.summary });
    if (!kind.options.length) return [summary];
    const fields = optionFields(kind.options, values, (key, value) => {
      const changed = new Map(values);
      if (value === null) changed.delete(key);
      else changed.set(key, value);
      onChange(changed);
    });
    return [summary, fields];
  }

  /** Draws controls anew; the one that had the focus has it again. */
  #redraw(place, parts) {
    const controls = () => [...place.querySelectorAll("input, select")];
    const focused = controls().indexOf(document.activeElement);
    clear(place).append(...parts());
    controls()[focused]?.focus();
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#command.textContent);
      notify("The command line is copied.");
    } catch {
      notify("The browser does not let pages copy; mark the text instead.", "error");
    }
  }
}

function labelled(label, control) {
  return h("label", { class: "field" }, h("span", { text: label }), control);
}

function choice(label, choices, value, onChange) {
  const options = choices.map(([name, text]) => h("option", { value: name, text }));
  return labelled(label, h("select", { value, on: { change: (event) => onChange(event.target.value) } }, ...options));
}
