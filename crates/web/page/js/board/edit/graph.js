/** Graphs drawn by hand: vertices and edges are added, removed, coloured, and tokens or letters set on the vertices. */

import { h } from "../../dom.js";
import { meaning } from "./cells.js";
import { actions, palette, place } from "./palette.js";

/** @typedef {{from: number, to: number, player: Player}} Line */
/** @typedef {{vertices: {name: string, letter: string}[], edges: Line[]}} Model */

/**
 * What a kind of graph can have, and how its text is written.
 * @typedef {object} Scheme
 * @property {Player[]} colours  Of edges.
 * @property {string[]} letters  Of vertices, the blank one first; none: they have no letters.
 * @property {"none" | "one" | "many"} tokens  On vertices.
 * @property {boolean} lonely  Whether a vertex may be without an edge.
 * @property {(model: Model) => [position: string, game?: string]} write
 */

const COLOURS = /** @type {Record<Player, [name: string, sign: string, letter: string]>} */ ({ left: ["blue", "b", "L"], right: ["red", "r", "R"], either: ["green", "g", ""] });
const EDGES = /** @type {Record<string, Player[]>} */ ({ hackenbush: ["left", "right", "either"], "hackenbush-green": ["either"], "red-blue-trees": ["left", "right"] });
/** Games whose graph is a parameter, with tokens on its vertices. */
const OWN = /** @type {Record<string, {colours: Player[], tokens: "one" | "many"}>} */ ({
  graph: { colours: ["either"], tokens: "many" },
  "coloured-graph": { colours: ["left", "right", "either"], tokens: "many" },
  "loopy-graph": { colours: ["either", "left", "right"], tokens: "one" },
});

/**
 * @param {Subject} subject
 * @param {Model} model
 * @returns {Scheme | null}
 */
function schemeOf(subject, model) {
  const { name, position, entry } = subject;
  const at = (/** @type {number} */ vertex) => model.vertices[vertex].name;
  if (EDGES[name]) {
    return {
      colours: EDGES[name],
      letters: [],
      tokens: "none",
      lonely: false,
      write: ({ edges }) => [edges.map(({ from, to, player }) => `${at(from)}-${at(to)}:${COLOURS[player][1]}`).join(" ") || "-"],
    };
  }
  if (OWN[name]) {
    const { colours, tokens } = OWN[name];
    return {
      colours,
      letters: [],
      tokens,
      lonely: false,
      write({ vertices, edges }) {
        const used = new Set(edges.flatMap(({ from, to }) => [from, to]));
        const on = vertices.flatMap((vertex, index) => (used.has(index) ? [...vertex.letter].map(() => vertex.name) : []));
        const hasColours = edges.some(({ player }) => player !== "either");
        const turn = / (left|right)$/.exec(position)?.[1] ?? (hasColours && name === "loopy-graph" ? "left" : "");
        const text = edges.map(({ from, to, player }) => `${at(from)} ${at(to)} ${COLOURS[player][2]}`.trim()).join(", ");
        const standing = tokens === "one" ? [on[0] ?? vertices[edges[0]?.from ?? 0].name] : on;
        return [`${standing.join(",") || "-"}${turn && hasColours ? ` ${turn}` : ""}`, `${name}{${text}}`];
      },
    };
  }
  const lonely = (/** @type {Model} */ { vertices, edges }, /** @type {(edge: Line) => string} */ edge) => {
    const used = new Set(edges.flatMap(({ from, to }) => [from, to]));
    return [...edges.map(edge), ...vertices.filter((_, index) => !used.has(index)).map((vertex) => vertex.name)];
  };
  if (name === "poset") {
    return { colours: ["either"], letters: [], tokens: "none", lonely: true, write: (next) => [lonely(next, ({ from, to }) => `${at(from)}<${at(to)}`).join(" ") || "-"] };
  }
  if (!/edges `u-v`/.test(entry.notation)) return null;
  // Letters are those of the example and of the position; without any, the vertices have none.
  const word = entry.example.split(" ").pop() ?? "";
  const all = new Set([...(/^[^\d\s]{2,}$/.test(word) && entry.example.split(" ").length > 2 ? word : ""), ...model.vertices.map(({ letter }) => letter)].filter((sign) => sign !== "."));
  const letters = all.size > 0 ? [".", ...all] : [];
  return {
    colours: ["either"],
    letters,
    tokens: "none",
    lonely: true,
    write: (next) => [[...lonely(next, ({ from, to }) => `${at(from)}-${at(to)}`), ...next.vertices.flatMap(({ name: vertex, letter }) => (letter === "." ? [] : [`${vertex}:${letter}`]))].join(" ")],
  };
}

/** The graph as it is drawn; of several figures all together. @param {Subject} subject */
function read({ view, name, position }) {
  /** @type {Model} */
  const model = { vertices: [], edges: [] };
  /** The number of the first vertex of each figure, and of its first edge. @type {{vertex: number, edge: number, vertices: number}[]} */
  const firsts = [];
  const words = position.split(/[\s,]+/);
  let ground = -1;
  for (const figure of view.figures) {
    if (figure.kind !== "graph") return null;
    const vertex = model.vertices.length;
    if (figure.ground !== null) ground = vertex + figure.ground;
    firsts.push({ vertex, edge: model.edges.length, vertices: figure.vertices.length });
    const letter = (/** @type {Vertex} */ one) => {
      // Several tokens may stand on a vertex: a letter for each.
      if (OWN[name]) return "o".repeat(words.filter((word) => word === one.name).length);
      return one.is === "piece" ? one.sign : one.is === "gone" ? "#" : ".";
    };
    model.vertices.push(...figure.vertices.map((one) => ({ name: one.name, letter: letter(one) })));
    model.edges.push(...figure.edges.map(({ from, to, player }) => ({ from: vertex + from, to: vertex + to, player })));
  }
  return { model, firsts, ground };
}

