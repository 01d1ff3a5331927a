/** Notes on positions, stored in the browser. */

import { keep, recall } from "../recent.js";

/** The maximum number of stored notes. The oldest notes are removed first. */
const MOST = 500;
/** The maximum length of a note. */
export const LONGEST = 2000;

/** @param {Ply} node */
const nameOf = ({ game, position }) => `${typeof game === "string" ? game : game.rules} ${position}`;

export class Notes {
  #own = new Map(Object.entries(/** @type {Texts} */ (recall("notes", {}))));
  /** Notes from an opened address. They are stored once they are edited. @type {Texts} */
  #shared = {};

  /** Returns the note on the position of a node, or an empty string. @param {Ply} node */
  of(node) {
    const name = nameOf(node);
    return (Object.hasOwn(this.#shared, name) ? this.#shared[name] : this.#own.get(name)) ?? "";
  }

  /** @param {Ply} node @param {string} text */
  set(node, text) {
    const name = nameOf(node);
    if (Object.hasOwn(this.#shared, name)) this.#shared[name] = text;
    this.#own.delete(name);
    if (text) this.#own.set(name, text);
    for (const oldest of this.#own.keys()) if (this.#own.size > MOST) this.#own.delete(oldest);
    keep("notes", Object.fromEntries(this.#own));
  }

  /** Attaches a note from an address to a position. @param {Ply} node @param {string} text */
  share(node, text) {
    this.#shared[nameOf(node)] = text;
  }
}
