/** How a game went: the value of each position for the first player, or for every player where there are more than two. */

import { clear, s } from "../shared/dom.js";

const WIDTH = 320;
const HEIGHT = 96;
const MARGIN = 6;
const UNKNOWN = "Value over the game: none known yet";

export class ValueGraph {
  #svg = s("svg", { class: "value-graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", preserveAspectRatio: "none" });
  #moves = 0;
  #sides;

  /**
   * @param {HTMLElement} container
   * @param {{onLook: (ply: number) => void, sides: import("../shared/sides.js").Sides}} settings
   */
  constructor(container, { onLook, sides }) {
    this.#sides = sides;
    this.#svg.setAttribute("aria-label", UNKNOWN);
    container.append(this.#svg);
    this.#svg.addEventListener("click", (event) => {
      const { left, width } = this.#svg.getBoundingClientRect();
      const share = ((event.clientX - left) / width) * WIDTH - MARGIN;
      onLook(Math.round((share / (WIDTH - 2 * MARGIN)) * Math.max(this.#moves, 1)));
    });
  }

  /**
   * @param {Map<number, import("./match.js").Worth>} worths
   * @param {number} moves how long the game is
   * @param {number} ply which position is looked at
   * @param {number} players
   */
  show(worths, moves, ply, players) {
    this.#moves = moves;
    const across = (at) => MARGIN + (at / Math.max(moves, 1)) * (WIDTH - 2 * MARGIN);
    const series = seriesOf(worths, players);
    clear(this.#svg).append(
      s("line", { class: "value-graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      s("line", { class: "value-graph-now", x1: across(ply), x2: across(ply), y1: 0, y2: HEIGHT }),
      ...series.flatMap(({ player, points }) => curve(player, points.map(([at, height]) => [across(at), HEIGHT - MARGIN - height * (HEIGHT - 2 * MARGIN)]))),
    );
    this.#svg.setAttribute("aria-label", described(series, this.#sides));
  }
}

/** Returns a curve for the first player, or one for each where there is no bar to share; heights are from 0 to 1. */
function seriesOf(worths, players) {
  const known = [...worths].sort(([a], [b]) => a - b);
  if (players <= 2) return [{ player: 0, points: known.filter(([, { bar }]) => bar !== null).map(([at, { bar }]) => [at, bar]) }];
  const told = known.filter(([, { utilities }]) => utilities);
  const all = told.flatMap(([, { utilities }]) => utilities);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const height = (value) => (high > low ? (value - low) / (high - low) : 0.5);
  return Array.from({ length: players }, (_, player) => ({ player, points: told.map(([at, { utilities }]) => [at, height(utilities[player])]) }));
}

function curve(player, points) {
  const line = s("polyline", { class: "value-graph-curve", "data-player": player, points: points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ") });
  // A line of no length with round ends: a dot that stays round however the picture is stretched.
  const dots = points.map(([x, y]) => s("path", { class: "value-graph-dot", "data-player": player, d: `M${x.toFixed(1)} ${y.toFixed(1)}h0` }));
  return [line, ...dots];
}

function described(series, sides) {
  const last = series[0].points.at(-1);
  if (!last) return UNKNOWN;
  const stands = series.map(({ player, points }) => `${sides.name(player)} ${Math.round(100 * points.at(-1)[1])} of 100`).join(", ");
  return `Value over the game, ${series[0].points.length} positions; after move ${last[0]}: ${stands}`;
}
