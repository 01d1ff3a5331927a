/**
 * Editors of positions by clicks and keys: numbers go up and down, cells are painted, pieces placed, graphs and stalks drawn. They
 * write the position's text, which the engine reads and judges. Until it has, an editor keeps the text itself: a further click means
 * what is shown, and changes the text that was written last.
 */

import { cells } from "./cells.js";
import { graphs } from "./graph.js";
import { numbers } from "./numbers.js";
import { placing } from "./placing.js";
import { stalks } from "./stalks.js";

/**
 * The editor for what is on a board, or null if it is edited by its text alone.
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
