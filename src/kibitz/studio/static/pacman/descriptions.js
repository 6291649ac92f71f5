/** What is to be seen, in words. */

import { signed } from "./score-board.js";

const PHASES = {
  compiling: "The search is being compiled, the first time only …",
  waiting: "All processors are busy; the game waits for its turn …",
};

/** @typedef {import("./film.js").Round} Round */
/** @typedef {import("./watched-game.js").WatchedGame} WatchedGame */
/** @typedef {import("./own-game.js").OwnGame} OwnGame */

/**
 * Returns how the game stands.
 * @param {{own: OwnGame | null, watched: WatchedGame | null, isWaiting: boolean, isFinished: boolean, round: Round, time: number}} state
 *   isWaiting: all that is known was seen
 */
export function statusText({ own, watched, isWaiting, isFinished, round, time }) {
  if (own?.error || watched?.error) return own?.error || watched?.error;
  if (isFinished) return endingText(round, Math.floor(time), watched);
  if (own) return own.actions.length ? "Arrow keys, w a s d, or a swipe: that is where Pacman goes." : "You play: the first arrow key, w a s d, or a swipe begins.";
  if (!watched || !isWaiting) return "";
  if (!watched.isUnderWay) return "Ready to start.";
  return PHASES[watched.phase] ?? "Pacman is thinking …";
}

/**
 * Returns how a game ended.
 * @param {Round} round the last one
 * @param {number} moves
 * @param {WatchedGame | null} watched
 */
export function endingText({ score, over }, moves, watched) {
  const points = `${signed(score)} points after ${moves} ${moves === 1 ? "move" : "moves"}`;
  const end = over === "won" ? `Won: ${points}.` : over === "lost" ? `Lost: ${points}.` : `Not finished: ${points}.`;
  const { ending } = watched ?? {};
  if (!ending) return end;
  const failure = ending.failure ? ` ${ending.failure[0].toUpperCase()}${ending.failure.slice(1)}.` : "";
  const thinking = ending.seconds === null ? "" : ` Pacman thought for ${seconds(ending.seconds)}.`;
  return `${end}${failure}${thinking}`;
}

/**
 * Returns what a picture shows, for those who cannot see it.
 * @param {Round} round
 * @param {number} time
 */
export function sceneText({ pacman, ghosts, score }, time) {
  const places = ghosts.map(({ x, y, scared }, number) => `ghost ${number + 1} at ${x}, ${y}${scared ? ", scared" : ""}`);
  return `The maze after move ${time}: Pacman at ${pacman.x}, ${pacman.y}${places.length ? `; ${places.join("; ")}` : ""}; score ${signed(score)}.`;
}

function seconds(count) {
  return count < 1 ? `${Math.max(1, Math.round(count * 1000))} ms` : `${count.toFixed(1)} s`;
}
