/** Controls for the options of an agent or a game, made from the server's list of them. */

import { h } from "./dom.js";

/** @typedef {{name: string, kind: string, default: any, choices?: any[] | null}} Option */

/**
 * Returns one labelled control for each option.
 * @param {Option[]} options
 * @param {Map<string, string>} values those given; the others are at their defaults
 * @param {(name: string, value: string | null) => void} onChange the value is null where it is the default's
 * @returns {HTMLElement}
 */
export function optionFields(options, values, onChange) {
  return h("div", { class: "fields" }, ...options.map((option) => optionField(option, values.get(option.name), onChange)));
}

function optionField(option, given, onChange) {
  const usual = textOf(option.default);
  const change = (text) => onChange(option.name, text === usual || text === "" ? null : text);
  const label = option.name.replaceAll("_", " ");
  if (option.kind === "bool") {
    const checked = (given ?? usual).toLowerCase() === "true";
    const box = h("input", { type: "checkbox", checked, on: { change: (event) => change(event.target.checked ? "true" : "false") } });
    return h("label", { class: "field is-check" }, box, h("span", { text: label }));
  }
  const on = { change: (event) => change(event.target.value.trim()) };
  if (option.choices?.length) {
    const choices = option.choices.map(textOf);
    if (!choices.includes(usual)) choices.unshift(usual);
    if (given !== undefined && !choices.includes(given)) choices.push(given);
    const select = h("select", { value: given ?? usual, on }, ...choices.map((text) => h("option", { value: text, text: text || "–" })));
    return h("label", { class: "field" }, h("span", { text: label }), select);
  }
  const inputmode = { int: "numeric", float: "decimal" }[option.kind] ?? null;
  const input = h("input", { type: "text", value: given ?? "", placeholder: usual || "–", inputmode, autocomplete: "off", spellcheck: "false", on });
  return h("label", { class: "field" }, h("span", { text: label }), input);
}

/** Returns a default as agent and game strings would write it. */
function textOf(value) {
  if (value === null || value === undefined) return "";
  return String(value);
}
