/** Pieces that are dragged: lifted with the pointer, dropped on another cell. */

/** So many pixels make a press a drag. */
const THRESHOLD = 6;

/** @typedef {import("./board-picture.js").BoardPicture} BoardPicture */

export class BoardDrag {
  #settings;
  /** @type {{cell: string, x: number, y: number, pieces: [SVGGraphicsElement, string][] | null} | null} */
  #press = null;

  /**
   * @param {HTMLElement} frame
   * @param {{picture: () => BoardPicture | null, canLift: (cell: string) => boolean, onLift: (cell: string) => void,
   *   onDrop: (cell: string) => void}} settings
   */
  constructor(frame, settings) {
    this.#settings = settings;
    frame.addEventListener("pointerdown", (event) => this.#begin(event));
    // On the window, because a piece may be dragged off the board.
    window.addEventListener("pointermove", (event) => this.#move(event));
    window.addEventListener("pointerup", (event) => this.#end(event));
    window.addEventListener("pointercancel", () => this.#drop());
  }

  #begin(event) {
    if (!event.isPrimary || event.button !== 0) return;
    const cell = this.#settings.picture()?.cellAt(event.clientX, event.clientY);
    if (cell && this.#settings.canLift(cell)) this.#press = { cell, x: event.clientX, y: event.clientY, pieces: null };
  }

  #move(event) {
    const picture = this.#settings.picture();
    if (!this.#press || !event.isPrimary || !picture) return;
    const [right, down] = [event.clientX - this.#press.x, event.clientY - this.#press.y];
    if (!this.#press.pieces) {
      if (Math.hypot(right, down) < THRESHOLD) return;
      this.#settings.onLift(this.#press.cell);
      this.#press.pieces = picture.contents(this.#press.cell).map((piece) => [piece, piece.getAttribute("transform") ?? ""]);
    }
    const unit = picture.unitsPerPixel;
    for (const [piece, transform] of this.#press.pieces) {
      // In a board that is turned, pieces are turned within a turned group: their right is the group's left.
      const sign = piece.parentNode === picture.svg || !transform.startsWith("rotate(180") ? 1 : -1;
      piece.setAttribute("transform", `translate(${sign * right * unit} ${sign * down * unit}) ${transform}`);
    }
  }

  #end(event) {
    const lifted = this.#press?.pieces ? this.#press.cell : null;
    this.#drop();
    if (lifted === null || !event.isPrimary) return;
    const cell = this.#settings.picture()?.cellAt(event.clientX, event.clientY);
    if (cell && cell !== lifted) this.#settings.onDrop(cell);
  }

  /** Puts the pieces back; a move that is played shows another picture anyway. */
  #drop() {
    for (const [piece, transform] of this.#press?.pieces ?? []) {
      if (transform) piece.setAttribute("transform", transform);
      else piece.removeAttribute("transform");
    }
    this.#press = null;
  }
}
