/** Positions from elsewhere: random ones, and pasted texts. */

import { read } from "../address.js";
import { ask, isAbort } from "../api.js";
import { inner, isSum, splitExample } from "../positions.js";
import { anyOf, random } from "./edit/palette.js";

/** The number of random positions tried before random moves. */
const ATTEMPTS = 6;
/** The maximum number of random moves. */
const MOST_MOVES = 12;

/**
 * Sets a random position: one that the editor makes, if the game accepts it, or the position after some random moves.
 * @param {import("./play.js").Play} play
 * @param {Editor | null} editor
 */
export async function setRandom(play, editor) {
  for (let attempt = 0; editor?.random && attempt < ATTEMPTS; attempt += 1) {
    const [position, game] = editor.random();
    if (position === play.record.current.position) continue;
    try {
      return await play.set(position, undefined, game);
    } catch (error) {
      if (isAbort(error)) throw error;
    }
  }
  let { position } = play.record.current;
  const last = await play.attempt(async (how) => {
    for (let left = 1 + random(MOST_MOVES); left > 0; left -= 1) {
      const { moves } = /** @type {Moves} */ (await ask("moves", play.requestOf(position), how));
      // Keep a position with a move.
      if (moves.length < 2) break;
      const { to } = anyOf(moves);
      position = isSum(to) ? to : inner(to);
    }
    return position;
  });
  await play.set(last);
}

/**
 * Reads a pasted text: lines of a board become a text with `|`, and an address of this page is followed.
 * @param {string} text
 * @returns {{hash: string} | {position: string}}
 */
export function pasted(text) {
  const hash = /#\/board\/\S+/.exec(text)?.[0];
  if (hash && read(hash).parts.length > 0) return { hash };
  return { position: joined(text) };
}

/** Joins the lines of a text by `|`. @param {string} text */
export const joined = (text) => text.trim().split(/\s*\r?\n\s*/).join("|");

/**
 * Sets a pasted position: of the game on display or, if that game refuses it, with the name of its game: `nim(3,5)`, or `nim 3,5`.
 * @param {import("./play.js").Play} play
 * @param {string} text
 */
export async function setPasted(play, text) {
  try {
    await play.set(text);
  } catch (error) {
    if (isAbort(error)) throw error;
    const { game, position } = splitExample(text);
    const ways = [...(position ? [{ game, position }] : []), { game: "sum", position: text }];
    for (const way of /^[a-z]/i.test(text) ? ways : []) {
      try {
        return await play.set(way.position, undefined, way.game);
      } catch (other) {
        if (isAbort(other)) throw other;
      }
    }
    throw error;
  }
}
