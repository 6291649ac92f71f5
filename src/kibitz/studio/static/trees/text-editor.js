/** The tree as text, in the .tree format; what is typed is tried after a moment, and taken if it is a tree. */

import { h } from "../shared/dom.js";

const PAUSE = 500;

export class TextEditor {
  #area = h("textarea", { rows: "8", spellcheck: "false", autocomplete: "off", wrap: "off", "aria-label": "Tree as text", "aria-describedby": "tree-error" });
  #error = h("p", { class: "error tree-error", id: "tree-error", role: "alert" });
  #timer = 0;

  /**
   * @param {HTMLElement} container
   * @param {(text: string) => void} onText
   */
  constructor(container, onText) {
    container.append(h("label", { class: "field" }, h("span", { text: "As text: name KIND: branch -> node or value, …" }), this.#area), this.#error);
    this.#area.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => onText(this.#area.value), PAUSE);
    });
  }

  /**
   * Shows the text of the tree that is drawn, unless it is being typed.
   * @param {string} text empty where there is none to edit
   */
  show(text) {
    this.fail("");
    this.#area.disabled = !text;
    if (document.activeElement !== this.#area || !text) this.#area.value = text;
  }

  /**
   * Tells what is wrong with the text; nothing where the sentence is empty.
   * @param {string} sentence
   */
  fail(sentence) {
    this.#error.textContent = sentence;
    this.#area.setAttribute("aria-invalid", String(sentence !== ""));
  }
}
