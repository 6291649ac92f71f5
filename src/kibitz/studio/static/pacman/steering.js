/** Where a person wants Pacman to go: by keys, by swipes over the maze, by buttons for thumbs. */

import { h } from "../shared/dom.js";

const KEYS = {
  ArrowUp: "North", ArrowDown: "South", ArrowLeft: "West", ArrowRight: "East",
  w: "North", s: "South", a: "West", d: "East", q: "Stop",
};
const PAD = [["North", "▲", "Up"], ["West", "◀", "Left"], ["Stop", "■", "Wait"], ["East", "▶", "Right"], ["South", "▼", "Down"]];
/** So many pixels a finger moves at least in a swipe. */
const SWIPE = 24;

/**
 * Listens to keys and swipes.
 * @param {HTMLElement} surface where one swipes
 * @param {(direction: string) => boolean} steer takes a direction, and returns whether anybody plays
 */
export function listenForDirections(surface, steer) {
  document.addEventListener("keydown", (event) => {
    const direction = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (steer(direction)) event.preventDefault();
  });
  let start = null;
  surface.addEventListener("pointerdown", (event) => (start = event));
  surface.addEventListener("pointercancel", () => (start = null));
  surface.addEventListener("pointermove", (event) => {
    if (!start || start.pointerId !== event.pointerId) return;
    const [right, down] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (Math.max(Math.abs(right), Math.abs(down)) < SWIPE) return;
    start = event; // a finger that stays down may turn again
    steer(Math.abs(right) > Math.abs(down) ? (right > 0 ? "East" : "West") : down > 0 ? "South" : "North");
  });
  for (const name of ["pointerup", "pointerleave"]) surface.addEventListener(name, () => (start = null));
}

/**
 * Returns buttons for all directions.
 * @param {(direction: string) => boolean} steer
 * @returns {HTMLElement}
 */
export function directionPad(steer) {
  const buttons = PAD.map(([direction, sign, label]) =>
    h("button", {
      class: "button", type: "button", "aria-label": label, text: sign, dataset: { direction },
      on: {
        // A thumb steers as it comes down; the click is for keyboards, which give no pointer.
        pointerdown: (event) => event.button === 0 && steer(direction),
        click: (event) => event.detail === 0 && steer(direction),
      },
    }));
  return h("div", { class: "pad", role: "group", "aria-label": "Where Pacman goes" }, ...buttons);
}

/** Returns whether the keys belong to a control that has the focus. */
function isTyping(target) {
  return target instanceof Element && target.closest('input:not([type="checkbox"]), select, textarea, dialog') !== null;
}
