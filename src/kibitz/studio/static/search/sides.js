/** From whose side values are told, in words. */

const SEATS = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** Returns what a seat is called. */
function seatName(player) {
  return SEATS[player] ?? `${player + 1}th`;
}

/**
 * Returns for whom the written value of a node is.
 * @param {{events: number | null, side: number | null, players: number, nodes: any[]}} answer
 * @param {import("./tree-nodes.js").TreeNode} node
 */
export function sideText({ events, side, players, nodes }, node) {
  if (players === 1 || Array.isArray(node.told)) return "";
  if (events !== null) return ` for MAX, the ${seatName(Math.max(0, nodes[0].to_move))} player`;
  if (side !== null) return ` for the ${seatName(side)} player`;
  return node.above && node.above.to_move >= 0 ? ` for the ${seatName(node.above.to_move)} player` : "";
}

/**
 * Returns what the two ends of the colours mean: of the lowest and of the highest values.
 * @param {{side: number | null, players: number}} answer
 * @returns {[string, string]}
 */
export function endTexts({ side, players }) {
  if (players === 1) return ["worse", "better"];
  if (players === 2 && side === 0) return ["good for the second", "good for the first"];
  if (side !== null) return [`bad for the ${seatName(side)}`, `good for the ${seatName(side)}`];
  return ["bad for who moved", "good for who moved"];
}
