/** What colours, widths and signs of the picture mean. */

import { clear, h } from "../shared/dom.js";
import { number } from "./labels.js";
import { css } from "./palette.js";
import { endTexts } from "./sides.js";

const STEPS = 7;

export class Legend {
  #bar = h("span", { class: "legend-bar", "aria-hidden": "true" });
  #low = h("span");
  #high = h("span");
  #signs = h("span", { class: "legend-signs muted" });
  #shown = "";

  /** @param {HTMLElement} container */
  constructor(container) {
    container.append(h("span", { class: "legend-scale" }, this.#low, this.#bar, this.#high), this.#signs);
  }

  /**
   * @param {import("./tree-search.js").TreeSearch} search
   * @param {import("./palette.js").Palette} palette
   */
  show({ answer, scale }, palette) {
    const [low, high] = endTexts(answer);
    this.#low.textContent = `${low} ${number(scale.low)}`;
    this.#high.textContent = `${number(scale.high)} ${high}`;
    const hasVisits = answer.nodes[0].visits !== null;
    this.#signs.textContent = [hasVisits ? "width: visits" : "square: MIN", "blue edge: chosen line", hasVisits && "✓ proved", !hasVisits && "// cut off"]
      .filter(Boolean).join(" · ");
    const colours = Array.from({ length: STEPS }, (_, step) => css(palette.value(step / (STEPS - 1))));
    if (colours.join() === this.#shown) return;
    this.#shown = colours.join();
    clear(this.#bar).append(...colours.map((colour) => {
      const patch = h("span");
      patch.style.backgroundColor = colour;
      return patch;
    }));
  }
}
