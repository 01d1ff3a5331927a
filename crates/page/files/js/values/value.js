/** Display of values everywhere on the page: typeset, and shortened if they are long, with the full value on demand. */

import { count, h } from "../dom.js";
import { copy } from "./copy.js";
import { parse, typeset, typesetPieces } from "./notation.js";

/** The maximum number of signs of a value that is shown in full, and the numbers of options to which longer values are cut. */
const MOST_SIGNS = 30;
const OPTIONS = [8, 4, 2, 1];
/** The deepest level of brackets of a shortened value. */
const DEEPEST = 6;

/** Texts that are values: numbers, arrows, stars and brackets, the names of loopy games, and labels of braces. */
const NOTATION = /^(?:[\d/^v*{}|(),+\-.…&∞\s]|uponth|upon|under|over|off|on|dud|tisn|tis|pass|[a-uw-z]\d*(?=[{},|]))+$/;

/** Returns true if a text is a value, which can be typeset. @param {string} text */
export const isValue = (text) => NOTATION.test(text) && !/^[.\s]*$/.test(text);

/** Returns the number of signs of pieces. @param {Piece[]} pieces @returns {number} */
function size(pieces) {
  return pieces.reduce((sum, piece) => sum + (piece.kind === "group" ? 2 + size(piece.inside) : piece.kind === "bars" ? piece.count : 1), 0);
}

/** @type {Piece} */
const DOTS = { kind: "sign", text: "…" };

/** Splits the contents of brackets into options, with the signs between them. @param {Piece[]} pieces */
function optionsOf(pieces) {
  /** @type {{option: Piece[], end: Piece | null}[]} */
  const list = [{ option: [], end: null }];
  for (const piece of pieces) {
    const last = list[list.length - 1];
    if (piece.kind === "bars" || (piece.kind === "sign" && piece.text === ",")) {
      last.end = piece;
      list.push({ option: [], end: null });
    } else last.option.push(piece);
  }
  return list;
}

/**
 * Cuts brackets below a depth, and all but the first options of each player.
 * @param {Piece[]} pieces
 * @param {number} depth
 * @param {number} most  The number of options to keep.
 * @returns {Piece[]}
 */
function cut(pieces, depth, most) {
  return pieces.map((piece) => {
    if (piece.kind !== "group") return piece;
    if (depth === 0) return { ...piece, inside: [DOTS] };
    /** @type {Piece[]} */
    const inside = [];
    let number = 0;
    for (const { option, end } of optionsOf(piece.inside)) {
      const isLast = end === null || end.kind === "bars";
      number += 1;
      if (number <= most) inside.push(...cut(option, depth - 1, most));
      else if (number === most + 1) inside.push(DOTS);
      if (end && (isLast || number <= most)) inside.push(end);
      if (isLast) number = 0;
    }
    return { ...piece, inside };
  });
}

/** Returns the longest shortened form of a value that fits, or else the shortest form. Returns null if the full value fits. @param {Piece[]} pieces */
function shortened(pieces) {
  if (size(pieces) <= MOST_SIGNS) return null;
  let least = pieces;
  for (let depth = DEEPEST; depth >= 0; depth -= 1) {
    for (const most of OPTIONS) {
      least = cut(pieces, depth, most);
      if (size(least) <= MOST_SIGNS) return least;
    }
  }
  return least;
}

/**
 * Renders a value, typeset. A long value is shortened; it can be opened and copied.
 * @param {string} text  A value, such as `{4||1|-2}`. Other texts are shown as they are.
 * @param {string | null} [words]  The value in words, for learners.
 */
export function shownValue(text, words) {
  const meaning = words && h("span", { class: "in-words" }, words);
  if (!isValue(text)) return h("span", { class: "shown-value" }, text.length > 160 ? [h("code", null, `${text.slice(0, 150)}…`), whole(text)] : h("code", null, text), meaning);
  const short = text.length > MOST_SIGNS ? shortened(parse(text)) : null;
  if (!short) return h("span", { class: "shown-value" }, typeset(text), meaning);
  const label = words ? `a long value: ${words}` : "a long value, shortened";
  return h("span", { class: "shown-value" }, typesetPieces(short, label), meaning, whole(text));
}

/** Renders a value in a line of text: shortened, but without the full value. @param {string} text */
export function valueInLine(text) {
  if (!isValue(text)) return h("code", null, text);
  const short = text.length > MOST_SIGNS ? shortened(parse(text)) : null;
  return short ? typesetPieces(short, "a long value, shortened") : typeset(text);
}

/** Creates the part that opens the full value. @param {string} text */
function whole(text) {
  return h(
    "details",
    { class: "whole-value" },
    h("summary", null, `The full value (${count(text.length)} characters)`),
    h("p", { class: "whole-text", tabindex: 0 }, h("output", null, text)),
    copy("Copy it", text),
  );
}
