/** The page where Pacman is watched and played. */

import { client } from "../shared/client.js";
import { h } from "../shared/dom.js";
import { announce, mountShell } from "../shared/shell.js";
import { Controls } from "./controls.js";
import { endingText, sceneText, statusText } from "./descriptions.js";
import { Film } from "./film.js";
import { MazePicture } from "./maze-picture.js";
import { OwnGame } from "./own-game.js";
import { Projector } from "./projector.js";
import { ScoreBoard } from "./score-board.js";
import { KEYBOARD, mazeFields, readSettings, writeSettings } from "./settings.js";
import { SetupPanel } from "./setup-panel.js";
import { directionPad, listenForDirections } from "./steering.js";
import { WatchedGame } from "./watched-game.js";

/** The next step is asked for so much of a round before the last one has been seen, so that Pacman does not falter. */
const AHEAD = 0.3;

class PacmanPage {
  #film = new Film();
  #picture = new MazePicture(() => this.#projector.refresh());
  #projector = new Projector(this.#film, (time) => this.#draw(time));
  #score = new ScoreBoard();
  #controls;
  #setup;
  #pad = directionPad((direction) => this.#steer(direction));
  /** @type {WatchedGame | null} a game of an agent's */
  #watched = null;
  /** @type {OwnGame | null} a game of the person's who looks at the page */
  #own = null;
  /** Why there is nothing to play. */
  #error = "";
  #isEndTold = false;
  /** The round that is shown as soon as it is known, after the page was loaded anew. */
  #wantedRound = 0;
  /** Counts games, so that a late answer about an earlier one is dropped. */
  #games = 0;
  /** Whether a game was asked to run before its maze was there. */
  #isRunWanted = false;

