/** Editors of positions by clicking: heaps go up and down, cells are painted. They write the position's text, which the engine reads. */

import { h } from "../dom.js";

/** @typedef {import("./play.js").Play} Play */
/** @typedef {import("../types.js").GamePage} GamePage */

/**
 * @typedef {object} Editor
 * @property {HTMLElement} element  Its controls.
 * @property {boolean} byCell  Whether clicks on the board go to it.
 * @property {(element: string) => void} [cell]
 */

/** The signs of cells that can be painted, where a game's position is rows of signs. */
const SIGNS = /** @type {Record<string, string>} */ ({
  domineering: ".#vh",
  cram: ".#",
  col: ".br#",
  snort: ".br#",
  clobber: ".xo#",
  konane: ".xo",
  "toads-and-frogs": ".tf",
  mnk: ".xo",
  "connect-four": ".xo",
  "sliding-row": ".x",
});
/** What a sign means. */
const MEANINGS = /** @type {Record<string, string>} */ ({ ".": "free", "#": "gone", x: "x", o: "o", b: "blue", r: "red", t: "toad", f: "frog", v: "upright half", h: "flat half" });
/** The colours of edges in games whose positions are edges `u-v:c`. */
const EDGE_COLOURS = /** @type {Record<string, string>} */ ({ hackenbush: "brg", "hackenbush-green": "g", "red-blue-trees": "br" });
const COLOURS = /** @type {Record<string, string>} */ ({ b: "blue", r: "red", g: "green" });
let brush = "";
/** The colour of new edges, or `x` to take edges away. */
let colour = "b";
/** The vertex from which an edge is drawn. @type {number | null} */
let start = null;

/**
 * The editor for what is on a board, or null if it is edited by its text alone.
 * @param {GamePage | null} entry
 * @param {Play} play
 * @param {(position: string) => void} set
 * @returns {Editor | null}
 */
export function editorFor(entry, play, set) {
  const view = play.moves?.view;
  const { position } = play.record.current;
  if (!view || !entry || play.game === "sum") return null;
  const numbers = position.split(/[\s,]+/).filter(Boolean);
  const areNumbers = numbers.length > 0 && numbers.every((part) => /^\d+$/.test(part));
  const signs = SIGNS[entry.name];
  if (signs && isRows(position)) return painter(position, signs, set);
  const [figure] = view.figures;
  if (figure?.kind === "graph" && figure.ground !== null && EDGE_COLOURS[entry.name]) return edgePainter(position, figure, EDGE_COLOURS[entry.name], set);
  const { kind } = figure ?? { kind: "" };
  if (areNumbers && !entry.ranks && kind) return counters(numbers, kind === "heaps" || kind === "staircase" || kind === "strip", set);
  return null;
}

/** @param {string} position */
function isRows(position) {
  const [rows] = position.split(" ");
  const lines = rows.split("|");
  return !position.includes("||") && lines.every((line) => line.length === lines[0].length && line.length > 0);
}

/**
 * Numbers, each with buttons for one less and one more.
 * @param {string[]} numbers
 * @param {boolean} isList  Whether there may be more or fewer of them.
 * @param {(position: string) => void} set
 * @returns {Editor}
 */
function counters(numbers, isList, set) {
  const change = (/** @type {number} */ index, /** @type {bigint} */ by) => {
    const value = BigInt(numbers[index]) + by;
    if (value >= 0n) set(numbers.map((number, one) => (one === index ? String(value) : number)).join(","));
  };
  const element = h(
    "div",
    { class: "counters", role: "group", "aria-label": "Change the position" },
    numbers.map((number, index) =>
      h(
        "span",
        { class: "counter" },
        h("button", { type: "button", "aria-label": `number ${index + 1}: one less`, disabled: number === "0", onclick: () => change(index, -1n) }, "−"),
        h("output", null, number),
        h("button", { type: "button", "aria-label": `number ${index + 1}: one more`, onclick: () => change(index, 1n) }, "+"),
      ),
    ),
    isList && h("button", { type: "button", onclick: () => set([...numbers, "1"].join(",")) }, "Add one"),
    isList && h("button", { type: "button", disabled: numbers.length < 2, onclick: () => set(numbers.slice(0, -1).join(",")) }, "Remove last"),
  );
  return { element, byCell: false };
}

/**
 * Edges drawn from vertex to vertex: two clicks on the same one draw an edge to a new vertex, a click on an edge colours it or takes
 * it away.
 * @param {string} position
 * @param {import("../types.js").Graph} graph
 * @param {string} colours
 * @param {(position: string) => void} set
 * @returns {Editor}
 */
