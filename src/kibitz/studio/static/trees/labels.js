/** Windows and probabilities as the picture writes them, and values as people do. */

import { numberText } from "../shared/value-texts.js";
import { asNumber, readFraction } from "./fractions.js";

/** @typedef {import("../shared/value-texts.js").Told} Told */

const LARGEST_DIVISOR = 64;

/** @param {Told} alpha @param {Told} beta */
export function windowText(alpha, beta) {
  return `[${numberText(alpha)}, ${numberText(beta)}]`;
}

/**
 * Returns a probability as the fraction it most likely is, or with three digits.
 * @param {number} probability
 */
export function probabilityText(probability) {
  for (let below = 1; below <= LARGEST_DIVISOR; below += 1) {
    const above = Math.round(probability * below);
    if (Math.abs(above / below - probability) < 1e-9) return below === 1 ? String(above) : `${above}/${below}`;
  }
  return String(Number(probability.toPrecision(3)));
}

/**
 * Returns what a written value says: a number, or one for each player.
 * @param {string} text
 * @returns {number[]}
 */
export function writtenValues(text) {
  const parts = text.replace(/^\s*\(/, "").replace(/\)\s*$/, "").split(",");
  return parts.map((part) => {
    const fraction = readFraction(part);
    return fraction ? asNumber(fraction) : NaN;
  });
}
