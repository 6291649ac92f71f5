/** Colours of values: blue is good for one side, orange for the other, as the two players are coloured everywhere. */

import { h } from "../shared/dom.js";

/** @typedef {[number, number, number]} Colour */

/** Okabe and Ito's blue and orange, which people with any kind of sight tell apart, with a neutral middle. */
const SCALES = {
  light: { low: [213, 94, 0], middle: [236, 237, 239], high: [0, 114, 178], unknown: [246, 246, 246] },
  dark: { low: [240, 134, 47], middle: [58, 63, 71], high: [86, 180, 233], unknown: [39, 43, 50] },
};

/** The colours that pages take from the stylesheet, by name. */
const TOKENS = ["ink", "muted", "line", "surface", "raised", "accent", "background", "chance"];

export class Palette {
  /**
   * @param {HTMLElement} element where the stylesheet's colours are read
   */
  constructor(element) {
    const style = getComputedStyle(element);
    const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const read = (name) => resolved(element, probe, `var(${name})`);
    /** @type {Record<string, string>} */
    this.tokens = Object.fromEntries(TOKENS.map((name) => [name, read(`--${name}`)]));
    this.players = Array.from({ length: 6 }, (_, player) => read(`--player-${player}`));
    this.font = style.fontFamily;
    const isDark = luminance(/** @type {Colour} */ (this.tokens.background.match(/\d+/g).slice(0, 3).map(Number))) < 0.25;
    this.scale = isDark ? SCALES.dark : SCALES.light;
  }

  /**
   * Returns the colour of a player, or of chance.
   * @param {number} player
   */
  player(player) {
    return player < 0 ? this.tokens.chance : this.players[player % this.players.length];
  }

  /**
   * Returns the colour of a share from 0, worst, to 1, best; null is not known.
   * @param {number | null} share
   * @returns {Colour}
   */
  value(share) {
    const { low, middle, high, unknown } = /** @type {any} */ (this.scale);
    if (share === null) return unknown;
    const strength = Math.min(1, Math.abs(2 * share - 1));
    const end = share < 0.5 ? low : high;
    return /** @type {Colour} */ (middle.map((part, place) => Math.round(part + strength * (end[place] - part))));
  }
}

/**
 * Returns a colour as stylesheets write it.
 * @param {Colour} colour
 */
export function css([red, green, blue]) {
  return `rgb(${red} ${green} ${blue})`;
}

/**
 * Returns black or white, whichever is read better on a colour.
 * @param {Colour} colour
 */
export function inkOn(colour) {
  return luminance(colour) > 0.19 ? "#101214" : "#ffffff";
}

/** Returns how light a colour is, as WCAG 2 defines it. */
function luminance(colour) {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns a colour as rgb(): it may be a function of the theme, which canvases cannot read. */
function resolved(element, probe, colour) {
  // Each on a new element: one that has a colour already would change it little by little.
  const patch = h("span");
  patch.style.color = colour;
  element.parentElement.append(patch);
  probe.fillStyle = getComputedStyle(patch).color;
  patch.remove();
  probe.fillRect(0, 0, 1, 1);
  const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
  return `rgb(${red} ${green} ${blue})`;
}

/**
 * Returns from which worst to which best value a tree is coloured: all that are seen, with an even middle between two sides.
 * @param {Iterable<number | null>} utilities
 * @param {number | null} whole what the utilities of both sides add up to, where they do
 * @returns {{low: number, high: number}}
 */
export function scaleOf(utilities, whole) {
  let low = Infinity;
  let high = -Infinity;
  for (const utility of utilities) {
    if (typeof utility !== "number") continue;
    low = Math.min(low, utility);
    high = Math.max(high, utility);
  }
  if (low > high) return { low: -1, high: 1 };
  if (whole !== null) {
    const reach = Math.max(Math.abs(high - whole / 2), Math.abs(low - whole / 2));
    return { low: whole / 2 - reach, high: whole / 2 + reach };
  }
  return { low, high };
}

/**
 * Returns where a value lies on a scale, from 0 to 1, and null where it is not known.
 * @param {number | string | null} utility
 * @param {{low: number, high: number}} scale
 */
export function shareOf(utility, { low, high }) {
  if (utility === "inf") return 1;
  if (utility === "-inf") return 0;
  if (typeof utility !== "number") return null;
  return high > low ? Math.min(1, Math.max(0, (utility - low) / (high - low))) : 0.5;
}
