/** How a game begins: which seats there are, and who sits there if nobody says. */

import { agentsOf } from "../shared/agent-picker.js";
import { HUMAN } from "./match.js";
import { positionAt } from "./positions.js";

/** What is played where nothing else is known. */
const USUAL_GAME = "connect_four";

/**
 * Returns a promise of the seats of a game: the game's default agent, but a person on the first one if people play.
 * @param {string} game
 * @param {boolean} withPeople
 * @param {string[]} [given] who is known to sit there
 * @returns {Promise<string[]>}
 */
export async function seatsOf(game, withPeople, given = []) {
  const [{ players }, { default: agent }] = await Promise.all([positionAt({ game, position: "initial", moves: [], seed: 0 }), agentsOf(game)]);
  const usual = (player) => (withPeople && player === 0 ? HUMAN : agent);
  const known = given.map((seat) => (seat === HUMAN && !withPeople ? "" : seat));
  return Array.from({ length: players }, (_, player) => known[player] || usual(player));
}

/**
 * Begins what the address or the browser's memory holds, else a new game.
 * @param {import("./match.js").Match} match
 * @param {boolean} withPeople
 * @returns {Promise<void>} rejected where what was kept cannot be played: then a new game has begun, unless it may be played later
 */
export async function resume(match, withPeople) {
  const kept = match.kept();
  try {
    const game = kept?.game ?? USUAL_GAME;
    const seats = await seatsOf(game, withPeople, kept?.seats);
    if (kept) await positionAt({ game, position: kept.start, moves: kept.moves, seed: kept.seed });
    match.begin({ ...kept, game, seats });
  } catch (error) {
    if (error.mayPass) throw error; // whatever began now would take the place of the game that is kept
    match.begin({ game: USUAL_GAME, seats: await seatsOf(USUAL_GAME, withPeople) });
    throw error;
  }
}
