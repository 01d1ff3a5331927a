/** Roles and keys of the elements of a board: boards of cells are grids of rows, and graphs are groups of buttons. */

import { s, set } from "../dom.js";
import { place } from "./edit/palette.js";

const ARROWS = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/** A distance greater than the distance between any two elements. */
const OUTSIDE = 1e5;

/** The keys of a board, in words. */
export const KEYS = "Arrow keys move on the board, Home and End to the ends of a row, Page Up and Page Down to the previous and the next element. Enter chooses, Escape cancels the choice.";

/**
 * Groups the hit areas of elements by figures, and the cells of a figure by rows.
 * @param {View} view
 * @param {Map<string, Spot>} spots
 * @param {Map<string, SVGGElement>} hits
 */
export function arrange(view, spots, hits) {
  return view.figures.flatMap((figure, number) => {
    const own = [...hits].filter(([element]) => place(element).figure === number);
    if (own.length === 0) return [];
    const name = view.figures.length > 1 ? `board ${number + 1}` : "board";
    if (figure.kind === "graph") {
      for (const [, hit] of own) set(hit, { role: "button" });
      // Put the hit areas of edges below that of the ground, and both below those of vertices.
      const above = (/** @type {string} */ element) => ["line", "box", "disc"].indexOf(spots.get(element)?.shape ?? "disc");
      const layers = own.toSorted(([one], [other]) => above(one) - above(other));
      return [s("g", { role: "group", "aria-label": name }, layers.map(([, hit]) => hit))];
    }
    /** @type {Map<number, SVGGElement>} */
    const rows = new Map();
    for (const [element, hit] of own) {
      const at = isSquare(figure) ? rowOf(/** @type {Spot} */ (spots.get(element))) : 0;
      const row = rows.get(at) ?? s("g", { role: "row" });
      rows.set(at, row);
      set(hit, { role: "gridcell" });
      row.append(hit);
    }
    return [s("g", { role: "grid", "aria-label": name }, [...rows.values()])];
  });
}

/** @param {Figure} figure */
const isSquare = ({ kind }) => kind === "grid" || kind === "strip" || kind === "heaps";

/** Returns the lower edge of a spot, which is the same for all spots of a row. @param {Spot} spot */
const rowOf = ({ y, h }) => Math.round(y + h / 2);

/**
 * Returns the element to which a key moves the focus, or null if the key does not move the focus.
 * @param {Map<string, Spot>} spots
 * @param {string} from
 * @param {KeyboardEvent} event
 * @returns {string | null}
 */
export function target(spots, from, { key, ctrlKey }) {
  const all = [...spots.keys()];
  const at = all.indexOf(from);
  const start = spots.get(from);
  if (!start) return null;
  if (key === "PageUp" || key === "PageDown") return all[at + (key === "PageUp" ? -1 : 1)] ?? from;
  if (key === "Home" || key === "End") {
    const isInRow = (/** @type {string} */ one) => place(one).figure === place(from).figure && rowOf(/** @type {Spot} */ (spots.get(one))) === rowOf(start);
    const row = ctrlKey ? all : all.filter(isInRow);
    return row.at(key === "Home" ? 0 : -1) ?? from;
  }
  return ARROWS[key] ? nearest(spots, from, ARROWS[key]) : null;
}

/**
 * Returns the nearest element in a direction, or the element itself if there is none. Elements within 45 degrees of the direction take
 * precedence.
 * @param {Map<string, Spot>} spots
 * @param {string} from
 * @param {number[]} direction
 */
function nearest(spots, from, [dx, dy]) {
  const start = /** @type {Spot} */ (spots.get(from));
  let [found, least] = [from, Infinity];
  for (const [element, spot] of spots) {
    const [x, y] = [spot.x - start.x, spot.y - start.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const far = Math.hypot(x, y) + (aside > along ? OUTSIDE : 0);
    if (element !== from && along >= 1 && far < least) [found, least] = [element, far];
  }
  return found;
}