  /**
   * @param {HTMLElement} main
   * @param {import("./setup-panel.js").Library} library
   */
  constructor(main, library) {
    this.#controls = new Controls({
      run: () => this.#toggle(),
      step: (by) => this.#step(by),
      restart: () => this.#begin(),
      stop: () => this.#watched?.stop(),
      jump: (round) => this.#projector.jump(round),
      speed: (speed) => (this.#projector.speed = speed),
    });
    this.#setup = new SetupPanel(library, readSettings().settings, () => this.#begin());
    main.classList.add("pacman");
    main.append(
      h("h1", { class: "visually-hidden", text: "Pacman" }),
      h("div", { class: "stage stack" }, this.#score.element, h("div", { class: "maze-frame" }, this.#picture.element), this.#pad, this.#controls.element),
      this.#setup.element,
    );
    listenForDirections(this.#picture.element, (direction) => this.#steer(direction));
    window.addEventListener("hashchange", () => this.resume());
    document.addEventListener("visibilitychange", () => document.hidden && this.#projector.pause());
  }

  /** Goes on where the address, or the last visit, left off. */
  async resume() {
    const { settings, place } = readSettings();
    this.#setup.settings = settings;
    await this.#begin(place);
  }

  /** Shows the maze at the beginning of a game, or a game that has begun. */
  async #begin({ actions, move } = { actions: [], move: 0 }) {
    const game = ++this.#games;
    const settings = this.#setup.settings;
    this.#watched?.leave();
    this.#own?.leave();
    this.#watched = this.#own = null;
    this.#error = "";
    this.#isEndTold = this.#isRunWanted = false;
    try {
      const maze = await client.ask("maze", mazeFields(settings));
      if (game !== this.#games) return;
      this.#lay(maze, settings);
    } catch (error) {
      this.#error = error.message;
      this.#score.status = error.message;
      return;
    }
    this.#wantedRound = move;
    if (this.#own) await this.#own.resume(actions);
    else if (move > 0) this.#watched.start();
    if (this.#isRunWanted) this.#toggle();
    this.#save();
  }

  /** Lays a maze on the table, for whoever plays. */
  #lay(maze, settings) {
    const isOwn = settings.pacman === KEYBOARD;
    const ghosts = maze.ghosts.slice(0, settings.number ?? maze.ghosts.length).map(([x, y]) => ({ x, y, facing: "Stop", scared: 0 }));
    this.#film.begin({ pacman: { x: maze.pacman[0], y: maze.pacman[1], facing: "Stop" }, ghosts });
    if (isOwn) this.#own = new OwnGame(settings, this.#film, () => this.#changed());
    else this.#watched = new WatchedGame(settings, this.#film, () => this.#changed());
    this.#picture.element.classList.toggle("is-steered", isOwn);
    this.#pad.hidden = !isOwn;
    this.#setup.drawing = maze.text;
    this.#picture.maze = maze;
    this.#projector.jump(0);
  }

  /** Plays on, or rests; where the maze is still on its way, as soon as it is there. */
  #toggle() {
    if (!this.#own && !this.#watched) {
      this.#isRunWanted = true;
      return;
    }
    if (this.#projector.isRunning) return this.#step(0);
    if (this.#isFinished) this.#projector.jump(0);
    this.#projector.run();
    this.#watched?.start();
  }

  /** Goes a round on or back; 0 rests at the end of this one. */
  #step(by) {
    if (by < 0) this.#projector.jump(Math.ceil(this.#projector.time) - 1);
    else if (by > 0) this.#projector.step();
    else this.#projector.pause();
    this.#watched?.start();
  }

  /** Takes where a person wants Pacman to go; returns whether a person plays. */
  #steer(direction) {
    if (!this.#own || this.#own.isOver) return false;
    this.#own.want(direction);
    if (this.#projector.time < this.#film.length - 1) this.#projector.jump(this.#film.length);
    this.#projector.run();
    return true;
  }

  /** Asks for the next step of a person's game, as soon as the last one is nearly seen. */
  #follow(time) {
    const own = this.#own;
    if (!own || !own.isReady || own.isOver || !this.#projector.isRunning || time < this.#film.length - AHEAD) return;
    if (this.#controls.keepsMoving) own.goOn();
    else if (own.isWanted) own.goOnce();
  }

  /** Whether all there is and will be was seen. */
  get #isFinished() {
    const isAll = this.#own ? this.#own.isOver : this.#watched?.isDone === true;
    return isAll && this.#film.length > 0 && this.#projector.time >= this.#film.length;
  }

  /** Takes note of an answer. */
  #changed() {
    if (this.#own && this.#film.length > 0 && !this.#projector.isRunning && this.#projector.time === 0) {
      this.#projector.jump(this.#film.length);
    }
    if (this.#wantedRound && (this.#film.length >= this.#wantedRound || this.#watched?.isDone)) {
      this.#projector.jump(this.#wantedRound);
      this.#wantedRound = 0;
    }
    if (this.#own) this.#save();
    this.#projector.refresh();
  }

  #draw(time) {
    const round = this.#film.round(time);
    if (!round || this.#error) return;
    this.#follow(time);
    this.#picture.draw(this.#film.scene(time), time);
    this.#score.show(Math.floor(time), round);
    if (this.#isFinished && !this.#isEndTold) this.#tellEnd();
    this.#controls.show({
      isOwn: this.#own !== null,
      isRunning: this.#projector.isRunning,
      isFinished: this.#isFinished,
      isUnderWay: this.#watched?.isUnderWay === true,
      canStep: time < this.#film.length || (this.#watched !== null && !this.#watched.isDone),
      time,
      length: this.#film.length,
    });
    this.#score.status = statusText({ own: this.#own, watched: this.#watched, isWaiting: time >= this.#film.length, isFinished: this.#isFinished, round, time });
    if (Number.isInteger(time)) this.#picture.label = sceneText(round, time);
    if (Number.isInteger(time) && !this.#projector.isRunning && !this.#own) this.#save();
  }

  /** Rests at the end, and says once how it was. */
  #tellEnd() {
    this.#isEndTold = true;
    this.#projector.pause();
    announce(endingText(this.#film.round(Infinity), this.#film.length, this.#watched));
  }

  /** Keeps what is played, and how far it has come. */
  #save() {
    const place = { actions: this.#own?.actions ?? [], move: this.#own ? 0 : this.#wantedRound || Math.floor(this.#projector.time) };
    writeSettings(this.#setup.settings, place);
  }
}

const main = mountShell("pacman");
const library = await client.ask("pacmen");
new PacmanPage(main, library).resume();
