/** A line of best play, which is added to the game so that it can be stepped through. */

import { plies } from "../dom.js";
import { winnerOf } from "./record.js";

/**
 * Adds the moves of a line after the current position, without making them.
 * @param {import("./record.js").Course} course
 * @param {Line} line
 * @param {(position: string) => string} inside  Converts a position to the notation of the game record.
 */
export function addLine(course, line, inside) {
  let node = course.current;
  for (const { player, text, to, outcome, remoteness } of line.moves) {
    const mover = player === "either" ? node.turn : player;
    node.known = { winner: winnerOf(outcome, mover), remoteness };
    node = course.add(node, text, inside(to), mover);
  }
  // The end has remoteness 0 only if the remoteness of the last move is known.
  if (line.complete && line.winner) node.known = { winner: line.winner, remoteness: typeof line.moves.at(-1)?.remoteness === "number" ? 0 : null };
}

/** Describes a line. @param {Line} line */
export function describe({ moves, winner, complete, stopped }) {
  if (moves.length === 0) return complete ? "No move is left." : `No best move was found: ${stopped ?? "a limit was reached"}.`;
  const end = !complete ? `; then ${stopped ?? "play continues"}` : winner === "draw" ? " to the draw" : " to the end";
  return `Best play, ${plies(moves.length)}${end}. Step through it with Redo.`;
}
