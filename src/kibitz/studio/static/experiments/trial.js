/** One experiment to be run: how much of it, its progress, and the command line that does the same. */

import { CommandLine } from "../shared/command-line.js";
import { h } from "../shared/dom.js";
import { atLeast, commandLine } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {import("./questions.js").Experiment} Experiment */

export class Trial {
  #asks = h("h2", { class: "trial-asks", tabindex: "-1" });
  #counted = h("span");
  #games = h("input", { type: "number", min: "1", step: "1", inputmode: "numeric" });
  #seed = h("input", { type: "number", min: "0", step: "1", inputmode: "numeric" });
  #run;
  #stop;
  #status = h("p", { role: "status", class: "trial-status number" });
  #bar = h("progress", { hidden: true, "aria-label": "Progress" });
  #command = new CommandLine();

  /** @param {{change: (changed: Partial<Settings>) => void, run: () => void, stop: () => void}} on what each control does */
  constructor(on) {
    this.#run = h("button", { class: "button is-primary", type: "submit", text: "Run" });
    this.#stop = h("button", { class: "button", type: "button", text: "Stop", on: { click: on.stop } });
    this.#games.addEventListener("change", () => on.change({ games: atLeast(1, this.#games.value) }));
    this.#seed.addEventListener("change", () => on.change({ seed: atLeast(0, this.#seed.value) ?? 0 }));
    const submit = (event) => {
      event.preventDefault();
      on.run();
    };
    this.element = h("section", { class: "panel stack trial", "aria-label": "The experiment" },
      this.#asks,
      // What cannot be is corrected when it is read, so the browser need not complain.
      h("form", { class: "trial-fields", novalidate: true, on: { submit } },
        h("label", { class: "field" }, this.#counted, this.#games), h("label", { class: "field" }, h("span", { text: "Seed" }), this.#seed), this.#run, this.#stop),
      h("div", { class: "trial-progress" }, this.#status, this.#bar),
      this.#command.element);
  }

  /**
   * Shows what is asked.
   * @param {Experiment} experiment
   * @param {Settings} settings
   */
  show({ asks, games, counted }, settings) {
    this.#asks.textContent = asks;
    this.#counted.textContent = `${counted[0].toUpperCase()}${counted.slice(1)}`;
    this.#games.placeholder = String(games);
    this.#games.value = settings.games === null ? "" : String(settings.games);
    this.#seed.value = String(settings.seed);
    this.#command.words = commandLine(settings);
  }

  /** Brings the question into sight and the focus to it. */
  focus() {
    this.#asks.focus();
    this.element.scrollIntoView({ block: "nearest" });
  }

  /**
   * Shows how far it has come.
   * @param {{isRunning: boolean, text: string, done?: number, total?: number}} state without a total nobody knows how far
   */
  progress({ isRunning, text, done = 0, total = 0 }) {
    this.#run.disabled = isRunning;
    this.#stop.disabled = !isRunning;
    this.#status.textContent = text;
    this.#bar.hidden = !isRunning;
    if (total) {
      this.#bar.max = total;
      this.#bar.value = done;
    } else {
      this.#bar.removeAttribute("value");
    }
  }
}
