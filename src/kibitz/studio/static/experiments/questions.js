/** The list of all experiments, each with what it asks. */

import { h } from "../shared/dom.js";

/** @typedef {{experiment: string, asks: string, games: number, counted: string}} Experiment counted: what is meant by games */

/** Where the list has a column of its own it is always open. */
const wide = window.matchMedia("(min-width: 60rem)");

export class Questions {
  #links = new Map();
  element = h("details", { class: "panel questions" }, h("summary", { text: "Experiments" }));

  /**
   * @param {Experiment[]} experiments
   * @param {(name: string) => void} onChoose
   */
  constructor(experiments, onChoose) {
    const items = experiments.map(({ experiment, asks }) => {
      const choose = (event) => {
        event.preventDefault();
        this.element.open = wide.matches;
        onChoose(experiment);
      };
      const link = h("a", { href: `#name=${experiment}`, on: { click: choose } }, h("span", { class: "questions-name", text: experiment }), asks);
      this.#links.set(experiment, link);
      return h("li", {}, link);
    });
    this.element.append(h("nav", { "aria-label": "Experiments" }, h("ul", {}, ...items)));
    this.element.open = wide.matches;
    wide.addEventListener("change", () => (this.element.open = wide.matches));
  }

  /**
   * Marks the experiment that is shown.
   * @param {string} name
   */
  set chosen(name) {
    for (const [experiment, link] of this.#links) {
      if (experiment === name) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }
}
