/**
 * A tidy drawing of a tree: levels in rows, parents above the middle of their children, equal subtrees drawn alike, and as narrow
 * as the room of each node allows. Subtrees are packed once from the left and once from the right, and stand halfway between.
 */

/** @typedef {{left: number, right: number, children: Box[], x: number, level: number}} Box the room beside its middle, which is x */
/** @typedef {{left: number[], right: number[]}} Contour how far a subtree reaches, level by level, as seen from its root */

/**
 * Sets x and level of every box; the leftmost edge is 0. Returns the width.
 * @param {Box} root
 * @param {{siblings: number, cousins: number}} gaps
 */
export function arrange(root, gaps) {
  const boxes = [root];
  root.level = 0;
  for (const box of boxes) {
    for (const child of box.children) child.level = box.level + 1;
    boxes.push(...box.children);
  }
  /** @type {Map<Box, Contour>} */
  const contours = new Map();
  for (const box of boxes.toReversed()) {
    const parts = box.children.map((child) => /** @type {Contour} */ (contours.get(child)));
    const places = spread(box.children, parts, gaps);
    box.children.forEach((child, index) => (child.x = places[index]));
    contours.set(box, joined(box, parts, places));
    for (const child of box.children) contours.delete(child);
  }
  root.x = 0;
  for (const box of boxes) for (const child of box.children) child.x += box.x;
  const start = boxes.reduce((least, box) => Math.min(least, box.x - box.left), Infinity);
  for (const box of boxes) box.x -= start;
  return boxes.reduce((most, box) => Math.max(most, box.x + box.right), 0);
}

/** Returns the places of siblings as seen from their parent. */
function spread(children, parts, gaps) {
  if (!parts.length) return [];
  const between = parts.slice(1).map((_, index) => (children[index].children.length || children[index + 1].children.length ? gaps.cousins : gaps.siblings));
  const fromLeft = packed(parts, between, gaps.cousins);
  const mirrored = parts.map(({ left, right }) => ({ left: right.map(negative), right: left.map(negative) })).reverse();
  const fromRight = packed(mirrored, between.toReversed(), gaps.cousins).map(negative).reverse();
  const shift = fromRight[0] - fromLeft[0];
  const places = fromLeft.map((place, index) => (place + fromRight[index] - shift) / 2);
  const middle = (places[0] + /** @type {number} */ (places.at(-1))) / 2;
  return places.map((place) => place - middle);
}

/** Returns places from 0 on, each subtree as near to those before it as their contours allow. */
function packed(parts, between, wide) {
  const places = [0];
  const border = [...parts[0].right];
  for (const [index, part] of parts.slice(1).entries()) {
    let place = -Infinity;
    for (let level = 0; level < Math.min(border.length, part.left.length); level += 1) {
      place = Math.max(place, border[level] - part.left[level] + (level ? wide : between[index]));
    }
    places.push(place);
    part.right.forEach((right, level) => (border[level] = place + right));
  }
  return places;
}

function joined(box, parts, places) {
  const contour = { left: [-box.left], right: [box.right] };
  for (const [index, part] of parts.entries()) {
    for (let level = 0; level < part.left.length; level += 1) {
      const left = places[index] + part.left[level];
      const right = places[index] + part.right[level];
      contour.left[level + 1] = Math.min(contour.left[level + 1] ?? Infinity, left);
      contour.right[level + 1] = Math.max(contour.right[level + 1] ?? -Infinity, right);
    }
  }
  return contour;
}

function negative(number) {
  return -number;
}
