/** The state of the page in its address, to be shared, and in the browser's memory, to be found again. */

import { readAddress, readList, writeAddress } from "../shared/address.js";
import { recall, remember } from "../shared/memory.js";
import { LECTURE } from "./source-picker.js";
import { treeFields, treeIn } from "./tree-address.js";

const MEMORY = "trees";
const PAUSE = 400;

let timer = 0;
/** @type {import("./lab.js").Lab | null} whose state is not in the address yet */
let waiting = null;

/** @typedef {{source: import("./source-picker.js").Source, agent: string | null, seed: number, step: number}} State */

/**
 * Returns what the address says, else what was shown last, else the lectures' tree.
 * @returns {State}
 */
export function readState() {
  const fields = readAddress();
  if (fields.game || fields.tree || fields.text) return stateOf(fields, readList("moves"));
  const { moves = [], ...kept } = recall(MEMORY, /** @type {any} */ ({}));
  return stateOf(kept, moves);
}

/**
 * Makes the address say what is shown: soon, for browsers refuse to have it changed many times a second.
 * @param {import("./lab.js").Lab} lab
 */
export function writeState(lab) {
  waiting = lab;
  timer ||= setTimeout(flushState, PAUSE);
}

/** Makes the address say what is shown, now. */
export function flushState() {
  clearTimeout(timer);
  timer = 0;
  if (!waiting) return;
  const { source, agent, seed, step } = waiting;
  waiting = null;
  const tree = source.text === null ? { game: source.game } : treeFields(source.text);
  const fields = {
    ...tree, position: source.position === "initial" ? "" : source.position, moves: source.moves, agent, seed: seed || "", step: step || "",
  };
  writeAddress(fields);
  remember(MEMORY, fields);
}

/** @returns {State} */
function stateOf(fields, moves) {
  const text = treeIn(fields);
  const source = { text, game: text === null ? fields.game || LECTURE.game : "", position: fields.position || "initial", moves };
  return { source, agent: fields.agent || null, seed: wholeNumber(fields.seed), step: wholeNumber(fields.step) };
}

function wholeNumber(text) {
  const number = Number(text ?? 0);
  return Number.isSafeInteger(number) && number >= 0 ? number : 0;
}
