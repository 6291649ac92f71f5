/** Looking at a picture larger than its frame: it is fitted as far as it stays readable, moved by dragging, and scaled. */

/** A picture that can be seen whole is made so small at most; one that cannot stays larger, and is moved. */
const LEAST_WHOLE = 0.58;
const LEAST_FIT = 0.72;
const MOST_FIT = 1.35;
const LEAST_SCALE = 0.15;
const MOST_SCALE = 4;
const MARGIN = 10;
const MOVING_TIME = 260;

export class Viewport {
  #svg;
  #width = 1;
  #height = 1;
  #scale = 1;
  #x = 0;
  #y = 0;
  /** @type {Map<number, {x: number, y: number}>} */
  #pointers = new Map();
  #animation = 0;

  /** @param {SVGSVGElement} svg its parent is the frame */
  constructor(svg) {
    this.#svg = svg;
    svg.addEventListener("pointerdown", (event) => this.#press(event));
    svg.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, (event) => this.#pointers.delete(/** @type {PointerEvent} */ (event).pointerId));
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    new ResizeObserver(() => this.#draw()).observe(svg);
  }

  /** How many of the page's pixels one unit of the picture is. */
  get scale() {
    return this.#scale;
  }

  /**
   * Takes a picture of another size; where it is as large as before, what is looked at stays.
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    if (width === this.#width && height === this.#height) return;
    this.#width = width;
    this.#height = height;
    this.#begin();
  }

  /** Shows the whole picture, however small it becomes. */
  fit() {
    this.#centre(Math.max(LEAST_SCALE, Math.min(MOST_FIT, this.#whole)));
  }

  /** Shows the whole picture, or as much of its top as is readable. */
  #begin() {
    this.#centre(this.#whole >= LEAST_WHOLE ? Math.min(MOST_FIT, this.#whole) : LEAST_FIT);
  }

  /** The scale at which the whole picture is just seen. */
  get #whole() {
    const { width, height } = this.#frame;
    return Math.min((width - 2 * MARGIN) / this.#width, (height - 2 * MARGIN) / this.#height);
  }

  #centre(scale) {
    const { width, height } = this.#frame;
    this.#scale = scale;
    this.#moveTo(this.#width / 2 - width / this.#scale / 2, this.#height * this.#scale > height - 2 * MARGIN ? -MARGIN : this.#height / 2 - height / this.#scale / 2);
  }

  /** @param {number} factor */
  zoom(factor) {
    const { width, height } = this.#frame;
    this.#zoomAt(factor, width / 2, height / 2);
  }

  /**
   * Moves as little as is needed for a place to be seen, with some room around it.
   * @param {number} x
   * @param {number} y
   */
  reveal(x, y) {
    const { width, height } = this.#frame;
    const [wide, high] = [width / this.#scale, height / this.#scale];
    const [roomX, roomY] = [Math.min(130, wide / 3), Math.min(70, high / 4)];
    const toX = Math.min(Math.max(this.#x, x + roomX - wide), x - roomX);
    const toY = Math.min(Math.max(this.#y, y + roomY - high), y - roomY);
    const isWholeWidth = this.#x <= 0 && this.#x + wide >= this.#width;
    const isWholeHeight = this.#y <= 0 && this.#y + high >= this.#height;
    this.#glide(isWholeWidth ? this.#x : toX, isWholeHeight ? this.#y : toY);
  }

  get #frame() {
    const { clientWidth, clientHeight } = /** @type {HTMLElement} */ (this.#svg.parentElement);
    return { width: clientWidth || 1, height: clientHeight || 1 };
  }

  #glide(x, y) {
    cancelAnimationFrame(this.#animation);
    const [fromX, fromY] = [this.#x, this.#y];
    if (Math.hypot(x - fromX, y - fromY) < 1) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#moveTo(x, y);
    const began = performance.now();
    const move = (now) => {
      const part = Math.min(1, Math.max(0, now - began) / MOVING_TIME);
      const eased = part * (2 - part);
      this.#moveTo(fromX + (x - fromX) * eased, fromY + (y - fromY) * eased);
      if (part < 1) this.#animation = requestAnimationFrame(move);
    };
    this.#animation = requestAnimationFrame(move);
  }

  #moveTo(x, y) {
    this.#x = x;
    this.#y = y;
    this.#draw();
  }

  #draw() {
    const { width, height } = this.#frame;
    this.#svg.setAttribute("viewBox", `${this.#x} ${this.#y} ${width / this.#scale} ${height / this.#scale}`);
  }

  #zoomAt(factor, x, y) {
    const scale = Math.min(MOST_SCALE, Math.max(LEAST_SCALE, this.#scale * factor));
    const [placeX, placeY] = [this.#x + x / this.#scale, this.#y + y / this.#scale];
    this.#scale = scale;
    this.#moveTo(placeX - x / scale, placeY - y / scale);
  }

  #press(event) {
    if (event.defaultPrevented) return; // a node is dragged
    cancelAnimationFrame(this.#animation);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#svg.setPointerCapture(event.pointerId);
  }

  #drag(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const [other] = [...this.#pointers].filter(([pointer]) => pointer !== event.pointerId).map(([, place]) => place);
    if (other) {
      const { left, top } = this.#svg.getBoundingClientRect();
      const distance = (place) => Math.hypot(place.x - other.x, place.y - other.y) || 1;
      const now = { x: event.clientX, y: event.clientY };
      this.#zoomAt(distance(now) / distance(before), (now.x + other.x) / 2 - left, (now.y + other.y) / 2 - top);
    } else {
      this.#moveTo(this.#x - (event.clientX - before.x) / this.#scale, this.#y - (event.clientY - before.y) / this.#scale);
    }
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  #wheel(event) {
    if (!event.ctrlKey) return; // the page scrolls; with Ctrl, and by pinching, the picture is scaled
    event.preventDefault();
    const { left, top } = this.#svg.getBoundingClientRect();
    this.#zoomAt(Math.exp(-event.deltaY / 300), event.clientX - left, event.clientY - top);
  }
}
