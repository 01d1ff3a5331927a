/** An editor for graphs: their vertices, edges, tokens and letters. */

import { h, largest } from "../../dom.js";
import { meaning } from "./cells.js";
import { actions, anyOf, palette, place, random } from "./palette.js";

const COLOURS = /** @type {Record<Player, Colour>} */ ({ left: ["blue", "b", "L"], right: ["red", "r", "R"], either: ["green", "g", ""] });
const EDGES = /** @type {Record<string, Player[]>} */ ({ hackenbush: ["left", "right", "either"], "hackenbush-green": ["either"], nimstring: ["either"], "red-blue-trees": ["left", "right"] });
/** The games with a graph as a parameter and tokens on its vertices. */
const OWN = /** @type {Record<string, Pick<Scheme, "colours" | "tokens">>} */ ({
  graph: { colours: ["either"], tokens: "many" },
  "coloured-graph": { colours: ["left", "right", "either"], tokens: "many" },
  "loopy-graph": { colours: ["either", "left", "right"], tokens: "one" },
});

/** @param {Subject} subject @returns {Scheme | null} */
function schemeOf({ name, position, view }) {
  if (EDGES[name]) {
    return {
      colours: EDGES[name],
      letters: [],
      tokens: "none",
      lonely: false,
      write: ({ edges }) => [edges.map(({ from, to, player }) => `${from.name}-${to.name}:${COLOURS[player][1]}`).join(" ") || "-"],
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
        const on = vertices.flatMap((vertex) => (used.has(vertex) ? [...vertex.letter].map(() => vertex.name) : []));
        const hasColours = edges.some(({ player }) => player !== "either");
        const turn = / (left|right)$/.exec(position)?.[1] ?? (hasColours && name === "loopy-graph" ? "left" : "");
        const text = edges.map(({ from, to, player }) => `${from.name} ${to.name} ${COLOURS[player][2]}`.trim()).join(", ");
        const standing = tokens === "one" ? [on[0] ?? (edges[0]?.from ?? vertices[0]).name] : on;
        return [`${standing.join(",") || "-"}${turn && hasColours ? ` ${turn}` : ""}`, `${name}{${text}}`];
      },
    };
  }
  const lonely = (/** @type {Drawing} */ { vertices, edges }, /** @type {(edge: Joint) => string} */ edge) => {
    const used = new Set(edges.flatMap(({ from, to }) => [from, to]));
    return [...edges.map(edge), ...vertices.filter((vertex) => !used.has(vertex)).map((vertex) => vertex.name)];
  };
  if (name === "poset") {
    return { colours: ["either"], letters: [], tokens: "none", lonely: true, write: (next) => [lonely(next, ({ from, to }) => `${from.name}<${to.name}`).join(" ") || "-"] };
  }
  const { letters = [], resizable = false } = view.alphabet ?? {};
  if (!resizable) return null;
  const [blank] = letters;
  return {
    colours: ["either"],
    letters,
    tokens: "none",
    lonely: true,
    write: (next) => [[...lonely(next, ({ from, to }) => `${from.name}-${to.name}`), ...next.vertices.flatMap(({ name: vertex, letter }) => (letter === blank.letter ? [] : [`${vertex}:${letter}`]))].join(" ")],
  };
}

/** Reads the graph from the view, merging all its figures. @param {Subject} subject */
function read({ view, name, position }) {
  /** @type {Drawing} */
  const model = { vertices: [], edges: [] };
  /** The elements of each figure, in the order of their numbers. @type {{dots: Dot[], lines: Joint[]}[]} */
  const shown = [];
  const words = position.split(/[\s,]+/);
  /** @type {Dot | null} */
  let ground = null;
  for (const figure of view.figures) {
    if (figure.kind !== "graph") return null;
    const letter = (/** @type {Vertex} */ one) => {
      // A vertex may have several tokens.
      if (OWN[name]) return "o".repeat(words.filter((word) => word === one.name).length);
      return view.alphabet?.letters.find(({ content }) => ["is", "player", "sign"].every((field) => Reflect.get(content, field) === Reflect.get(one, field)))?.letter ?? "";
    };
    const dots = figure.vertices.map((one) => ({ name: one.name, letter: letter(one) }));
    // The diagram of an order has its edges from greater to smaller elements.
    const ends = (/** @type {number} */ from, /** @type {number} */ to) => (name === "poset" ? { from: dots[to], to: dots[from] } : { from: dots[from], to: dots[to] });
    const lines = figure.edges.map(({ from, to, player }) => ({ ...ends(from, to), player }));
    if (figure.ground !== null) ground = dots[figure.ground];
    shown.push({ dots, lines });
    model.vertices = model.vertices.concat(dots);
    model.edges = model.edges.concat(lines);
  }
  return { model, shown, ground };
}

