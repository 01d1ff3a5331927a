/** The opponent: Winways makes a move. */

import { pause } from "../api.js";

/** The pause before a move of the engine, in milliseconds, so that users can follow. */
const THINKING = 450;

/** The time limit for a move, in seconds. A move chosen at the limit may not be the best. */
const LONGEST = 1.2;

/**
 * Returns the move that Winways chooses in the current position, or null if there is none. `isKnown` is false if the time did not
 * suffice to determine whether the move is the best.
 * @param {import("./session.js").Session} session
 * @param {number} level
 * @param {AbortSignal} signal
 * @param {number} [least]  The minimum time before the result is returned, in milliseconds.
 * @returns {Promise<{move: Move | null, isKnown: boolean}>}
 */
export async function replyOf(session, level, signal, least = THINKING) {
  const { position } = session.record.current;
  const wishes = { level, seed: Math.floor(Math.random() * 2 ** 32), timeout: LONGEST, ...session.mover() };
  const [reply] = await Promise.all([session.ask("reply", position, wishes, { signal }), pause(least, signal)]);
  // The session may list only some of the moves.
  const move = session.legal().find(({ text }) => text === reply.move?.text) ?? (reply.move && { player: "either", outcome: null, ...reply.move });
  if (!move && reply.stopped) throw new Error(reply.stopped);
  return { move: move ?? null, isKnown: reply.complete };
}
