/** Pictures of views: all kinds of figures, with several figures side by side. */

import { s } from "../dom.js";
import { drawDigits } from "./digits.js";
import { drawGraph } from "./graph.js";
import { drawGrid } from "./grid.js";
import { drawHeaps } from "./heaps.js";
import { drawStaircase } from "./staircase.js";
import { label } from "./drawn.js";

/** @param {Figure} figure @returns {Drawn} */
function drawFigure(figure) {
  switch (figure.kind) {
    case "grid":
    case "strip":
      return drawGrid(figure);
    case "heaps":
      return drawHeaps(figure);
    case "graph":
      return drawGraph(figure);
    case "staircase":
      return drawStaircase(figure);
    case "digits":
      return drawDigits(figure);
  }
}

/** Returns the key of an element within the whole view. @param {Touched} touch */
export function key([figure, element]) {
  return `${figure}.${element}`;
}

/** The gap between figures, and the maximum width of a line of figures. */
const GAP = 40;
const MAX_WIDTH = 900;

/**
 * Draws a whole view. Spots are keyed by {@link key}.
 * @param {View} view
 * @returns {{width: number, height: number, shapes: SVGElement[], spots: Map<string, Spot>}}
 */
export function drawView(view) {
  /** @type {SVGElement[]} */
  const shapes = [];
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  const drawn = view.figures.map(drawFigure);
  let [x, y, high, width] = [0, 0, 0, 0];
  drawn.forEach((figure, number) => {
    if (x > 0 && x + GAP + figure.width > MAX_WIDTH) [x, y, high] = [0, y + high + 16, 0];
    if (x > 0) {
      shapes.push(label(x + GAP / 2, y + Math.min(figure.height, high) / 2, "+", "plus", 22));
      x += GAP;
    }
    shapes.push(s("g", { transform: `translate(${x} ${y})` }, figure.shapes));
    for (const [element, spot] of figure.spots) spots.set(key([number, element]), moved(spot, x, y, view.figures.length > 1 ? number : -1));
    x += figure.width;
    high = Math.max(high, figure.height);
    width = Math.max(width, x);
  });
  if (drawn.length === 0) shapes.push(label(100, 40, "nothing left"));
  return { width: Math.max(width, 120), height: Math.max(y + high, 80), shapes, spots };
}

/**
 * @param {Spot} spot
 * @param {number} x
 * @param {number} y
 * @param {number} board  The number of its board, or -1 if there is only one.
 * @returns {Spot}
 */
function moved(spot, x, y, board) {
  return {
    ...spot,
    x: spot.x + x,
    y: spot.y + y,
    name: board < 0 ? spot.name : `board ${board + 1}, ${spot.name}`,
    path: spot.path?.replace(/(-?[\d.]+(?:e-?\d+)?) (-?[\d.]+(?:e-?\d+)?)/g, (_, a, b) => `${Number(a) + x} ${Number(b) + y}`),
    tokens: spot.tokens?.map((token) => ({ ...token, x: token.x + x, y: token.y + y })),
  };
}
