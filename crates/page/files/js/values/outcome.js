/** Outcomes of values, in words. */

const OUTCOMES = { L: "Left wins: it is positive", R: "Right wins: it is negative", P: "the previous player wins: it is zero", N: "the next player wins: it is confused with zero", D: "a draw" };

const FIRST = { L: "Left wins", R: "Right wins", D: "it is a draw" };

/** Describes an outcome. Two letters are the winners if Left moves first and if Right moves first. @param {string} outcome */
export function outcomeInWords(outcome) {
  if (outcome.length === 1) return OUTCOMES[/** @type {keyof typeof OUTCOMES} */ (outcome)] ?? "";
  const [left, right] = [...outcome].map((letter) => FIRST[/** @type {keyof typeof FIRST} */ (letter)]);
  return `if Left moves first, ${left}; if Right does, ${right}`;
}
