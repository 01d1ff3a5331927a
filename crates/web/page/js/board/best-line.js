/** A line of best play, added to the course of a game so that it can be stepped through. */

import { plies } from "../dom.js";
import { winnerOf } from "./record.js";

/**
 * Adds the moves of a line from the current position on, without making them.
 * @param {import("./record.js").Course} course
 * @param {Line} line
 * @param {(position: string) => string} inside  The position as the course has it.
 */
export function addLine(course, line, inside) {
  let node = course.current;
  for (const { player, text, to, outcome, remoteness } of line.moves) {
    const mover = player === "either" ? node.turn : player;
    node.known = { winner: winnerOf(outcome, mover), remoteness };
    node = course.add(node, text, inside(to), mover);
  }
  // The lengths of some games are not known: neither is that of the end then.
  if (line.complete && line.winner) node.known = { winner: line.winner, remoteness: typeof line.moves.at(-1)?.remoteness === "number" ? 0 : null };
}

/** What there is to say of a line. @param {Line} line */
export function told({ moves, winner, complete, stopped }) {
  if (moves.length === 0) return "No move is left.";
  const end = !complete ? `; then ${stopped ?? "it goes on"}` : winner === "draw" ? " to the draw" : " to the end";
  return `Best play, ${plies(moves.length)}${end}: step with Redo.`;
}
