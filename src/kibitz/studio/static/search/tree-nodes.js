/** The nodes that the server sent, put together to a tree again. */

/**
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {string | null} action
 * @property {number} to_move
 * @property {string} role
 * @property {any} value a number, one for each player, "inf" or "-inf", or null
 * @property {number | null} utility the value as one side sees it, by which nodes are coloured
 * @property {number | null} visits
 * @property {any} alpha
 * @property {any} beta
 * @property {number | null} probability
 * @property {string | null} leaf
 * @property {string[]} cut
 * @property {string | null} reason
 * @property {boolean} chosen
 * @property {boolean} proved
 * @property {number} children how many there are
 * @property {number} shown how many of them were sent
 * @property {string[]} path the moves from the root
 * @property {string} key the path as text
 * @property {TreeNode | null} above
 * @property {TreeNode[]} below the children that were sent
 * @property {boolean} isOnLine whether the chosen moves lead here
 */

/**
 * Returns the root of the tree of an answer.
 * @param {any[]} nodes parents before their children
 * @returns {TreeNode}
 */
export function plant(nodes) {
  const known = new Map();
  for (const fields of nodes) {
    const above = fields.parent === null ? null : known.get(fields.parent);
    const path = above ? [...above.path, fields.action] : [];
    const node = { ...fields, path, key: keyOf(path), above, below: [], isOnLine: above ? above.isOnLine && fields.chosen : true };
    known.set(fields.id, node);
    above?.below.push(node);
  }
  return known.get(nodes[0].id);
}

/**
 * Returns what a path is known by.
 * @param {string[]} path
 */
export function keyOf(path) {
  return JSON.stringify(path);
}

/**
 * Returns the node at the end of a path, or null if it was not sent.
 * @param {TreeNode} root
 * @param {string} key
 * @returns {TreeNode | null}
 */
export function nodeAt(root, key) {
  let node = root;
  for (const name of JSON.parse(key)) {
    const next = node.below.find(({ action }) => action === name);
    if (!next) return null;
    node = next;
  }
  return node;
}
