/** The review after a game: who was winning at each move, the mistakes, and the moves that would have won. */

import { faultOf, isAbort, wanted } from "../api.js";
import { winner } from "../board/answer.js";
import { resultOf, winnerOf } from "../board/record.js";

/** The time for each position, in seconds. */
const PATIENT = 3;

/**
 * @typedef {object} Verdict  On a move.
 * @property {"good" | "mistake" | "unknown"} kind
 * @property {boolean} wasWon  True if the mover could win, false if the mover could draw at best.
 * @property {Move[]} better  The moves that would have kept the result, if the move is a mistake.
 * @property {string[]} why  The engine's explanation of the position before the move.
 */

/** @param {Turn} mover @param {Turn | "draw" | null | undefined} result */
const worth = (mover, result) => (result === mover ? 2 : result === "draw" ? 1 : 0);

/**
 * Judges the moves of a game, the last one first, since late positions are small.
 * @param {import("../board/session.js").Session} session
 * @param {AbortSignal} signal
 * @param {(node: Ply, verdict: Verdict) => void} tell  Called for each move.
 */
export async function review(session, signal, tell) {
  const nodes = [session.record.root, ...session.record.line()];
  /** The winner from each position. @type {(Turn | "draw" | null)[]} */
  const results = nodes.map(({ known }) => known?.winner ?? null);
  const ask = (/** @type {string} */ path, /** @type {number} */ at, /** @type {object} */ more) =>
    wanted(session.ask(path, nodes[at].position, { timeout: PATIENT, ...more }, { signal }), signal);
  // A board that is too large at one move is too large before it, too.
  let isLarge = false;
  for (let at = nodes.length - 2; at >= 0; at -= 1) {
    const [node, next] = [nodes[at], nodes[at + 1]];
    const mover = /** @type {Turn} */ (next.mover);
    results[at] ??= isLarge ? null : await ask("solve", at, { outcome_only: true, max_moves: 0 }).then((/** @type {Solved} */ { outcome }) => winner(outcome, node.turn), unknown);
    isLarge ||= results[at] === null;
    const [before, after] = [results[at], results[at + 1]];
    if (!before || !after) {
      tell(next, { kind: "unknown", wasWon: false, better: [], why: [] });
      continue;
    }
    if (worth(mover, after) >= worth(mover, before)) {
      tell(next, { kind: "good", wasWon: before === mover, better: [], why: [] });
      continue;
    }
    const moves = /** @type {Moves | null} */ (await ask("moves", at, { outcomes: true, outcome_only: true }).catch(unknown));
    const keeps = (/** @type {Move} */ move) => {
      const result = resultOf(move, mover);
      return result && (move.player === "either" || move.player === mover) && worth(mover, winnerOf(result, mover)) >= worth(mover, before);
    };
    const better = (moves?.moves ?? []).filter(keeps);
    const solved = /** @type {Solved | null} */ (await ask("solve", at, { explain: true, max_moves: 1 }).catch(unknown));
    tell(next, { kind: "mistake", wasWon: before === mover, better, why: reasonsOf(solved?.explanation ?? [], session.name(mover)) });
  }

  /** @param {unknown} error */
  function unknown(error) {
    if (isAbort(error)) throw error;
    if (faultOf(error).status === 422) throw error;
    return null;
  }
}

/** Selects the sentences of an explanation that are about the winning moves of a player, or else the first ones. @param {string[]} lines @param {string} name */
function reasonsOf(lines, name) {
  const about = lines.filter((line) => [`${name} wins by`, "the player to move wins by"].some((start) => line.startsWith(start)) || line.includes(" holds the draw"));
  const sums = lines.filter((line) => line.includes(" xor ")).slice(0, 1);
  return about.length > 0 ? [...sums, ...about] : lines.filter((line) => !line.endsWith(":")).slice(0, 2);
}
