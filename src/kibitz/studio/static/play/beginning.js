/** How a game begins: which seats there are, and who sits there if nobody says. */

import { agentsOf } from "../shared/agent-picker.js";
import { HUMAN } from "./match.js";
import { positionAt } from "./positions.js";

/**
 * Returns a promise of the seats of a game: people where they are wanted, and its default agent elsewhere.
 * @param {string} game
 * @param {(player: number) => boolean} isHuman
 * @param {string[]} [given] who is known to sit there
 * @returns {Promise<string[]>}
 */
export async function seatsOf(game, isHuman, given = []) {
  const [{ players }, { default: agent }] = await Promise.all([positionAt({ game, position: "initial", moves: [], seed: 0 }), agentsOf(game)]);
  return Array.from({ length: players }, (_, player) => given[player] || (isHuman(player) ? HUMAN : agent));
}

/**
 * Begins what the address or the browser's memory holds, else a game of Connect Four.
 * @param {import("./match.js").Match} match
 * @param {(player: number) => boolean} isHuman
 * @returns {Promise<void>} rejected where the game that was kept cannot be played
 */
export async function resume(match, isHuman) {
  if (match.restore()) {
    const { game, start, moves, seed, resigned } = match;
    match.begin({ game, start, moves, seed, resigned, seats: await seatsOf(game, isHuman, match.seats) });
  } else {
    match.begin({ seats: await seatsOf(match.game, isHuman) });
  }
}
