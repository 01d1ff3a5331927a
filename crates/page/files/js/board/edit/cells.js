/** An editor for boards: a palette of letters, and buttons for rows and columns. */

import { h, quiet } from "../../dom.js";
import { anyOf, palette, place, random, stepper } from "./palette.js";

/** Returns the label of a letter's button. @param {Letter} letter */
export const meaning = ({ letter, name }) => (name ? `${letter} ${name}` : letter);

/** @type {Editing} */
export function cells({ view, set }) {
  const { letters = [], places, text = "", resizable = false } = view.alphabet ?? {};
  if (!places) return null;
  const [figure] = view.figures;
  const known = new Map(letters.map((one) => [one.letter, one]));
  const is = (/** @type {Letter["content"]["is"]} */ kind) => letters.filter(({ content }) => content.is === kind).map(({ letter }) => letter);
  const [holes, halves, blank] = [is("gone"), is("domino"), letters[0].letter];
  // Half of a domino is valid only beside the other half.
  const loose = letters.map(({ letter }) => letter).filter((letter) => letter !== blank && !halves.includes(letter));
  const brush = palette("Sign to paint", [...loose, blank, ...halves].map((letter) => [letter, meaning(/** @type {Letter} */ (known.get(letter)))]));
  const end = places[places.length - 1] + 1;
  const isRectangle = resizable && view.figures.length === 1 && "columns" in figure;
  // A board of a fixed size is edited as a single line.
  let lines = isRectangle ? text.slice(0, end).split("|") : [text.slice(0, end)];
  const write = (/** @type {string[]} */ next) => next[0] && set((lines = next).join("|") + text.slice(end));
  const columns = lines[0].length;
  const size =
    isRectangle &&
    h(
      "div",
      { class: "row" },
      figure.kind === "grid" && stepper("Rows", lines.length, (by) => write(by > 0 ? [...lines, blank.repeat(lines[0].length)] : lines.slice(0, -1))),
      stepper(figure.kind === "grid" ? "Columns" : "Cells", columns, (by) => write(lines.map((line) => (by > 0 ? line + blank : line.slice(0, -1))))),
    );
  const pieces = loose.filter((letter) => !holes.includes(letter));
  // Leave holes unchanged, unless holes are the only pieces.
  const fill = (/** @type {() => string} */ next) => lines.map((line) => [...line].map((sign) => (known.has(sign) && (pieces.length === 0 || !holes.includes(sign)) ? next() : sign)).join(""));
  return {
    element: h("div", null, quiet("Choose a sign, then click the cells."), brush.element, size),
    clear: () => write(fill(() => blank)),
    random() {
      // Fill between a third and all of the free cells.
      const share = 0.33 + Math.random() * 0.67;
      const sign = () => (Math.random() > share ? blank : pieces.length > 0 ? anyOf(pieces) : random(4) === 0 ? anyOf(loose) ?? blank : blank);
      return [fill(sign).join("|") + text.slice(end)];
    },
    cell(element) {
      const { figure: board, index } = place(element);
      const before = view.figures.slice(0, board).reduce((sum, one) => sum + ("cells" in one ? one.cells.length : "vertices" in one ? one.vertices.length : 0), 0);
      // The lines may already differ in size from the displayed board.
      const [row, column] = isRectangle ? [Math.floor(index / columns), index % columns] : [0, places[before + index]];
      const sign = lines[row]?.[column];
      if (!known.has(sign)) return;
      const next = sign === brush.current() ? blank : brush.current();
      write(lines.with(row, lines[row].slice(0, column) + next + lines[row].slice(column + 1)));
    },
  };
}
