/** The game of this tab, saved across reloads. */

import { recordOf, rowsOf } from "./packed.js";

const NAME = "winways.game";

/**
 * Saves a game and its marks.
 * @param {import("./record.js").Course} record
 * @param {(node: Ply) => string} noteOf
 * @param {{misere: boolean, marks: Marking}} more
 */
export function keepGame(record, noteOf, more) {
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ ...rowsOf(record, noteOf), ...more }));
  } catch {
    // The page also works without storage.
  }
}

/** Returns the saved game, or null. @returns {any} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? "null");
  } catch {
    return null;
  }
}

/** Returns the saved marks, or an empty string. @returns {string} */
export const keptMarks = () => kept()?.marks ?? "";

/**
 * Returns the saved record if it contains a position, or null.
 * @param {{game: string, position: string, turn: Turn, misere: boolean}} where
 * @param {(node: Ply, note: string) => void} note  Receives the notes.
 */
export function keptGame({ game, position, turn, misere }, note) {
  const found = kept();
  if (!found || found.misere !== misere) return null;
  try {
    const record = recordOf(found, note);
    return record.find(position, turn, game) ? record : null;
  } catch {
    return null;
  }
}
