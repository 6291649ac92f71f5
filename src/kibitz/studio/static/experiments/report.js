/** What an experiment found: a paragraph, a table and charts, all of them to be taken along. */

import { clear, h } from "../shared/dom.js";

/** @typedef {{experiment: string, asks: string, games: number, counted: string, seed: number, complete: boolean, columns: string[],
 *   numeric: boolean[], rows: string[][], says: string, csv: string, charts: string[], titles: string[]}} Found
 *   numeric: which columns hold numbers; charts: as SVG */

export class Report {
  element = h("section", { class: "panel stack report", "aria-label": "What was found", hidden: true });
  /** @type {string[]} addresses of files, which take memory until they are given back */
  #addresses = [];

  /** Shows nothing. */
  clear() {
    this.element.hidden = true;
    clear(this.element);
    for (const address of this.#addresses) URL.revokeObjectURL(address);
    this.#addresses = [];
  }

  /**
   * Shows what was found.
   * @param {Found} found
   */
  show(found) {
    this.clear();
    this.element.append(
      h("h2", { text: found.complete ? "What was found" : "What was found until it was stopped" }),
      h("p", { class: "report-says", text: found.says }),
      // What scrolls must be within reach of the keyboard.
      h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Table" }, table(found)),
      h("div", { class: "row" }, this.#download(found.csv, "text/csv", `${found.experiment}.csv`, "Save the table as CSV")),
      h("div", { class: "report-charts" }, ...found.charts.map((chart, place) => this.#chart(found, chart, place))),
    );
    this.element.hidden = false;
  }

  #chart({ experiment, titles, charts }, chart, place) {
    const file = charts.length > 1 ? `${experiment}-${place + 1}.svg` : `${experiment}.svg`;
    const link = this.#download(chart, "image/svg+xml", file, charts.length > 1 ? `Save chart ${place + 1} as SVG` : "Save the chart as SVG");
    return h("figure", { class: "report-chart" }, h("img", { src: link.href, alt: `Chart: ${titles[place]}; its numbers are in the table.` }), link);
  }

  /** Returns a link that saves a file; its address shows the file as well. */
  #download(content, type, file, text) {
    const address = URL.createObjectURL(new Blob([content], { type }));
    this.#addresses.push(address);
    return h("a", { class: "button", href: address, download: file, text });
  }
}

/** Returns the table; the first column names the rows. */
function table({ columns, numeric, rows, games, counted, seed }) {
  const looks = numeric.map((isNumber) => (isNumber ? "is-number" : ""));
  const cell = (text, column) => (column === 0 ? h("th", { scope: "row", class: looks[column], text }) : h("td", { class: looks[column], text }));
  return h("table", { class: "table" },
    h("caption", { text: `${games} ${counted}, seed ${seed}` }),
    h("thead", {}, h("tr", {}, ...columns.map((text, column) => h("th", { scope: "col", class: looks[column], text })))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map(cell)))));
}
