/** The quiz: a question, an answer, and what the search really does; with a score. */

import { clear, h } from "../shared/dom.js";
import { KINDS, isRight, nextQuestion, objection } from "./quiz-questions.js";

/** @typedef {import("./quiz-questions.js").Question} Question */

const TITLES = [["any", "anything"], ["value", "values"], ["next", "the next step"], ["cuts", "cuts"]];

export class QuizPanel {
  #source;
  #onStep;
  #kind = h("select", {}, ...TITLES.map(([value, text]) => h("option", { value, text })));
  #start = h("button", { class: "button is-primary", type: "button", text: "Ask me", on: { click: () => this.#ask() } });
  #score = h("output", { class: "number quiz-score", "aria-label": "Score" });
  #place = h("div", { class: "stack", "aria-live": "polite" });
  #right = 0;
  #asked = 0;
  #turn = 0;
  /** @type {Set<string>} of the questions asked since the last way back */
  #keys = new Set();
  #reached = 0;
  /** @type {Question | null} the one that waits for an answer */
  #question = null;

  /**
   * @param {HTMLElement} container
   * @param {() => {events: any[], skeleton: import("./skeleton.js").Skeleton, step: number} | null} source what can be asked about
   * @param {(step: number) => void} onStep shows a step
   */
  constructor(container, source, onStep) {
    this.#source = source;
    this.#onStep = onStep;
    const kind = h("label", { class: "field" }, h("span", { text: "Ask about" }), this.#kind);
    container.append(h("p", { class: "muted", text: "Predict what the search does. Questions begin at the step that is shown." }),
      h("div", { class: "quiz-head" }, kind, this.#start, this.#score), this.#place);
    this.#drawScore();
  }

  /** Forgets the question, as when another search is shown; the score stays. */
  reset() {
    this.#question = null;
    this.#keys.clear();
    clear(this.#place);
    this.#start.textContent = "Ask me";
  }

  #ask() {
    const source = this.#source();
    if (!source) return;
    const question = this.#next(source);
    if (!question) {
      this.#question = null;
      clear(this.#place).append(h("p", { text: "Nothing is left to ask from here on. Go back to the start, or choose another tree or algorithm." }));
      return;
    }
    this.#question = question;
    this.#keys.add(question.key);
    this.#onStep(question.at);
    this.#drawQuestion(question);
    this.#start.textContent = "Another one";
  }

  #next({ events, skeleton, step }) {
    if (step < this.#reached) this.#keys.clear(); // who goes back may be asked again
    this.#reached = step;
    const kinds = this.#kind.value === "any" ? KINDS.map((_, place) => KINDS[(place + this.#turn) % KINDS.length]) : [this.#kind.value];
    this.#turn += 1;
    for (const kind of kinds) {
      const question = nextQuestion(events, skeleton, kind, step, this.#keys);
      if (question) return question;
    }
    return null;
  }

  #drawQuestion(question) {
    const form = h("form", { class: "stack", on: { submit: (event) => this.#answer(event, form) } },
      h("fieldset", { class: "quiz-question" }, h("legend", { text: question.text }), ...controls(question), h("p", { class: "error", role: "alert" })),
      h("div", { class: "toolbar" }, h("button", { class: "button is-primary", type: "submit", text: "Answer" })));
    clear(this.#place).append(form);
    form.querySelector("input")?.focus({ preventScroll: true });
  }

  #answer(event, form) {
    event.preventDefault();
    const question = this.#question;
    if (!question) return;
    const given = question.form === "number" ? [form.elements.namedItem("answer").value] : [...form.querySelectorAll("input:checked")].map(({ value }) => value);
    const wrong = objection(question, given);
    form.querySelector(".error").textContent = wrong;
    if (wrong) return form.querySelector("input").focus();
    this.#question = null;
    const right = isRight(question, given);
    this.#asked += 1;
    this.#right += right ? 1 : 0;
    this.#drawScore();
    this.#onStep(question.until);
    for (const control of form.querySelectorAll("input, button")) control.disabled = true;
    const verdict = right ? `Right: ${question.shown}.` : `Not quite. It is ${question.shown}.`;
    form.append(h("p", { class: `quiz-verdict ${right ? "is-right" : "is-wrong"}`, role: "status" }, h("b", { text: right ? "✓ " : "✗ " }), verdict));
    this.#start.focus({ preventScroll: true });
  }

  #drawScore() {
    this.#score.textContent = this.#asked ? `${this.#right} of ${this.#asked} right` : "no answers yet";
  }
}

function controls(question) {
  if (question.form === "number") {
    return [h("label", { class: "field" }, h("span", { text: "Your answer" }), h("input", { type: "text", name: "answer", autocomplete: "off", inputmode: "text" }))];
  }
  const type = question.form === "one" ? "radio" : "checkbox";
  return question.options.map((option) => h("label", { class: "field is-check" }, h("input", { type, name: "answer", value: option }), h("span", { text: option })));
}
