/** The record of a game as a tree: the line last viewed, with the variations below each move, and the notes on positions. */

import { h, quiet } from "../dom.js";
import { sentence } from "./answer.js";

/** The maximum number of moves shown. */
const MOST = 600;

/**
 * @typedef {object} Way
 * @property {boolean} isColoured  True if moves have the colours of their players.
 * @property {(turn: Turn) => string} name
 * @property {(node: Ply) => string} noteOf
 * @property {(node: Ply) => void} go
 */

/**
 * Draws the tree of a record.
 * @param {import("./record.js").Course} record
 * @param {Way} way
 */
export function drawTree(record, way) {
  const { root } = record;
  const first = noteOf(root, way);
  if (root.children.length === 0) return [first, quiet("No moves made yet.")];
  let left = MOST;
  /**
   * Draws the line that starts at a node. The enclosing line draws the variations of its first move.
   * @param {Ply} from
   * @param {number} played
   * @param {boolean} isMain
   * @returns {HTMLElement}
   */
  const line = (from, played, isMain) => {
    const list = h("ol", { class: "line" });
    for (let [node, number] = [/** @type {Ply | null} */ (from), played]; node && left > 0; left -= 1) {
      if (node.mover) number += 1;
      const others = node === from && !isMain ? [] : (node.parent?.children ?? []).filter((one) => one !== node);
      const base = node.mover ? number - 1 : number;
      if (!isPassed(node, record.current)) {
        list.append(h("li", { class: node.mover ? null : "edit", value: node.mover ? number : null }, step(node, record.current, way), noteOf(node, way), others.map((one) => h("div", { class: "variation" }, line(one, base, false)))));
      }
      node = node.next ?? node.children[0] ?? null;
    }
    return list;
  };
  return [first, line(root.next ?? root.children[0], 0, true)];
}

/** Returns true for an edit that is followed only by another edit. The list then shows just the later one. @param {Ply} node @param {Ply} current */
const isPassed = (node, current) => node !== current && [node, node.children[0]].every((one) => one?.mover === null) && node.children.length === 1 && node.parent?.children.length === 1;

/** @param {Ply} node @param {Ply} current @param {Way} way */
function step(node, current, { isColoured, name, go }) {
  const text = node.mover ? node.text : node.text === "turn" ? `${sentence(name(node.turn))} to move` : node.text;
  return h("button", { class: `step ${(isColoured && node.mover) || ""}`, "aria-current": node === current ? "step" : null, onclick: () => go(node) }, text);
}

/** @param {Ply} node @param {Way} way */
function noteOf(node, { noteOf }) {
  const text = noteOf(node);
  return text && h("p", { class: "remark" }, text);
}
