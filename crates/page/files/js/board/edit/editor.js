/**
 * Editors of positions by clicks and keys. Numbers are increased and decreased, cells painted, pieces placed, graphs and stalks drawn.
 * An editor changes the text of the position, which the engine then validates. Until the new board is displayed, further clicks refer to
 * the old board but change the latest text.
 */

import { h } from "../../dom.js";
import { cells } from "./cells.js";
import { graphs } from "./graph.js";
import { numbers } from "./numbers.js";
import { stepper } from "./palette.js";
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
  const row = sizes(subject);
  for (const kind of [placing, stalks, graphs, cells, numbers]) {
    const editor = kind(subject);
    if (!editor) continue;
    if (row) editor.element.append(row);
    return editor;
  }
  return row && { element: row };
}

/** Returns steppers for the numbers in the parameter of the game. Each step opens the starting position of another board. @param {Subject} subject */
function sizes({ view: { sizes: all = [] }, set }) {
  const one = (/** @type {Size} */ { name, value, smaller, larger }) =>
    stepper(`${name[0].toUpperCase()}${name.slice(1)}`, value, (by) => set("", (by > 0 ? larger : smaller) ?? undefined), { less: smaller !== null, more: larger !== null });
  return all.length > 0 ? h("div", { class: "row" }, all.map(one)) : null;
}
