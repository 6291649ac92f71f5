/** The pseudocode of the algorithm, with the line that is executed. */

import { clear, h } from "../shared/dom.js";

/** Keywords, and names with hyphens, within which no line breaks. */
const WORDS = /\b(function|if|then|else|for each|for|while|do|return|break|in|[A-Z]+(?:-[A-Z]+)+)\b/;

export class CodePanel {
  #list = h("ol", { class: "code-lines", tabindex: "0", "aria-label": "Pseudocode" });
  /** @type {HTMLElement[]} */
  #lines = [];
  /** @type {HTMLElement | null} */
  #current = null;

  /** @param {HTMLElement} container */
  constructor(container) {
    container.append(this.#list);
  }

  /** @param {string[]} lines */
  show(lines) {
    this.#current = null;
    this.#lines = lines.map((line) => h("li", { class: line.trim() ? "" : "is-empty" }, h("code", {}, ...coloured(line))));
    clear(this.#list).append(...this.#lines);
  }

  /**
   * Marks a line, or none.
   * @param {number | null} line
   */
  mark(line) {
    this.#current?.classList.remove("is-current");
    this.#current?.removeAttribute("aria-current");
    this.#current = line === null ? null : (this.#lines[line] ?? null);
    if (!this.#current) return;
    this.#current.classList.add("is-current");
    this.#current.setAttribute("aria-current", "step");
    this.#reveal(this.#current);
  }

  /** Scrolls the list, and never the page. */
  #reveal(line) {
    const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
    if (top < this.#list.scrollTop) this.#list.scrollTop = top - line.offsetHeight;
    else if (bottom > this.#list.scrollTop + this.#list.clientHeight) this.#list.scrollTop = bottom - this.#list.clientHeight + line.offsetHeight;
  }
}

function coloured(line) {
  const [code, remark] = line.split(/(?=▷)/);
  const parts = (code ?? "").split(WORDS).map((part, place) => {
    const isWord = place % 2 === 1; // between them stands the rest
    if (!isWord) return part;
    return part.includes("-") ? h("span", { class: "code-name", text: part }) : h("b", { text: part });
  });
  return remark ? [...parts, h("span", { class: "muted", text: remark })] : parts;
}
