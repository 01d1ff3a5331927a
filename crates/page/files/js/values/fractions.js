/** Fractions: exact arithmetic for texts, and numbers for drawing. */

/** Converts the text of a fraction to a number, for drawing only. @param {string} text */
export function approximate(text) {
  const [above, below = "1"] = text.split("/");
  return Number(above) / Number(below);
}

/** Converts a fraction to a number, for drawing only. @param {Fraction} fraction */
export const toNumber = ({ above, below }) => Number(above) / Number(below);

/** Returns a fraction in lowest terms, with a positive denominator. @param {bigint} above @param {bigint} below @returns {Fraction} */
export function reduced(above, below) {
  let [divisor, rest] = [below, above];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  // The divisor gets the sign of the denominator, so that their quotient is positive.
  if ((divisor < 0n) !== (below < 0n)) divisor = -divisor;
  return { above: above / divisor, below: below / divisor };
}

/** Parses an integer or a fraction, such as `-3/4`. Returns null for any other text. @param {string} text @returns {Fraction | null} */
export function exact(text) {
  const [, above, below = "1"] = /^(-?\d+)(?:\/(0*[1-9]\d*))?$/.exec(text) ?? [];
  return above === undefined ? null : reduced(BigInt(above), BigInt(below));
}

/** Formats a fraction: `-3/4`. @param {Fraction} fraction */
export const written = ({ above, below }) => (below === 1n ? String(above) : `${above}/${below}`);

/** Subtracts a fraction. @param {Fraction} one @param {Fraction} other */
export const minus = (one, other) => reduced(one.above * other.below - other.above * one.below, one.below * other.below);

/** Multiplies fractions. @param {Fraction} one @param {Fraction} other */
const times = (one, other) => reduced(one.above * other.above, one.below * other.below);

/** Returns the sign of the difference of two fractions: negative if the first is less. @param {Fraction} one @param {Fraction} other */
export const compare = (one, other) => Math.sign(Number(minus(one, other).above));

/**
 * Returns the value at a place between two points of a line.
 * @param {{place: Fraction, value: Fraction}} one
 * @param {{place: Fraction, value: Fraction}} other  Another place than that of the first point.
 * @param {Fraction} at
 */
export function between(one, other, at) {
  const { above, below } = minus(one.place, other.place);
  const slope = times(minus(one.value, other.value), reduced(below, above));
  return minus(one.value, times(slope, minus(one.place, at)));
}

/**
 * Returns round positions for the ticks of an axis. Returns none if a number for drawing cannot tell neighbouring ticks apart.
 * @param {number} least
 * @param {number} most
 * @param {number} count  The maximum number of ticks.
 */
export function ticks(least, most, count) {
  const raw = (most - least) / count;
  if (!Number.isFinite(raw)) return [];
  let [above, below] = [1n, 1n];
  if (raw <= 1) while (1 / (2 * Number(below)) >= raw && below < 64n) below *= 2n;
  else {
    const power = 10n ** BigInt(Math.floor(Math.log10(raw)));
    above = [1n, 2n, 5n, 10n].map((one) => one * power).find((one) => Number(one) >= raw) ?? 10n * power;
  }
  const step = Number(above) / Number(below);
  const [first, last] = [Math.ceil(least / step), Math.floor(most / step)];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return [];
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => reduced(BigInt(first + index) * above, below));
}
