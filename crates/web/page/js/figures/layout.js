/** Graph layout, in units of an edge's length, with y upward. */

import { largest } from "../dom.js";

/**
 * Returns coordinates of all vertices: those of the game if it provides them. Otherwise the layout is in layers above the ground, or
 * above the sinks of an acyclic directed graph, or else a circle relaxed by springs.
 * @param {Graph} graph
 * @returns {Point[]}
 */
export function places(graph) {
  if (graph.vertices.length > 0 && graph.vertices.every((vertex) => vertex.place)) {
    return graph.vertices.map((vertex) => ({ x: vertex.place?.[0] ?? 0, y: vertex.place?.[1] ?? 0 }));
  }
  if (graph.ground !== null) return layered(graph, distances(graph, [graph.ground]));
  const isDirected = graph.edges.some((edge) => edge.directed);
  if (isDirected && isAcyclic(graph)) return layered(graph, heights(graph));
  return springs(graph);
}

/** Returns the neighbours of each vertex. @param {Graph} graph */
function neighbours(graph) {
  /** @type {number[][]} */
  const lists = graph.vertices.map(() => []);
  for (const { from, to } of graph.edges) {
    if (from === to) continue;
    lists[from].push(to);
    lists[to].push(from);
  }
  return lists;
}

/**
 * Returns the distance of each vertex from the nearest root. Unreachable vertices are placed one layer above all others.
 * @param {Graph} graph
 * @param {number[]} roots
 */
function distances(graph, roots) {
  const lists = neighbours(graph);
  const far = graph.vertices.map(() => -1);
  const queue = [...roots];
  for (const root of roots) far[root] = 0;
  for (let head = 0; head < queue.length; head += 1) {
    for (const next of lists[queue[head]]) {
      if (far[next] >= 0) continue;
      far[next] = far[queue[head]] + 1;
      queue.push(next);
    }
  }
  return far.map((distance) => (distance < 0 ? 1 : distance));
}

/** @param {Graph} graph */
function order(graph) {
  const into = graph.vertices.map(() => 0);
  /** @type {number[][]} */
  const out = graph.vertices.map(() => []);
  for (const { from, to } of graph.edges) {
    out[from].push(to);
    into[to] += 1;
  }
  const queue = into.flatMap((count, vertex) => (count === 0 ? [vertex] : []));
  for (let head = 0; head < queue.length; head += 1) {
    for (const next of out[queue[head]]) if ((into[next] -= 1) === 0) queue.push(next);
  }
  return { queue, out };
}

/** @param {Graph} graph */
function isAcyclic(graph) {
  return order(graph).queue.length === graph.vertices.length;
}

/** Returns the length of the longest path down from each vertex. @param {Graph} graph */
function heights(graph) {
  const { queue, out } = order(graph);
  const high = graph.vertices.map(() => 0);
  for (const vertex of queue.reverse()) for (const next of out[vertex]) high[vertex] = Math.max(high[vertex], high[next] + 1);
  return high;
}

/**
 * Lays out layers, each ordered by the mean positions of its neighbours below and above.
 * @param {Graph} graph
 * @param {number[]} level
 * @returns {Point[]}
 */
function layered(graph, level) {
  const lists = neighbours(graph);
  const count = largest(0, level) + 1;
  /** @type {number[][]} */
  const layers = Array.from({ length: count }, () => []);
  const seen = graph.vertices.map(() => false);
  // Depth-first order puts connected vertices near each other.
  const starts = level.map((_, vertex) => vertex).sort((one, other) => level[one] - level[other]);
  const stack = starts.reverse();
  while (stack.length > 0) {
    const vertex = /** @type {number} */ (stack.pop());
    if (seen[vertex]) continue;
    seen[vertex] = true;
    layers[level[vertex]].push(vertex);
    for (const next of lists[vertex].toReversed()) if (!seen[next] && level[next] > level[vertex]) stack.push(next);
  }
  const x = graph.vertices.map(() => 0);
  for (const layer of layers) layer.forEach((vertex, index) => (x[vertex] = index - (layer.length - 1) / 2));
  for (let round = 0; round < 24; round += 1) {
    const upward = round % 2 === 0;
    const sequence = upward ? layers.slice(1) : layers.slice(0, -1).reverse();
    for (const layer of sequence) spread(layer, x, (vertex) => lists[vertex].filter((next) => (upward ? level[next] < level[vertex] : level[next] > level[vertex])));
  }
  return graph.vertices.map((_, vertex) => ({ x: x[vertex], y: level[vertex] }));
}

/**
 * Moves the vertices of a layer towards the mean positions of their neighbours, at least 1 apart.
 * @param {number[]} layer
 * @param {number[]} x
 * @param {(vertex: number) => number[]} near
 */
function spread(layer, x, near) {
  if (layer.length === 0) return;
  const wish = new Map(
    layer.map((vertex) => {
      const list = near(vertex);
      return [vertex, list.length === 0 ? x[vertex] : list.reduce((sum, next) => sum + x[next], 0) / list.length];
    }),
  );
  const at = (/** @type {number} */ vertex) => wish.get(vertex) ?? 0;
  layer.sort((one, other) => at(one) - at(other) || x[one] - x[other]);
  let last = -Infinity;
  const set = layer.map((vertex) => (last = Math.max(at(vertex), last + 1)));
  // Undo the shift to the right on average.
  const shift = layer.reduce((sum, vertex, index) => sum + set[index] - at(vertex), 0) / layer.length;
  layer.forEach((vertex, index) => (x[vertex] = set[index] - shift));
}

/**
 * Lays out a circle, relaxed by springs between neighbours and repulsion between all vertices. The layout is deterministic.
 * @param {Graph} graph
 * @returns {Point[]}
 */
function springs(graph) {
  const count = graph.vertices.length;
  const radius = Math.max(0.8, count / 5);
  const points = graph.vertices.map((_, vertex) => {
    const angle = Math.PI / 2 - (2 * Math.PI * vertex) / Math.max(count, 1);
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  if (count > 80) return points;
  for (let round = 0; round < 200; round += 1) {
    const heat = 0.12 * (1 - round / 200);
    const force = points.map(() => ({ x: 0, y: 0 }));
    const pull = (/** @type {number} */ one, /** @type {number} */ other, /** @type {(far: number) => number} */ strength) => {
      const [dx, dy] = [points[other].x - points[one].x, points[other].y - points[one].y];
      const far = Math.max(Math.hypot(dx, dy), 0.05);
      const by = strength(far) / far;
      force[one].x += dx * by;
      force[one].y += dy * by;
      force[other].x -= dx * by;
      force[other].y -= dy * by;
    };
    for (let one = 0; one < count; one += 1) for (let other = one + 1; other < count; other += 1) pull(one, other, (far) => -0.9 / far);
    for (const { from, to } of graph.edges) if (from !== to) pull(from, to, (far) => far * far * 0.9);
    points.forEach((point, vertex) => {
      const size = Math.max(Math.hypot(force[vertex].x, force[vertex].y), 1e-9);
      point.x += (force[vertex].x / size) * Math.min(size, heat);
      point.y += (force[vertex].y / size) * Math.min(size, heat);
    });
  }
  return points;
}
