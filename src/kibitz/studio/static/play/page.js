/** The page to play on: people and agents at one board. */

import { choose } from "../shared/chooser.js";
import { h } from "../shared/dom.js";
import { GamePicker } from "../shared/game-picker.js";
import { attempt, mountShell, notify } from "../shared/shell.js";
import { Advice } from "./advice.js";
import { seatsOf } from "./beginning.js";
import { Exchange } from "./exchange.js";
import { Guessing } from "./guessing.js";
import { Match, shortValue } from "./match.js";
import { positionAt } from "./positions.js";
import { Review } from "./review.js";
import { Seats } from "./seats.js";
import { Table } from "./table.js";

class PlayPage {
  #match = new Match("play");
  #table;
  #advice;
  #exchange;
  #seats;
  #guessing;
  #picker;
  #buttons = new Map();
  #looking;
  #typed = h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "e4", "aria-label": "Move by name" });

  /** @param {HTMLElement} main */
  constructor(main) {
    const match = this.#match;
    this.#table = new Table(match, { onShown: () => this.#shown(), onMove: (action) => this.#play(action), onStop: () => this.#advice.stop() });
    this.#advice = new Advice({
      onProgress: (progress, moves, stop) => this.#table.thinking.show(progress, moves, stop),
      onValues: (values) => this.#view({ values }),
      onHint: (decision) => this.#showHint(decision),
      onError: (sentence) => notify(sentence, "error"),
    });
    const gamePlace = h("div");
    const seatsPlace = h("div", { class: "seats" });
    const exchangePlace = h("div", { class: "stack" });
    this.#looking = this.#lookingBar();
    this.#table.centre.append(this.#looking, this.#toolbar());
    main.classList.add("table");
    main.append(
      h("h1", { class: "visually-hidden", text: "Play" }),
      this.#table.centre,
      h("div", { class: "table-side" }, this.#table.thinkingPanel, this.#table.movesPanel),
      h("div", { class: "table-setup" },
        h("section", { class: "panel stack", "aria-label": "Game" }, gamePlace, h("button", { class: "button is-primary", type: "button", text: "New game", on: { click: () => this.#begin(match.game, match.seats) } })),
        h("section", { class: "panel stack", "aria-label": "Seats" }, seatsPlace),
        h("details", { class: "panel" }, h("summary", { text: "Position and record" }), exchangePlace)),
    );
    this.#picker = new GamePicker(gamePlace, { value: match.game, onChange: (game) => this.#begin(game) });
    this.#seats = new Seats(seatsPlace, match, { human: true });
    this.#exchange = new Exchange(exchangePlace, match, { onRead: (read) => this.#read(read) });
    this.#table.movesPanel.append(h("form", { class: "type-move", on: { submit: (event) => this.#type(event) } }, this.#typed, h("button", { class: "button", type: "submit", text: "Play" })));
    const questions = h("div", { class: "row" });
    const answers = h("div", { class: "stack" });
    this.#table.movesPanel.append(questions, answers);
    new Review(questions, answers, match, { onLine: (ply, line) => this.#table.showLine(ply, line) });
    this.#guessing = new Guessing(questions, match, this.#table);
    window.addEventListener("hashchange", () => this.resume());
  }

  /** Goes on where the address, or the last visit, left off. */
  async resume() {
    await this.#table.resume(true);
    this.#picker.value = this.#match.game;
  }

  async #begin(game, given = []) {
    await attempt(async () => this.#match.begin({ game, seats: await seatsOf(game, true, given) }));
    this.#picker.value = this.#match.game; // the one before, where this one cannot be played
  }

  async #read({ game, position, moves }) {
    const given = game === this.#match.game ? this.#match.seats : [];
    await attempt(async () => this.#match.begin({ game, start: position, moves, seats: await seatsOf(game, true, given) }));
    this.#picker.value = this.#match.game;
  }

  /** Follows the position on the board with everything that depends on it. */
  #shown() {
    const { position, end, canFlip } = this.#table;
    const match = this.#match;
    this.#seats.show();
    this.#seats.turn(end.is_over ? -1 : end.to_move);
    this.#exchange.show(position.position);
    const { isAsking, isPersonToMove: playable } = this.#table;
    this.#looking.hidden = match.looked === null || isAsking;
    this.#advice.follow(playable || match.looked !== null ? match.point(match.ply) : null);
    this.#enable("Hint", playable);
    this.#enable("Undo", !isAsking && this.#lastTurn() >= 0);
    this.#enable("Redo", !isAsking && match.undone.length > 0);
    this.#enable("Resign", !isAsking && !end.is_over && match.resigned === null && end.players === 2 && match.seats.some((_, player) => match.isHuman(player)));
    this.#enable("Flip", canFlip);
    this.#enable("Show values", true);
    this.#enable("Roll by hand", true);
    this.#typed.disabled = !playable;
    this.#typed.placeholder = (isAsking ? position : end).legal_moves[0]?.action ?? "";
    this.#buttons.get("Roll by hand").hidden = !(position.to_move < 0 || position.history.some(({ to_move: mover }) => mover < 0));
  }

  #toolbar() {
    const button = (text, click, properties = {}) => {
      const element = h("button", { class: "button", type: "button", text, disabled: true, on: { click }, ...properties });
      this.#buttons.set(text, element);
      return element;
    };
    return h("div", { class: "toolbar table-toolbar", role: "group", "aria-label": "Game controls" },
      button("Hint", () => this.#advice.hint(this.#match.point(this.#match.ply))),
      button("Undo", () => this.#match.undoTo(this.#lastTurn())),
      button("Redo", () => this.#redo()),
      button("Show values", () => this.#toggleValues(), { "aria-pressed": "false" }),
      button("Flip", () => this.#flip(), { "aria-pressed": "false" }),
      button("Resign", () => this.#resign()),
      button("Roll by hand", () => this.#toggleRolling(), { "aria-pressed": "false", hidden: true }));
  }

  #lookingBar() {
    const button = (text, click) => h("button", { class: "button", type: "button", text, on: { click } });
    return h("div", { class: "row looking", hidden: true },
      button("Back to the game", () => this.#match.look(Infinity)), button("Play on from here", () => this.#match.undoTo(this.#match.ply)));
  }

  #enable(text, enabled) {
    this.#buttons.get(text).disabled = !enabled;
  }

  #view(changes) {
    Object.assign(this.#table.view, changes);
    this.#table.draw();
  }

  #play(action) {
    if (!this.#table.isPersonToMove) return;
    this.#advice.cancel();
    this.#table.view.values = null;
    if (this.#guessing.isRunning) this.#guessing.answer(action);
    else this.#match.play(action);
  }

  #type(event) {
    event.preventDefault();
    const typed = this.#typed.value.trim();
    const move = this.#table.position.legal_moves.find(({ action }) => action.toLowerCase() === typed.toLowerCase());
    if (!move) return notify(`${typed || "Nothing"} is no legal move here.`, "error");
    this.#typed.value = "";
    this.#play(move.action);
  }

  /** Returns the number of moves before the last one that a person made, or -1. */
  #lastTurn() {
    const history = this.#table.end.history.slice(0, this.#match.moves.length); // taken back faster than shown
    return history.findLastIndex(({ to_move: mover }) => this.#match.isHuman(mover));
  }

  /** Makes a person's move again, and what was answered to it. */
  async #redo() {
    const match = this.#match;
    let count = 0;
    let position = null;
    do {
      count += 1;
      const again = match.undone.slice(-count).reverse();
      position = await this.#look([...match.moves, ...again]);
    } while (count < match.undone.length && !match.isHuman(position.to_move));
    match.redo(count);
  }

  #look(moves) {
    return positionAt({ ...this.#match.point(), moves });
  }

  #toggleValues() {
    this.#advice.showsValues = !this.#advice.showsValues;
    this.#buttons.get("Show values").setAttribute("aria-pressed", String(this.#advice.showsValues));
    this.#shown();
  }

  #toggleRolling() {
    this.#table.dice.byHand = !this.#table.dice.byHand;
    this.#buttons.get("Roll by hand").setAttribute("aria-pressed", String(this.#table.dice.byHand));
  }

  #flip() {
    const flipped = !this.#table.view.flipped;
    this.#buttons.get("Flip").setAttribute("aria-pressed", String(flipped));
    this.#view({ flipped });
  }

  async #resign() {
    const match = this.#match;
    const { to_move: mover } = this.#table.end;
    const player = match.isHuman(mover) ? mover : match.seats.findIndex((_, place) => match.isHuman(place));
    const sure = await choose(`Resign as ${match.sides.the(player)}?`, [{ text: "Resign", answer: true }]);
    if (sure) match.resign(player);
  }

  #showHint(decision) {
    this.#view({ hint: decision.cells ?? [] });
    notify(`Hint: ${decision.action} (${shortValue(decision.value_text)})`);
  }
}

new PlayPage(mountShell("play")).resume();
