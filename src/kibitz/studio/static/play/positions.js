/** Positions of a game, asked for once each. */

import { client } from "../shared/client.js";

/** So many positions are kept: a long game, looked through again and again. */
const CAPACITY = 400;

/** @type {Map<string, Promise<any>>} */
const known = new Map();

client.onGamesChanged(() => known.clear());

/**
 * Returns a promise of the position that a point names.
 * @param {object} point
 * @returns {Promise<any>}
 */
export function positionAt(point) {
  const key = JSON.stringify(point);
  const kept = known.get(key);
  if (kept) return kept;
  if (known.size >= CAPACITY) known.delete(known.keys().next().value);
  const answer = client.ask("position", point);
  answer.catch(() => known.delete(key));
  known.set(key, answer);
  return answer;
}