function edgePainter(position, graph, colours, set) {
  const edges = position.trim() === "-" ? [] : position.trim().split(/\s+/);
  if (!colours.includes(colour) && colour !== "x") colour = colours[0];
  const said = h("p", { class: "quiet", role: "status" }, "Click two vertices to join them, the same one twice for a new branch, or an edge to colour it.");
  const write = (/** @type {string[]} */ list) => {
    start = null;
    set(list.length === 0 ? "-" : list.join(" "));
  };
  const palette = [...colours, "x"].map((one) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(one === colour),
        onclick: (/** @type {Event} */ event) => {
          colour = one;
          const pressed = /** @type {HTMLElement} */ (event.currentTarget);
          pressed.parentElement?.querySelectorAll("[aria-pressed]").forEach((other) => other.setAttribute("aria-pressed", String(other === pressed)));
        },
      },
      COLOURS[one] ?? "take away",
    ),
  );
  const number = (/** @type {number} */ vertex) => Number(graph.vertices[vertex].name);
  const branch = () => {
    const fresh = Math.max(0, ...graph.vertices.map((_, vertex) => number(vertex))) + 1;
    write([...edges, `${start === null ? 0 : number(start)}-${fresh}:${colour === "x" ? colours[0] : colour}`]);
  };
  const element = h(
    "div",
    null,
    said,
    h("div", { class: "palette", role: "group", "aria-label": "Colour of edges" }, palette),
    h("div", { class: "palette" }, h("button", { type: "button", onclick: branch }, "New branch"), h("button", { type: "button", onclick: () => write([]) }, "Clear")),
  );
  return {
    element,
    byCell: true,
    cell(name) {
      const touched = Number(name.split(".")[1]);
      const index = touched - graph.vertices.length;
      if (index >= 0) {
        if (index >= edges.length) return;
        const recoloured = edges[index].replace(/:.$/, `:${colour}`);
        write(colour === "x" || recoloured === edges[index] ? edges.filter((_, one) => one !== index) : edges.map((edge, one) => (one === index ? recoloured : edge)));
      } else if (start === null || colour === "x") {
        start = touched;
        said.textContent = `From ${touched === graph.ground ? "the ground" : `vertex ${number(touched)}`}: click another vertex, or it again for a new branch.`;
      } else if (start === touched) {
        branch();
      } else {
        write([...edges, `${number(start)}-${number(touched)}:${colour}`]);
      }
    },
  };
}

/**
 * A palette of signs, and rows and columns that can be added and removed.
 * @param {string} position
 * @param {string} signs
 * @param {(position: string) => void} set
 * @returns {Editor}
 */
function painter(position, signs, set) {
  const [board, ...rest] = position.split(" ");
  const rows = board.split("|");
  const columns = rows[0].length;
  if (!signs.includes(brush) || brush === "") brush = signs[1];
  const write = (/** @type {string[]} */ lines) => set([lines.join("|"), ...rest].join(" "));
  const palette = [...signs].map((sign) =>
    h(
      "button",
      {
        type: "button",
        "aria-pressed": String(sign === brush),
        onclick: (/** @type {Event} */ event) => {
          brush = sign;
          const pressed = /** @type {HTMLElement} */ (event.currentTarget);
          pressed.parentElement?.querySelectorAll("[aria-pressed]").forEach((one) => one.setAttribute("aria-pressed", String(one === pressed)));
        },
      },
      h("code", null, sign),
      ` ${MEANINGS[sign] ?? ""}`,
    ),
  );
  const sizes = [
    h("button", { type: "button", onclick: () => write([...rows, signs[0].repeat(columns)]) }, "Row +"),
    h("button", { type: "button", disabled: rows.length < 2, onclick: () => write(rows.slice(0, -1)) }, "Row −"),
    h("button", { type: "button", onclick: () => write(rows.map((row) => row + signs[0])) }, "Column +"),
    h("button", { type: "button", disabled: columns < 2, onclick: () => write(rows.map((row) => row.slice(0, -1))) }, "Column −"),
  ];
  const element = h(
    "div",
    null,
    h("p", { class: "quiet" }, "Choose a sign, then click the cells."),
    h("div", { class: "palette", role: "group", "aria-label": "Sign to paint" }, palette),
    h("div", { class: "palette", role: "group", "aria-label": "Size" }, sizes),
  );
  return {
    element,
    byCell: true,
    cell(name) {
      const index = Number(name.split(".")[1]);
      const [row, column] = [Math.floor(index / columns), index % columns];
      if (rows[row] === undefined) return;
      const sign = rows[row][column] === brush ? signs[0] : brush;
      write(rows.map((line, number) => (number === row ? line.slice(0, column) + sign + line.slice(column + 1) : line)));
    },
  };
}
