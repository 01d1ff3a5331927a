/** Parsing of games and positions: `mnk(3,3,3)("x..|...|...")`, `nim(3,5)`, and typed input. */

const OPENING = "([{";
const CLOSING = ")]}";

/**
 * Calls `found` with each index of a text that is outside all brackets and quotes.
 * @param {string} text
 * @param {(place: number, character: string) => boolean} found  Stops the scan by returning true.
 * @returns {number}  The index at which the scan stopped, or -1.
 */
function outside(text, found) {
  let depth = 0;
  let quoted = false;
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place];
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (OPENING.includes(character)) depth += 1;
    else if (CLOSING.includes(character)) depth -= 1;
    else if (depth === 0 && found(place, character)) return place;
  }
  return -1;
}

/**
 * Splits a text in command-line form, `mnk(3,3,3) x..|...|...`, into the game and the position.
 * @param {string} text
 * @returns {{game: string, position: string}}
 */
export function splitExample(text) {
  const place = outside(text.trim(), (_, character) => character === " ");
  return place < 0
    ? { game: text.trim(), position: "" }
    : { game: text.trim().slice(0, place), position: text.trim().slice(place + 1).trim() };
}

/** Returns true if the text is a sum of several positions. @param {string} position */
export function isSum(position) {
  return outside(position, (_, character) => character === "+") >= 0;
}

/** Splits a sum into its positions. @param {string} position @returns {string[]} */
export function parts(position) {
  /** @type {string[]} */
  const list = [];
  let start = 0;
  outside(position, (place, character) => {
    if (character === "+") {
      list.push(position.slice(start, place).trim());
      start = place + 1;
    }
    return false;
  });
  return [...list, position.slice(start).trim()];
}

/**
 * Returns the position without its game: `3,5` for `nim(3,5)`, and `...|...` for `col("...|...")`. A sum is unchanged.
 * @param {string} position
 */
export function inner(position) {
  if (isSum(position) || !position.endsWith(")")) return position;
  let depth = 0;
  let quoted = false;
  for (let place = position.length - 1; place >= 0; place -= 1) {
    const character = position[place];
    if (character === '"') quoted = !quoted;
    if (quoted) continue;
    if (CLOSING.includes(character)) depth += 1;
    if (OPENING.includes(character)) depth -= 1;
    if (depth === 0) {
      const inside = position.slice(place + 1, -1);
      return inside.length > 1 && inside.startsWith('"') && inside.endsWith('"') ? inside.slice(1, -1) : inside;
    }
  }
  return position;
}

/** Returns the fields of a request about a position. @param {GameRef} game @param {string} position */
export function asked(game, position) {
  if (game === "sum") return { game: position };
  return position === "" ? { game } : { game, position };
}

/** Returns the name of a game without its parameters. @param {string} game */
export function family(game) {
  const place = game.search(/[({[]/);
  return place < 0 ? game : game.slice(0, place);
}
