/** The page of tournaments: those that files on the command line hold, running and finished, with every game to be seen again. */

import { readAddress, writeAddress } from "../shared/address.js";
import { client } from "../shared/client.js";
import { h } from "../shared/dom.js";
import { attempt, mountShell, notify } from "../shared/shell.js";
import { MatchList, keyOf } from "./match-list.js";
import { Replay } from "./replay.js";
import { Standings } from "./standings.js";

/** How often matches that go on are looked at, in milliseconds. */
const PACE = 3000;

class TournamentsPage {
  #list = new MatchList((match) => this.#choose(match));
  #standings = new Standings((number) => attempt(() => this.#replayGame(number)));
  #replay = new Replay((number) => this.#write(number));
  /** @type {import("./match-list.js").Match[]} */
  #matches = [];
  /** @type {import("./match-list.js").Match | null} */
  #chosen = null;

  /** @param {HTMLElement} main */
  constructor(main) {
    main.classList.add("tournaments");
    main.append(h("h1", { class: "visually-hidden", text: "Tournaments" }), this.#list.element, h("div", { class: "stack" }, this.#replay.element, this.#standings.element));
    window.addEventListener("hashchange", () => attempt(() => this.#resume()));
  }

  /** Shows what the address says, and keeps up with what is played. */
  async begin() {
    await attempt(() => this.#refresh());
    await attempt(() => this.#resume());
    setInterval(() => document.visibilityState === "visible" && this.#matches.some((match) => !match.is_over) && attempt(() => this.#refresh()), PACE);
  }

  async #resume() {
    const asked = readAddress();
    const wanted = this.#matches.find((match) => keyOf(match) === `${asked.file}#${asked.match}`);
    if (asked.file && !wanted) notify(`There is no match ${asked.match} in ${asked.file}.`, "error");
    await this.#show(wanted ?? this.#matches[0] ?? null);
    if (wanted && asked.number) await this.#replayGame(Number(asked.number));
  }

  /** Looks at all matches again, and at the chosen one if it has gone on. */
  async #refresh() {
    const { tournaments } = await client.ask("tournaments");
    this.#matches = tournaments;
    const before = this.#chosen;
    const now = before && tournaments.find((match) => keyOf(match) === keyOf(before));
    this.#list.show(tournaments, before);
    if (now && (now.played !== before.played || now.is_over !== before.is_over)) await this.#show(now);
  }

  #choose(match) {
    this.#replay.clear();
    attempt(() => this.#show(match)).then(() => this.#standings.focus());
  }

  async #show(match) {
    this.#chosen = match;
    this.#list.show(this.#matches, match);
    if (!match) return;
    this.#standings.show(await client.ask("tournament", { file: match.file, match: match.match }));
    this.#write(this.#replay.number);
  }

  async #replayGame(number) {
    await this.#replay.open({ file: this.#chosen.file, match: this.#chosen.match, number });
  }

  #write(number) {
    if (this.#chosen) writeAddress({ file: this.#chosen.file, match: this.#chosen.match, number });
  }
}

await new TournamentsPage(mountShell("tournaments")).begin();
