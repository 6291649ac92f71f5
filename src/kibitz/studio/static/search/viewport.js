/** Which part of a large picture is seen: moved by dragging, scaled by wheel, pinch and buttons. */

const LEAST_SCALE = 0.1;
const MOST_SCALE = 3;
/** By itself a picture is made no smaller than this: beyond, its text could not be read. */
export const LEAST_FIT = 0.8;
const MARGIN = 20;
/** A pointer that moves less, in pixels, is a click. */
const CLICK_REACH = 6;

/** @typedef {{left: number, top: number, right: number, bottom: number}} Bounds */

export class Viewport {
  /** The place of the picture at the frame's upper left corner. */
  x = 0;
  y = 0;
  scale = 1;
  /** Whether somebody moved or scaled it: from then on it is not fitted by itself. */
  isMoved = false;
  #element;
  #onChange;
  #onClick;
  /** @type {Map<number, {x: number, y: number}>} */
  #pointers = new Map();
  #path = 0;

  /**
   * @param {HTMLElement} element the frame
   * @param {{onChange: () => void, onClick: (place: {x: number, y: number}) => void}} settings the place is one of the picture
   */
  constructor(element, { onChange, onClick }) {
    this.#element = element;
    this.#onChange = onChange;
    this.#onClick = onClick;
    element.addEventListener("pointerdown", (event) => this.#press(event));
    element.addEventListener("pointermove", (event) => this.#drag(event));
    element.addEventListener("pointerup", (event) => this.#release(event));
    element.addEventListener("pointercancel", (event) => this.#pointers.delete(event.pointerId));
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  get width() {
    return this.#element.clientWidth || 1;
  }

  get height() {
    return this.#element.clientHeight || 1;
  }

  /**
   * Returns the place of the picture below a pointer.
   * @param {{clientX: number, clientY: number}} pointer
   */
  placeOf({ clientX, clientY }) {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: this.x + (clientX - left) / this.scale, y: this.y + (clientY - top) / this.scale };
  }

  /**
   * Shows all within the bounds, or as much of its left side, around a height, as can be read.
   * @param {Bounds} bounds
   * @param {number} middle
   */
  fit(bounds, middle) {
    const across = (this.width - 2 * MARGIN) / (bounds.right - bounds.left);
    const down = (this.height - 2 * MARGIN) / (bounds.bottom - bounds.top);
    this.scale = Math.min(1, Math.max(LEAST_FIT, Math.min(across, down)));
    this.x = bounds.left - MARGIN / this.scale;
    const centre = down >= this.scale ? (bounds.top + bounds.bottom) / 2 : middle;
    this.y = centre - this.height / this.scale / 2;
    this.isMoved = false;
    this.#onChange();
  }

  /**
   * Moves by so many pixels of the page.
   * @param {number} right
   * @param {number} down
   */
  move(right, down) {
    this.x += right / this.scale;
    this.y += down / this.scale;
    this.isMoved = true;
    this.#onChange();
  }

  /**
   * Scales around a place of the frame, by itself its middle.
   * @param {number} factor
   * @param {number} [x]
   * @param {number} [y]
   */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, this.scale * factor));
    this.x += x / this.scale - x / scale;
    this.y += y / this.scale - y / scale;
    this.scale = scale;
    this.isMoved = true;
    this.#onChange();
  }

  /**
   * Moves as little as is needed for something to be seen.
   * @param {Bounds} bounds
   */
  reveal({ left, top, right, bottom }) {
    const room = MARGIN / this.scale;
    const x = Math.min(Math.max(this.x, right + room - this.width / this.scale), left - room);
    const y = Math.min(Math.max(this.y, bottom + room - this.height / this.scale), top - room);
    if (x === this.x && y === this.y) return;
    this.x = x;
    this.y = y;
    this.isMoved = true;
    this.#onChange();
  }

  #press(event) {
    if (event.button !== 0) return;
    this.#path = this.#pointers.size ? Infinity : 0; // two fingers never click
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#element.setPointerCapture(event.pointerId);
  }

  #drag(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    this.#path += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.#path < CLICK_REACH) return;
    this.#pointers.set(event.pointerId, now);
    const other = [...this.#pointers].find(([pointer]) => pointer !== event.pointerId)?.[1];
    if (!other) return this.move(before.x - now.x, before.y - now.y);
    const { left, top } = this.#element.getBoundingClientRect();
    const distance = (place) => Math.hypot(place.x - other.x, place.y - other.y) || 1;
    this.zoom(distance(now) / distance(before), (now.x + other.x) / 2 - left, (now.y + other.y) / 2 - top);
  }

  #release(event) {
    if (this.#pointers.delete(event.pointerId) && this.#path < CLICK_REACH) this.#onClick(this.placeOf(event));
  }

  #wheel(event) {
    event.preventDefault();
    const { left, top } = this.#element.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // A pinch on a touchpad comes as a wheel with Ctrl and small steps.
    this.zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 500)), event.clientX - left, event.clientY - top);
  }
}
