/** Staircases with tokens on their steps. */

import { s } from "../dom.js";
import { blank, fitting, label } from "./drawn.js";

const WIDE = 62;
const RISE = 30;
const MOST = 5;

/** @param {Staircase} figure @returns {Drawn} */
export function drawStaircase(figure) {
  const count = figure.steps.length;
  const top = 5 * 19 + 34;
  const base = top + (count + 1) * RISE;
  const width = (count + 1) * WIDE + 16;
  const { shapes, spots } = blank();
  let outline = `M 4 ${base}`;
  for (let step = 0; step < count; step += 1) {
    const x = 8 + (step + 1) * WIDE;
    outline += ` L ${x} ${base - step * RISE} L ${x} ${base - (step + 1) * RISE}`;
  }
  outline += ` L ${width - 4} ${base - count * RISE} L ${width - 4} ${base} Z`;
  shapes.push(s("path", { d: outline, class: "stairs" }));
  shapes.push(label(8 + WIDE / 2, base + 14, "ground"));
  figure.steps.forEach((tokens, step) => {
    const middle = 8 + (step + 1) * WIDE + WIDE / 2;
    const y = base - (step + 1) * RISE;
    const number = Number(tokens);
    const shown = Math.min(number, MOST);
    for (let token = 0; token < shown; token += 1) {
      shapes.push(s("circle", { cx: middle, cy: y - 10 - token * 19, r: 8.5, class: "token" }));
    }
    const above = y - 12 - shown * 19;
    shapes.push(label(middle, above, String(tokens), "count", fitting(String(tokens), WIDE - 8, 15)));
    shapes.push(label(middle, base - 12, String(figure.first + step)));
    const says = `${tokens} ${number === 1 ? "token" : "tokens"}`;
    spots.set(step, { x: middle, y: (above - 8 + y) / 2, w: WIDE - 8, h: y - above + 14, shape: "box", name: `step ${figure.first + step}`, says });
  });
  return { width, height: base + 26, shapes, spots };
}
