/** What the browser keeps for this page between visits; browsers may refuse, and pages must work without. */

/**
 * Keeps a value under a name.
 * @param {string} name
 * @param {any} value anything JSON can hold
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`kibitz.${name}`, JSON.stringify(value));
  } catch {
    // A full or forbidden store loses only the memory of the page.
  }
}

/**
 * Returns what was kept under a name, or the other value.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(`kibitz.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}
