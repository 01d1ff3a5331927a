/** The review after a game: the mistakes, and the moves that would have been better. */

import { faultOf, isAbort, wanted } from "../api.js";
import { winner } from "../board/answer.js";
import { resultOf, winnerOf } from "../board/record.js";

/** The time limit for each position, in seconds. */
const PATIENT = 3;

/**
 * @typedef {object} Verdict  The verdict on a move.
 * @property {"good" | "mistake" | "unknown"} kind
 * @property {boolean} wasWon  True if the mover could win, false if the mover could draw at best.
 * @property {number | null} lost  The points that the move lost; null in games without points.
 * @property {Move[]} better  The moves that would have kept the result, if the move is a mistake.
 * @property {string[]} why  The engine's explanation of the position before the move.
 */

/** @type {Verdict} */
const UNKNOWN = { kind: "unknown", wasWon: false, lost: null, better: [], why: [] };

/** @param {Turn} mover @param {Turn | "draw" | null | undefined} result */
const worth = (mover, result) => (result === mover ? 2 : result === "draw" ? 1 : 0);

/**
 * Judges the moves of a game, the last one first, since late positions are small.
 * @param {import("../board/session.js").Session} session
 * @param {(node: Ply) => number | null} takenBy  Returns the points that a move took; null in games without points.
 * @param {AbortSignal} signal
 * @param {(node: Ply, verdict: Verdict) => void} tell  Called for each move.
 */
export async function review(session, takenBy, signal, tell) {
  const nodes = [session.record.root, ...session.record.line()];
  const hasPoints = nodes.length > 1 && takenBy(nodes[1]) !== null;
  const ask = (/** @type {Ply} */ node, /** @type {string} */ path, /** @type {object} */ more) =>
    wanted(session.ask(path, node.position, { timeout: PATIENT, ...more }, { signal }), signal).catch(unknown);
  // If a position is too large, so are the positions before it.
  let isLarge = false;
  /** The solved position after the move. @type {Found | null} */
  let after = null;
  for (const [index, node] of [...nodes.entries()].reverse()) {
    /** @type {Found | null} */
    const before = isLarge ? null : await find(node);
    isLarge = before === null;
    const next = nodes[index + 1];
    if (next) tell(next, before && after ? await judge(node, next, before, after) : UNKNOWN);
    after = before;
  }

  /**
   * Finds the winner from a position, or the points that the player to move gains.
   * @param {Ply} node @returns {Promise<Found | null>}
   */
  async function find(node) {
    if (node.known && !hasPoints) return { winner: node.known.winner, points: 0 };
    const solved = /** @type {Solved | null} */ (await ask(node, "solve", { outcome_only: !hasPoints, max_moves: 0 }));
    const result = solved && winner(solved.outcome, node.turn);
    if (!result || (hasPoints && solved.value_kind !== "points")) return null;
    return { winner: result, points: Number(solved.value) };
  }

  /** @param {Ply} node @param {Ply} next @param {Found} before @param {Found} after @returns {Promise<Verdict>} */
  async function judge(node, next, before, after) {
    const mover = /** @type {Turn} */ (next.mover);
    const lost = hasPoints ? before.points + after.points - Number(takenBy(next)) : null;
    const isGood = lost === null ? worth(mover, after.winner) >= worth(mover, before.winner) : lost <= 0;
    const found = { wasWon: before.winner === mover, lost };
    if (isGood) return { kind: "good", ...found, better: [], why: [] };
    const solved = /** @type {Solved | null} */ (await ask(node, "solve", { explain: true, max_moves: 50 }));
    const moves = /** @type {Moves | null} */ (await ask(node, "moves", { outcomes: !hasPoints, outcome_only: true }));
    const best = new Set((solved?.moves ?? []).map(({ text }) => text));
    const keeps = (/** @type {Move} */ move) => {
      if (hasPoints) return best.has(move.text);
      const result = resultOf(move, mover);
      return result && (move.player === "either" || move.player === mover) && worth(mover, winnerOf(result, mover)) >= worth(mover, before.winner);
    };
    return { kind: "mistake", ...found, better: (moves?.moves ?? []).filter(keeps), why: reasonsOf(solved?.explanation ?? [], session.name(mover)) };
  }

  /** @param {unknown} error */
  function unknown(error) {
    if (isAbort(error)) throw error;
    if (faultOf(error).status === 422) throw error;
    return null;
  }
}

/** The result of a position: the winner, and in games of points the gain of the player to move. @typedef {{winner: Turn | "draw", points: number}} Found */

/**
 * Returns the sentences of an explanation that are about the best moves of a player. If there are none, returns the first sentences.
 * @param {string[]} lines
 * @param {string} name
 */
function reasonsOf(lines, name) {
  const about = lines.filter((line) => [`${name} wins by`, "the player to move wins by"].some((start) => line.startsWith(start)) || line.includes(" holds the draw"));
  const sums = lines.filter((line) => line.includes(" xor ")).slice(0, 1);
  return about.length > 0 ? [...sums, ...about] : lines.filter((line) => !line.endsWith(":")).slice(0, 2);
}
