/** Addresses: `#/board/domineering/....%7C....?to=right`. Every shareable state has an address. */

/** Parses an address. @param {string} hash @returns {Address} */
export function read(hash) {
  const text = hash.replace(/^#?\/?/, "");
  const mark = text.indexOf("?");
  const path = mark < 0 ? text : text.slice(0, mark);
  const [section = "", ...parts] = path.split("/").map(decode);
  return { section, parts, options: new URLSearchParams(mark < 0 ? "" : text.slice(mark + 1)) };
}

/** @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {string} part */
function encode(part) {
  // Keep these characters unencoded, so that addresses are legible.
  return encodeURIComponent(part).replace(/%(7C|2C|3A|7B|7D|2B)/g, decodeURIComponent);
}

/**
 * Formats an address. Empty options are omitted.
 * @param {string} section
 * @param {string[]} parts
 * @param {Options} [options]
 */
export function write(section, parts, options = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) {
    if (value !== null && value !== undefined && value !== false && value !== "") query.set(name, value === true ? "1" : String(value));
  }
  const path = [section, ...parts].map(encode).join("/");
  const tail = query.toString();
  return `#/${path}${tail ? `?${tail}` : ""}`;
}

/** The name of the game in a Play address with the option `file`, which contains the rules. */
const OWN = "own";

/** Returns the game of a Play address. @param {Address} address @returns {GameRef} */
export function playedGame({ parts, options }) {
  const rules = options.get("file");
  return parts[0] === OWN && rules ? { rules } : (parts[0] ?? "");
}

/** Returns the address of a position in Play. @param {GameRef} game @param {string} position @param {Options} options */
export function playAddress(game, position, options) {
  const [name, more] = typeof game === "string" ? [game, options] : [OWN, { ...options, file: game.rules }];
  return write("play", position ? [name, position] : [name], more);
}

/** Returns the address of a position in Analyse. @param {GameRef} game @param {string} position @param {Options} options */
export function boardAddress(game, position, options) {
  return typeof game === "string" ? write("board", [game, position], options) : write("rules", [position], { file: game.rules });
}
