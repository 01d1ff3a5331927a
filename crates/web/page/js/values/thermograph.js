/** Thermographs: the walls computed by the engine, drawn with their exact coordinates. */

import { chart, h, hover, largest, s } from "../dom.js";

/** Converts a fraction to a number, for drawing only. @param {string} text */
export function approximate(text) {
  const [above, below = "1"] = text.split("/");
  return Number(above) / Number(below);
}

/** @param {Api.Breakpoint} corner @returns {Corner} */
const place = ({ value, temperature }) => ({ value, temperature, x: approximate(value), y: approximate(temperature) });

/**
 * Adds drawing coordinates to a thermograph from the server.
 * @param {Pick<Api.Thermograph, "mean" | "temperature" | "left" | "right">} answer
 * @returns {Thermograph}
 */
export function placed({ mean, temperature, left, right }) {
  return { mean, temperature, left: left.map(place), right: right.map(place) };
}

/** Parses `mean 1/2, temperature 3/2; left wall 3 at -1, 1/2 at 3/2; right wall -2 at -1, 1/2 at 3/2`. @param {string} text */
export function readThermograph(text) {
  const [, mean, temperature, ...walls] = /^mean (\S+), temperature (\S+); left wall (.*); right wall (.*)$/.exec(text) ?? [];
  const [left, right] = walls.map((wall) =>
    wall.split(", ").map((corner) => {
      const [value, temperature] = corner.split(" at ");
      return { value, temperature };
    }),
  );
  return left && placed({ mean, temperature, left, right });
}

const [WIDTH, HEIGHT, MARGIN] = [440, 320, 36];

/**
 * Draws the picture. Greater values are on the left, as usual, and temperatures increase upward. The coordinates of a corner are
 * shown at the pointer and at the focus.
 * @param {Thermograph} graph
 */
export function drawThermograph(graph) {
  const all = [...graph.left, ...graph.right];
  const mast = approximate(graph.mean);
  const [least, most] = [-largest(-Infinity, all.map(({ x }) => -x)), largest(-Infinity, all.map(({ x }) => x))];
  const top = Math.max(approximate(graph.temperature), 0);
  const across = Math.max(most - least, 1);
  const middle = (most + least) / 2;
  const high = (top + 1) * 1.18;
  const x = (/** @type {number} */ value) => WIDTH / 2 + 12 - ((value - middle) / across) * (WIDTH - 2 * MARGIN - 44);
  const y = (/** @type {number} */ at) => HEIGHT - MARGIN - ((at + 1) / high) * (HEIGHT - 2 * MARGIN);
  const path = (/** @type {Corner[]} */ wall) => wall.map((one, index) => `${index === 0 ? "M" : "L"} ${x(one.x)} ${y(one.y)}`).join(" ");
  const says = h("p", { class: "quiet corner", role: "status" }, `The mast is at ${graph.mean}, from temperature ${graph.temperature} upward.`);
  const first = says.textContent;
  const corner = (/** @type {Corner} */ one, /** @type {string} */ wall) => {
    const text = `${wall} wall: ${one.value} at temperature ${one.temperature}`;
    const show = () => (says.textContent = text);
    const hide = () => (says.textContent = first);
    return s(
      "g",
      { class: `corner-hit ${wall}`, tabindex: 0, role: "img", "aria-label": text, ...hover(show, hide) },
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
    s("g", null, ticks),
    s("line", { x1: x(mast), x2: x(mast), y1: y(approximate(graph.temperature)), y2: 8, class: "mast" }),
    s("path", { d: path(graph.left), class: "wall left" }),
    s("path", { d: path(graph.right), class: "wall right" }),
    s("g", null, graph.left.map((one) => corner(one, "left")), graph.right.map((one) => corner(one, "right"))),
  );
  return h("figure", { class: "chart" }, svg, says);
}
