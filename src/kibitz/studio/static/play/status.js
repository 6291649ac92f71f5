/** The state of a game in a few words. */

/**
 * Returns what is to be said about a game now.
 * @param {import("./match.js").Match} match
 * @param {any} end the position at the end of the game
 * @returns {{head: string, rest: string}}
 */
export function statusOf(match, end) {
  const { sides } = match;
  const verdict = end.is_over ? verdictOf(end.result, sides) : "";
  if (match.looked !== null) return { head: `After move ${match.looked} of ${match.moves.length}`, rest: verdict && `(${verdict})` };
  if (end.is_over) return { head: verdict, rest: end.result.reason ?? "" };
  if (match.resigned !== null) return { head: `${sides.head(1 - match.resigned)} wins`, rest: `${sides.name(match.resigned)} resigned` };
  if (end.to_move < 0) return { head: "Chance decides", rest: "" };
  const head = `${sides.head(end.to_move)} is to move`;
  if (!match.isHuman(end.to_move)) return { head, rest: match.seats[end.to_move] };
  const people = match.seats.filter((_, player) => match.isHuman(player)).length;
  if (people > 1) return { head, rest: "" };
  return { head: "Your move", rest: end.players > 1 ? `as ${sides.the(end.to_move)}` : "" };
}

/**
 * Returns the question which move was played next.
 * @param {import("./match.js").Match} match
 * @param {any} position the position on the board
 */
export function questionOf(match, position) {
  return { head: `What did ${match.sides.the(position.to_move)} play?`, rest: `move ${match.ply + 1} of ${match.moves.length}` };
}

/** Returns who has won, without the numbers, which the reason or the board tells. */
function verdictOf({ verdict, utilities }, sides) {
  const best = Math.max(...utilities);
  const winners = [...utilities.keys()].filter((player) => utilities[player] === best);
  const isWon = utilities.length > 1 && winners.length === 1;
  return isWon ? `${sides.head(winners[0])} wins` : capital(verdict.replace(/\s*\(.*\)$/, ""));
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
