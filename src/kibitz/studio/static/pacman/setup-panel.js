/** The controls that say what is played: maze, Pacman, ghosts, seed; and the command line that plays the same. */

import { AgentPicker } from "../shared/agent-picker.js";
import { formatSpec, parseSpec } from "../shared/agent-spec.js";
import { CommandLine } from "../shared/command-line.js";
import { clear, h } from "../shared/dom.js";
import { optionFields } from "../shared/option-fields.js";
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
  #command = new CommandLine();
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
      this.#command.element,
    );
    this.settings = settings;
  }

  /** What is played. */
  get settings() {
    return this.#settings;
  }

  set settings(settings) {
    this.#settings = settings;
    this.#show();
    this.#drawPacman();
    this.#drawGhosts();
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
    this.#command.words = commandLine(this.#settings);
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

  #drawPacman() {
    const { pacman } = this.#settings;
    const kind = this.#library.pacmen.find(({ name }) => name === pacman);
    const value = pacman === KEYBOARD || kind ? pacman : OTHER;
    const choices = [[KEYBOARD, "you"], ...this.#library.pacmen.map(({ name }) => [name, name]), [OTHER, "any agent of Kibitz"]];
    const choose = (name) => {
      this.#change({ pacman: name === OTHER ? FIRST_OTHER : name, arguments: "" });
      this.#drawPacman();
    };
    this.#redraw(this.#pacmanPlace, () => {
      const parts = [choice("Pacman is played by", choices, value, choose)];
      const given = () => readOptions(this.#settings.arguments);
      if (kind) parts.push(...options(kind, given, (changed) => this.#change({ arguments: writeOptions(changed) })));
      if (value === OTHER) parts.push(this.#agents(pacman));
      return parts;
    });
  }

  /** Returns controls for all agents that can play. */
  #agents(value) {
    const place = h("div");
    new AgentPicker(place, { game: "pacman", value, human: false, onChange: (pacman) => this.#change({ pacman }) });
    return place;
  }

  #drawGhosts() {
    const { name } = parseSpec(this.#settings.ghosts);
    const kind = this.#library.ghosts.find((one) => one.name === name);
    const choices = this.#library.ghosts.map((one) => [one.name, one.name]);
    if (!kind) choices.push([name, this.#settings.ghosts]);
    const choose = (ghosts) => {
      this.#change({ ghosts });
      this.#drawGhosts();
    };
    this.#redraw(this.#ghostsPlace, () => {
      const parts = [choice("Ghosts", choices, name, choose)];
      const given = () => parseSpec(this.#settings.ghosts).options;
      if (kind) parts.push(...options(kind, given, (changed) => this.#change({ ghosts: formatSpec(name, changed) })));
      return parts;
    });
  }

  /** Draws controls anew; the one that had the focus has it again. */
  #redraw(place, parts) {
    const controls = () => [...place.querySelectorAll("input, select")];
    const focused = controls().indexOf(document.activeElement);
    clear(place).append(...parts());
    controls()[focused]?.focus();
  }
}

/**
 * Returns what one of the course's agents does, and its options. They stay while they are changed: who types into one and
 * then clicks on the next finds it where it was.
 * @param {Kind} kind
 * @param {() => Map<string, string>} given the options as they are now
 * @param {(changed: Map<string, string>) => void} onChange
 * @returns {HTMLElement[]}
 */
function options(kind, given, onChange) {
  const summary = h("p", { class: "muted", text: kind.summary });
  if (!kind.options.length) return [summary];
  const fields = optionFields(kind.options, given(), (key, value) => {
    const changed = given();
    if (value === null) changed.delete(key);
    else changed.set(key, value);
    onChange(changed);
  });
  return [summary, fields];
}

function labelled(label, control) {
  return h("label", { class: "field" }, h("span", { text: label }), control);
}

function choice(label, choices, value, onChange) {
  const options = choices.map(([name, text]) => h("option", { value: name, text }));
  return labelled(label, h("select", { value, on: { change: (event) => onChange(event.target.value) } }, ...options));
}
