/** Numbers, values and reasons as pictures and captions write them. */

/** @typedef {number | "inf" | "-inf" | "nan"} Told a number as JSON holds it */

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
 * @param {number} [decimals] so many of the digits stand behind the point at most
 */
export function numberText(told, decimals = 3) {
  const value = numberOf(told);
  if (Number.isNaN(value)) return "?";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const isWhole = Number.isInteger(value) || Math.abs(value) >= 100;
  const rounded = isWhole ? Math.round(value) : Number(Number(value.toPrecision(3)).toFixed(decimals));
  return String(rounded).replace("-", "−");
}

/**
 * Returns a value, utilities of several players in parentheses.
 * @param {Told | Told[]} value
 * @param {number} [decimals]
 */
export function valueText(value, decimals = 3) {
  return Array.isArray(value) ? `(${value.map((one) => numberText(one, decimals)).join(", ")})` : numberText(value, decimals);
}

/**
 * Returns a caption or why branches are cut in the signs of the lectures: `2 ≤ α = 3`. Names of moves stay as they are.
 * @param {string} reason
 */
export function reasonText(reason) {
  const signs = reason.replaceAll(/(<=|>=|<|>) (alpha|beta) /g, (_, sign, bound) => `${SIGNS[sign]} ${SIGNS[bound]} = `);
  const rounded = signs.replaceAll(/-?\d+\.\d{4,}(e-?\d+)?/g, (digits) => numberText(Number(digits)));
  return rounded.replaceAll(/(^|[\s([])-(?=\d|∞|inf)/g, "$1−");
}
