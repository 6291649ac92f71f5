/** Exact fractions, for probabilities that must add up to 1. */

/** @typedef {{above: bigint, below: bigint}} Fraction in lowest terms, the part below above 0 */

const NUMBER = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?(?:\/(\d+))?(%?)$/i;

/**
 * Returns the number written as 12, -2.5, 1e3, 1/3 or 25%, or null where the text is none.
 * @param {string} text
 * @returns {Fraction | null}
 */
export function readFraction(text) {
  const match = NUMBER.exec(text.trim());
  if (!match) return null;
  const [, sign, whole, decimals, exponent, divisor, percent] = match;
  if (!(whole + decimals) || Math.abs(Number(exponent ?? 0)) > 30) return null;
  const shift = Number(exponent ?? 0) - decimals.length;
  let above = BigInt(`${whole}${decimals}`) * (sign === "-" ? -1n : 1n);
  let below = BigInt(divisor ?? 1) * (percent ? 100n : 1n);
  if (shift >= 0) above *= 10n ** BigInt(shift);
  else below *= 10n ** BigInt(-shift);
  return below === 0n ? null : reduced(above, below);
}

/** @param {Fraction} fraction */
export function writeFraction({ above, below }) {
  return below === 1n ? String(above) : `${above}/${below}`;
}

/** @param {Fraction} fraction */
export function asNumber({ above, below }) {
  return Number(above) / Number(below);
}

/** @param {Fraction} a @param {Fraction} b */
export function plus(a, b) {
  return reduced(a.above * b.below + b.above * a.below, a.below * b.below);
}

/** @param {Fraction} a @param {Fraction} b */
export function minus(a, b) {
  return reduced(a.above * b.below - b.above * a.below, a.below * b.below);
}

/** @param {Fraction} a @param {Fraction} b */
export function times(a, b) {
  return reduced(a.above * b.above, a.below * b.below);
}

/** @param {Fraction} a @param {Fraction} b not 0 */
export function over(a, b) {
  return b.above < 0n ? reduced(-a.above * b.below, -a.below * b.above) : reduced(a.above * b.below, a.below * b.above);
}

/** @param {bigint} above @param {bigint} below above 0 */
function reduced(above, below) {
  let a = above < 0n ? -above : above;
  let b = below;
  while (b) [a, b] = [b, a % b];
  const divisor = a || 1n;
  return { above: above / divisor, below: below / divisor };
}
