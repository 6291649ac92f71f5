/** The search tree of a position: grown and looked at. */

import { AgentPicker } from "../shared/agent-picker.js";
import { h } from "../shared/dom.js";
import { GamePicker } from "../shared/game-picker.js";
import { announce, attempt, mountShell } from "../shared/shell.js";
import { layOut, ROW } from "./layout.js";
import { Legend } from "./legend.js";
import { readState, writeState } from "./link.js";
import { NodePanel } from "./node-panel.js";
import { Outline } from "./outline.js";
import { TreePicture } from "./picture.js";
import { Status } from "./status.js";
import { keyOf, nodeAt } from "./tree-nodes.js";
import { TreeSearch } from "./tree-search.js";
import { LEAST_FIT } from "./viewport.js";
import { isWatchable, suitableAgent, withBeginning } from "./watchable.js";

/** @typedef {import("./layout.js").Item} Item */

const PAN = 80;
const ZOOM = 1.25;

class SearchPage {
  #search = new TreeSearch({ onTree: (isNew) => this.#drawTree(isNew), onState: (words, isError) => this.#drawState(words, isError), rows: () => this.#rows });
  /** The key of the path of the node whose board is shown. */
  #selected = keyOf([]);
  /** The key of the item that was opened last: it stays where it is while the rest moves. */
  #anchor = "";
  /** @type {Item[]} */
  #items = [];
  #start = h("button", { class: "button is-primary search-start", type: "button", text: "Search", on: { click: () => this.#startOrStop() } });
  #list = h("button", { class: "button", type: "button", text: "List", "aria-pressed": "false", on: { click: () => this.#showList() } });
  #busy = h("progress", { class: "busy-line", "aria-label": "Search", hidden: true });
  #from = h("p", { class: "search-from muted" });
  #whole = h("button", { class: "button", type: "button", text: "From the start", hidden: true, on: { click: () => this.#searchAt("initial", []) } });

