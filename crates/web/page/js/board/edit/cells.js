/** An editor for boards: a palette of signs, and buttons for rows and columns. */

import { h, quiet } from "../../dom.js";
import { anyOf, palette, place, random, stepper } from "./palette.js";

/** The meanings of signs that are the same in all games. */
const MEANINGS = /** @type {Texts} */ ({ ".": "free", "#": "gone" });
/** The meanings of signs in particular games. */
const OF_GAMES = /** @type {Record<string, Texts>} */ ({
  domineering: { v: "upright half", h: "flat half" },
  col: { b: "blue", r: "red" },
  snort: { b: "blue", r: "red" },
  "toads-and-frogs": { t: "toad", f: "frog" },
  "fox-and-geese": { f: "fox", g: "goose" },
  "hare-and-hounds": { h: "hare", d: "hound" },
});

/**
 * Returns the signs of the cells, and the text around them, or null if the text is not such a board.
 * @param {string} position
 * @param {number} count  The number of elements of the board.
 * @param {boolean} sparse  True if `#` cells are not elements.
 */
function parse(position, count, sparse) {
  const tail = / [a-z]+$/.exec(position)?.[0] ?? "";
  for (const [text, rest] of [[position, ""], [position.slice(0, position.length - tail.length), tail]]) {
    const at = [...text].flatMap((sign, index) => (sign === "|" || sign === " " || (sparse && sign === "#") ? [] : [index]));
    if (at.length === count && !/\d/.test(text)) return { text, rest, at };
  }
  return null;
}

/**
 * Returns the signs that can be painted: those in the example, in the position, and in the notation.
 * @param {Subject} subject
 */
function alphabet({ entry, position }) {
  const example = entry.example.replace(/^\S+ ?/, "").replace(/ [a-z]+$/, "");
  const named = [...entry.notation.matchAll(/`(\S)`/g)].map(([, sign]) => sign);
  const all = new Set([".", ...example, ...position.replace(/ [a-z]+$/, ""), ...named]);
  return [...all].filter((sign) => !/[\s|\d]/.test(sign) && (sign !== "." || /[.]|empty/.test(entry.example + entry.notation)));
}

/** Returns the label of a sign's button. @param {string} name @param {string} sign */
export function meaning(name, sign) {
  const text = OF_GAMES[name]?.[sign] ?? MEANINGS[sign];
  return text ? `${sign} ${text}` : sign;
}

/** @type {Editing} */
export function cells(subject) {
  const { name, position, view, set } = subject;
  const sizes = view.figures.map((figure) => ("cells" in figure ? figure.cells.length : figure.kind === "graph" ? figure.vertices.length : -1));
  if (sizes.length === 0 || sizes.includes(-1)) return null;
  const [figure] = view.figures;
  const board = parse(position, sizes.reduce((sum, size) => sum + size, 0), figure.kind === "graph");
  if (!board) return null;
  const { text, rest, at } = board;
  const signs = alphabet(subject);
  const isHalf = (/** @type {string} */ sign) => meaning(name, sign).endsWith("half");
  const order = [...signs.slice(1).filter((sign) => !isHalf(sign)), signs[0], ...signs.slice(1).filter(isHalf)];
  const brush = palette("Sign to paint", order.map((sign) => [sign, meaning(name, sign)]));
  let rows = text.split("|");
  const [blank] = signs;
  const isRectangle = sizes.length === 1 && "cells" in figure && !text.includes(" ") && rows.length === figure.rows && rows.every((row) => row.length === rows[0].length);
  const write = (/** @type {string[]} */ lines) => lines[0] && set((rows = lines).join("|") + rest);
  const size =
    isRectangle &&
    h(
      "div",
      { class: "row" },
      stepper("Row", rows.length, (by) => write(by > 0 ? [...rows, blank.repeat(rows[0].length)] : rows.slice(0, -1))),
      stepper("Column", rows[0].length, (by) => write(rows.map((row) => (by > 0 ? row + blank : row.slice(0, -1))))),
    );
  // Halves of dominoes need each other.
  const loose = signs.filter((sign) => sign !== blank && !isHalf(sign));
  const usual = loose.filter((sign) => sign !== "#");
  // Holes are a part of the board, unless nothing else can be placed.
  const filled = usual.length > 0 ? /[^#\s]/g : /\S/g;
  return {
    element: h("div", null, quiet("Choose a sign, then click the cells."), brush.element, size),
    clear: () => write(rows.map((row) => row.replace(filled, blank))),
    random() {
      // Between a third and all of the free cells.
      const share = 0.33 + Math.random() * 0.67;
      const sign = () => (Math.random() > share ? blank : usual.length > 0 ? anyOf(usual) : random(4) === 0 ? anyOf(loose) ?? blank : blank);
      return [rows.map((row) => row.replace(filled, sign)).join("|") + rest];
    },
    cell(element) {
      const { figure: board, index } = place(element);
      const where = at[sizes.slice(0, board).reduce((sum, one) => sum + one, 0) + index];
      if (where === undefined) return;
      // The text may have another size.
      const before = text.slice(0, where).split("|");
      const row = before.length - 1;
      const column = before[row].length;
      const sign = rows[row]?.[column];
      if (sign) write(rows.with(row, rows[row].slice(0, column) + (sign === brush.current() ? blank : brush.current()) + rows[row].slice(column + 1)));
    },
  };
}
