/** One node of the tree: its board and its numbers, and where one can go from it. */

import { Board } from "../shared/board.js";
import { client, ProtocolError } from "../shared/client.js";
import { clear, h } from "../shared/dom.js";
import { reasonText } from "../shared/value-texts.js";
import { cutNames, number, percent, shortValue } from "./labels.js";
import { linkTo } from "./link.js";
import { sideText } from "./sides.js";

/** @typedef {import("./tree-nodes.js").TreeNode} TreeNode */
/** @typedef {import("./tree-search.js").TreeSearch} TreeSearch */

const LEAVES = { terminal: "the game is over", cutoff: "estimated: the search looks no deeper", cycle: "the position stands above already" };
const ROLES = { max: "MAX", min: "MIN", chance: "chance", or: "any of its moves will do", and: "must hold for every outcome" };

export class NodePanel {
  #title = h("h2", { class: "node-title" });
  #numbers = h("dl", { class: "node-numbers" });
  #place = h("div", { class: "node-board" });
  #board = new Board(this.#place, { label: "Board of the node" });
  #deeper;
  #play = h("a", { class: "button", text: "Play from here" });
  #shown = "";
  #container;

  /**
   * @param {HTMLElement} container
   * @param {() => void} onDeeper the position of the node is to be searched
   */
  constructor(container, onDeeper) {
    this.#deeper = h("button", { class: "button", type: "button", text: "Search from here", on: { click: onDeeper } });
    container.classList.add("is-empty");
    this.#container = container;
    container.append(this.#title, this.#place, this.#numbers, h("div", { class: "toolbar" }, this.#deeper, this.#play));
  }

  /**
   * Shows a node; its board is asked for only when the position is another one.
   * @param {TreeSearch} search
   * @param {TreeNode} node
   */
  show(search, node) {
    const { point, answer } = search;
    this.#container.classList.remove("is-empty");
    setText(this.#title, node.path.length ? node.path.join(" → ") : "Root");
    clear(this.#numbers).append(...numbersOf(node, answer).flatMap(([name, value]) => [h("dt", { text: name }), h("dd", { text: value })]));
    const moves = [...point.moves, ...node.path];
    this.#deeper.disabled = !node.path.length || node.leaf === "terminal";
    this.#play.href = linkTo("/", { ...point, moves });
    this.#look({ ...point, path: node.path });
  }

  async #look(fields) {
    const asked = JSON.stringify(fields);
    if (asked === this.#shown) return;
    this.#shown = asked;
    try {
      const position = await client.ask("look", fields);
      if (asked !== this.#shown) return;
      const last = position.history[position.history.length - 1]?.cells ?? null;
      this.#board.show({ ...position, legal_moves: [] }, { last, disabled: true });
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      if (asked === this.#shown) this.#shown = ""; // it is asked again the next time
    }
  }
}

/** Returns what is known of a node, name by name. */
function numbersOf(node, answer) {
  const share = node.visits && node.rootVisits ? ` (${percent(node.visits / node.rootVisits)})` : "";
  const found = [
    ["Value", node.told === null ? "" : `${shortValue(node.told)}${sideText(answer, node)}`],
    ["Proved", node.proved ? "yes" : ""],
    ["Visits", node.visits === null ? "" : `${node.visits.toLocaleString("en")}${share}`],
    ["To move", ROLES[node.role] ?? ""],
    ["Window", node.alpha === null && node.beta === null ? "" : `α ${number(node.alpha)}, β ${number(node.beta)}`],
    ["Probability", node.probability === null ? "" : percent(node.probability)],
    ["Ends here", LEAVES[node.leaf] ?? ""],
    ["Moves below", node.children ? String(node.children) : ""],
    ["Not looked at", node.cut.length ? `${cutNames(node)}, since ${reasonText(node.reason ?? "")}` : ""],
  ];
  return found.filter(([, value]) => value);
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
