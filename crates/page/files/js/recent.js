/** Browser storage: recent games, the history of the calculator, progress in lessons. */

/** `sessionStorage` belongs to one tab, and survives reloads. @typedef {"localStorage" | "sessionStorage"} Place */

/** @template T @param {string} name @param {T} otherwise @param {Place} [storage] @returns {T} */
export function recall(name, otherwise, storage = "localStorage") {
  try {
    const text = window[storage].getItem(`winways.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value @param {Place} [storage] */
export function keep(name, value, storage = "localStorage") {
  try {
    window[storage].setItem(`winways.${name}`, JSON.stringify(value));
  } catch {
    // The page also works without storage.
  }
}

/** Returns the addresses of recently opened boards, latest first. @returns {string[]} */
export const recent = () => recall("recent", []);

/** @param {string} address */
export const keepRecent = (address) => keep("recent", [address, ...recent().filter((one) => one !== address)].slice(0, 8));
