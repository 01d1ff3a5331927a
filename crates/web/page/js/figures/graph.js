/** Graphs, and Hackenbush pictures on their ground. */

import { largest, s } from "../dom.js";
import { onDisc, words } from "./cells.js";
import { fitting, label, owner } from "./drawn.js";
import { places } from "./layout.js";

const UNIT = 92;
const RADIUS = 19;

/** @param {Graph} graph @returns {Drawn} */
export function drawGraph(graph) {
  const isHackenbush = graph.ground !== null;
  const at = places(graph);
  const unit = graph.vertices.length > 24 ? 64 : UNIT;
  const [low, high] = [-largest(0, at.map(({ y }) => -y)), largest(0, at.map(({ y }) => y))];
  const [first, end] = [-largest(-Infinity, at.map(({ x }) => -x)), largest(-Infinity, at.map(({ x }) => x))];
  const margin = isHackenbush ? 40 : 34;
  const spots = new Map();
  if (graph.vertices.length === 0) return { width: 160, height: 80, shapes: [label(80, 40, "no vertices")], spots };
  const points = at.map((point) => ({ x: margin + (point.x - first) * unit, y: margin + (high - point.y) * unit }));
  const width = Math.max((end - first) * unit + 2 * margin, 200);
  const shift = (width - (end - first) * unit - 2 * margin) / 2;
  for (const point of points) point.x += shift;
  const height = (high - low) * unit + 2 * margin;
  /** @type {SVGElement[]} */
  const shapes = [];
  if (graph.ground !== null) {
    const y = points[graph.ground].y;
    shapes.push(s("line", { x1: 6, x2: width - 6, y1: y, y2: y, class: "earth" }));
    // Edges go straight up from the ground, a line.
    points[graph.ground] = { x: width / 2, y };
  }
  edges(graph, points, isHackenbush, shapes, spots);
  graph.vertices.forEach((vertex, element) => {
    const { x, y } = points[element];
    const isGround = element === graph.ground;
    const radius = isHackenbush ? (vertex.is === "free" ? 5 : 12) : RADIUS;
    if (isGround) {
      spots.set(element, { x: width / 2, y, w: width - 20, h: 14, shape: "box", name: "ground", says: "the ground" });
      return;
    }
    shapes.push(s("circle", { cx: x, cy: y, r: radius, class: isHackenbush ? "joint" : vertex.is === "gone" ? "vertex gone" : "vertex" }));
    const content = onDisc(vertex, x, y, radius - 1);
    shapes.push(...content);
    if (vertex.name && content.length === 0 && !isHackenbush) shapes.push(label(x, y, vertex.name, "vertex-name", fitting(vertex.name, 30, 15)));
    else if (vertex.name && !isHackenbush) shapes.push(label(x + RADIUS + 2, y - RADIUS - 2, vertex.name, "caption", 12));
    else if (vertex.name && graph.vertices.length <= 40) shapes.push(label(x + 12, y - 9, vertex.name, "caption", 11));
    spots.set(element, { x, y, w: 2 * radius + 6, h: 2 * radius + 6, shape: "disc", name: `vertex ${vertex.name}`, says: words(vertex) });
  });
  return { width, height, shapes, spots };
}


/**
 * @param {Graph} graph
 * @param {Point[]} points
 * @param {boolean} isHackenbush
 * @param {SVGElement[]} shapes
 * @param {Drawn["spots"]} spots
 */
