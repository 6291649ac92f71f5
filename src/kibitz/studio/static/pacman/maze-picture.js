/** The maze on a canvas: walls are drawn once for each size, everything else anew for each picture. */

import { h } from "../shared/dom.js";
import { COLOURS, disc, drawGhost, drawPacman } from "./figures.js";

/** @typedef {{layout: string, text: string, width: number, height: number, walls: [number, number][], food: [number, number][],
 *   capsules: [number, number][], pacman: [number, number], ghosts: [number, number][]}} Maze */

/** How many times a second capsules pulse. */
const PULSE = 1.2;
/** How often Pacman's mouth opens in a round. */
const BITES = 1;
const OPEN = 0.24;
/** So many pixels a cell has at most. */
const LARGEST_CELL = 56;

export class MazePicture {
  /** @type {HTMLCanvasElement} */
  element = h("canvas", { class: "maze", role: "img" });
  #pen = this.element.getContext("2d");
  /** @type {Maze | null} */
  #maze = null;
  #walls = document.createElement("canvas");
  #cell = 0;
  #redraw;

  /** @param {() => void} redraw is called when the size has changed */
  constructor(redraw) {
    this.#redraw = redraw;
    new ResizeObserver(() => this.#fit()).observe(this.element);
  }

  /**
   * Shows another maze.
   * @param {Maze} maze
   */
  set maze(maze) {
    this.#maze = maze;
    this.element.style.setProperty("--maze-ratio", String(maze.width / maze.height));
    this.element.style.setProperty("--maze-width", `${maze.width * LARGEST_CELL}px`);
    this.#cell = 0;
    this.#fit();
  }

  /**
   * Says what is to be seen, for those who cannot.
   * @param {string} text
   */
  set label(text) {
    this.element.setAttribute("aria-label", text);
  }

  #fit() {
    if (!this.#maze) return;
    const cell = Math.max(4, Math.round((this.element.clientWidth * window.devicePixelRatio) / this.#maze.width));
    if (cell === this.#cell) return;
    this.#cell = cell;
    for (const canvas of [this.element, this.#walls]) {
      canvas.width = cell * this.#maze.width;
      canvas.height = cell * this.#maze.height;
    }
    this.#drawWalls(this.#walls.getContext("2d"));
    this.#redraw();
  }

  /** Draws the walls as tubes: a thick line along them, and a thinner one in the colour of the floor upon it. */
  #drawWalls(pen) {
    const { walls, width, height } = this.#maze;
    const isWall = new Set(walls.map(String));
    const path = new Path2D();
    for (const [x, y] of walls) {
      const [left, top] = this.#middle(x, y);
      const east = isWall.has(`${x + 1},${y}`);
      const south = isWall.has(`${x},${y - 1}`);
      path.moveTo(left, top);
      path.lineTo(left + (east ? this.#cell : 0.01), top);
      if (south) path.moveTo(left, top);
      if (south) path.lineTo(left, top + this.#cell);
      if (east && south && isWall.has(`${x + 1},${y - 1}`)) path.rect(left, top, this.#cell, this.#cell);
    }
    pen.fillStyle = COLOURS.floor;
    pen.fillRect(0, 0, width * this.#cell, height * this.#cell);
    pen.lineCap = pen.lineJoin = "round";
    for (const [thick, colour] of /** @type {[number, string][]} */ ([[0.5, COLOURS.wall], [0.34, COLOURS.floor]])) {
      pen.lineWidth = thick * this.#cell;
      pen.fillStyle = pen.strokeStyle = colour;
      pen.stroke(path);
      pen.fill(path);
    }
  }

  /**
   * Draws a scene.
   * @param {import("./film.js").Scene} scene
   * @param {number} time in rounds: the mouth moves with it
   */
  draw(scene, time) {
    if (!this.#maze || !this.#cell) return;
    const [pen, cell] = [this.#pen, this.#cell];
    pen.drawImage(this.#walls, 0, 0);
    for (const [x, y] of this.#maze.food) if (!scene.isGone(x, y)) disc(pen, ...this.#middle(x, y), cell * 0.11, COLOURS.food);
    const isMoving = !Number.isInteger(time);
    const pulse = isMoving ? 0.29 + 0.06 * Math.sin((performance.now() / 1000) * PULSE * 2 * Math.PI) : 0.3;
    for (const [x, y] of this.#maze.capsules) if (!scene.isGone(x, y)) disc(pen, ...this.#middle(x, y), cell * pulse, COLOURS.food);
    for (const [number, ghost] of scene.ghosts.entries()) {
      const [x, y] = this.#middle(ghost.x, ghost.y);
      drawGhost(pen, { x, y, radius: cell * 0.42, facing: ghost.facing, scared: ghost.scared, number });
    }
    const [x, y] = this.#middle(scene.pacman.x, scene.pacman.y);
    drawPacman(pen, { x, y, radius: cell * 0.44, facing: scene.pacman.facing, open: this.#mouth(scene, time) });
  }

  /** Returns how far Pacman's mouth is open: not at all before he has moved, half at rest, and at his end all too far. */
  #mouth({ pacman, lost }, time) {
    if (lost > 0) return OPEN + (1 - OPEN) * lost;
    if (pacman.facing === "Stop") return 0;
    return OPEN * (0.5 + 0.5 * Math.cos(2 * Math.PI * BITES * time));
  }

  /** Returns the middle of a cell on the canvas, where y goes down. @returns {[number, number]} */
  #middle(x, y) {
    return [(x + 0.5) * this.#cell, (this.#maze.height - 0.5 - y) * this.#cell];
  }
}
