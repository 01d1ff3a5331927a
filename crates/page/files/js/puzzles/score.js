/** The puzzle score, which is stored in the browser: the visitor's rating, the streak, and the days of daily puzzles. */

import { keep, recall } from "../recent.js";

/** The rating of a new visitor. */
const FIRST = 800;
/** The maximum change of the rating per result, during and after the first `SETTLED` puzzles. */
const STEPS = [48, 24];
const SETTLED = 12;
const LEAST = 600;

/** @returns {Score} */
export function score() {
  return { rating: FIRST, seen: 0, solved: 0, streak: 0, best: 0, days: 0, last: "", ...recall("puzzles", {}) };
}

/** Returns the date in Coordinated Universal Time, in the form YYYY-MM-DD: everyone has the same puzzle of the day. */
export const today = (now = new Date()) => now.toISOString().slice(0, 10);

/** Returns the day before a date. @param {string} date */
function before(date) {
  const day = new Date(`${date}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return today(day);
}

/**
 * Records the first answer to a puzzle. A right answer after a hint counts half for the rating, and continues the streak.
 * @param {{rating: number, date: string | null}} puzzle
 * @param {boolean} isRight
 * @param {boolean} hadHint
 */
export function record({ rating, date }, isRight, hadHint) {
  const old = score();
  const expected = 1 / (1 + 10 ** ((rating - old.rating) / 400));
  const reached = isRight ? (hadHint ? 0.5 : 1) : 0;
  const step = STEPS[old.seen < SETTLED ? 0 : 1];
  const streak = isRight ? old.streak + 1 : 0;
  const next = { ...old, rating: Math.max(LEAST, Math.round(old.rating + step * (reached - expected))), seen: old.seen + 1, solved: old.solved + Number(isRight), streak, best: Math.max(old.best, streak) };
  if (isRight && date === today() && old.last !== date) {
    next.days = old.last === before(date) ? old.days + 1 : 1;
    next.last = date;
  }
  keep("puzzles", next);
  return next;
}

/** Returns true if today's puzzle is solved. */
export const solvedToday = () => score().last === today();

/** Returns the number of days in a row with a solved daily puzzle. */
export function days() {
  const { last, days: count } = score();
  return last === today() || last === before(today()) ? count : 0;
}
