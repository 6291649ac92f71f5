/** A tree in the address of the page: short, and readable as long as the tree is small. */

const SIGNS = [["\n", "|"], ["->", "@"], [" ", "+"]];
const RESERVED = /[|@+]/;

/**
 * Returns the field of the address that holds a tree: `tree` in short signs, or `text` as it stands where these occur in it.
 * @param {string} text
 * @returns {{tree?: string, text?: string}}
 */
export function treeFields(text) {
  const lines = text.split(/\r?\n/).map((line) => line.split("#")[0].trimEnd()).filter(Boolean);
  const plain = lines.map((line) => line.replace(/^\s+/, " ")).join("\n");
  if (RESERVED.test(plain)) return { text: plain };
  let short = plain.replaceAll(/ *(,|:|->|=|~) */g, "$1").replaceAll(/ {2,}/g, " ");
  for (const [usual, sign] of SIGNS) short = short.replaceAll(usual, sign);
  return { tree: short };
}

/**
 * Returns the tree in the fields of an address, or null where there is none.
 * @param {Record<string, string>} fields
 */
export function treeIn({ tree, text }) {
  if (text) return `${text}\n`;
  if (!tree) return null;
  let long = tree;
  for (const [usual, sign] of SIGNS) long = long.replaceAll(sign, usual === "->" ? " -> " : usual);
  return `${long.replaceAll(/:(?=\S)/g, ": ").replaceAll(/,(?=\S)/g, ", ")}\n`;
}
