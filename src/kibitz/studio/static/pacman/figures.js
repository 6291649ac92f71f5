/** Pacman, ghosts and what is eaten, drawn on a canvas around a point. */

export const COLOURS = {
  floor: "#0b0b16",
  wall: "#3b5bff",
  food: "#ffd7b0",
  pacman: "#ffd928",
  ghosts: ["#ff3b30", "#34d5ff", "#ff8ad8", "#ffa53a", "#59d95a"],
  scared: "#2b3df0",
  flicker: "#f4f4ff",
};

/** Where the directions point on the canvas. */
export const DIRECTIONS = { East: [1, 0], South: [0, 1], West: [-1, 0], North: [0, -1], Stop: [0, 0] };
const ANGLES = { East: 0, South: Math.PI / 2, West: Math.PI, North: -Math.PI / 2, Stop: 0 };

/** A ghost that is scared for no more moves than so many flickers. */
const LAST_MOVES = 8;

/** @typedef {CanvasRenderingContext2D} Pen */

/**
 * Draws a disc.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour
 */
export function disc(pen, x, y, radius, colour) {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

/**
 * Draws Pacman, his mouth towards where he goes.
 * @param {Pen} pen
 * @param {{x: number, y: number, radius: number, facing: string, open: number}} look open: from 0, a closed mouth, to 1,
 *   where nothing is left of him
 */
export function drawPacman(pen, { x, y, radius, facing, open }) {
  if (open >= 1) return drawRemains(pen, x, y, radius);
  const half = open * Math.PI;
  pen.fillStyle = COLOURS.pacman;
  pen.beginPath();
  if (open > 0) pen.moveTo(x, y);
  pen.arc(x, y, radius, ANGLES[facing] + half, ANGLES[facing] + 2 * Math.PI - half);
  pen.closePath();
  pen.fill();
}

/** Draws the star that is left of a Pacman who died. */
function drawRemains(pen, x, y, radius) {
  pen.strokeStyle = COLOURS.pacman;
  pen.lineWidth = radius / 5;
  pen.lineCap = "round";
  pen.beginPath();
  for (let ray = 0; ray < 8; ray += 1) {
    const [right, down] = [Math.cos((ray * Math.PI) / 4), Math.sin((ray * Math.PI) / 4)];
    pen.moveTo(x + right * radius * 0.4, y + down * radius * 0.4);
    pen.lineTo(x + right * radius * 0.9, y + down * radius * 0.9);
  }
  pen.stroke();
}

/**
 * Draws a ghost; a scared one is blue, lower, shaky and has no eyes to see with.
 * @param {Pen} pen
 * @param {{x: number, y: number, radius: number, facing: string, scared: number, number: number}} look number: which ghost it is
 */
export function drawGhost(pen, { x, y, radius, facing, scared, number }) {
  if (scared > 0) return drawScaredGhost(pen, x, y, radius, scared);
  pen.fillStyle = COLOURS.ghosts[number % COLOURS.ghosts.length];
  pen.beginPath();
  pen.moveTo(x - radius, y + radius);
  pen.arc(x, y, radius, Math.PI, 0);
  pen.lineTo(x + radius, y + radius);
  for (let fold = 0; fold < 3; fold += 1) {
    const right = x + radius - (fold * 2 * radius) / 3;
    pen.lineTo(right - radius / 3, y + radius * 0.66);
    pen.lineTo(right - (2 * radius) / 3, y + radius);
  }
  pen.fill();
  const [right, down] = DIRECTIONS[facing];
  for (const side of [-1, 1]) {
    const [eye, height] = [x + side * 0.42 * radius, y - 0.15 * radius];
    disc(pen, eye + right * 0.12 * radius, height + down * 0.12 * radius, 0.3 * radius, "#ffffff");
    disc(pen, eye + right * 0.28 * radius, height + down * 0.28 * radius, 0.15 * radius, "#1a2a9c");
  }
}

function drawScaredGhost(pen, x, y, radius, scared) {
  const isPale = scared <= LAST_MOVES && scared % 2 === 0;
  const ink = isPale ? COLOURS.ghosts[0] : COLOURS.flicker;
  pen.fillStyle = isPale ? COLOURS.flicker : COLOURS.scared;
  pen.strokeStyle = ink;
  pen.lineJoin = "round";
  pen.lineWidth = radius / 7;
  pen.beginPath();
  pen.moveTo(x - radius, y + radius);
  pen.bezierCurveTo(x - radius * 1.1, y - radius * 0.9, x + radius * 1.1, y - radius * 0.9, x + radius, y + radius);
  for (let fold = 0; fold < 4; fold += 1) {
    const right = x + radius - (fold * radius) / 2;
    pen.lineTo(right - radius / 4, y + radius * 0.6);
    pen.lineTo(right - radius / 2, y + radius);
  }
  pen.closePath();
  pen.fill();
  pen.stroke();
  for (const side of [-1, 1]) disc(pen, x + side * 0.3 * radius, y - 0.05 * radius, 0.12 * radius, ink);
  pen.beginPath();
  pen.moveTo(x - 0.5 * radius, y + 0.42 * radius);
  for (let wave = 1; wave <= 4; wave += 1) pen.lineTo(x + (wave / 4 - 0.5) * radius, y + (wave % 2 ? 0.26 : 0.42) * radius);
  pen.stroke();
}
