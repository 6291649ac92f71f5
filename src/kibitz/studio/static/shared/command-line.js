/** The command line that does what a page does, to be copied. */

import { h } from "./dom.js";
import { notify } from "./shell.js";

export class CommandLine {
  #text = h("code", { class: "command-text" });
  element = h("div", { class: "stack" },
    h("h2", { text: "On the command line" }),
    h("div", { class: "command-row" }, this.#text, h("button", { class: "button", type: "button", text: "Copy", on: { click: () => this.#copy() } })));

  /**
   * Shows a command.
   * @param {string[]} words as programs take them; those that a shell would take apart are quoted
   */
  set words(words) {
    // A line breaks between words only, not after the dash of a flag.
    const parts = words.flatMap((word) => [" ", h("span", { text: quoted(word) })]);
    this.#text.replaceChildren(...parts.slice(1));
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#text.textContent);
      notify("The command line is copied.");
    } catch {
      notify("The browser does not let pages copy; mark the text instead.", "error");
    }
  }
}

/** Returns a word as a shell takes it. */
function quoted(word) {
  return /^[\w.,:=+/@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
