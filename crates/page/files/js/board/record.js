/** The record of a game, a tree of variations. */

/** @param {Turn} turn @returns {Turn} */
export function other(turn) {
  return turn === "left" ? "right" : "left";
}

/** Returns the player to move after a move. If the same player moves again, the text of the move ends with `, again`. @param {Turn} mover @param {string} text @returns {Turn} */
export const turnAfter = (mover, text) => (text.endsWith(", again") ? mover : other(mover));

/** Returns the result of a move for a player. In a sum, the same move may win for one player and lose for the other. @param {Move} move @param {Turn} player */
export const resultOf = ({ outcome, outcomes }, player) => (outcomes ? outcomes[player] : outcome);

/** Returns the winner, given the result for a player. @param {Result} outcome @param {Turn} player */
export function winnerOf(outcome, player) {
  return outcome === "draw" ? outcome : outcome === "win" ? player : other(player);
}

/** @param {GameRef} one @param {GameRef} other */
export const isSameGame = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

export class Course {
  /** @param {string} position @param {Turn} turn @param {GameRef} [game] */
  constructor(position, turn, game = "") {
    /** @type {Ply} */
    this.root = { game, position, turn, text: "", mover: null, parent: null, children: [], next: null, known: null };
    this.current = this.root;
  }

  /**
   * Makes a move, reusing its node if it was made before.
   * @param {string} text
   * @param {string} position
   * @param {Turn} mover
   */
  play(text, position, mover) {
    this.go(this.add(this.current, text, position, mover));
  }

  /**
   * Returns the node of a move, creating it if necessary, and makes it the continuation of its parent.
   * @param {Ply} parent
   * @param {string} text
   * @param {string} position
   * @param {Turn} mover
   */
  add(parent, text, position, mover) {
    let child = parent.children.find((one) => one.text === text && one.position === position);
    if (!child) {
      child = { game: parent.game, position, turn: turnAfter(mover, text), text, mover, parent, children: [], next: null, known: null };
      parent.children.push(child);
    }
    parent.next = child;
    return child;
  }

  /**
   * Goes to an edited position, which becomes a node without a move. The game before the edit is kept.
   * @param {string} position
   * @param {Turn} turn
   * @param {GameRef} [game]
   */
  edit(position, turn, game = this.current.game) {
    const { current: parent } = this;
    const is = (/** @type {Ply} */ one) => one.position === position && one.turn === turn && isSameGame(one.game, game);
    if (is(parent)) return;
    let child = parent.children.find((one) => one.mover === null && is(one));
    if (!child) {
      const text = position === parent.position ? "turn" : "edited";
      child = { game, position, turn, text, mover: null, parent, children: [], next: null, known: null };
      parent.children.push(child);
    }
    this.go(child);
  }

  /** Stores the result of a move in the node that it leads to. @param {Ply} node @param {Move} move */
  learn(node, move) {
    const outcome = node.mover && resultOf(move, node.mover);
    if (node.mover && outcome) node.known = { winner: winnerOf(outcome, node.mover), remoteness: move.remoteness ?? null };
  }

  /** @param {Ply} node */
  go(node) {
    for (let at = node; at.parent; at = at.parent) at.parent.next = at;
    this.current = node;
  }

  /** Returns the nodes of the line last viewed, without the root. This line contains the current position. */
  line() {
    const nodes = [];
    for (let node = this.root.next; node; node = node.next) nodes.push(node);
    return nodes;
  }

  /** Returns all nodes, each after its parent. */
  nodes() {
    const nodes = [this.root];
    for (const node of nodes) for (const child of node.children) nodes.push(child);
    return nodes;
  }

  /** Returns a node with a position, preferably near the current node, or null. The browser's back and forward buttons use it.
   * @param {string} position
   * @param {Turn} turn
   * @param {GameRef} [game]
   */
  find(position, turn, game = this.current.game) {
    const is = (/** @type {Ply | null} */ node) => node && node.position === position && node.turn === turn && isSameGame(node.game, game);
    const near = [this.current, ...this.current.children, this.current.parent];
    const found = near.find(is);
    if (found) return found;
    for (let node = this.current.parent; node; node = node.parent) if (is(node)) return node;
    return this.nodes().find(is) ?? null;
  }
}
