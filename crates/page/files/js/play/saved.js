/** The game in progress. Each tab has its own game; a new tab continues the game that was played last. */

import { keep, recall } from "../recent.js";

const NAME = "play";

/**
 * @typedef {object} Saved
 * @property {string} address
 * @property {{text: string, position: string, mover: Turn, left?: number}[]} line  The moves, with the points that nobody has taken yet.
 * @property {Record<Turn, number>} [clock]  The time left, in milliseconds.
 */

/** Returns the game in progress, or null. @returns {Saved | null} */
export function savedGame() {
  const own = recall(NAME, /** @type {Saved | null | undefined} */ (undefined), "sessionStorage");
  return own === undefined ? recall(NAME, /** @type {Saved | null} */ (null)) : own;
}

/** @param {Saved | null} game  Null after the end of a game. */
export function saveGame(game) {
  for (const storage of /** @type {const} */ (["sessionStorage", "localStorage"])) keep(NAME, game, storage);
}
