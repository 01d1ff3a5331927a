/** What the browser keeps: recent games, the history of the calculator, progress in lessons. */

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(`winways.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(`winways.${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing can be used all the same.
  }
}

/**
 * Puts something first in a kept list, which has no more than some entries.
 * @param {string} name
 * @param {string} entry
 * @param {number} most
 */
export function keepFirst(name, entry, most) {
  const list = recall(name, /** @type {string[]} */ ([]));
  keep(name, [entry, ...list.filter((one) => one !== entry)].slice(0, most));
}
