/** What is played: the maze, who plays, the seed; as the address, the server and the command line write it. */

import { formatSpec, parseSpec } from "../shared/agent-spec.js";
import { readAddress, writeAddress } from "../shared/address.js";
import { recall, remember } from "../shared/memory.js";

/** The course's name for a person at the keys. */
export const KEYBOARD = "KeyboardAgent";
/** The file that a maze of one's own is saved in. */
export const OWN_FILE = "my-maze.lay";

const LETTERS = { West: "W", Stop: "-", East: "E", North: "N", South: "S" };
const NAMES = Object.fromEntries(Object.entries(LETTERS).map(([name, letter]) => [letter, name]));

/** @typedef {{layout: string, text: string, pacman: string, arguments: string, ghosts: string, number: number | null, seed: number}} Settings
 *   text: a maze of one's own, empty where the layout has a name; number: how many ghosts play, null for all */
/** @typedef {{actions: string[], move: number}} Place how far a game has come: what everybody did, where a person plays, and
 *   the round that is looked at */

/** @type {Settings} */
const USUAL = { layout: "mediumClassic", text: "", pacman: KEYBOARD, arguments: "", ghosts: "RandomGhost", number: null, seed: 0 };

/**
 * Returns what the address says, or if it says nothing what was played last.
 * @returns {{settings: Settings, place: Place}}
 */
export function readSettings() {
  let address = readAddress();
  if (!address.layout && !address.text) address = recall("pacman", {});
  const number = Number.parseInt(address.k, 10);
  const settings = {
    layout: address.layout || USUAL.layout,
    text: address.text || USUAL.text,
    pacman: address.pacman || USUAL.pacman,
    arguments: address.a || USUAL.arguments,
    ghosts: address.ghosts || USUAL.ghosts,
    number: number >= 0 ? number : null,
    seed: wholeNumber(address.seed),
  };
  const actions = [...(address.actions ?? "")].map((letter) => NAMES[letter]).filter(Boolean);
  return { settings, place: { actions, move: wholeNumber(address.move) } };
}

/**
 * Writes what is played into the address, and keeps it for the next visit.
 * @param {Settings} settings
 * @param {Place} place
 */
export function writeSettings(settings, { actions, move }) {
  const address = {
    layout: settings.text ? "" : settings.layout,
    text: settings.text,
    pacman: settings.pacman,
    a: settings.arguments,
    ghosts: settings.ghosts,
    k: settings.number === null ? "" : String(settings.number),
    seed: String(settings.seed),
    actions: actions.map((name) => LETTERS[name]).join(""),
    move: move ? String(move) : "",
  };
  writeAddress(address);
  remember("pacman", address);
}

/**
 * Returns the fields of requests about the maze.
 * @param {Settings} settings
 */
export function mazeFields({ layout, text }) {
  return text ? { text } : { layout };
}

/**
 * Returns the fields of requests about the maze and its ghosts.
 * @param {Settings} settings
 */
export function hauntedFields(settings) {
  return { ...mazeFields(settings), ghosts: settings.ghosts, number: settings.number, seed: settings.seed };
}

/**
 * Returns the words of the command line that plays the same.
 * @param {Settings} settings
 * @returns {string[]}
 */
export function commandLine(settings) {
  const words = ["python", "pacman.py"];
  if (settings.pacman !== KEYBOARD) words.push("-p", settings.pacman);
  words.push("-l", settings.text ? OWN_FILE : settings.layout);
  if (settings.arguments && settings.pacman !== KEYBOARD) words.push("-a", settings.arguments);
  if (settings.ghosts !== USUAL.ghosts) words.push("-g", settings.ghosts);
  if (settings.number !== null) words.push("-k", String(settings.number));
  words.push("--seed", String(settings.seed));
  return words;
}

/**
 * Returns the options in `depth=2,evalFn=better`.
 * @param {string} text
 * @returns {Map<string, string>}
 */
export function readOptions(text) {
  return parseSpec(`options:${text}`).options;
}

/**
 * Returns options as `depth=2,evalFn=better`.
 * @param {Map<string, string>} options
 */
export function writeOptions(options) {
  return formatSpec("", options).slice(1);
}

function wholeNumber(text) {
  const number = Number.parseInt(text, 10);
  return Number.isSafeInteger(number) && number >= 0 ? number : 0;
}
