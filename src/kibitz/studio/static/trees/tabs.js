/** Panels of which one is shown, chosen by tabs. */

import { h } from "../shared/dom.js";

export class Tabs {
  /** @type {Map<string, {tab: HTMLElement, panel: HTMLElement}>} */
  #parts = new Map();
  #onChange;

  /**
   * @param {HTMLElement} container
   * @param {[string, string][]} titles names and titles, the first one is shown
   * @param {(name: string) => void} [onChange]
   */
  constructor(container, titles, onChange = () => {}) {
    this.#onChange = onChange;
    const list = h("div", { class: "tabs", role: "tablist" });
    container.append(list);
    for (const [name, title] of titles) {
      const tab = h("button", { class: "tab", type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, text: title, on: { click: () => this.show(name) } });
      const panel = h("div", { class: "tab-panel stack", role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` });
      this.#parts.set(name, { tab, panel });
      list.append(tab);
      container.append(panel);
    }
    list.addEventListener("keydown", (event) => this.#key(event));
    this.show(titles[0][0]);
  }

  /** @param {string} name @returns {HTMLElement} */
  panel(name) {
    return /** @type {any} */ (this.#parts.get(name)).panel;
  }

  /** @param {string} name */
  show(name) {
    for (const [other, { tab, panel }] of this.#parts) {
      tab.setAttribute("aria-selected", String(other === name));
      tab.setAttribute("tabindex", other === name ? "0" : "-1");
      panel.hidden = other !== name;
    }
    this.#onChange(name);
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const names = [...this.#parts.keys()];
    const now = names.findIndex((name) => this.#parts.get(name)?.tab === document.activeElement);
    const name = names[(now + step + names.length) % names.length];
    this.show(name);
    this.#parts.get(name)?.tab.focus();
    event.preventDefault();
  }
}
