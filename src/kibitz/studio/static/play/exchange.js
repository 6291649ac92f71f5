/** Positions and records in and out, as text. */

import { copyLink } from "../shared/address.js";
import { client } from "../shared/client.js";
import { h } from "../shared/dom.js";
import { attempt, notify } from "../shared/shell.js";

const FORMS = [["", "the game's own"], ["json", "JSON"], ["pgn", "PGN"], ["pdn", "PDN"], ["sgf", "SGF"]];

/** How long a browser may take to begin a download, in milliseconds. */
const DOWNLOAD_TIME = 10_000;

/** The server takes no more in a message, in bytes. */
const LARGEST_FILE = 900_000;

export class Exchange {
  #match;
  #onRead;
  #position = h("input", { type: "text", readOnly: true, spellcheck: "false" });
  #form = h("select", {}, ...FORMS.map(([value, text]) => h("option", { value, text })));
  #file = h("input", { type: "file", accept: ".pgn,.sgf,.pdn,.json,.txt", hidden: true, "aria-label": "A saved record", on: { change: () => this.#open() } });
  #paste = h("textarea", { rows: "3", spellcheck: "false", placeholder: "a position, or a record: PGN, SGF, PDN, JSON" });

  /**
   * @param {HTMLElement} container
   * @param {import("./match.js").Match} match
   * @param {{onRead: (read: {game: string, position: string, moves: string[]}) => void}} settings
   */
  constructor(container, match, { onRead }) {
    this.#match = match;
    this.#onRead = onRead;
    const button = (text, click) => h("button", { class: "button", type: "button", text, on: { click } });
    container.append(
      h("label", { class: "field" }, h("span", { text: "Position on the board" }), this.#position),
      h("div", { class: "row" }, button("Copy position", () => copy(this.#position.value)), button("Copy link", () => told(copyLink()))),
      h("label", { class: "field" }, h("span", { text: "Record" }), this.#form),
      h("div", { class: "row" }, button("Copy record", () => this.#copyRecord()), button("Save record", () => this.#save())),
      h("label", { class: "field" }, h("span", { text: "Read a position or a record" }), this.#paste),
      h("div", { class: "row" }, button("Read", () => this.#read(this.#paste.value)), button("Open a file", () => this.#file.click()), this.#file),
    );
  }

  /**
   * Shows the notation of the position on the board.
   * @param {string} notation
   */
  show(notation) {
    this.#position.value = notation;
  }

  async #record() {
    const { seats, resigned } = this.#match;
    return client.ask("record", { ...this.#match.point(), form: this.#form.value || null, agents: seats, resigned });
  }

  async #copyRecord() {
    await attempt(async () => copy((await this.#record()).text));
  }

  async #save() {
    await attempt(async () => {
      const { form, text } = await this.#record();
      const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      h("a", { href: address, download: `${this.#match.game.replaceAll(/[^\w-]+/g, "_")}.${form}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_TIME);
    });
  }

  async #open() {
    const [file] = this.#file.files;
    this.#file.value = ""; // so that the same file can be opened again
    if (!file) return;
    if (file.size > LARGEST_FILE) return notify(`${file.name} is too large for a record of one game.`, "error");
    await this.#read(await file.text());
  }

  async #read(given) {
    const text = given.trim();
    if (!text) return;
    await attempt(async () => {
      this.#onRead(await client.ask("read", { text, game: this.#match.game }));
      this.#paste.value = "";
    });
  }
}

function copy(text) {
  return told(navigator.clipboard.writeText(text));
}

async function told(copied) {
  try {
    await copied;
    notify("Copied.");
  } catch {
    notify("The browser does not let this page copy.", "error");
  }
}
