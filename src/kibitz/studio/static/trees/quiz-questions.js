/** Questions about what a search does next, made from its events: what the search did is the right answer. */

import { numberOf, reasonText, valueText, writtenValues } from "./labels.js";
import { isPlan } from "./node-texts.js";

/**
 * @typedef {{kind: "value" | "next" | "cuts", at: number, until: number, text: string, form: "number" | "one" | "several",
 *   options: string[], answer: string[], shown: string}} Question
 *   at: the step at which it is asked; until: the step at which the answer is seen; shown: the right answer in words
 */

export const KINDS = ["value", "next", "cuts"];

const NEAREST = 40;
const MOST_OPTIONS = 4;
const PLAN = ["a plan", "no plan"];

/**
 * Returns the next question of a kind at a step or after it, or null where none is left.
 * @param {any[]} events
 * @param {import("./skeleton.js").Skeleton} skeleton
 * @param {string} kind
 * @param {number} from
 * @returns {Question | null}
 */
export function nextQuestion(events, skeleton, kind, from) {
  const ask = { value: valueQuestion, next: eventQuestion, cuts: cutsQuestion }[kind];
  for (let place = from; place < events.length; place += 1) {
    const question = ask?.(events, skeleton, place);
    if (question) return question;
  }
  return null;
}

/**
 * Returns whether an answer is right: numbers up to rounding to three digits.
 * @param {Question} question
 * @param {string[]} given
 */
export function isRight(question, given) {
  if (question.form !== "number") return given.length === question.answer.length && given.every((one) => question.answer.includes(one));
  const [wanted, typed] = [question.answer.map(Number), writtenValues((given[0] ?? "").replaceAll("−", "-"))];
  return wanted.length === typed.length && wanted.every((value, place) => Math.abs(value - typed[place]) <= 0.0051 * Math.max(1, Math.abs(value)));
}

/** What will a node be worth? Asked as it is entered; of a node of Monte Carlo, before a game is counted. */
function valueQuestion(events, skeleton, place) {
  const event = events[place];
  const item = skeleton.byNode.get(event.node);
  if (event.kind === "visit" && event.visits > 1) {
    const text = `The game is counted at ${nameOf(item)}, as number ${event.visits} there. What is the mean then?`;
    return numberQuestion(place, place + 1, text, event.value);
  }
  if (event.kind !== "enter") return null;
  const end = endOf(events, place);
  const value = end === null ? null : events.slice(place, end).findLast((later) => later.node === event.node && later.kind === "value");
  if (!value) return null;
  if (isPlan(item)) {
    const answer = value.value ? PLAN[0] : PLAN[1];
    return { kind: "value", at: place + 1, until: end, text: `What will be found at ${nameOf(item)}?`, form: "one", options: PLAN, answer: [answer], shown: answer };
  }
  return numberQuestion(place + 1, end, `Which value will ${nameOf(item)} return?`, value.value);
}

function numberQuestion(at, until, text, value) {
  const values = (Array.isArray(value) ? value : [value]).map((one) => String(numberOf(one)));
  const hint = values.length > 1 ? ` (${values.length} numbers, with commas)` : "";
  return { kind: "value", at, until, text: text + hint, form: "number", options: [], answer: values, shown: valueText(value) };
}

/** What happens next? The wrong answers are what happens at other times nearby. */
function eventQuestion(events, skeleton, place) {
  const { caption } = events[place];
  if (place === 0 || events[place].kind === "leaf") return null;
  const near = [...events.slice(place + 1, place + NEAREST), ...events.slice(Math.max(0, place - NEAREST), place).reverse()];
  const others = [...new Set(near.map((event) => event.caption))].filter((other) => other !== caption).slice(0, MOST_OPTIONS - 1);
  if (others.length < 2) return null;
  // Where the right one stands hangs on the step, so that a question is the same whenever it is asked.
  const options = others.toSpliced(place % (others.length + 1), 0, caption).map(reasonText);
  return { kind: "next", at: place, until: place + 1, text: "What happens next?", form: "one", options, answer: [reasonText(caption)], shown: reasonText(caption) };
}

/** Which branches of a node will be cut? Asked as it is entered, of searches that cut. */
function cutsQuestion(events, skeleton, place) {
  const event = events[place];
  const item = skeleton.byNode.get(event.node);
  if (event.kind !== "enter" || item.children.length < 2 || item.isFull) return null;
  const end = endOf(events, place);
  if (end === null || !hasCuts(events)) return null;
  const cut = events.slice(place, end).filter((later) => later.node === event.node && later.kind === "cut").flatMap(({ actions }) => actions);
  const text = `Which branches of ${nameOf(item)} will be cut? Choose none if all are looked at.`;
  return { kind: "cuts", at: place + 1, until: end, text, form: "several", options: item.children.map(({ action }) => action), answer: cut, shown: cut.join(", ") || "none" };
}

function hasCuts(events) {
  return events.some((event) => event.kind === "cut");
}

/** Returns the step after which the search has left the node that it enters at a place; null if it is a leaf. */
function endOf(events, place) {
  const { node } = events[place];
  for (let later = place + 1; later < events.length; later += 1) {
    if (events[later].node !== node) continue;
    if (events[later].kind === "leaf") return null;
    if (events[later].kind === "choose") return later + 1;
  }
  return null;
}

function nameOf(item) {
  return item.path.length ? `the node at ${item.path.join(" ")}` : "the root";
}
