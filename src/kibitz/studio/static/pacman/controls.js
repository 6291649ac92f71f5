/** The buttons below the maze: run and rest, step by step, speed, and the round that is seen. */

import { h } from "../shared/dom.js";
import { recall, remember } from "../shared/memory.js";

/** Rounds a second, and what that is called. */
const SPEEDS = [["2", "slow"], ["4", "calm"], ["8", "normal"], ["16", "fast"], ["60", "fastest"]];
const USUAL_SPEED = "8";
const OWN_SPEED = "4";

/** @typedef {{isOwn: boolean, isRunning: boolean, isFinished: boolean, isUnderWay: boolean, canStep: boolean, time: number, length: number}} State
 *   isOwn: a person plays; isFinished: all of it was seen; isUnderWay: the server still plays */

export class Controls {
  #run;
  #back;
  #step;
  #stop;
  #round = h("input", { type: "range", min: "0", max: "0", value: "0", step: "1", class: "timeline" });
  #roundText = h("output", { class: "number muted timeline-text" });
  #keepMoving = h("input", { type: "checkbox", checked: true });
  #keepMovingField = h("label", { class: "field is-check" }, this.#keepMoving, h("span", { text: "Pacman keeps moving" }));
  #speed;
  #onSpeed;
  #isOwn = false;

  /**
   * @param {{run: () => void, step: (by: number) => void, restart: () => void, stop: () => void, jump: (round: number) => void,
   *   speed: (speed: number) => void}} on what each control does
   */
  constructor(on) {
    const button = (text, click) => h("button", { class: "button", type: "button", text, on: { click } });
    this.#onSpeed = on.speed;
    this.#run = button("Start", on.run);
    this.#run.classList.add("is-primary", "controls-run");
    this.#back = button("Step back", () => on.step(-1));
    this.#step = button("Step", () => on.step(1));
    this.#stop = button("Stop the game", on.stop);
    this.#round.addEventListener("input", () => on.jump(Number(this.#round.value)));
    this.#speed = h("select", { value: USUAL_SPEED, on: { change: () => this.#setSpeed(this.#speed.value) } }, ...SPEEDS.map(([value, text]) => h("option", { value, text })));
    this.element = h("div", { class: "controls stack" },
      h("div", { class: "toolbar", role: "group", "aria-label": "Controls" }, this.#run, this.#back, this.#step, button("Restart", on.restart), this.#stop,
        h("label", { class: "row controls-speed" }, h("span", { class: "muted", text: "Speed" }), this.#speed), this.#keepMovingField),
      h("label", { class: "row timeline-row" }, h("span", { class: "muted", text: "Move" }), this.#round, this.#roundText));
    this.#recallSpeed();
  }

  /** Whether Pacman goes on by himself where a person plays. */
  get keepsMoving() {
    return this.#keepMoving.checked;
  }

  /**
   * Shows how things stand.
   * @param {State} state
   */
  show({ isOwn, isRunning, isFinished, isUnderWay, canStep, time, length }) {
    if (isOwn !== this.#isOwn) {
      this.#isOwn = isOwn;
      this.#recallSpeed();
    }
    this.#run.textContent = isRunning ? "Pause" : isFinished ? "See again" : "Start";
    this.#run.hidden = isOwn && !isFinished && !this.keepsMoving;
    this.#back.disabled = time <= 0;
    this.#step.disabled = !canStep;
    this.#stop.hidden = isOwn;
    this.#stop.disabled = !isUnderWay;
    this.#keepMovingField.hidden = !isOwn;
    this.#round.max = String(length);
    this.#round.value = String(Math.floor(time));
    this.#roundText.textContent = `${Math.floor(time)} of ${length}${isUnderWay ? " …" : ""}`;
  }

  /** People need more time than those who only watch, so each has a speed of its own. */
  #recallSpeed() {
    const known = recall(this.#memory, "");
    this.#speed.value = SPEEDS.some(([value]) => value === known) ? known : this.#isOwn ? OWN_SPEED : USUAL_SPEED;
    this.#onSpeed(Number(this.#speed.value));
  }

  #setSpeed(value) {
    remember(this.#memory, value);
    this.#onSpeed(Number(value));
  }

  get #memory() {
    return this.#isOwn ? "pacman.own-speed" : "pacman.speed";
  }
}
