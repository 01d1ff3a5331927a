/** The sizes of a game, as controls: its usual starting positions, or the numbers in its parameter, such as rows and columns. */

import { h, labelled, select, uniqueId } from "../dom.js";
import { family } from "../positions.js";

/** The maximum of each number. Most games have a lower limit. */
const MOST = 99;

/**
 * Returns the numbers of a game with their names: `rows` 3, `columns` 3, `length` 3 for `mnk(3,3,3)`.
 * @param {string | null} parameter  The names, in the form of the catalogue: `[(ROWS,COLUMNS,LENGTH)]`.
 * @param {string} game
 */
export function numbersOf(parameter, game) {
  const text = game.slice(family(game).length);
  const names = (parameter ?? "").match(/[A-Z]+/g) ?? [];
  if (!/^\([\d,x]+\)$/.test(text) || names[0] === "CODE") return [];
  const values = text.match(/\d+/g) ?? [];
  return values.length > names.length ? [] : values.map((value, index) => ({ name: names[index].toLowerCase(), value }));
}

/** Returns a game with other numbers. @param {string} game @param {string[]} values */
export function withNumbers(game, values) {
  const name = family(game);
  let next = 0;
  return name + game.slice(name.length).replace(/\d+/g, () => values[next++]);
}

/** A position of a game. @typedef {{game: GameRef, position: string}} Place */

/** The size controls. `chosen` returns the selected position. */
export class Sizes {
  element = h("div", { class: "row settings" });
  /** @type {() => Place} */
  chosen = () => ({ game: "", position: "" });

  /**
   * Shows the sizes of a game.
   * @param {Place} here  The position that is being played.
   * @param {{parameter: string | null, starts: import("./popular.js").Start[]}} game
   */
  show(here, { parameter, starts }) {
    const { game } = here;
    const numbers = typeof game === "string" ? numbersOf(parameter, game) : [];
    const inputs = numbers.map(({ value }) => h("input", { id: uniqueId("size"), type: "number", min: 1, max: MOST, required: true, value }));
    const same = starts.findIndex(({ position }) => position === here.position);
    const sizes = select(uniqueId("size"), { ...(same < 0 ? { "": "This position" } : {}), ...Object.fromEntries(starts.map(({ label }, index) => [index, label])) }, same < 0 ? "" : String(same));
    const isListed = numbers.length === 0 && starts.length > 0;
    this.element.replaceChildren(...numbers.map(({ name }, index) => labelled(name[0].toUpperCase() + name.slice(1), inputs[index])), ...(isListed ? [labelled("Size", sizes)] : []));
    this.chosen = () => {
      const start = isListed && starts[Number(sizes.value || -1)];
      if (start) return { game: start.game ?? game, position: start.position };
      if (typeof game !== "string" || numbers.length === 0) return here;
      const other = withNumbers(game, inputs.map(({ value }) => String(Math.trunc(Number(value)))));
      return other === game ? here : { game: other, position: "" };
    };
  }
}