  /** @param {HTMLElement} main */
  constructor(main) {
    const gamePlace = h("div");
    this.#agentPlace = h("div");
    const status = h("div", { class: "search-status" });
    this.#stage = h("div", { class: "search-stage" });
    const legend = h("div", { class: "legend" });
    const side = h("section", { class: "panel stack search-node", "aria-label": "Node" });
    main.classList.add("search");
    main.append(
      h("h1", { class: "visually-hidden", text: "Search" }),
      h("section", { class: "panel stack search-settings", "aria-label": "Position and agent" }, gamePlace, this.#agentPlace, this.#start, this.#from, this.#whole),
      h("section", { class: "panel search-tree", "aria-label": "Tree" }, status, this.#stage, legend, this.#toolbar()),
      side,
    );
    this.#stage.append(this.#busy);
    this.#status = new Status(status);
    this.#picture = new TreePicture(this.#stage, {
      onItem: (item, onKnob) => this.#click(item, onKnob), onColours: () => this.#drawLegend(),
    });
    this.#outline = new Outline(this.#stage, {
      onFocus: (item) => this.#focus(item), onOpen: (item, isOpen) => this.#open(item, isOpen), onChoose: (item) => this.#choose(item),
    });
    this.#legend = new Legend(legend);
    this.#node = new NodePanel(side, () => this.#searchDeeper());
    this.#games = new GamePicker(gamePlace, { value: "connect_four", onChange: (game) => this.#begin({ game, position: "initial", moves: [], seed: 0 }, "") });
    this.#stage.addEventListener("keydown", (event) => this.#key(event));
    this.#outline.element.addEventListener("focusout", () => this.#mark());
    window.addEventListener("hashchange", () => this.resume());
  }

  #stage;
  #status;
  #picture;
  #outline;
  #legend;
  #node;
  #games;
  #agentPlace;
  /** @type {AgentPicker | null} */
  #agents = null;
  #agentsGame = "";

  /** Searches what the address says. */
  resume() {
    const { point, agent } = readState();
    return this.#begin(point, agent);
  }

  #toolbar() {
    const button = (text, label, click) => h("button", { class: "button", type: "button", text, "aria-label": label, title: label, on: { click } });
    return h("div", { class: "toolbar search-tools", role: "group", "aria-label": "View" },
      button("+", "Zoom in", () => this.#picture.viewport.zoom(ZOOM)), button("−", "Zoom out", () => this.#picture.viewport.zoom(1 / ZOOM)),
      button("Fit", "Fit the tree", () => this.#picture.fit()), this.#list,
      h("span", { class: "muted search-help", text: "Tab into the tree: arrows walk, open and close, Enter shows the board; + − 0 scale, Shift+arrows move" }));
  }

  /** How many rows of the tree there is room for. */
  get #rows() {
    return Math.max(8, Math.floor(this.#stage.clientHeight / ROW / LEAST_FIT));
  }

  async #begin(point, wanted) {
    await attempt(async () => {
      const agent = await suitableAgent(point.game, wanted);
      this.#games.value = point.game;
      this.#showAgent(point.game, agent);
      this.#searchNow(point, agent, false);
    });
  }

  #showAgent(game, agent) {
    if (this.#agents && this.#agentsGame === game) {
      this.#agents.value = agent;
      return;
    }
    this.#agentsGame = game;
    this.#agents = new AgentPicker(this.#agentPlace, {
      game, value: agent, human: false, label: "Search", filter: isWatchable, onChange: (chosen) => this.#take(chosen),
    });
  }

  async #take(chosen) {
    const { point } = this.#search;
    const agent = await withBeginning(point.game, chosen);
    this.#agents.value = agent;
    this.#searchNow(point, agent, false);
  }

  #searchNow(point, agent, again) {
    writeState(point, agent);
    this.#selected = keyOf([]);
    this.#from.textContent = point.moves.length ? `after ${point.moves.join(" ")}` : point.position === "initial" ? "" : `from ${point.position}`;
    this.#whole.hidden = !point.moves.length && point.position === "initial";
    this.#search.begin(point, agent, again);
  }

  #searchAt(position, moves) {
    const { point, agent } = this.#search;
    this.#searchNow({ ...point, position, moves }, agent, false);
  }

  #searchDeeper() {
    const { position, moves } = this.#search.point;
    this.#searchAt(position, [...moves, ...JSON.parse(this.#selected)]);
  }

  #startOrStop() {
    if (this.#search.isRunning) this.#search.stop();
    else this.#searchNow(this.#search.point, this.#search.agent, true);
  }

  #drawState(words, isError = false) {
    this.#start.textContent = this.#search.isRunning ? "Stop" : "Search";
    this.#busy.hidden = !this.#search.isRunning || this.#search.answer !== null;
    this.#status.show(words, isError, this.#search.answer);
    if (isError || words === "finished" || words === "stopped") announce(this.#status.sentence);
  }

  #drawTree(isNew) {
    const search = this.#search;
    const { root } = search;
    if (isNew) {
      this.#picture.viewport.isMoved = false;
      this.#anchor = "";
    }
    this.#items = layOut(root, (node) => search.open.has(node), this.#picture.measure);
    const anchor = this.#items.some(({ key }) => key === this.#anchor) ? this.#anchor : this.#items[0].key;
    this.#picture.show(this.#items, { scale: search.scale, anchor, fit: isNew || search.isRunning });
    this.#outline.show(this.#items, this.#selectedItem?.key ?? "");
    this.#drawLegend();
    this.#node.show(search, nodeAt(root, this.#selected) ?? root);
    this.#mark();
  }

  #drawLegend() {
    if (this.#search.answer) this.#legend.show(this.#search, this.#picture.palette);
  }

  /** @returns {Item | undefined} */
  get #selectedItem() {
    return this.#items.find(({ kind, node }) => kind === "node" && node.key === this.#selected);
  }

  #mark() {
    this.#picture.mark(this.#selectedItem?.key ?? "", this.#outline.focused);
  }

  #focus(item) {
    this.#picture.reveal(item.key);
    this.#mark();
  }

  #click(item, onKnob) {
    this.#outline.point(item.key);
    if (onKnob) this.#open(item, !item.isOpen);
    else this.#choose(item);
  }

  #open(item, isOpen) {
    this.#anchor = item.key;
    this.#search.setOpen(item.node, isOpen);
    if (isOpen) this.#picture.revealBelow(item.key);
  }

  /** Shows the board of a node, and all children where some are left out. */
  #choose(item) {
    if (item.kind === "more") {
      this.#anchor = item.above.key;
      return this.#search.showAll(item.node);
    }
    this.#selected = item.node.key;
    this.#node.show(this.#search, item.node);
    this.#outline.show(this.#items, item.key);
    this.#mark();
  }

  #showList() {
    const isList = this.#stage.classList.toggle("is-list");
    this.#outline.element.classList.toggle("is-list", isList);
    this.#list.setAttribute("aria-pressed", String(isList));
  }

  #key(event) {
    const { viewport } = this.#picture;
    const pans = { ArrowLeft: [-PAN, 0], ArrowRight: [PAN, 0], ArrowUp: [0, -PAN], ArrowDown: [0, PAN] };
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.shiftKey && event.key in pans) viewport.move(pans[event.key][0], pans[event.key][1]);
    else if (event.key === "+" || event.key === "=") viewport.zoom(ZOOM);
    else if (event.key === "-") viewport.zoom(1 / ZOOM);
    else if (event.key === "0") this.#picture.fit();
    else return;
    event.preventDefault();
  }
}

new SearchPage(mountShell("search")).resume();
