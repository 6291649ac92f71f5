/** Dragging a node past its siblings, to change their order. */

const LEAST_DRAG = 8;

/**
 * Lets a node be dragged sideways; when it is let go elsewhere, tells its new place among the siblings.
 * @param {SVGGElement} group
 * @param {{x: number, isOwn: boolean}[]} siblings in their order
 * @param {() => number} scale how many pixels one unit is
 * @param {(place: number) => void} onMove
 */
export function followDrag(group, siblings, scale, onMove) {
  const own = siblings.findIndex(({ isOwn }) => isOwn);
  const others = siblings.filter(({ isOwn }) => !isOwn);
  /** @type {number | null} */
  let began = null;
  let moved = 0;
  let wasDragged = false;
  group.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !others.length) return;
    event.preventDefault(); // the picture stays where it is
    began = event.clientX;
    moved = 0;
    wasDragged = false;
    group.setPointerCapture(event.pointerId);
  });
  group.addEventListener("pointermove", (event) => {
    if (began === null) return;
    moved = event.clientX - began;
    const isDragged = Math.abs(moved) > LEAST_DRAG;
    group.classList.toggle("is-dragged", isDragged);
    group.style.setProperty("translate", isDragged ? `${moved / scale()}px 0` : "");
  });
  group.addEventListener("pointercancel", () => rest());
  group.addEventListener("pointerup", () => {
    if (began === null) return;
    const x = siblings[own].x + moved / scale();
    const place = others.filter((sibling) => sibling.x < x).length;
    wasDragged = Math.abs(moved) > LEAST_DRAG;
    rest();
    if (wasDragged && place !== own) onMove(place);
  });
  // The click that ends a drag chooses nothing.
  group.addEventListener("click", (event) => wasDragged && event.stopImmediatePropagation(), { capture: true });

  function rest() {
    began = null;
    group.classList.remove("is-dragged");
    group.style.removeProperty("translate");
  }
}
