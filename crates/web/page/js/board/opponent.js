/** The engine as an opponent, which plays the best move or sometimes a random one. */

import { largest } from "../dom.js";

/** The probability of a random move, by level. */
export const LEVELS = { perfect: 0, strong: 0.15, casual: 0.4, random: 1 };

/** @template T @param {T[]} list @param {() => number} random */
function pick(list, random) {
  return list[Math.min(list.length - 1, Math.floor(random() * list.length))];
}

/**
 * Chooses a move: the fastest win, or else a draw, or else the slowest loss.
 * @param {Move[]} moves
 * @param {Level} level
 * @param {() => number} [random]
 * @returns {Move | null}
 */
export function chooseMove(moves, level, random = Math.random) {
  if (moves.length === 0) return null;
  if (random() < LEVELS[level]) return pick(moves, random);
  const winning = moves.filter((move) => move.outcome === "win");
  if (winning.length > 0) return pick(extreme(winning, -1), random);
  const drawing = moves.filter((move) => move.outcome === "draw");
  if (drawing.length > 0) return pick(drawing, random);
  const unknown = moves.filter((move) => !move.outcome);
  return pick(unknown.length > 0 ? unknown : extreme(moves, 1), random);
}

/** Returns the moves with the greatest remoteness times `sign`, or all moves if remoteness is unknown. @param {Move[]} moves @param {1 | -1} sign */
function extreme(moves, sign) {
  const known = moves.flatMap(({ remoteness }) => (typeof remoteness === "number" ? [sign * remoteness] : []));
  const most = largest(-Infinity, known);
  return known.length === 0 ? moves : moves.filter(({ remoteness }) => sign * (remoteness ?? NaN) === most);
}
