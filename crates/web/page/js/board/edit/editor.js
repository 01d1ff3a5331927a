/**
 * Editors of positions by clicks and keys. Numbers are increased and decreased, cells painted, pieces placed, graphs and stalks drawn.
 * An editor writes the text of the position, which the engine then validates. Until then the editor keeps the text, so that a further
 * click refers to the board on display but changes the latest text.
 */

import { cells } from "./cells.js";
import { graphs } from "./graph.js";
import { numbers } from "./numbers.js";
import { placing } from "./placing.js";
import { stalks } from "./stalks.js";

/**
 * Returns the editor for a board, or null if the board can only be edited as text.
 * @param {GamePage | null} entry
 * @param {{game: unknown, position: string, view: View | null | undefined}} board
 * @param {Subject["set"]} set
 * @returns {Editor | null}
 */
export function editorFor(entry, { game, position, view }, set) {
  if (!view || !entry || typeof game !== "string" || game === "sum") return null;
  const subject = { name: entry.name, game, position, view, entry, set };
  for (const kind of [placing, stalks, graphs, cells, numbers]) {
    const editor = kind(subject);
    if (editor) return editor;
  }
  return null;
}
