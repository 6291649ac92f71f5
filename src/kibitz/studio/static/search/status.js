/** What the search has found so far, in one line. */

import { h } from "../shared/dom.js";
import { shortCount, shortValue } from "./labels.js";

export class Status {
  #words = h("span", { class: "search-words", role: "status" });
  #facts = h("span", { class: "number muted" });
  #found = h("strong");

  /** @param {HTMLElement} container */
  constructor(container) {
    container.append(this.#found, this.#words, this.#facts);
  }

  /** What was said last, as one sentence. */
  get sentence() {
    return [this.#words.textContent, this.#found.textContent].filter(Boolean).join(": ");
  }

  /**
   * @param {string} words what is going on
   * @param {boolean} isError
   * @param {any} answer the tree so far, if there is one
   */
  show(words, isError, answer) {
    setText(this.#words, words);
    this.#words.classList.toggle("error", isError);
    const decision = answer?.decision;
    setText(this.#found, decision?.action ? `Best: ${decision.action} (${shortValue(decision.utilities ?? decision.value)})` : "");
    setText(this.#facts, answer ? factsOf(answer) : "");
  }
}

/** Returns how large a search was. */
function factsOf({ size, events, nodes, decision }) {
  const parts = [`${shortCount(size)} nodes`];
  if (events !== null) parts.push(`${shortCount(events)} events`);
  else if (nodes[0].visits !== null) parts.push(`${shortCount(nodes[0].visits)} simulations`);
  if (decision?.seconds) parts.push(`${decision.seconds.toFixed(1)} s`);
  return parts.join(" · ");
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
