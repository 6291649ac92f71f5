/** Which agents have a tree to look at, and how much they are given to do at first. */

import { agentsOf } from "../shared/agent-picker.js";
import { formatSpec, parseSpec } from "../shared/agent-spec.js";

/** @typedef {import("../shared/agent-picker.js").Agent} Agent */

/** What a search is given where nothing is said: enough to see something, not more than a trace may hold. */
const BEGINNINGS = [["depth", "3"], ["sims", "300"]];
const NATIVE_BEGINNING = ["time", "5"];

/**
 * Returns whether the tree of an agent can be looked at: textbook searches tell all, UCT at native speed keeps its tree.
 * @param {Agent} agent
 */
export function isWatchable(agent) {
  return agent.can_trace || growsTree(agent);
}

/**
 * Returns an agent to begin with: the one that is wanted if its tree can be looked at, else one like it, else UCT.
 * @param {string} game
 * @param {string} wanted
 * @returns {Promise<string>}
 */
export async function suitableAgent(game, wanted) {
  const agents = (await agentsOf(game)).agents.filter(isWatchable);
  const { name, options } = parseSpec(wanted);
  const known = (agent) => [...options.keys()].every((key) => key === "engine" || agent.options.some((option) => option.name === key));
  const sameName = agents.filter(({ agent }) => agent === name);
  if (sameName.some(known)) return wanted;
  const found = sameName[0] ?? agents.find(({ agent }) => agent === "uct") ?? agents[0];
  return found ? beginning(game, found) : wanted;
}

/**
 * Returns an agent string with something to do, for one that was only named.
 * @param {string} game
 * @param {string} spec
 * @returns {Promise<string>}
 */
export async function withBeginning(game, spec) {
  const { name, options } = parseSpec(spec);
  const engine = options.get("engine");
  if (options.size > (engine === undefined ? 0 : 1)) return spec;
  const agents = (await agentsOf(game)).agents.filter(isWatchable);
  const found = agents.find((agent) => agent.agent === name && (engine === undefined || agent.engine === engine));
  return found ? beginning(game, found, options) : spec;
}

/** Returns an agent string with the first limit that the agent knows; small trees need none. */
function beginning(game, agent, options = new Map()) {
  if (parseSpec(game).name === "tree" && !growsTree(agent)) return formatSpec(agent.agent, options);
  const limits = growsTree(agent) ? [NATIVE_BEGINNING] : BEGINNINGS;
  const limit = limits.find(([name]) => agent.options.some((option) => option.name === name));
  return formatSpec(agent.agent, limit ? [.../** @type {Map<string, string>} */ (options), /** @type {[string, string]} */ (limit)] : options);
}

function growsTree({ options }) {
  return options.some(({ name }) => name === "keep_tree");
}
