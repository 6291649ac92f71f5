/** Agent and game strings, name:key=value,key=value, taken apart and put together. */

/**
 * Returns the name and the options of a spec. Commas within brackets belong to a value.
 * @param {string} spec
 * @returns {{name: string, options: Map<string, string>, rest: string[]}} rest: parts that are no key=value
 */
export function parseSpec(spec) {
  const colon = spec.indexOf(":");
  const name = (colon < 0 ? spec : spec.slice(0, colon)).trim();
  const options = new Map();
  const rest = [];
  for (const part of colon < 0 ? [] : partsOutsideBrackets(spec.slice(colon + 1))) {
    const equals = part.indexOf("=");
    if (equals > 0) options.set(part.slice(0, equals).trim(), part.slice(equals + 1).trim());
    else if (part.trim()) rest.push(part.trim());
  }
  return { name, options, rest };
}

/**
 * Returns the spec of a name and its options.
 * @param {string} name
 * @param {Iterable<[string, string]>} options
 * @param {string[]} [rest]
 */
export function formatSpec(name, options, rest = []) {
  const parts = [...rest, ...[...options].map(([key, value]) => `${key}=${value}`)];
  return parts.length ? `${name}:${parts.join(",")}` : name;
}

function partsOutsideBrackets(text) {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "[") depth += 1;
    if (character === "]") depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}
