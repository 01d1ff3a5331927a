/** The opponent: Winways makes a move. */

import { pause } from "../api.js";

/** The pause before a move of the engine in milliseconds, so that users can follow. */
const THINKING = 450;

/** The time for a move, in seconds. The move is then not known to be best. */
const LONGEST = 1.2;

/**
 * Returns the move that Winways chooses in the current position, null if there is none. `isKnown` is false if the time did not suffice
 * to find out whether the move is best.
 * @param {import("./session.js").Session} session
 * @param {number} level
 * @param {AbortSignal} signal
 * @param {number} [least]  The time the answer takes at least, in milliseconds.
 * @returns {Promise<{move: Move | null, isKnown: boolean}>}
 */
export async function replyOf(session, level, signal, least = THINKING) {
  const { position } = session.record.current;
  const wishes = { level, seed: Math.floor(Math.random() * 2 ** 32), timeout: LONGEST, ...session.mover() };
  const [reply] = await Promise.all([session.ask("reply", position, wishes, { signal }), pause(least, signal)]);
  // A long list of moves is shown in part.
  const move = session.legal().find(({ text }) => text === reply.move?.text) ?? (reply.move && { player: "either", outcome: null, ...reply.move });
  if (!move && reply.stopped) throw new Error(reply.stopped);
  return { move: move ?? null, isKnown: reply.complete };
}
