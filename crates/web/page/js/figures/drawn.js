/** What the drawing of a figure gives: shapes, and where its elements are. */

import { s } from "../dom.js";

/** A drawing to begin with. @returns {Pick<Drawn, "shapes" | "spots">} */
export const blank = () => ({ shapes: [], spots: new Map() });

/**
 * A text.
 * @param {number} x
 * @param {number} y  Its middle.
 * @param {string} text
 * @param {string} [kind]  Classes.
 * @param {number} [size]
 */
export function label(x, y, text, kind = "caption", size = 13) {
  return s("text", { x, y: y + size * 0.35, class: kind, "font-size": size, "text-anchor": "middle" }, text);
}

/** The player's name, for words about colours. @param {Player} player */
export function owner(player) {
  return player === "left" ? "Left" : player === "right" ? "Right" : "either player";
}

/** A letter size at which a text fits. @param {string} text @param {number} width @param {number} most */
export function fitting(text, width, most) {
  return Math.max(7, Math.min(most, width / (0.6 * Math.max([...text].length, 1))));
}
