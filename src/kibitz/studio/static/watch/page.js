/** The page to watch agents play each other. */

import { h } from "../shared/dom.js";
import { GamePicker } from "../shared/game-picker.js";
import { attempt, mountShell } from "../shared/shell.js";
import { seatsOf } from "../play/beginning.js";
import { Match } from "../play/match.js";
import { Seats } from "../play/seats.js";
import { Table } from "../play/table.js";
import { Pace } from "./pace.js";

const SPEEDS = [["1500", "slow"], ["600", "normal"], ["150", "fast"], ["0", "as fast as they think"]];

class WatchPage {
  #match = new Match("watch");
  #pace = new Pace();
  #table;
  #seats;
  #picker;
  #start = h("button", { class: "button is-primary", type: "button", text: "Start", on: { click: () => this.#run(!this.#pace.isRunning) } });
  #step = h("button", { class: "button", type: "button", text: "Step", on: { click: () => this.#stepOnce() } });
  #flip = h("button", { class: "button", type: "button", text: "Flip", "aria-pressed": "false", on: { click: () => this.#turnBoard() } });
  #seed = h("input", { type: "number", min: "0", step: "1", inputmode: "numeric", on: { change: () => this.#again(Number(this.#seed.value) || 0) } });

  /** @param {HTMLElement} main */
  constructor(main) {
    const match = this.#match;
    this.#table = new Table(match, { onShown: () => this.#shown(), pause: (signal) => this.#pace.wait(signal) });
    const gamePlace = h("div");
    const seatsPlace = h("div", { class: "seats" });
    const setSpeed = (event) => (this.#pace.delay = Number(event.target.value));
    const speed = h("select", { value: String(this.#pace.delay), on: { change: setSpeed } }, ...SPEEDS.map(([value, text]) => h("option", { value, text })));
    this.#table.centre.append(
      h("div", { class: "toolbar table-toolbar", role: "group", "aria-label": "Controls" }, this.#start, this.#step, this.#flip,
        h("label", { class: "row watch-speed" }, h("span", { class: "muted", text: "Speed" }), speed)),
    );
    main.classList.add("table");
    main.append(
      h("h1", { class: "visually-hidden", text: "Watch" }),
      this.#table.centre,
      h("div", { class: "table-side" }, this.#table.thinkingPanel, this.#table.movesPanel),
      h("div", { class: "table-setup" },
        h("section", { class: "panel stack", "aria-label": "Game" }, gamePlace, h("label", { class: "field" }, h("span", { text: "Seed" }), this.#seed),
          h("button", { class: "button", type: "button", text: "New game", on: { click: () => this.#again() } })),
        h("section", { class: "panel stack", "aria-label": "Seats" }, seatsPlace)),
    );
    this.#picker = new GamePicker(gamePlace, { value: match.game, onChange: (game) => this.#begin(game) });
    this.#seats = new Seats(seatsPlace, match, { human: false });
    window.addEventListener("hashchange", () => this.resume());
  }

  /** Goes on where the address, or the last visit, left off, but waits to be started. */
  async resume() {
    this.#run(false);
    await this.#table.resume(false);
    this.#picker.value = this.#match.game;
  }

  async #begin(game) {
    await attempt(async () => this.#match.begin({ game, seats: await seatsOf(game, false) }));
    this.#picker.value = this.#match.game; // the one before, where this one cannot be played
  }

  /** Begins the same game anew; another seed is another game. */
  #again(seed) {
    this.#match.begin({ start: this.#match.start, seed });
  }

  #run(running) {
    if (running && this.#table.end?.is_over) this.#again();
    if (running) this.#match.look(Infinity);
    this.#pace.isRunning = running;
    this.#start.textContent = running ? "Pause" : "Start";
  }

  #stepOnce() {
    this.#run(false);
    this.#match.look(Infinity);
    this.#pace.step();
  }

  #turnBoard() {
    this.#table.view.flipped = !this.#table.view.flipped;
    this.#flip.setAttribute("aria-pressed", String(this.#table.view.flipped));
    this.#table.draw();
  }

  #shown() {
    const { end, canFlip } = this.#table;
    this.#seats.show();
    this.#seats.turn(end.is_over ? -1 : end.to_move);
    this.#seed.value = String(this.#match.seed);
    this.#step.disabled = end.is_over;
    this.#flip.disabled = !canFlip;
    if (end.is_over && this.#pace.isRunning) this.#run(false);
  }
}

new WatchPage(mountShell("watch")).resume();
