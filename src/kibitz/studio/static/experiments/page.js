/** The page of the lectures' experiments: each is run here, with its table, its charts and what they show. */

import { client, ProtocolError } from "../shared/client.js";
import { h } from "../shared/dom.js";
import { recall, remember } from "../shared/memory.js";
import { announce, mountShell, notify } from "../shared/shell.js";
import { Questions } from "./questions.js";
import { Report } from "./report.js";
import { readSettings, writeSettings } from "./settings.js";
import { Trial } from "./trial.js";

const PHASES = {
  compiling: "Compiling the searches, the first time only …",
  waiting: "All processors are busy; the experiment waits for its turn …",
};

class ExperimentsPage {
  #experiments;
  #settings;
  #questions;
  #trial;
  #report = new Report();
  /** @type {{result: Promise<any>, stop: () => void} | null} what runs now */
  #running = null;

  /**
   * @param {HTMLElement} main
   * @param {import("./questions.js").Experiment[]} experiments
   */
  constructor(main, experiments) {
    this.#experiments = new Map(experiments.map((one) => [one.experiment, one]));
    this.#questions = new Questions(experiments, (name) => this.#choose(name));
    this.#trial = new Trial({ change: (changed) => this.#ask({ ...this.#settings, ...changed }), run: () => this.#run(), stop: () => this.#running?.stop() });
    main.classList.add("experiments");
    main.append(h("h1", { class: "visually-hidden", text: "Experiments" }), this.#questions.element, h("div", { class: "stack" }, this.#trial.element, this.#report.element));
    window.addEventListener("hashchange", () => this.resume());
  }

  /** Shows what the address, or the last visit, asks, and what was found if that is still known. */
  resume() {
    const settings = readSettings();
    const [first] = this.#experiments.keys();
    if (settings.name && !this.#experiments.has(settings.name)) notify(`There is no experiment ${settings.name}.`, "error");
    this.#ask(this.#experiments.has(settings.name) ? settings : { name: first, games: null, seed: 0 });
  }

  #choose(name) {
    if (name !== this.#settings.name) this.#ask({ name, games: null, seed: this.#settings.seed });
    this.#trial.focus();
  }

  /** Asks something else: what runs is of no use any more. */
  #ask(settings) {
    this.#running?.stop();
    this.#running = null;
    this.#settings = settings;
    this.#questions.chosen = settings.name;
    this.#trial.show(this.#experiments.get(settings.name), settings);
    this.#trial.progress({ isRunning: false, text: "" });
    this.#report.clear();
    writeSettings(settings);
    const known = recall("experiments.report", null);
    if (known && isAbout(known.settings, settings)) this.#report.show(known.found);
  }

  async #run() {
    if (this.#running) return;
    const settings = this.#settings;
    const begun = performance.now();
    this.#report.clear();
    this.#trial.progress({ isRunning: true, text: "Started …" });
    const running = client.stream("experiment", settings, (progress) => running === this.#running && this.#follow(progress));
    this.#running = running;
    let text;
    try {
      const found = await running.result;
      if (running !== this.#running) return;
      this.#report.show(found);
      text = `${found.complete ? "Finished" : "Stopped"} after ${seconds((performance.now() - begun) / 1000)}.`;
      if (found.complete) remember("experiments.report", { settings, found });
    } catch (error) {
      if (running !== this.#running) return;
      if (!(error instanceof ProtocolError)) throw error;
      text = `${error.message[0].toUpperCase()}${error.message.slice(1)}.`;
    }
    this.#running = null;
    this.#trial.progress({ isRunning: false, text });
    announce(text);
  }

  #follow({ phase, done, total }) {
    if (total) this.#trial.progress({ isRunning: true, text: `${done} of ${total} measurements`, done, total });
    else if (PHASES[phase]) this.#trial.progress({ isRunning: true, text: PHASES[phase] });
  }
}

function isAbout(one, other) {
  return one.name === other.name && one.games === other.games && one.seed === other.seed;
}

function seconds(count) {
  return count < 10 ? `${count.toFixed(1)} s` : `${Math.round(count)} s`;
}

const main = mountShell("experiments");
const { experiments } = await client.ask("experiments");
new ExperimentsPage(main, experiments).resume();
