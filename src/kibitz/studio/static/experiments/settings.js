/** Which experiment, how much of it, and its seed; as the address, the server and the command line write them. */

import { readAddress, writeAddress } from "../shared/address.js";
import { recall, remember } from "../shared/memory.js";

/** @typedef {{name: string, games: number | null, seed: number}} Settings games: how many, null for the experiment's own number */

/**
 * Returns what the address says, or if it says nothing what was asked last.
 * @returns {Settings}
 */
export function readSettings() {
  let address = readAddress();
  if (!address.name) address = recall("experiments.settings", {});
  return { name: address.name ?? "", games: atLeast(1, address.games), seed: atLeast(0, address.seed) ?? 0 };
}

/**
 * Writes what is asked into the address, and keeps it for the next visit.
 * @param {Settings} settings
 */
export function writeSettings(settings) {
  const address = addressOf(settings);
  writeAddress(address);
  remember("experiments.settings", address);
}

/**
 * Returns what the address says of these settings.
 * @param {Settings} settings
 * @returns {Record<string, string>}
 */
export function addressOf({ name, games, seed }) {
  return { name, games: games === null ? "" : String(games), seed: seed ? String(seed) : "" };
}

/**
 * Returns the words of the command line that does the same.
 * @param {Settings} settings
 * @returns {string[]}
 */
export function commandLine({ name, games, seed }) {
  const words = ["kibitz", "experiment", name];
  if (games !== null) words.push("--games", String(games));
  if (seed !== 0) words.push("--seed", String(seed));
  return words;
}

/**
 * Returns the whole number that a text holds, or nothing if it holds none or too small a one.
 * @param {number} least
 * @param {string} [text]
 * @returns {number | null}
 */
export function atLeast(least, text = "") {
  const number = Number.parseInt(text, 10);
  return Number.isSafeInteger(number) && number >= least ? number : null;
}
