/** Dyadic fractions on axes and sliders: conversion between exact texts and drawing coordinates. */

/** Converts a fraction to a number, for drawing only. @param {string} text */
export function approximate(text) {
  const [above, below = "1"] = text.split("/");
  return Number(above) / Number(below);
}

/** Returns the least power of two, at most 1024, whose product with each number is an integer. @param {number[]} numbers */
export function denominator(numbers) {
  let below = 1;
  while (below < 1024 && !numbers.every((number) => Number.isInteger(number * below))) below *= 2;
  return below;
}

/** Formats a number as a fraction: `-3/4`. @param {number} number */
export function fraction(number) {
  const below = denominator([number]);
  const above = Math.round(number * below);
  return below === 1 ? String(above) : `${above}/${below}`;
}

/**
 * Returns round positions for the ticks of an axis.
 * @param {number} least
 * @param {number} most
 * @param {number} count  The maximum number of ticks.
 */
export function ticks(least, most, count) {
  const raw = (most - least) / count;
  let step = 1;
  if (raw <= 1) while (step / 2 >= raw && step > 1 / 64) step /= 2;
  else {
    const power = 10 ** Math.floor(Math.log10(raw));
    step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw) ?? raw;
  }
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.max(Math.floor(most / step) - first + 1, 0) }, (_, index) => (first + index) * step);
}
