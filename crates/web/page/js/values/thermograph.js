/** Thermographs: the walls as the engine states them, drawn with their exact coordinates. */

import { chart, h, s } from "../dom.js";

/**
 * A point of a wall: exact texts, and numbers to draw it by.
 * @typedef {{value: string, temperature: string, x: number, y: number}} Corner
 * @typedef {{mean: string, temperature: string, left: Corner[], right: Corner[]}} Thermograph
 */

/** A fraction as a number, for drawing only. @param {string} text */
export function approximate(text) {
  const [above, below = "1"] = text.split("/");
  return Number(above) / Number(below);
}

/**
 * Reads `mean 1/2, temperature 3/2; left wall 3 at -1, 1/2 at 3/2; right wall -2 at -1, 1/2 at 3/2`.
 * @param {string} text
 * @returns {Thermograph | null}
 */
export function readThermograph(text) {
  const found = /^mean (\S+), temperature (\S+); left wall (.*); right wall (.*)$/.exec(text);
  if (!found) return null;
  const [, mean, temperature, left, right] = found;
  const corners = (/** @type {string} */ wall) =>
    wall.split(", ").map((corner) => {
      const [value, at] = corner.split(" at ");
      return { value, temperature: at, x: approximate(value), y: approximate(at) };
    });
  const read = { mean, temperature, left: corners(left), right: corners(right) };
  return [...read.left, ...read.right].every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)) ? read : null;
}

/**
 * The thermograph of an answer of the server, with places to draw it by.
 * @param {{mean: string, temperature: string, left: {value: string, temperature: string}[], right: {value: string, temperature: string}[]}} answer
 * @returns {Thermograph}
 */
export function placed({ mean, temperature, left, right }) {
  const corner = (/** @type {{value: string, temperature: string}} */ one) => ({ ...one, x: approximate(one.value), y: approximate(one.temperature) });
  return { mean, temperature, left: left.map(corner), right: right.map(corner) };
}

const [WIDTH, HEIGHT, MARGIN] = [440, 320, 36];

/**
 * The picture: greater values are at the left, as is usual, and temperatures go up. The corners' coordinates are shown at the
 * pointer and at the focus.
 * @param {Thermograph} graph
 */
export function drawThermograph(graph) {
  const all = [...graph.left, ...graph.right];
  const mast = approximate(graph.mean);
  const [least, most] = [Math.min(...all.map((one) => one.x)), Math.max(...all.map((one) => one.x))];
  const top = Math.max(approximate(graph.temperature), 0);
  const across = Math.max(most - least, 1);
  const middle = (most + least) / 2;
  const high = (top + 1) * 1.18;
  const x = (/** @type {number} */ value) => WIDTH / 2 + 12 - ((value - middle) / across) * (WIDTH - 2 * MARGIN - 44);
  const y = (/** @type {number} */ at) => HEIGHT - MARGIN - ((at + 1) / high) * (HEIGHT - 2 * MARGIN);
  const path = (/** @type {Corner[]} */ wall) => wall.map((one, index) => `${index === 0 ? "M" : "L"} ${x(one.x)} ${y(one.y)}`).join(" ");
  const says = h("p", { class: "quiet corner", role: "status" }, `The mast stands at ${graph.mean}, from temperature ${graph.temperature} on.`);
  const first = says.textContent;
  const corner = (/** @type {Corner} */ one, /** @type {string} */ wall) => {
    const text = `${wall} wall: ${one.value} at temperature ${one.temperature}`;
    const show = () => (says.textContent = text);
    const hide = () => (says.textContent = first);
    return s(
      "g",
      { class: `corner-hit ${wall}`, tabindex: 0, role: "img", "aria-label": text, onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide },
      s("circle", { cx: x(one.x), cy: y(one.y), r: 11, class: "corner-area" }),
      s("circle", { cx: x(one.x), cy: y(one.y), r: 4, class: "corner-dot" }),
    );
  };
  const seen = new Set();
  const ticks = all.flatMap((one) => {
    if (seen.has(one.value) || [...seen].some((other) => Math.abs(x(approximate(other)) - x(one.x)) < 34)) return [];
    seen.add(one.value);
    return s("text", { x: x(one.x), y: HEIGHT - 10, class: "tick" }, one.value);
  });
  const svg = chart(WIDTH, HEIGHT, { role: "group", "aria-label": `Thermograph: mean ${graph.mean}, temperature ${graph.temperature}` });
  svg.append(
    s("line", { x1: 40, x2: WIDTH - 10, y1: y(0), y2: y(0), class: "axis" }),
    s("text", { x: 4, y: y(0) + 4, class: "tick start" }, "t = 0"),
    ...ticks,
    s("line", { x1: x(mast), x2: x(mast), y1: y(approximate(graph.temperature)), y2: 8, class: "mast" }),
    s("path", { d: path(graph.left), class: "wall left" }),
    s("path", { d: path(graph.right), class: "wall right" }),
    ...graph.left.map((one) => corner(one, "left")),
    ...graph.right.map((one) => corner(one, "right")),
  );
  return h("figure", { class: "chart" }, svg, says);
}
