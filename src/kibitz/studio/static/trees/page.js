/** The tree lab: searches watched step by step, on the lectures' trees and on one's own. */

import { AgentPicker } from "../shared/agent-picker.js";
import { copyLink } from "../shared/address.js";
import { h } from "../shared/dom.js";
import { mountShell, notify } from "../shared/shell.js";
import { reasonText, valueText } from "../shared/value-texts.js";
import { CodePanel } from "./code-panel.js";
import { Lab } from "./lab.js";
import { flushState, readState, writeState } from "./link.js";
import { NodeEditor } from "./node-editor.js";
import { Picture } from "./picture.js";
import { QuizPanel } from "./quiz-panel.js";
import { LECTURE, SourcePicker } from "./source-picker.js";
import { Stepper } from "./stepper.js";
import { download, standalone } from "./svg-export.js";
import { Tabs } from "./tabs.js";
import { TextEditor } from "./text-editor.js";
import { moveTo } from "./tree-edits.js";
import { readTree, writeTree } from "./tree-text.js";

/** A search that takes longer than this, in milliseconds, can be stopped. */
const PATIENCE = 400;

class Page {
  /** @type {string[]} trees before the last edits */
  #past = [];
  /** @type {{text: string, item: any, places: number[] | null} | null} what was edited and is not drawn yet: the node as it is drawn, and where it will stand */
  #draft = null;
  /** @type {number[] | null} the node that is edited, as the places of branches from the root down */
  #chosen = null;
  #patience = 0;
  #isFirst = true;
  #caption = h("p", { class: "tree-caption", "aria-live": "polite", id: "caption" });
  #result = h("p", { class: "tree-result muted", id: "result" });
  #stop = h("button", { class: "button", type: "button", text: "Stop", hidden: true, on: { click: () => this.#lab.stop() } });
  #undo = h("button", { class: "button", type: "button", text: "Undo", disabled: true, on: { click: () => this.#undoEdit() } });
  #seed = h("input", { type: "number", min: "0", step: "1", value: "0" });
  #seedField = h("label", { class: "field tree-seed", hidden: true }, h("span", { text: "Seed" }), this.#seed);

