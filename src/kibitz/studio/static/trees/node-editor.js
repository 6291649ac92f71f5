/** The small editor of one node: what it is, what it is worth, and where it stands among its siblings. */

import { clear, h } from "../shared/dom.js";
import { EditError, addChild, branchAt, isChance, moveTo, nodeAt, remove, setAction, setKind, setProbability, setValue } from "./tree-edits.js";
import { kindsOf } from "./tree-text.js";

/** @typedef {import("./tree-text.js").Outline} Outline */

const LEAF = "leaf";

export class NodeEditor {
  #container;
  #onEdit;
  /** @type {Outline | null} */
  #outline = null;
  /** @type {number[] | null} */
  #path = null;

  /**
   * @param {HTMLElement} container
   * @param {(edit: (outline: Outline) => number[]) => void} onEdit given a change of the tree that returns where its node then stands;
   *   it may raise an EditError
   */
  constructor(container, onEdit) {
    this.#container = container;
    this.#onEdit = onEdit;
    this.show(null, null);
  }

  /**
   * Shows a node of a tree; without a tree there is nothing to edit, without a path no node is chosen.
   * @param {Outline | null} outline
   * @param {number[] | null} path
   */
  show(outline, path) {
    this.#outline = outline;
    this.#path = path && outline && exists(outline, path) ? path : null;
    const part = this.#container.contains(document.activeElement) ? document.activeElement.dataset.part : null;
    clear(this.#container).append(...this.#contents());
    if (part) this.#container.querySelector(`[data-part="${part}"]`)?.focus();
  }

  #contents() {
    if (!this.#outline) return [h("p", { class: "muted", text: "This is a game, and its rules make the tree. Choose a tree to edit one." })];
    if (!this.#path) return [h("p", { class: "muted", text: "Choose a node in the picture to edit it, or drag it past its siblings." })];
    const node = nodeAt(this.#outline, this.#path);
    const title = node.kind === null ? "Leaf" : `Node ${node.name}`;
    return [h("h3", { text: title }), h("div", { class: "fields" }, ...this.#fields(node)), h("div", { class: "toolbar" }, ...this.#buttons(node))];
  }

  #fields(node) {
    const path = /** @type {number[]} */ (this.#path);
    const outline = /** @type {Outline} */ (this.#outline);
    const kinds = [...(path.length ? [LEAF] : []), ...kindsOf(outline)];
    const fields = [this.#select("Kind", kinds, node.kind ?? LEAF, (kind) => (tree) => setKind(tree, path, kind === LEAF ? null : kind))];
    fields.push(this.#input(node.kind === null ? "Value" : "Estimate", node.value ?? "", (value) => (tree) => setValue(tree, path, value)));
    if (!path.length) return fields;
    const branch = branchAt(outline, path);
    const parent = nodeAt(outline, path.slice(0, -1));
    fields.push(this.#input("Branch", branch.action, (action) => (tree) => setAction(tree, path, action)));
    if (isChance(parent)) {
      const shown = branch.probability ?? `1/${parent.branches.length}`;
      fields.push(this.#input("Probability", shown, (text) => (tree) => setProbability(tree, path, text)));
    }
    return fields;
  }

  #buttons(node) {
    const path = /** @type {number[]} */ (this.#path);
    const place = path.at(-1) ?? 0;
    const count = path.length ? nodeAt(/** @type {Outline} */ (this.#outline), path.slice(0, -1)).branches.length : 1;
    const button = (text, label, edit, disabled = false) =>
      h("button", { class: "button", type: "button", text, "aria-label": label, title: label, disabled, dataset: { part: label }, on: { click: () => this.#try(edit) } });
    const buttons = [
      button("←", "Move left", (tree) => moveTo(tree, path, place - 1), place === 0),
      button("→", "Move right", (tree) => moveTo(tree, path, place + 1), place >= count - 1),
    ];
    if (node.kind !== null) buttons.push(button("Add child", "Add child", (tree) => addChild(tree, path)));
    if (path.length) buttons.push(button("Remove", "Remove", (tree) => remove(tree, path), count === 1 && path.length === 1));
    return buttons;
  }

  #input(label, value, edit) {
    const input = h("input", { type: "text", value, autocomplete: "off", spellcheck: "false", dataset: { part: label } });
    // A change that is refused stays in the field, so that it can be mended.
    input.addEventListener("change", () => input.value.trim() !== value && this.#try(edit(input.value), input));
    return h("label", { class: "field" }, h("span", { text: label }), input);
  }

  #select(label, choices, value, edit) {
    const options = choices.map((choice) => h("option", { value: choice, text: choice }));
    const select = h("select", { value, dataset: { part: label } }, ...options);
    select.addEventListener("change", () => this.#try(edit(select.value), select));
    return h("label", { class: "field" }, h("span", { text: label }), select);
  }

  #try(edit, control = null) {
    try {
      this.#onEdit(edit);
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      control?.setAttribute("aria-invalid", "true");
      this.#container.querySelector(".error")?.remove();
      this.#container.append(h("p", { class: "error", role: "alert", text: error.message }));
    }
  }
}

function exists(outline, path) {
  let node = outline.nodes.get(outline.root);
  for (const place of path) node = node && outline.nodes.get(node.branches[place]?.target);
  return Boolean(node);
}
