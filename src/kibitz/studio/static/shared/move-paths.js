/** Moves as paths of cells, chosen one cell after the other. */

/** @typedef {{action: string, cells: string[], probability?: number | null}} Move */

/** @typedef {{moves: Move[]} | {chosen: string[]} | null} Step moves to play (one, or several to choose from), cells to go on
 *   from, or null where no move goes there */

/**
 * Returns moves of several pieces along every order of these: which is moved first is nobody's business.
 * @param {Move[]} moves their cells are from, to, from, to
 * @returns {Move[]}
 */
export function inEveryOrder(moves) {
  return moves.flatMap((move) => {
    const pairs = Array.from({ length: move.cells.length >> 1 }, (_, place) => move.cells.slice(2 * place, 2 * place + 2));
    const paths = new Map(orders(pairs).map((order) => [JSON.stringify(order), order.flat()]));
    return [...paths.values()].map((cells) => ({ ...move, cells }));
  });
}

function orders(items) {
  if (items.length <= 1) return [items];
  return items.flatMap((item, place) => orders(items.toSpliced(place, 1)).map((rest) => [item, ...rest]));
}

/**
 * Returns the moves whose paths begin with these cells.
 * @param {Move[]} moves
 * @param {string[]} chosen
 */
export function movesAlong(moves, chosen) {
  return moves.filter(({ cells }) => chosen.every((cell, place) => cells[place] === cell));
}

/**
 * Returns what can be chosen next, each cell with the moves that go through it.
 * @param {Move[]} moves
 * @param {string[]} chosen
 * @returns {Map<string, Move[]>}
 */
export function nextCells(moves, chosen) {
  const next = new Map();
  for (const move of movesAlong(moves, chosen)) {
    const cell = move.cells[chosen.length];
    if (cell !== undefined) next.set(cell, [...(next.get(cell) ?? []), move]);
  }
  return next;
}

/**
 * Returns the moves that end with the cells chosen.
 * @param {Move[]} moves
 * @param {string[]} chosen
 */
export function finishedMoves(moves, chosen) {
  return movesAlong(moves, chosen).filter(({ cells }) => cells.length === chosen.length);
}

/**
 * Returns where a choice of one more cell leads.
 * @param {Move[]} moves
 * @param {string[]} chosen
 * @param {string} cell
 * @returns {Step}
 */
export function step(moves, chosen, cell) {
  const onward = nextCells(moves, chosen).get(cell);
  const path = [...chosen, cell];
  if (onward) return onward.every(({ cells }) => cells.length === path.length) ? { moves: onward } : { chosen: path };
  if (!chosen.length) return null;
  if (cell === chosen.at(-1)) {
    const finished = finishedMoves(moves, chosen);
    return finished.length ? { moves: finished } : { chosen: [] };
  }
  // A long capture may be named by its last square alone.
  const ending = movesAlong(moves, chosen).filter(({ cells }) => cells.at(-1) === cell);
  if (ending.length) return { moves: [...new Map(ending.map((move) => [move.action, move])).values()] };
  const afresh = step(moves, [], cell);
  return afresh && "chosen" in afresh ? afresh : null;
}
