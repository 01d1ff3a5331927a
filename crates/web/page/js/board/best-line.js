/** A line of best play, added to the course of a game so that it can be stepped through. */

import { chooseMove } from "./opponent.js";

/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").Moves} Moves */
/** @typedef {import("./record.js").Node} Node */

/** How long a line may become. */
const MOST = 300;

/**
 * Adds the line from a node on: the winner hurries and the loser delays, where the length of play is known. It ends with the game,
 * with a position that occurs again (a draw goes on for ever), and where the answers are not known.
 * @param {import("./record.js").Course} course
 * @param {Node} from
 * @param {{moves: (position: string) => Promise<Moves>, inside: (position: string) => string, told: (count: number) => void}} how
 * @returns {Promise<{count: number, end: "over" | "again" | "unknown" | "long"}>}
 */
export async function addBestLine(course, from, { moves, inside, told }) {
  let node = from;
  const seen = new Set([`${node.turn} ${node.position}`]);
  for (let count = 0; count < MOST; count += 1) {
    const answer = await moves(node.position);
    const legal = answer.moves.filter((move) => move.player === "either" || move.player === node.turn);
    if (legal.length === 0) return { count, end: "over" };
    if (legal.every((move) => !move.outcome)) return { count, end: "unknown" };
    const move = /** @type {Move} */ (chooseMove(legal, "perfect", () => 0));
    node = course.add(node, move.text, inside(move.to), node.turn);
    course.learn(node, move);
    told(count + 1);
    const state = `${node.turn} ${node.position}`;
    if (seen.has(state)) return { count: count + 1, end: "again" };
    seen.add(state);
  }
  return { count: MOST, end: "long" };
}

/** The end of a line, in words. */
export const ENDS = { over: "to the end", again: "until a position occurs again", unknown: "as far as the answers are known", long: "and longer" };
