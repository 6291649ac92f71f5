/** A question with one button for each answer. */

import { h } from "./dom.js";

/**
 * Returns a promise of the answer chosen, or null where there was none.
 * @template T
 * @param {string} question
 * @param {{text: string, answer: T}[]} answers
 * @param {{signal?: AbortSignal}} [settings] the signal withdraws the question
 * @returns {Promise<T | null>}
 */
export function choose(question, answers, { signal } = {}) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    /** @type {T | null} */
    let chosen = null;
    const button = ({ text, answer }) => h("button", { class: "button", type: "button", text, on: { click: () => close(answer) } });
    const dialog = h("dialog", { class: "chooser", "aria-label": question },
      h("div", { class: "stack" }, h("h2", { text: question }), h("div", { class: "row" }, ...answers.map(button)),
        h("button", { class: "button is-quiet", type: "button", text: "Cancel", on: { click: () => close(null) } })));
    const close = (answer) => {
      chosen = answer;
      dialog.close();
    };
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before instanceof SVGElement || before instanceof HTMLElement) before.focus();
      resolve(chosen);
    });
    signal?.addEventListener("abort", () => close(null));
    document.body.append(dialog);
    dialog.showModal();
  });
}
