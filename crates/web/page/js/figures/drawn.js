/** Helpers for drawings of figures, which consist of shapes and the spots of elements. */

import { s } from "../dom.js";

/** Creates an empty drawing. @returns {Pick<Drawn, "shapes" | "spots">} */
export const blank = () => ({ shapes: [], spots: new Map() });

/**
 * Draws a text.
 * @param {number} x
 * @param {number} y  The vertical centre.
 * @param {string} text
 * @param {string} [kind]  Classes.
 * @param {number} [size]
 */
export function label(x, y, text, kind = "caption", size = 13) {
  return s("text", { x, y: y + size * 0.35, class: kind, "font-size": size, "text-anchor": "middle" }, text);
}

/** Returns the player's name, for descriptions of colours. @param {Player} player */
export function owner(player) {
  return player === "left" ? "Left" : player === "right" ? "Right" : "either player";
}

/** Returns a font size at which a text fits. @param {string} text @param {number} width @param {number} most */
export function fitting(text, width, most) {
  return Math.max(7, Math.min(most, width / (0.6 * Math.max([...text].length, 1))));
}
