/** Browser storage: recent games, the history of the calculator, progress in lessons. */

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(`winways.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`winways.${name}`, JSON.stringify(value));
  } catch {
    // The page also works without storage.
  }
}

/** Returns the addresses of recently opened boards, latest first. @returns {string[]} */
export const recent = () => recall("recent", []);

/** @param {string} address */
export const keepRecent = (address) => keep("recent", [address, ...recent().filter((one) => one !== address)].slice(0, 8));
