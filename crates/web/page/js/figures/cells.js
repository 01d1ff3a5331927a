/** Contents of cells and vertices. Nothing differs only in colour. */

import { s } from "../dom.js";
import { fitting, label, owner } from "./drawn.js";

/** Returns the letter of a colour. @param {Player} player */
export function colourLetter(player) {
  return player === "left" ? "b" : player === "right" ? "r" : "g";
}

/** Describes the contents of a cell. @param {Cell} cell */
export function words(cell) {
  switch (cell.is) {
    case "free":
      return "free";
    case "gone":
      return "gone";
    case "reserved":
      return `reserved for ${owner(cell.player)}`;
    case "coloured":
      return cell.player === "left" ? "blue" : cell.player === "right" ? "red" : "green";
    case "domino":
      return "half of a domino";
    case "piece":
      return `${cell.sign}${cell.player === "either" ? "" : `, ${owner(cell.player)}'s`}`;
    case "coin":
      return cell.heads ? "heads" : "tails";
  }
}

/**
 * Draws the contents of a square cell, except dominoes, which the grid draws.
 * @param {Cell} cell
 * @param {number} x  The left edge.
 * @param {number} y
 * @param {number} side
 * @returns {SVGElement[]}
 */
export function onSquare(cell, x, y, side) {
  const [cx, cy] = [x + side / 2, y + side / 2];
  if (cell.is === "coloured") {
    return [
      s("rect", { x: x + 3, y: y + 3, width: side - 6, height: side - 6, rx: 6, class: `paint ${cell.player}` }),
      label(cx, cy, colourLetter(cell.player), "on-paint", side * 0.36),
    ];
  }
  if (cell.is === "reserved") {
    return [
      s("rect", { x: x + 3, y: y + 3, width: side - 6, height: side - 6, rx: 6, class: `tint ${cell.player}` }),
      label(cx, cy, colourLetter(cell.player), `sign ${cell.player}`, side * 0.3),
    ];
  }
  return onDisc(cell, cx, cy, side * 0.36);
}

/**
 * Draws a piece or a coin.
 * @param {Cell} cell
 * @param {number} x  The centre.
 * @param {number} y
 * @param {number} radius
 * @returns {SVGElement[]}
 */
export function onDisc(cell, x, y, radius) {
  switch (cell.is) {
    case "piece": {
      const size = fitting(cell.sign, radius * 1.5, radius * 1.05);
      return [s("circle", { cx: x, cy: y, r: radius, class: `piece ${cell.player}` }), label(x, y, cell.sign, `on-piece ${cell.player}`, size)];
    }
    case "coin":
      return [
        s("circle", { cx: x, cy: y, r: radius, class: cell.heads ? "coin heads" : "coin tails" }),
        label(x, y, cell.heads ? "H" : "T", cell.heads ? "on-heads" : "on-tails", radius),
      ];
    case "coloured":
      return [s("circle", { cx: x, cy: y, r: radius, class: `paint ${cell.player}` }), label(x, y, colourLetter(cell.player), "on-paint", radius)];
    case "reserved":
      return [s("circle", { cx: x, cy: y, r: radius, class: `tint ${cell.player}` }), label(x, y, colourLetter(cell.player), `sign ${cell.player}`, radius * 0.9)];
    default:
      return [];
  }
}
