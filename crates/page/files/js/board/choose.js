/** Selection of moves by clicking elements. */

import { key } from "../figures/figures.js";

/** Returns the elements of a move, in order. @param {Move} move */
export function touched(move) {
  return (move.touches ?? []).map(key);
}

/** Returns the moves that touch each element. @param {Move[]} moves */
export function byElement(moves) {
  /** @type {Map<string, Move[]>} */
  const all = new Map();
  for (const move of moves) {
    for (const element of new Set(touched(move))) {
      const its = all.get(element) ?? [];
      its.push(move);
      all.set(element, its);
    }
  }
  return all;
}

/**
 * Returns the moves that match the chosen elements: the moves that touch all of them. If two or more elements were chosen and several
 * moves match, prefers the moves that touch these elements first, in this order.
 * @param {Move[]} moves
 * @param {string[]} chosen
 * @returns {Move[]}
 */
export function candidates(moves, chosen) {
  if (chosen.length === 0) return moves;
  const all = moves.filter((move) => {
    const order = touched(move);
    return chosen.every((element) => order.includes(element));
  });
  if (chosen.length < 2 || all.length < 2) return all;
  const inOrder = all.filter((move) => {
    const order = touched(move);
    return chosen.every((element, index) => order[index] === element);
  });
  return inOrder.length > 0 ? inOrder : all;
}

/**
 * Returns the effect of a click on an element: a move, or a new selection.
 * @param {Move[]} moves
 * @param {string[]} chosen
 * @param {string} element
 * @returns {{move: Move} | {chosen: string[]}}
 */
export function click(moves, chosen, element) {
  if (chosen.includes(element)) {
    const exact = candidates(moves, chosen).filter((move) => new Set(touched(move)).size === new Set(chosen).size);
    // A second click on the last element makes the move of the chosen elements, or undoes the choice.
    if (chosen[chosen.length - 1] === element && exact.length === 1 && candidates(moves, chosen).length > 1) return { move: exact[0] };
    return { chosen: chosen.slice(0, chosen.indexOf(element)) };
  }
  for (const next of [[...chosen, element], [element]]) {
    const possible = candidates(moves, next);
    if (possible.length === 1) return { move: possible[0] };
    if (possible.length > 1) return { chosen: next };
  }
  return { chosen: [] };
}
