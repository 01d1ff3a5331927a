/** What the drawing of a figure gives: shapes, and where its elements are. */

/**
 * Where an element is, for clicks, marks and the keyboard.
 * @typedef {object} Spot
 * @property {number} x  Its centre.
 * @property {number} y
 * @property {number} w
 * @property {number} h
 * @property {"box" | "disc" | "line"} shape
 * @property {string} name  Its name: `a1`, `heap 2`.
 * @property {string} says  What is on it, in words.
 * @property {string} [path]  The path of a line.
 * @property {{y: number, h: number, x: number, w: number, rest: number}[]} [tokens]  Of a heap whose tokens can be clicked one by
 *   one: where each is, and how many are left if it is taken with those above (or right of) it.
 *
 * @typedef {{width: number, height: number, shapes: SVGElement[], spots: Map<number, Spot>}} Drawn
 */

import { s } from "../dom.js";

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

/**
 * The player's name, for words about colours.
 * @param {import("../types.js").Player} player
 */
export function owner(player) {
  return player === "left" ? "Left" : player === "right" ? "Right" : "either player";
}

/**
 * A letter size at which a text fits.
 * @param {string} text
 * @param {number} width
 * @param {number} most
 */
export function fitting(text, width, most) {
  return Math.max(7, Math.min(most, width / (0.6 * Math.max([...text].length, 1))));
}
