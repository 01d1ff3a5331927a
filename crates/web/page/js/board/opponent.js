/** The opponent: Winways makes a move. */

import { pause } from "../api.js";

/** The pause before a move of the engine in milliseconds, so that users can follow. */
const THINKING = 450;

/** The levels of the opponent: at level n of 10 it plays n of 10 moves as well as possible. */
export const LEVELS = { 10: "10: never errs", ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => [level, String(level)])) };

/**
 * Returns the move that Winways chooses in the current position, or null if there is none.
 * @param {import("./session.js").Session} session
 * @param {number} level
 * @param {AbortSignal} signal
 * @returns {Promise<Move | null>}
 */
export async function replyOf(session, level, signal) {
  const { position } = session.record.current;
  const wishes = { level, seed: Math.floor(Math.random() * 2 ** 32), ...session.mover() };
  const [reply] = await Promise.all([session.ask("reply", position, wishes, { signal }), pause(THINKING, signal)]);
  // A long list of moves is shown in part.
  const move = session.legal().find(({ text }) => text === reply.move?.text) ?? (reply.move && { player: "either", outcome: null, ...reply.move });
  if (!move && reply.stopped) throw new Error(reply.stopped);
  return move ?? null;
}
