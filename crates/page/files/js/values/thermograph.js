/** Thermographs: the walls computed by the engine, drawn with their exact coordinates. */

import { chart, h, hover, largest, s, set } from "../dom.js";
import { approximate, between, compare, exact, ticks, toNumber, written } from "./fractions.js";

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

/** Returns the value of a wall at a temperature, for drawing only. @param {Corner[]} wall @param {number} at */
function valueAt(wall, at) {
  const next = wall.findIndex(({ y }) => y >= at);
  if (next < 0) return wall[wall.length - 1].x;
  const [one, other] = [wall[Math.max(next - 1, 0)], wall[next]];
  return one.y === other.y ? other.x : one.x + ((other.x - one.x) * (at - one.y)) / (other.y - one.y);
}

/** Returns the exact value of a wall at a temperature, or null if a corner is not a fraction. @param {Corner[]} wall @param {Fraction} at */
export function exactValueAt(wall, at) {
  const corners = wall.flatMap((corner) => {
    const [place, value] = [exact(corner.temperature), exact(corner.value)];
    return place && value ? [{ place, value }] : [];
  });
  if (corners.length === 0 || corners.length < wall.length) return null;
  const next = corners.findIndex(({ place }) => compare(place, at) >= 0);
  if (next < 0) return corners[corners.length - 1].value;
  const [one, other] = [corners[Math.max(next - 1, 0)], corners[next]];
  return compare(one.place, other.place) === 0 ? other.value : between(one, other, at);
}

const [WIDTH, HEIGHT] = [460, 340];
const [LEFT, RIGHT, ABOVE, BELOW] = [58, 18, 22, 48];

/**
 * Draws the picture. Greater values are on the left, as usual, and temperatures increase upward. The coordinates of a corner are
 * shown at the pointer and at the focus. `tax` moves the line of the tax.
 * @param {Thermograph} graph
 */
export function drawThermograph(graph) {
  const all = [...graph.left, ...graph.right];
  const mast = approximate(graph.mean);
  const [least, most] = [-largest(-Infinity, all.map(({ x }) => -x)), largest(-Infinity, all.map(({ x }) => x))];
  const temperature = approximate(graph.temperature);
  const top = Math.max(temperature, 0);
  const across = Math.max(most - least, 1);
  const middle = (most + least) / 2;
  const high = (top + 1) * 1.18;
  const x = (/** @type {number} */ value) => (LEFT + WIDTH - RIGHT) / 2 - ((value - middle) / across) * (WIDTH - LEFT - RIGHT - 40);
  const y = (/** @type {number} */ at) => HEIGHT - BELOW - ((at + 1) / high) * (HEIGHT - ABOVE - BELOW);
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
  const half = across * 0.5 * ((WIDTH - LEFT - RIGHT) / (WIDTH - LEFT - RIGHT - 40));
  const [bottom, ceiling] = [y(-1), y(-1 + high)];
  const axes = s(
    "g",
    { class: "axes", "aria-hidden": "true" },
    ticks(middle - half, middle + half, 8).map((value) => {
      const across = x(toNumber(value));
      return [s("line", { x1: across, x2: across, y1: ceiling, y2: bottom + 5, class: "gridline" }), s("text", { x: across, y: bottom + 19, class: "tick" }, written(value))];
    }),
    ticks(-1, -1 + high, 7).map((at) => {
      const up = y(toNumber(at));
      return [s("line", { x1: LEFT - 5, x2: WIDTH - RIGHT, y1: up, y2: up, class: at.above === 0n ? "axis" : "gridline" }), s("text", { x: LEFT - 9, y: up + 4, class: "tick end" }, written(at))];
    }),
    s("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 8, class: "tick axis-name" }, "← good for Left    value    good for Right →"),
    s("text", { x: 14, y: (bottom + ceiling) / 2, class: "tick axis-name", transform: `rotate(-90 14 ${(bottom + ceiling) / 2})` }, "temperature (tax)"),
  );
  const line = s("line", { class: "tax-line", x1: LEFT, x2: WIDTH - RIGHT, y1: 0, y2: 0, "aria-hidden": "true" });
  const ends = ["left", "right"].map((wall) => s("circle", { class: `tax-end ${wall}`, r: 5.5, "aria-hidden": "true" }));
  const svg = chart(WIDTH, HEIGHT, { role: "group", "aria-label": `Thermograph: mean ${graph.mean}, temperature ${graph.temperature}` });
  svg.append(
    axes,
    s("line", { x1: x(mast), x2: x(mast), y1: y(temperature), y2: 8, class: "mast" }),
    s("path", { d: path(graph.left), class: "wall left" }),
    s("path", { d: path(graph.right), class: "wall right" }),
    s("g", null, graph.left.map((one) => corner(one, "left")), graph.right.map((one) => corner(one, "right"))),
  );
  /** Shows the line of a tax, with its ends on the walls. @param {number} at */
  const tax = (at) => {
    set(line, { y1: y(at), y2: y(at) });
    [graph.left, graph.right].forEach((wall, index) => set(ends[index], { cx: x(valueAt(wall, at)), cy: y(at) }));
    if (!line.isConnected) svg.append(line, ...ends);
  };
  return { figure: h("figure", { class: "chart" }, svg, says), tax };
}
