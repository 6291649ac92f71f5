/** What the page is about: a tree or a position, an algorithm, its trace and the step that is shown. */

import { agentsOf } from "../shared/agent-picker.js";
import { parseSpec } from "../shared/agent-spec.js";
import { client } from "../shared/client.js";
import { momentAt } from "./replay.js";
import { LECTURE } from "./source-picker.js";
import { skeletonOf } from "./skeleton.js";
import { CHANCE, readTree } from "./tree-text.js";

/** @typedef {import("./source-picker.js").Source} Source */
/** @typedef {import("../shared/agent-picker.js").Agent} Agent */

/** Searches that play random games need a number of them at which one can still watch. */
const FEW = { uct: "uct:sims=40", montecarlo: "montecarlo:playouts=30", bandit: "bandit:playouts=30" };
const LIMITS = ["sims", "playouts", "time"];
/** Who can begin where chance is to move. */
const AVERAGING = ["expectimax", "expectiminimax"];

export class Lab {
  /** @type {Source} */
  source = LECTURE;
  agent = "";
  seed = 0;
  step = 0;
  /** @type {string} the tree as text; empty where the rules of a game make it */
  text = "";
  /** @type {import("./tree-text.js").Outline | null} */
  outline = null;
  /** @type {any} what the server told of the search */
  trace = null;
  /** @type {import("./skeleton.js").Skeleton | null} */
  skeleton = null;
  #listeners;
  /** @type {{result: Promise<any>, stop: () => void} | null} */
  #request = null;
  #count = 0;

  /**
   * @param {{onTrace: () => void, onStep: () => void, onBusy: (busy: boolean) => void, onError: (sentence: string) => void}} listeners
   */
  constructor(listeners) {
    this.#listeners = listeners;
  }

  /**
   * Opens a tree or a position.
   * @param {Source} source
   * @param {{agent?: string | null, seed?: number, step?: number}} [settings] without an agent, one that suits it
   */
  async open(source, { agent = null, seed = this.seed, step = 0 } = {}) {
    const count = ++this.#count;
    try {
      const isTree = /^tree(:|$)|\.tree$/.test(source.game);
      const text = source.text ?? (isTree ? (await client.ask("tree_text", { game: source.game })).text : null);
      const outline = text === null ? null : readTree(text);
      if (count !== this.#count) return;
      const fitting = outline ? await this.#fitting(agent, outline) : agent || null;
      if (count !== this.#count) return;
      await this.#search({ source, text: text ?? "", outline, agent: fitting, seed, step });
    } catch (error) {
      if (count === this.#count) this.#listeners.onError(/** @type {Error} */ (error).message);
    }
  }

  /**
   * Shows another tree in place of this one: the same algorithm if it can search it.
   * @param {string} text
   */
  rewrite(text) {
    return this.open({ text, game: "", position: "initial", moves: [] }, { agent: this.agent, step: this.#stepKept });
  }

  /** @param {string} agent */
  choose(agent) {
    const { name, options } = parseSpec(agent);
    const full = name in FEW && !LIMITS.some((limit) => options.has(limit)) ? withLimit(agent, name) : agent;
    return this.open(this.source, { agent: full });
  }

  /** @param {number} seed */
  reseed(seed) {
    return this.open(this.source, { agent: this.agent, seed });
  }

  /** @param {number} step */
  go(step) {
    this.step = Math.max(0, Math.min(step, this.trace?.events.length ?? 0));
    this.#listeners.onStep();
  }

  /** Ends the search that is being waited for. */
  stop() {
    this.#request?.stop();
  }

  /** Returns what is known at the step that is shown. */
  get moment() {
    return momentAt(this.trace.events, /** @type {any} */ (this.skeleton), this.step);
  }

  /** The game whose agents can search what is shown. */
  get agentsGame() {
    return this.outline ? kinOf(this.outline) : this.source.game;
  }

  /**
   * Returns whether an agent is offered.
   * @param {Agent} agent
   */
  offers(agent) {
    return canWatch(agent, this.outline);
  }

  /** Whether the search hangs on random numbers. */
  get isRandom() {
    const { name, options } = parseSpec(this.agent);
    return name in FEW || options.get("order") === "random";
  }

  /** Edits at the end of a search lead to the end of the next one; elsewhere, to its beginning. */
  get #stepKept() {
    return this.trace && this.step === this.trace.events.length ? Infinity : 0;
  }

  /** Returns the agent if it can search a tree, else one that can. */
  async #fitting(agent, outline) {
    const { agents } = await agentsOf(kinOf(outline));
    const name = agent ? parseSpec(agent).name : "";
    const isKnown = agents.some((offered) => offered.agent === name && canWatch(offered, outline));
    return isKnown ? agent : { chance: "expectiminimax", players: "maxn", plain: "alphabeta" }[kindOf(outline)];
  }

  async #search(wanted) {
    const count = this.#count;
    this.#request?.stop();
    this.#listeners.onBusy(true);
    const { source, text, outline, agent, seed } = wanted;
    const point = outline && source.text !== null ? { tree: text } : { game: source.game };
    const request = client.stream("trace", { ...point, position: source.position, moves: source.moves, agent, seed });
    this.#request = request;
    try {
      const trace = await request.result;
      if (count !== this.#count) return;
      Object.assign(this, { source, text, outline, seed, trace, agent: agent ?? trace.agent });
      this.skeleton = skeletonOf(trace.events, outline);
      this.step = Math.min(wanted.step, trace.events.length);
      this.#listeners.onTrace();
    } finally {
      if (count === this.#count) this.#listeners.onBusy(false);
    }
  }
}

/** Returns whether the search of a tree can be watched with an agent. */
function canWatch({ agent, engine, can_trace: canTrace }, outline) {
  return engine === "textbook" && canTrace && agent !== "random" && (!beginsWithChance(outline) || AVERAGING.includes(agent));
}

/** Returns the example that is searched by the same agents as a tree. */
function kinOf(outline) {
  return `tree:name=${{ chance: "mixed", players: "three_players", plain: "lecture" }[kindOf(outline)]}`;
}

function kindOf(outline) {
  if ([...outline.nodes.values()].some(({ kind }) => kind === CHANCE)) return "chance";
  return outline.players ? "players" : "plain";
}

function beginsWithChance(outline) {
  return outline?.nodes.get(outline.root)?.kind === CHANCE;
}

function withLimit(agent, name) {
  return agent === name ? FEW[name] : `${agent},${FEW[name].split(":")[1]}`;
}
