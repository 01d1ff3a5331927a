/** Grids and strips. */

import { largest, s } from "../dom.js";
import { onSquare, words } from "./cells.js";
import { blank, label } from "./drawn.js";

/** The number of cells of a strip per line. */
const LINE = 16;

/**
 * Returns the label of a column or a row: the part of a cell's name that all its cells share.
 * @param {string} name  `b3`, or `(1, 2)`.
 * @param {boolean} isColumn
 */
function coordinate(name, isColumn) {
  const parts = /^\(([^,]*), *(.*)\)$/.exec(name) ?? /^(\D+)(.*)$/.exec(name);
  return parts ? parts[isColumn ? 1 : 2] : "";
}

/** @param {Grid} grid @returns {Drawn} */
export function drawGrid(grid) {
  const isStrip = grid.kind === "strip" && grid.columns === grid.cells.length;
  const columns = isStrip ? Math.min(grid.columns, LINE) : Math.max(grid.columns, 1);
  const rows = Math.ceil(grid.cells.length / columns);
  const { shownColumns, firstRow } = isStrip ? { shownColumns: columns, firstRow: 0 } : cropped(grid, columns, rows);
  const side = shownColumns > 20 ? 30 : shownColumns > 12 ? 40 : 56;
  const pitch = isStrip ? side + 26 : side;
  const margin = isStrip ? 4 : 26;
  const { shapes, spots } = blank();
  /** @type {SVGElement[]} */
  const above = [];
  const corner = (/** @type {number} */ element) => [margin + (element % columns) * side, 4 + (Math.floor(element / columns) - firstRow) * pitch];
  grid.cells.forEach((cell, element) => {
    const [x, y] = corner(element);
    const row = Math.floor(element / columns);
    if (row < firstRow || element % columns >= shownColumns) return;
    const isDark = grid.chequered && (element % columns + rows - 1 - row) % 2 === 0;
    const kind = cell.is === "gone" ? "cell gone" : isDark ? "cell dark" : "cell";
    shapes.push(s("rect", { x, y, width: side, height: side, class: kind }));
    above.push(...onSquare(cell, x, y, side));
    if (cell.is === "domino") above.push(...domino(grid, element, columns, corner, side));
    const [cx, cy] = [x + side / 2, y + side / 2];
    spots.set(element, { x: cx, y: cy, w: side, h: side, shape: "box", name: cell.name, says: words(cell) });
    if (isStrip) above.push(label(cx, y + side + 11, cell.name, "caption", side > 40 ? 13 : 11));
  });
  if (!isStrip) {
    for (let column = 0; column < shownColumns; column += 1) {
      const name = grid.cells[column]?.name ?? "";
      above.push(label(margin + column * side + side / 2, 4 + (rows - firstRow) * side + 13, coordinate(name, true)));
    }
    for (let row = firstRow; row < rows; row += 1) {
      const name = grid.cells[row * columns]?.name ?? "";
      above.push(label(margin - 13, 4 + (row - firstRow) * side + side / 2, coordinate(name, false)));
    }
  }
  return { width: margin + shownColumns * side + 4, height: 4 + (rows - firstRow) * pitch + (isStrip ? 0 : 24), shapes: [...shapes, ...above], spots };
}

/**
 * Crops a board of pairs. Numbers only decrease, so cells far beyond the pieces are not drawn.
 * @param {Grid} grid
 * @param {number} columns
 * @param {number} rows
 */
function cropped(grid, columns, rows) {
  const taken = grid.cells.flatMap((cell, element) => (cell.is === "free" ? [] : [element]));
  if (!grid.cells[0]?.name.startsWith("(") || taken.length === 0) return { shownColumns: columns, firstRow: 0 };
  const most = largest(0, taken.map((element) => element % columns));
  const top = Math.floor(taken[0] / columns);
  return { shownColumns: Math.min(columns, Math.max(most + 2, 6)), firstRow: Math.max(0, Math.min(top - 1, rows - 6)) };
}

const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
const BACK = { up: "down", down: "up", left: "right", right: "left" };

/**
 * Draws a domino once, at its upper or left half. Draws a single half if the other one is missing.
 * @param {Grid} grid
 * @param {number} element
 * @param {number} columns
 * @param {(element: number) => number[]} corner
 * @param {number} side
 */
function domino(grid, element, columns, corner, side) {
  const cell = grid.cells[element];
  if (cell.is !== "domino") return [];
  const [dx, dy] = STEPS[cell.other_half];
  const column = (element % columns) + dx;
  const other = column < 0 || column >= columns ? -1 : element + dx + dy * columns;
  const half = grid.cells[other];
  const isWhole = half?.is === "domino" && half.other_half === BACK[cell.other_half];
  if (isWhole && other < element) return [];
  const [x, y] = corner(element);
  const [across, down] = isWhole ? [side + dx * side, side + dy * side] : [side, side];
  const kind = dx === 0 ? "left" : "right";
  const shapes = [s("rect", { x: x + 5, y: y + 5, width: across - 10, height: down - 10, rx: 8, class: `domino ${kind}` })];
  if (isWhole) {
    const [mx, my] = [x + across / 2, y + down / 2];
    const bar = dx === 0 ? { x1: mx - side / 4, y1: my, x2: mx + side / 4, y2: my } : { x1: mx, y1: my - side / 4, x2: mx, y2: my + side / 4 };
    shapes.push(/** @type {any} */ (s("line", { ...bar, class: "domino-bar" })));
  }
  return shapes;
}
