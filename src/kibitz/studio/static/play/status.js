/** The state of a game in a few words. */

import { seatName } from "./match.js";

/**
 * Returns what is to be said about a game now.
 * @param {import("./match.js").Match} match
 * @param {any} end the position at the end of the game
 * @returns {{head: string, rest: string}}
 */
export function statusOf(match, end) {
  if (end.is_over) return { head: capital(verdictOf(end.result)), rest: end.result.reason ?? "" };
  if (match.resigned !== null) return { head: `${capital(seatName(match.resigned))} resigned`, rest: "" };
  if (match.looked !== null) return { head: `After move ${match.looked} of ${match.moves.length}`, rest: "" };
  if (end.to_move < 0) return { head: "Chance decides", rest: "" };
  const name = seatName(end.to_move);
  if (!match.isHuman(end.to_move)) return { head: `${capital(name)} is to move`, rest: match.seats[end.to_move] };
  const people = match.seats.filter((_, player) => match.isHuman(player)).length;
  return people === 1 ? { head: "Your move", rest: `as ${name} player` } : { head: `${capital(name)} is to move`, rest: "" };
}

/** Returns the verdict without the numbers, which the reason or the board tells. */
function verdictOf({ verdict }) {
  return verdict.replace(/\s*\(.*\)$/, "");
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
