/** Pictures of positions: draws the scene that the engine describes, with the colours of the page. */

import { s } from "../dom.js";

/** Returns the key of an element within the whole view. @param {Touched} touch */
export function key([figure, element]) {
  return `${figure}.${element}`;
}

/** Draws a part of a scene. The roles of its colours are classes. @param {Part} part @returns {SVGElement} */
function draw(part) {
  if ("text" in part) {
    const { text, at, size, anchor, ink, covers } = part;
    return s("text", { x: at[0], y: at[1] + size * 0.35, "font-size": size, "text-anchor": anchor, class: `fill-${ink}${covers ? " covers" : ""}` }, text);
  }
  const { path, fill, line } = part;
  const round = line?.round && "round";
  return s("path", {
    d: path,
    class: `${fill ? `fill-${fill}` : "hollow"}${line ? ` line-${line.role}` : ""}`,
    "stroke-width": line?.width,
    "stroke-dasharray": line?.dashes?.join(" "),
    "stroke-linecap": round,
    "stroke-linejoin": round,
  });
}

/** @param {Hit} hit @returns {Spot} */
function spot({ name, content, shape, centre: [x, y], size: [w, h], path, tokens }) {
  const areas = tokens?.map(({ corner, size, rest }) => ({ x: corner[0], y: corner[1], w: size[0], h: size[1], rest }));
  return { x, y, w, h, shape: /** @type {Spot["shape"]} */ (shape), name, says: content, path: path ?? undefined, tokens: areas };
}

/**
 * Draws a view. Spots are keyed by {@link key}.
 * @param {View} view
 * @returns {{width: number, height: number, shapes: SVGElement[], spots: Map<string, Spot>}}
 */
export function drawView({ scene }) {
  // The engine draws no boards with thousands of cells.
  if (!scene) return { width: 260, height: 60, shapes: [s("text", { x: 130, y: 35, "text-anchor": "middle", class: "fill-soft" }, "This board is too large to draw.")], spots: new Map() };
  const [width, height] = scene.size;
  return { width, height, shapes: scene.parts.map(draw), spots: new Map(scene.hits.map((hit) => [key(hit.element), spot(hit)])) };
}