  /** @param {HTMLElement} main */
  constructor(main) {
    this.#lab = new Lab({
      onTrace: () => this.#showTrace(), onStep: () => this.#showStep(), onBusy: (busy) => this.#showBusy(busy), onError: (sentence) => this.#fail(sentence),
    });
    const parts = this.#build(main);
    this.#picture = new Picture(parts.frame, { onSelect: (item) => this.#select(item), onMove: (item, place) => this.#reorder(item, place) });
    this.#stepper = new Stepper(parts.steps, (step) => this.#lab.go(step));
    parts.steps.append(this.#picture.controls());
    this.#sources = new SourcePicker(parts.source, (source, agent) => this.#open(source, agent));
    const tabs = new Tabs(parts.side, [["code", "Pseudocode"], ["edit", "Edit"], ["quiz", "Quiz"]]);
    this.#tabs = tabs;
    this.#code = new CodePanel(tabs.panel("code"));
    const editor = h("div", { class: "stack node-editor" });
    tabs.panel("edit").append(editor, h("div", { class: "toolbar" }, this.#undo));
    this.#editor = new NodeEditor(editor, (edit) => this.#edit(edit));
    this.#writer = new TextEditor(tabs.panel("edit"), (text) => this.#rewrite(text));
    this.#quiz = new QuizPanel(tabs.panel("quiz"), () => this.#lab.skeleton && { events: this.#lab.trace.events, skeleton: this.#lab.skeleton, step: this.#lab.step },
      (step) => this.#stepper.go(step));
    this.#agentPlace = parts.agent;
    this.#seed.addEventListener("change", () => this.#lab.reseed(Math.max(0, Math.floor(Number(this.#seed.value)) || 0)));
    addEventListener("hashchange", () => this.#restore());
    addEventListener("pagehide", flushState);
    this.#restore();
  }

  /** @type {Lab} */
  #lab;
  #picture;
  #stepper;
  #sources;
  #tabs;
  #code;
  #editor;
  #writer;
  #quiz;
  #agentPlace;
  /** @type {AgentPicker | null} */
  #agents = null;
  #agentsGame = "";

  #build(main) {
    const frame = h("div", { class: "tree-frame" });
    const steps = h("div", { class: "tree-stepper" });
    const source = h("div", { class: "stack tree-source" });
    const agent = h("div");
    const side = h("section", { class: "panel tree-side", "aria-label": "Pseudocode, editor and quiz" });
    const tools = h("div", { class: "toolbar" }, this.#seedField,
      h("button", { class: "button", type: "button", text: "Copy link", on: { click: () => this.#copy() } }),
      h("button", { class: "button", type: "button", text: "Save picture", on: { click: () => this.#save() } }), this.#stop);
    main.classList.add("tree-lab");
    main.append(
      h("h1", { class: "visually-hidden", text: "Tree lab" }),
      h("section", { class: "panel stack tree-settings", "aria-label": "Tree and algorithm" }, source, agent, tools),
      h("section", { class: "panel tree-stage", "aria-label": "Search tree" }, this.#caption, frame, steps, this.#result,
        h("p", { class: "muted tree-help", text: "← → step · in the tree: arrows walk, Enter edits, Shift+← → reorders, comma and full stop step" })),
      side,
    );
    return { frame, steps, source, agent, side };
  }

  #restore() {
    const { source, agent, seed, step } = readState();
    this.#open(source, agent, { seed, step });
  }

  #open(source, agent, settings = {}) {
    this.#past = [];
    this.#draft = null;
    this.#chosen = null;
    this.#lab.open(source, { agent, ...settings });
  }

  #showTrace() {
    this.#draft = null;
    const { trace, skeleton, step, source, text, outline, seed } = this.#lab;
    this.#sources.show(source);
    this.#showAgent();
    this.#seed.value = String(seed);
    this.#seedField.hidden = !this.#lab.isRandom;
    this.#picture.show(skeleton);
    this.#code.show(trace.pseudocode);
    this.#writer.show(text);
    this.#editor.show(outline, this.#chosen);
    this.#undo.disabled = !this.#past.length;
    this.#quiz.reset();
    this.#stepper.show(trace.events.length, step);
    if (trace.truncated) notify(`Only the first ${trace.events.length} of ${trace.total} steps are shown; give the search less to do to see all.`);
    else if (!skeleton.isComplete) notify("The tree is too large to be drawn whole; … stands for what is left out.");
    this.#showStep();
    this.#mark();
  }

  #showAgent() {
    const { agent, agentsGame } = this.#lab;
    const begins = this.#lab.outline?.nodes.get(this.#lab.outline.root)?.kind;
    if (`${agentsGame} ${begins}` === this.#agentsGame && this.#agents) {
      if (this.#agents.value !== agent) this.#agents.value = agent;
      return;
    }
    this.#agentsGame = `${agentsGame} ${begins}`;
    this.#agents = new AgentPicker(this.#agentPlace, {
      game: agentsGame, value: agent, human: false, label: "Algorithm", filter: (offered) => this.#lab.offers(offered), onChange: (chosen) => this.#lab.choose(chosen),
    });
  }

  #showStep() {
    const { trace, step } = this.#lab;
    const event = step ? trace.events[step - 1] : null;
    this.#caption.setAttribute("aria-live", this.#stepper.isPlaying ? "off" : "polite");
    this.#caption.textContent = event ? reasonText(event.caption) : "Nothing has been looked at yet.";
    this.#result.textContent = step === trace.events.length ? resultText(trace) : " ";
    this.#picture.update(this.#lab.moment);
    this.#code.mark(event?.line ?? null);
    writeState(this.#lab);
  }

  #showBusy(busy) {
    clearTimeout(this.#patience);
    if (busy) this.#patience = setTimeout(() => (this.#stop.hidden = false), PATIENCE);
    else this.#stop.hidden = true;
  }

  #select(item) {
    if (!this.#lab.outline) return this.#tabs.show("edit");
    this.#chosen = item.places;
    this.#editor.show(this.#lab.outline, item.places);
    this.#mark();
    this.#tabs.show("edit");
  }

  #mark() {
    const item = this.#lab.skeleton?.items.find(({ places }) => this.#chosen && places.join() === this.#chosen.join());
    this.#picture.select(this.#chosen && item ? item.key : null);
  }

  /** Keys come faster than drawings: a node that is moved once more stands elsewhere than where it is drawn. */
  #reorder(item, place) {
    const places = (this.#draft?.item === item && this.#draft.places) || item.places;
    this.#edit((tree) => moveTo(tree, places, places.at(-1) + place - item.places.at(-1)), item);
  }

  #edit(edit, item = null) {
    const tree = readTree(this.#text);
    this.#chosen = edit(tree);
    this.#rewrite(writeTree(tree), item);
  }

  #rewrite(text, item = null) {
    if (text === this.#text) return;
    this.#past.push(this.#text);
    this.#draft = { text, item, places: this.#chosen };
    this.#lab.rewrite(text);
  }

  /** The tree with all edits, drawn or not. */
  get #text() {
    return this.#draft?.text ?? this.#lab.text;
  }

  #undoEdit() {
    const before = this.#past.pop();
    if (before === undefined) return;
    this.#draft = { text: before, item: null, places: null };
    this.#lab.rewrite(before);
  }

  #fail(sentence) {
    this.#draft = null;
    this.#writer.fail(sentence);
    notify(sentence, "error");
    if (this.#lab.trace) this.#showAgent();
    else if (this.#isFirst) this.#open(LECTURE, null);
    else this.#caption.textContent = sentence;
    this.#isFirst = false;
  }

  async #copy() {
    flushState();
    try {
      await copyLink();
      notify("The address is in the clipboard: it holds the tree, the algorithm and the step.");
    } catch {
      notify("The browser does not give the clipboard away; copy the address from its bar.");
    }
  }

  #save() {
    const { agent, step } = this.#lab;
    download(standalone(this.#picture.svg, this.#picture.size, `${agent}, step ${step}`), `tree-${agent.split(":")[0]}-${step}.svg`, "image/svg+xml");
  }
}

/** Returns what a search has found in the end. */
function resultText({ decision, events }) {
  const looked = events.filter(({ kind }) => kind === "enter").length;
  const move = decision.action === null ? "" : `, by ${decision.action}`;
  const found = "plan" in decision ? `Plan: ${decision.plan ?? "none"}` : `Value ${valueText(decision.utilities ?? decision.value)}${move}`;
  return `${found}; ${looked} nodes looked at.`;
}

new Page(mountShell("trees"));
