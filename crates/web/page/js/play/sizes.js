/** The numbers in the parameter of a game, such as the rows and columns of a board, as controls. */

import { h, labelled, uniqueId } from "../dom.js";
import { family } from "../positions.js";

/** The greatest number. Most games refuse smaller ones. */
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

/** The controls. */
export class Sizes {
  /** @type {HTMLInputElement[]} */
  #inputs = [];
  element = h("div", { class: "row settings" });

  /** Shows the numbers of a game. @param {string | null} parameter @param {string} game */
  show(parameter, game) {
    const numbers = numbersOf(parameter, game);
    this.#inputs = numbers.map(({ value }) => h("input", { id: uniqueId("size"), type: "number", min: 1, max: MOST, required: true, value }));
    this.element.replaceChildren(...numbers.map(({ name }, index) => labelled(name[0].toUpperCase() + name.slice(1), this.#inputs[index])));
  }

  /** Returns the game with the chosen numbers. @param {string} game */
  of(game) {
    return withNumbers(game, this.#inputs.map(({ value }) => String(Math.trunc(Number(value)))));
  }
}
