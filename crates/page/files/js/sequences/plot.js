/** Plots of values by heap size, and colour maps of pairs. */

import { chart, h, largest, s } from "../dom.js";
import { zoomCells, zoomLine } from "./zoom.js";

const [HEIGHT, LEFT, BELOW] = [300, 42, 30];
/** The width of a plot. It is narrower on a phone, where letters would otherwise be too small. */
const WIDTH = innerWidth < 560 ? 340 : 760;

/** Returns a round step for an axis. @param {number} most @param {number} count */
function step(most, count) {
  const raw = Math.max(most / count, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw) ?? raw;
}

/** Plots a dot for each value, with the preperiod shaded. The plot can be zoomed. @param {Plotted} what */
export function plot(what) {
  const { from, values } = what;
  const to = from + values.length - 1;
  return zoomLine({
    from,
    to,
    draw(first, last) {
      const figure = part({ ...what, from: first, values: values.slice(first - from, last - from + 1) });
      return { figure, at: (x) => first + ((x * WIDTH - LEFT) / (WIDTH - LEFT - 10)) * (last - first) };
    },
  });
}

/** @param {Plotted} what */
function part({ from, values, preperiod, period, title }) {
  const most = largest(1, values);
  const count = Math.max(values.length - 1, 1);
  const x = (/** @type {number} */ index) => LEFT + (index / count) * (WIDTH - LEFT - 10);
  const y = (/** @type {number} */ value) => HEIGHT - BELOW - (value / most) * (HEIGHT - BELOW - 12);
  const svg = chart(WIDTH, HEIGHT, { role: "img", "aria-label": title });
  if (preperiod !== null && period !== null && preperiod > from) {
    const end = Math.min(x(preperiod - from), WIDTH - 10);
    svg.append(s("rect", { x: LEFT, y: 8, width: Math.max(end - LEFT, 0), height: HEIGHT - BELOW - 8, class: "preperiod" }));
  }
  const up = step(most, 6);
  for (let value = 0; value <= most; value += up) {
    svg.append(s("line", { x1: LEFT, x2: WIDTH - 10, y1: y(value), y2: y(value), class: "gridline" }));
    svg.append(s("text", { x: LEFT - 7, y: y(value) + 4, class: "tick end" }, value));
  }
  const along = step(values.length, WIDTH / 90);
  for (let heap = Math.ceil(from / along) * along; heap < from + values.length; heap += along) {
    svg.append(s("text", { x: x(heap - from), y: HEIGHT - 10, class: "tick" }, heap));
  }
  const radius = values.length > 400 ? 1.4 : values.length > 150 ? 2.2 : 3.2;
  // All dots are one path; values on the same pixel share a dot.
  const digits = values.length > WIDTH ? 0 : 1;
  const dots = new Set(values.map((value, index) => `M ${x(index).toFixed(digits)} ${y(value).toFixed(digits)} h 0.01`));
  svg.append(s("path", { d: [...dots].join(" "), class: "dots", "stroke-width": 2 * radius }));
  return h("figure", { class: "chart wide" }, svg);
}

/**
 * Draws a colour map of pairs, in which greater values are darker and lost pairs have their own colour. The map can be zoomed.
 * @param {Mapped} what
 */
export function pairMap(what) {
  const { length } = what.values;
  const columns = largest(0, what.values.map((row) => row.length));
  const most = largest(1, what.values.flat().map(Number));
  const draw = length * columns > MOST_SHAPES ? paint : map;
  return zoomCells({ size: draw === paint ? 4 : length > 24 ? 16 : length > 14 ? 24 : 34, columns, draw: (side) => h("figure", { class: "chart wide" }, draw(what, columns, most, side)) });
}

/** The maximum number of pairs drawn as shapes. Larger maps are painted. */
const MOST_SHAPES = 20_000;

/** Returns the darkness of a value. @param {number | bigint} value @param {number} most */
const darkness = (value, most) => (value === 0 ? 1 : 0.08 + (0.5 * Number(value)) / most);

/** @param {Mapped} what @param {number} columns @param {number} most @param {number} side  The side of a cell. */
function map({ from, values, title }, columns, most, side) {
  const [width, height] = [columns * side + 40, values.length * side + 34];
  // Leave room for the numbers along the sides.
  const every = Math.max(1, Math.ceil(20 / side));
  const svg = chart(width, height, { role: "img", "aria-label": title, class: "whole" });
  values.forEach((row, b) => {
    const y = (values.length - 1 - b) * side + 4;
    if (b % every === 0) svg.append(s("text", { x: 26, y: y + side / 2 + 4, class: "tick end" }, from + b));
    row.forEach((value, a) => {
      if (value === null) return;
      const x = 32 + a * side;
      const inner = Math.max(side - 1, side * 0.9);
      svg.append(s("rect", { x, y, width: inner, height: inner, class: value === 0 ? "pair lost" : "pair", "fill-opacity": darkness(value, most) }));
      if (side >= 24) svg.append(s("text", { x: x + side / 2, y: y + side / 2 + 4, class: "tick on-pair" }, value));
    });
  });
  for (let a = 0; a < columns; a += every) svg.append(s("text", { x: 32 + (a + 0.5) * side, y: height - 12, class: "tick" }, from + a));
  return svg;
}

/**
 * Paints a map with a pixel for each pair.
 * @param {Mapped} what
 * @param {number} columns
 * @param {number} most
 * @param {number} side
 */
function paint({ values, title }, columns, most, side) {
  const canvas = h("canvas", { width: columns, height: values.length, role: "img", "aria-label": title, class: "whole" });
  canvas.style.width = `${columns * side}px`;
  const pen = canvas.getContext("2d");
  const colours = ["accent-fill", "left"].map((name) => {
    const probe = document.body.appendChild(h("i", null));
    probe.style.color = `var(--${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  values.forEach((row, b) =>
    row.forEach((value, a) => {
      if (!pen || value === null) return;
      pen.fillStyle = colours[value === 0 ? 0 : 1];
      pen.globalAlpha = darkness(value, most);
      pen.fillRect(a, values.length - 1 - b, 1, 1);
    }),
  );
  return canvas;
}
