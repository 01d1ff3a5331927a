/** The points of the players, in games of points. */

import { other } from "../board/record.js";

export class Points {
  /** The points that nobody has taken yet, by node. @type {Map<Ply, number>} */
  #left = new Map();

  clear() {
    this.#left.clear();
  }

  /** @param {Ply} node @param {number | null | undefined} left */
  learn(node, left) {
    if (typeof left === "number") this.#left.set(node, left);
  }

  /** Returns the points that nobody has taken yet; undefined in games without points. @param {Ply} node */
  at(node) {
    return this.#left.get(node);
  }

  /**
   * Returns the points of both players; null in games without points. If play has ended, the player who made the last move takes the rest.
   * @param {Ply} root
   * @param {Ply[]} path  The moves from there.
   * @param {boolean} isOver
   */
  of(root, path, isOver) {
    if (!this.#left.has(root)) return null;
    const taken = { left: 0, right: 0 };
    let before = this.#left.get(root) ?? 0;
    for (const node of path) {
      const after = this.#left.get(node) ?? before;
      if (node.mover) taken[node.mover] += before - after;
      before = after;
    }
    if (isOver) taken[other((path.at(-1) ?? root).turn)] += before;
    return taken;
  }
}