/**
 * @param {Subject} subject
 * @returns {Editor | null}
 */
export function graphs(subject) {
  const { name, set } = subject;
  const known = read(subject);
  const scheme = known && schemeOf(subject, known.model);
  if (!known || !scheme) return null;
  const { model, firsts, ground } = known;
  const { vertices, edges } = model;
  /** The vertex from which an edge is to go. */
  let start = -1;
  const single = scheme.colours.length === 1;
  const said = h("p", { class: "quiet", role: "status" }, "Click two vertices to join them, or drag from one to the other; the same one twice for a new branch; an edge to colour it or take it away.");
  const modes = /** @type {[string, string][]} */ ([
    ...scheme.colours.map((player) => [player, single && name !== "hackenbush-green" ? "join" : scheme.tokens === "none" || player !== "either" ? COLOURS[player][0] : "both"]),
    ["x", "take away"],
    ...(scheme.tokens === "none" ? [] : [["token", "token"]]),
    ...scheme.letters.map((letter) => [`=${letter}`, meaning(name, letter)]),
  ]);
  const brush = palette("What a click does", modes, () => (start = -1));
  const write = (/** @type {Model} */ next) => set(...scheme.write(next));
  const colour = () => /** @type {Player} */ (scheme.colours.find((player) => player === brush.current()) ?? scheme.colours[0]);
  const join = (/** @type {number} */ from, /** @type {number} */ to) => write({ vertices, edges: [...edges, { from, to, player: colour() }] });
  const fresh = () => String(Math.max(0, ...vertices.map((vertex) => Number(vertex.name) || 0)) + 1);
  const branch = () => {
    vertices.push({ name: fresh(), letter: scheme.letters[0] ?? "" });
    join(start >= 0 ? start : Math.max(ground, 0), vertices.length - 1);
  };
  const lone = () => write({ vertices: [...vertices, { name: fresh(), letter: scheme.letters[0] ?? (OWN[name] ? "" : ".") }], edges });
  const paint = (/** @type {number} */ vertex, /** @type {string} */ letter) => write({ vertices: vertices.map((one, index) => (index === vertex ? { ...one, letter } : one)), edges });
  const touch = (/** @type {number} */ vertex) => {
    const mode = brush.current();
    if (mode.startsWith("=")) return paint(vertex, mode.slice(1));
    if (mode === "token") {
      const only = scheme.tokens === "one";
      return write({ vertices: vertices.map((one, index) => ({ ...one, letter: index === vertex ? (one.letter && !only ? "" : "o") : only ? "" : one.letter })), edges });
    }
    if (mode === "x") return vertex === ground ? undefined : removeVertex(vertex);
    if (start === vertex) return branch();
    if (start >= 0) return join(start, vertex);
    start = vertex;
    said.textContent = `From ${vertex === ground ? "the ground" : `vertex ${vertices[vertex].name}`}: click another vertex, or it again for a new branch.`;
  };
  const removeVertex = (/** @type {number} */ vertex) => {
    const rest = edges.filter(({ from, to }) => from !== vertex && to !== vertex);
    if (!scheme.lonely) return write({ vertices, edges: rest });
    // The numbers in edges are places in the list of vertices: the taken one goes out of both.
    const number = (/** @type {number} */ one) => (one > vertex ? one - 1 : one);
    const fewer = vertices.filter((_, index) => index !== vertex);
    vertices.splice(0, vertices.length, ...fewer);
    write({ vertices, edges: rest.map((edge) => ({ ...edge, from: number(edge.from), to: number(edge.to) })) });
  };
  const touchEdge = (/** @type {number} */ edge) => {
    const mode = brush.current();
    const paints = scheme.colours.some((player) => player === mode);
    if (!edges[edge] || (!paints && mode !== "x")) return;
    const isSame = mode === "x" || edges[edge].player === mode;
    write({ vertices, edges: isSame ? edges.filter((_, index) => index !== edge) : edges.map((one, index) => (index === edge ? { ...one, player: colour() } : one)) });
  };
  /** The vertex of an element of the board, or -1. @param {string} element */
  const vertexOf = (element) => {
    const { figure, index } = place(element);
    return index < firsts[figure].vertices ? firsts[figure].vertex + index : -1;
  };
  return {
    element: h(
      "div",
      null,
      said,
      brush.element,
      actions("Graph", [
        scheme.lonely ? ["New vertex", lone] : ["New branch", branch],
        ["Clear", () => set("-"), !(EDGES[name] || name === "poset")],
      ]),
    ),
    byCell: true,
    cell(element) {
      const vertex = vertexOf(element);
      const { figure, index } = place(element);
      if (vertex >= 0) touch(vertex);
      else touchEdge(firsts[figure].edge + index - firsts[figure].vertices);
    },
    link(from, to) {
      const [one, other] = [vertexOf(from), vertexOf(to)];
      if (one >= 0 && other >= 0 && scheme.colours.some((player) => player === brush.current())) join(one, other);
    },
  };
}
