/** Numbers, windows and reasons as the picture writes them. */

import { asNumber, readFraction } from "./fractions.js";

/** @typedef {number | "inf" | "-inf" | "nan"} Told a number as JSON holds it */

const LARGEST_DIVISOR = 64;
const SIGNS = { "<=": "≤", ">=": "≥", "<": "<", ">": ">", alpha: "α", beta: "β" };

/**
 * Returns a number of the protocol.
 * @param {Told} told
 */
export function numberOf(told) {
  return told === "inf" ? Infinity : told === "-inf" ? -Infinity : told === "nan" ? NaN : told;
}

/**
 * Returns a number as people read it: whole ones whole, others with three digits.
 * @param {Told} told
 */
export function numberText(told) {
  const value = numberOf(told);
  if (Number.isNaN(value)) return "?";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const text = Number.isInteger(value) || Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
  return text.replace("-", "−");
}

/**
 * Returns a value, utilities of several players in parentheses.
 * @param {Told | Told[]} value
 */
export function valueText(value) {
  return Array.isArray(value) ? `(${value.map(numberText).join(", ")})` : numberText(value);
}

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
 * Returns a caption or why branches are cut in the signs of the lectures: `2 ≤ α = 3`. Names of moves stay as they are.
 * @param {string} reason
 */
export function reasonText(reason) {
  const signs = reason.replaceAll(/(<=|>=|<|>) (alpha|beta) /g, (_, sign, bound) => `${SIGNS[sign]} ${SIGNS[bound]} = `);
  const rounded = signs.replaceAll(/-?\d+\.\d{4,}/g, (digits) => numberText(Number(digits)));
  return rounded.replaceAll(/(^|[\s([])-(?=\d|∞|inf)/g, "$1−");
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
