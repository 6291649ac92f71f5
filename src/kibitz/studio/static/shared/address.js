/** What a page shows, as a readable fragment of its address: #game=chess&moves=e4,e5. */

/**
 * Returns what the address says, every value as text.
 * @returns {Record<string, string>}
 */
export function readAddress() {
  return Object.fromEntries(rawParts().map(([name, raw]) => [name, decode(raw)]));
}

/**
 * Returns the items of one list in the address; a comma within an item does not part it.
 * @param {string} name
 * @returns {string[]}
 */
export function readList(name) {
  const raw = new Map(rawParts()).get(name);
  return raw ? raw.split(",").map(decode) : [];
}

/**
 * Makes the address say this, without a new entry in the browser's history. Empty values are left out.
 * @param {Record<string, string | number | boolean | string[] | null | undefined>} values
 */
export function writeAddress(values) {
  const parts = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) continue;
    const text = Array.isArray(value) ? value.map((item) => encode(item).replaceAll(",", "%2C")).join(",") : encode(String(value));
    parts.push(`${name}=${text}`);
  }
  const fragment = parts.length ? `#${parts.join("&")}` : "";
  if (fragment !== location.hash) history.replaceState(null, "", location.pathname + location.search + fragment);
}

/**
 * Returns a promise that the address of what is shown is in the clipboard.
 * @returns {Promise<void>}
 */
export function copyLink() {
  return navigator.clipboard.writeText(location.href);
}

/** Returns text with only those characters escaped that would end a value: addresses are there to be read. */
function encode(text) {
  return encodeURIComponent(text).replaceAll(/%(2F|3A|2B|3D|2C|40|5B|5D|7C)/g, (escaped) => decodeURIComponent(escaped));
}

function decode(raw) {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw; // typed by hand, with a lone percent sign
  }
}

/** @returns {[string, string][]} */
function rawParts() {
  return location.hash
    .slice(1)
    .split("&")
    .filter((part) => part.includes("="))
    .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]);
}
