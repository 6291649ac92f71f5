/** Questions about what a search does next, made from its events: what the search did is the right answer. */

import { numberOf, reasonText, valueText } from "../shared/value-texts.js";
import { writtenValues } from "./labels.js";
import { isPlan } from "./node-texts.js";

/**
 * @typedef {{kind: "value" | "next" | "cuts", key: string, at: number, until: number, text: string, form: "number" | "one" | "several",
 *   options: string[], answer: string[], shown: string}} Question
 *   key: by which it is known again; at: the step at which it is asked; until: the step at which the answer is seen; shown: the right answer in words
 */

export const KINDS = ["value", "next", "cuts"];

const NEAREST = 40;
const MOST_OPTIONS = 4;
const PLAN = ["a plan", "no plan"];

/**
 * Returns the next question of a kind whose answer is not seen at a step, or null where none is left: of the nodes that are or will be
 * looked at, those first that the search leaves first, so that one can go on from each answer.
 * @param {any[]} events
 * @param {import("./skeleton.js").Skeleton} skeleton
 * @param {string} kind
 * @param {number} from
 * @param {Set<string>} asked the keys of questions that are not to come again
 * @returns {Question | null}
 */
export function nextQuestion(events, skeleton, kind, from, asked = new Set()) {
  const ask = { value: valueQuestion, next: eventQuestion, cuts: cutsQuestion }[kind];
  for (const span of kind === "next" ? steps(events, from) : spans(events, from)) {
    const key = `${kind} ${span.place}`;
    const question = asked.has(key) ? null : ask?.(events, skeleton, span);
    if (question) return { ...question, key };
  }
  return null;
}

/**
 * Returns what is wrong with the form of an answer, or nothing where it can be judged.
 * @param {Question} question
 * @param {string[]} given
 */
export function objection(question, given) {
  if (question.form === "several") return "";
  if (question.form === "one") return given.length ? "" : "Choose one of them.";
  const values = numbersIn(given);
  if (values.length === question.answer.length && !values.some(Number.isNaN)) return "";
  return question.answer.length === 1 ? "Write a number, such as 3, -2.5 or 1/3." : `Write ${question.answer.length} numbers with commas between them.`;
}

/**
 * Returns whether an answer is right: whole numbers exactly, others up to rounding to two decimals or three digits.
 * @param {Question} question
 * @param {string[]} given to which there is no objection
 */
export function isRight(question, given) {
  if (question.form !== "number") return given.length === question.answer.length && given.every((one) => question.answer.includes(one));
  const [wanted, typed] = [question.answer.map(Number), numbersIn(given)];
  return wanted.length === typed.length && wanted.every((value, place) => isClose(value, typed[place]));
}

function isClose(value, typed) {
  return Math.abs(value - typed) <= (Number.isInteger(value) ? 1e-9 : 0.0051 * Math.max(1, Math.abs(value)));
}

function numbersIn([typed]) {
  return writtenValues((typed ?? "").replaceAll("−", "-"));
}

/** What will a node be worth? Of a node of Monte Carlo: what is the mean when a game is counted? */
function valueQuestion(events, skeleton, { place, at, until }) {
  const event = events[place];
  const item = skeleton.byNode.get(event.node);
  if (event.kind === "visit") {
    const text = `The game is counted at ${nameOf(item)}, as number ${event.visits} there. What is the mean then?`;
    return event.visits > 1 ? numberQuestion(at, until, text, event.value) : null;
  }
  const value = events.slice(place, until).findLast((later) => later.node === event.node && later.kind === "value");
  if (!value) return null;
  if (isPlan(item)) {
    const answer = value.value ? PLAN[0] : PLAN[1];
    return { kind: "value", at, until, text: `What will be found at ${nameOf(item)}?`, form: "one", options: PLAN, answer: [answer], shown: answer };
  }
  return numberQuestion(at, until, `Which value will ${nameOf(item)} return?`, value.value);
}

function numberQuestion(at, until, text, value) {
  const values = (Array.isArray(value) ? value : [value]).map((one) => String(numberOf(one)));
  const hint = values.length > 1 ? ` (${values.length} numbers, with commas)` : "";
  return { kind: "value", at, until, text: text + hint, form: "number", options: [], answer: values, shown: valueText(value) };
}

/** What happens next? The wrong answers are what happens at other times nearby. */
function eventQuestion(events, skeleton, { place, at, until }) {
  const caption = reasonText(events[place].caption);
  if (place === 0 || events[place].kind === "leaf") return null;
  const near = [...events.slice(place + 1, place + NEAREST), ...events.slice(Math.max(0, place - NEAREST), place).reverse()];
  const others = [...new Set(near.map((event) => reasonText(event.caption)))].filter((other) => other !== caption).slice(0, MOST_OPTIONS - 1);
  if (others.length < 2) return null;
  // Where the right one stands hangs on the step, so that a question is the same whenever it is asked.
  const options = others.toSpliced(place % (others.length + 1), 0, caption);
  return { kind: "next", at, until, text: "What happens next?", form: "one", options, answer: [caption], shown: caption };
}

/** Which branches of a node will be cut? Asked of searches that cut, before the first cut of the node. */
function cutsQuestion(events, skeleton, { place, at, until }) {
  const event = events[place];
  const item = skeleton.byNode.get(event.node);
  if (event.kind !== "enter" || item.children.length < 2 || item.isFull || !events.some(({ kind }) => kind === "cut")) return null;
  const isCut = (later) => later.node === event.node && later.kind === "cut";
  if (events.slice(place, at).some(isCut)) return null;
  const cut = events.slice(at, until).filter(isCut).flatMap(({ actions }) => actions);
  const text = `Which branches of ${nameOf(item)} will be cut? Choose none if all are looked at.`;
  return { kind: "cuts", at, until, text, form: "several", options: item.children.map(({ action }) => action), answer: cut, shown: cut.join(", ") || "none" };
}

/** Returns each event from a step on as what is asked about. */
function steps(events, from) {
  return events.slice(from).map((_, index) => ({ place: from + index, at: from + index, until: from + index + 1 }));
}

/**
 * Returns what can still be asked about nodes: each from its entry on, or from the step that is shown, until the search leaves it; and each
 * game that is counted. Where nothing but the end is left of a node, there is nothing to predict.
 */
function spans(events, from) {
  const entered = new Map();
  const found = [];
  for (const [place, { kind, node }] of events.entries()) {
    if (kind === "enter") entered.set(node, place);
    else if (kind === "visit" && place >= from) found.push({ place, at: place, until: place + 1 });
    else if (kind === "choose") {
      const at = Math.max(entered.get(node) + 1, from);
      if (place > at) found.push({ place: entered.get(node), at, until: place + 1 });
    }
  }
  return found; // in the order of their ends, as the events are
}

function nameOf(item) {
  return item.path.length ? `the node at ${item.path.join(" ")}` : "the root";
}