function edges(graph, points, isHackenbush, shapes, spots) {
  /** The number of edges between two vertices, and the number of them already drawn. @type {Map<string, number[]>} */
  const bundles = new Map();
  const key = (/** @type {{from: number, to: number}} */ edge) => `${Math.min(edge.from, edge.to)}-${Math.max(edge.from, edge.to)}`;
  for (const edge of graph.edges) bundles.set(key(edge), [(bundles.get(key(edge))?.[0] ?? 0) + 1, 0]);
  graph.edges.forEach((edge, index) => {
    const bundle = /** @type {number[]} */ (bundles.get(key(edge)));
    const [count, number] = bundle;
    bundle[1] += 1;
    const aside = isBlocked(edge, points, graph.ground) ? 46 : 0;
    const bend = aside + (number - (count - 1) / 2) * 34 * (edge.from <= edge.to ? 1 : -1);
    const { d, middle } = curve(graph, edge, points, bend, number, isHackenbush ? 0 : RADIUS + 2);
    const kind = isHackenbush || edge.player !== "either" ? edge.player : "plain";
    shapes.push(s("path", { d, class: `edge ${kind}${isHackenbush ? " thick" : ""}` }));
    if (edge.directed) shapes.push(arrowhead(d, kind));
    const colour = isHackenbush ? (edge.player === "left" ? "blue" : edge.player === "right" ? "red" : "green") : `for ${owner(edge.player)}`;
    const name = `edge ${graph.vertices[edge.from].name || edge.from}-${graph.vertices[edge.to].name || edge.to}`;
    spots.set(graph.vertices.length + index, { ...middle, w: 26, h: 26, shape: "line", path: d, name, says: colour });
  });
}

/**
 * Returns true if another vertex lies on the straight line of an edge.
 * @param {{from: number, to: number}} edge
 * @param {Point[]} points
 * @param {number | null} ground
 */
function isBlocked({ from, to }, points, ground) {
  if (from === to || from === ground || to === ground) return false;
  const [one, other] = [points[from], points[to]];
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const square = Math.max(dx * dx + dy * dy, 1);
  return points.some((point, vertex) => {
    if (vertex === from || vertex === to || vertex === ground) return false;
    const along = ((point.x - one.x) * dx + (point.y - one.y) * dy) / square;
    const far = Math.abs((point.x - one.x) * dy - (point.y - one.y) * dx) / Math.sqrt(square);
    return along > 0 && along < 1 && far < RADIUS;
  });
}

/**
 * Returns the path of an edge, and its midpoint.
 * @param {Graph} graph
 * @param {{from: number, to: number}} edge
 * @param {Point[]} points
 * @param {number} bend
 * @param {number} number
 * @param {number} gap  The distance from the vertices.
 */
function curve(graph, edge, points, bend, number, gap) {
  let [from, to] = [points[edge.from], points[edge.to]];
  if (edge.from === edge.to) {
    const size = 34 + number * 16;
    const d = `M ${from.x} ${from.y} C ${from.x - size} ${from.y - size * 1.5} ${from.x + size} ${from.y - size * 1.5} ${from.x} ${from.y}`;
    return { d, middle: { x: from.x, y: from.y - size * 1.12 } };
  }
  if (edge.from === graph.ground) from = { x: to.x, y: from.y };
  else if (edge.to === graph.ground) to = { x: from.x, y: to.y };
  const far = Math.max(Math.hypot(to.x - from.x, to.y - from.y), 1);
  const [ux, uy] = [(to.x - from.x) / far, (to.y - from.y) / far];
  const control = { x: (from.x + to.x) / 2 - uy * bend * 2, y: (from.y + to.y) / 2 + ux * bend * 2 };
  const towards = (/** @type {Point} */ one) => {
    const reach = Math.max(Math.hypot(control.x - one.x, control.y - one.y), 1);
    return { x: one.x + ((control.x - one.x) / reach) * gap, y: one.y + ((control.y - one.y) / reach) * gap };
  };
  const [start, end] = [towards(from), towards(to)];
  const middle = { x: (start.x + 2 * control.x + end.x) / 4, y: (start.y + 2 * control.y + end.y) / 4 };
  return { d: `M ${start.x} ${start.y} Q ${control.x} ${control.y} ${end.x} ${end.y}`, middle };
}

/** Draws an arrowhead at the end of a path. @param {string} d @param {string} kind */
function arrowhead(d, kind) {
  const numbers = d.match(/-?[\d.]+(e-?\d+)?/g)?.map(Number) ?? [];
  const [cx, cy, x, y] = numbers.slice(-4);
  const far = Math.max(Math.hypot(x - cx, y - cy), 0.01);
  const [ux, uy] = [(x - cx) / far, (y - cy) / far];
  const corner = (/** @type {number} */ side) => `${x - ux * 11 - uy * 5 * side} ${y - uy * 11 + ux * 5 * side}`;
  return s("path", { d: `M ${x} ${y} L ${corner(1)} L ${corner(-1)} Z`, class: `arrowhead ${kind}` });
}