/** @type {Editing} */
export function graphs(subject) {
  const { name, set } = subject;
  const known = read(subject);
  const scheme = known && schemeOf(subject);
  if (!known || !scheme) return null;
  const { model, shown, ground } = known;
  let { vertices, edges } = model;
  /** The start of the next edge. @type {Dot | null} */
  let start = null;
  const said = h("p", { class: "quiet", role: "status" }, "Click two vertices to join them, or drag from one to the other. Click a vertex twice to add a branch, or an edge to colour or remove it.");
  const modes = /** @type {[string, string][]} */ ([
    ...scheme.colours.map((player) => [player, scheme.colours.length === 1 && name !== "hackenbush-green" ? "join" : scheme.tokens === "none" || player !== "either" ? COLOURS[player][0] : "both"]),
    ["x", "take away"],
    ...(scheme.tokens === "none" ? [] : [["token", "token"]]),
    ...scheme.letters.map((letter) => [`=${letter.letter}`, meaning(letter)]),
  ]);
  const brush = palette("Click action", modes, () => (start = null));
  const write = () => {
    start = null;
    set(...scheme.write({ vertices, edges }));
  };
  const colour = () => scheme.colours.find((player) => player === brush.current()) ?? scheme.colours[0];
  const join = (/** @type {Dot} */ from, /** @type {Dot} */ to) => {
    edges.push({ from, to, player: colour() });
    write();
  };
  const add = () => {
    const most = largest(0, vertices.map((vertex) => Number(vertex.name) || 0));
    const vertex = { name: String(most + 1), letter: scheme.letters[0]?.letter ?? "" };
    vertices.push(vertex);
    return vertex;
  };
  const branch = () => join(start ?? ground ?? vertices[0], add());
  const lone = () => {
    add();
    write();
  };
  const clear = () => {
    vertices = vertices.filter((one) => one === ground);
    edges = [];
    write();
  };
  const touch = (/** @type {Dot} */ vertex) => {
    const mode = brush.current();
    // The vertex may have been removed since it was drawn.
    if (!vertices.includes(vertex)) return;
    if (mode.startsWith("=")) vertex.letter = mode.slice(1);
    else if (mode === "token") {
      const letter = vertex.letter && scheme.tokens !== "one" ? "" : "o";
      if (scheme.tokens === "one") for (const one of vertices) one.letter = "";
      vertex.letter = letter;
    } else if (mode === "x") {
      if (vertex === ground) return;
      edges = edges.filter(({ from, to }) => from !== vertex && to !== vertex);
      if (scheme.lonely) vertices = vertices.filter((one) => one !== vertex);
    } else if (start === vertex) return branch();
    else if (start) return join(start, vertex);
    else {
      start = vertex;
      said.textContent = `From ${vertex === ground ? "the ground" : `vertex ${vertex.name}`}: click another vertex, or the same one to add a branch.`;
      return;
    }
    write();
  };
  const touchEdge = (/** @type {Joint} */ edge) => {
    const mode = brush.current();
    if (!edges.includes(edge) || (mode !== "x" && mode !== colour())) return;
    if (mode === "x" || edge.player === mode) edges = edges.filter((one) => one !== edge);
    else edge.player = colour();
    write();
  };
  return {
    element: h(
      "div",
      null,
      said,
      brush.element,
      actions("Graph", [
        scheme.lonely ? ["New vertex", lone] : ["New branch", branch],
      ]),
    ),
    ...(EDGES[name] || name === "poset" ? { clear } : {}),
    ...(EDGES[name] && ground
      ? {
          random: () => {
            const [dots, edges] = [[/** @type {Dot} */ (ground)], /** @type {Joint[]} */ ([])];
            for (let number = 1; number <= 4 + random(5); number += 1) {
              const to = { name: String(number), letter: "" };
              edges.push({ from: anyOf(dots), to, player: anyOf(scheme.colours) });
              dots.push(to);
            }
            return scheme.write({ vertices: dots, edges });
          },
        }
      : {}),
    cell(element) {
      const { figure, index } = place(element);
      const { dots, lines } = shown[figure];
      if (dots[index]) touch(dots[index]);
      else touchEdge(lines[index - dots.length]);
    },
    link(from, to) {
      const [one, other] = [from, to].map(place).map(({ figure, index }) => shown[figure].dots[index]);
      if (vertices.includes(one) && vertices.includes(other) && brush.current() === colour()) join(one, other);
    },
  };
}
