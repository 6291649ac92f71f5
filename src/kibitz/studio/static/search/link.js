/** What is searched, in the address, to be shared, and in the browser's memory, to be found again. */

import { readAddress, readList, writeAddress } from "../shared/address.js";
import { recall, remember } from "../shared/memory.js";

const MEMORY = "search";

/** @typedef {import("./tree-search.js").Point} Point */

/**
 * Returns what the address says, else what was searched last, else the start of Connect Four.
 * @returns {{point: Point, agent: string}}
 */
export function readState() {
  const fields = readAddress();
  if (fields.game) return stateOf(fields, readList("moves"));
  const { moves = [], ...kept } = recall(MEMORY, /** @type {any} */ ({}));
  return stateOf(kept, moves);
}

/**
 * Makes the address say what is searched.
 * @param {Point} point
 * @param {string} agent
 */
export function writeState(point, agent) {
  const fields = { ...fieldsOf(point), agent };
  writeAddress(fields);
  remember(MEMORY, fields);
}

/**
 * Returns the address of a page that shows a point.
 * @param {string} page
 * @param {Point} point
 */
export function linkTo(page, point) {
  const text = (value) => (Array.isArray(value) ? value.map(encodeURIComponent).join(",") : encodeURIComponent(value));
  const parts = Object.entries(fieldsOf(point)).filter(([, value]) => value.length || value > 0);
  return `${page}#${parts.map(([name, value]) => `${name}=${text(value)}`).join("&")}`;
}

/** Returns a point as fields of an address. */
function fieldsOf({ game, position, moves, seed }) {
  return { game, position: position === "initial" ? "" : position, moves, seed: seed || "" };
}

/** @returns {{point: Point, agent: string}} */
function stateOf({ game = "connect_four", position = "", seed = "", agent = "" }, moves) {
  const number = Number(seed);
  const point = { game, position: position || "initial", moves, seed: Number.isSafeInteger(number) && number >= 0 ? number : 0 };
  return { point, agent };
}
