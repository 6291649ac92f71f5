/** Who sits on a seat: a list of agents, controls for the options, and the agent string itself. */

import { formatSpec, parseSpec } from "./agent-spec.js";
import { client } from "./client.js";
import { clear, h } from "./dom.js";
import { optionFields } from "./option-fields.js";

/** @typedef {{agent: string, engine: string, summary: string, can_trace: boolean, options: import("./option-fields.js").Option[]}} Agent */

const HUMAN = "human";
const OTHER = "other";

/** @type {Map<string, Promise<{default: string, agents: Agent[]}>>} asked once for each game */
const known = new Map();

client.onGamesChanged(() => known.clear());

/**
 * Returns a promise of the agents that can play a game, and which of them does by default.
 * @param {string} game
 * @returns {Promise<{default: string, agents: Agent[]}>}
 */
export function agentsOf(game) {
  if (!known.has(game)) {
    const answer = client.ask("agents", { game });
    answer.catch(() => known.delete(game));
    known.set(game, answer);
  }
  return /** @type {any} */ (known.get(game));
}

/** Whether an agent string of this name and engine means this agent: the first of them is taken. */
function isFirstOfItsKind(agent, place, agents) {
  return agents.findIndex((other) => other.agent === agent.agent && other.engine === agent.engine) === place;
}

export class AgentPicker {
  #container;
  #game;
  #value;
  #onChange;
  #human;
  #label;
  #filter;
  /** @type {Agent[]} */
  #agents = [];

  /**
   * @param {HTMLElement} container
   * @param {{game: string, value?: string, onChange?: (agent: string) => void, human?: boolean, label?: string,
   *   filter?: (agent: Agent) => boolean}} settings no value means the game's default agent; `human` says whether people
   *   may be chosen; `label` is what the list is called; `filter` which agents are offered
   */
  constructor(container, { game, value = "", onChange = () => {}, human = true, label = "Agent", filter = () => true }) {
    this.#container = container;
    this.#game = game;
    this.#value = value;
    this.#onChange = onChange;
    this.#human = human;
    this.#label = label;
    this.#filter = filter;
    this.ready = this.#load();
  }

  /** The agent string; empty until the agents are known, if none was given. */
  get value() {
    return this.#value;
  }

  set value(agent) {
    this.#value = agent;
    this.#draw();
  }

  /**
   * Offers the agents of another game; the choice becomes the one given, or that game's default agent.
   * @param {string} game
   * @param {string} [value]
   * @returns {Promise<void>}
   */
  setGame(game, value = "") {
    this.#game = game;
    this.#value = value;
    this.ready = this.#load();
    return this.ready;
  }

  async #load() {
    const game = this.#game;
    this.#draw();
    const answer = await agentsOf(game);
    if (game !== this.#game) return; // another game was chosen meanwhile
    this.#agents = answer.agents.filter(this.#filter).filter(isFirstOfItsKind);
    if (!this.#value) {
      const offered = this.#agents.some(({ agent }) => agent === parseSpec(answer.default).name);
      this.#change(offered || !this.#agents.length ? answer.default : this.#agents[0].agent);
    } else {
      this.#draw();
    }
  }

  #change(agent) {
    this.#value = agent;
    this.#draw();
    this.#onChange(agent);
  }

  #draw() {
    const { name, options, rest } = parseSpec(this.#value);
    const index = this.#chosen(name, options, rest);
    const focused = this.#container.contains(document.activeElement) ? document.activeElement.dataset.part : null;
    clear(this.#container).classList.add("stack", "agent-picker");
    this.#container.append(this.#select(index));
    if (name === HUMAN) return this.#focus(focused);
    this.#container.append(this.#text());
    const agent = this.#agents[index];
    if (agent) this.#container.append(this.#options(agent, name, options));
    this.#focus(focused);
  }

  /** Returns the index of the agent that a spec names: the textbook's version only where the spec asks for it. */
  #chosen(name, options, rest) {
    if (rest.length) return -1;
    const engine = options.get("engine");
    const matches = (agent) => agent.agent === name && (engine === undefined || agent.engine === engine);
    return this.#agents.findIndex(matches);
  }

  #select(index) {
    const people = this.#human ? [h("option", { value: HUMAN, text: "a person" })] : [];
    const agents = this.#agents.map((agent, place) => h("option", { value: String(place), text: this.#title(agent, place) }));
    const isHuman = this.#value === HUMAN;
    const other = index < 0 && !isHuman ? [h("option", { value: OTHER, text: this.#value ? "as written below" : "…" })] : [];
    const value = isHuman ? HUMAN : index < 0 ? OTHER : String(index);
    const select = h("select", { value, dataset: { part: "select" }, on: { change: (event) => this.#choose(event.target.value) } });
    select.append(...people, ...agents, ...other);
    select.value = value;
    return h("label", { class: "field" }, h("span", { text: this.#label }), select);
  }

  #title(agent, place) {
    return this.#isSecondOfItsName(agent, place) ? `${agent.agent} (${agent.engine})` : agent.agent;
  }

  #isSecondOfItsName(agent, place) {
    return this.#agents.findIndex(({ agent: name }) => name === agent.agent) < place;
  }

  #choose(value) {
    if (value === OTHER) return;
    if (value === HUMAN) return this.#change(HUMAN);
    const place = Number(value);
    const agent = this.#agents[place];
    const options = this.#isSecondOfItsName(agent, place) ? [["engine", agent.engine]] : [];
    this.#change(formatSpec(agent.agent, /** @type {[string, string][]} */ (options)));
  }

  #text() {
    const take = (event) => this.#change(event.target.value.trim());
    const input = h("input", {
      type: "text", value: this.#value, dataset: { part: "text" }, autocomplete: "off", spellcheck: "false", on: { change: take },
    });
    return h("label", { class: "field" }, h("span", { text: "as text" }), input);
  }

  #options(agent, name, options) {
    const change = (key, value) => {
      const changed = new Map(options);
      if (value === null) changed.delete(key);
      else changed.set(key, value);
      this.#change(formatSpec(name, changed));
    };
    const shown = agent.options.filter((option) => option.name !== "engine");
    const fields = optionFields(shown, options, change);
    for (const [place, control] of fields.querySelectorAll("input, select").entries()) control.dataset.part = `option-${place}`;
    return h("details", { class: "agent-options", open: this.#isOpen, on: { toggle: (event) => (this.#isOpen = event.target.open) } },
      h("summary", { text: "Options" }), h("p", { class: "muted", text: agent.summary }), fields);
  }

  #isOpen = false;

  /** Puts the focus back to the control that had it before everything was drawn again. */
  #focus(part) {
    if (part) this.#container.querySelector(`[data-part="${part}"]`)?.focus();
  }
}
