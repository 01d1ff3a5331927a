/** The points of the players, in games of points. */

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

  /** Returns the points that the move to a node took; null in games without points. @param {Ply} node */
  takenBy(node) {
    const [before, after] = [node.parent && this.#left.get(node.parent), this.#left.get(node)];
    return typeof before === "number" && typeof after === "number" ? before - after : null;
  }

  /**
   * Returns the points of both players; null in games without points.
   * @param {Ply} root
   * @param {Ply[]} path  The nodes after the root.
   * @param {Turn | null} heir  The player who gets the points that nobody has taken.
   */
  of(root, path, heir) {
    if (!this.#left.has(root)) return null;
    const taken = { left: 0, right: 0 };
    for (const node of path) if (node.mover) taken[node.mover] += this.takenBy(node) ?? 0;
    if (heir) taken[heir] += this.#left.get(path.at(-1) ?? root) ?? 0;
    return taken;
  }
}
