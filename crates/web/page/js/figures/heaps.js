/** Heaps of tokens, as columns and as rows. */

import { s } from "../dom.js";
import { blank, fitting, label } from "./drawn.js";

/** The maximum number of tokens of a heap that are drawn individually. */
const MOST = 16;
const MOST_LYING = 24;
const TOKEN = 13;
const PITCH = 25;
/** The number of heaps per line, and the maximum number of heaps drawn. */
const ACROSS = 12;
const MOST_HEAPS = 120;

/** @param {Heaps} figure @returns {Drawn} */
export function drawHeaps(figure) {
  const heaps = figure.heaps.slice(0, MOST_HEAPS);
  const { shapes, spots } = blank();
  let { width, height } = (figure.in_rows ? lying : upright)(heaps, shapes, spots);
  if (heaps.length === 0) shapes.push(label(60, 30, figure.in_rows ? "no rows" : "no heaps"));
  if (figure.heaps.length > heaps.length) {
    shapes.push(label(width / 2, height + 8, `… and ${figure.heaps.length - heaps.length} more`));
    height += 24;
  }
  return { width, height: Math.max(height, 60), shapes, spots };
}

/** Returns the texts at a heap: its size, and its label if it has one. @param {Heap} heap */
function texts({ tokens, label }) {
  const count = String(tokens);
  return { count, name: label === count ? "" : label };
}

/** Draws heaps as columns. @param {Heap[]} heaps @param {SVGElement[]} shapes @param {Drawn["spots"]} spots */
function upright(heaps, shapes, spots) {
  const lines = [];
  for (let first = 0; first < heaps.length; first += ACROSS) lines.push(heaps.slice(first, first + ACROSS));
  let [y, width, index] = [8, 120, 0];
  const isNamed = heaps.some((heap) => texts(heap).name);
  for (const line of lines) {
    const tallest = Math.max(...line.map(({ tokens }) => Math.min(Math.max(Number(tokens), 1), MOST + 2)));
    const base = y + tallest * PITCH + 6;
    let x = 8;
    for (const heap of line) {
      const w = Math.max(56, 9 * Math.max(String(heap.tokens).length, heap.label.length) + 18);
      const count = Number(heap.tokens);
      const middle = x + w / 2;
      const { name, count: written } = texts(heap);
      const tokens = [];
      if (count <= MOST) {
        for (let token = 0; token < count; token += 1) {
          const cy = base - PITCH * (token + 0.5) - 1;
          shapes.push(s("circle", { cx: middle, cy, r: TOKEN - 1.5, class: "token" }));
          tokens.push({ x: middle - 24, w: 48, y: cy - PITCH / 2, h: PITCH, rest: token });
        }
      } else {
        const top = base - (MOST + 2) * PITCH;
        shapes.push(s("rect", { x: middle - TOKEN, y: top, width: 2 * TOKEN, height: base - top, rx: 6, class: "token" }));
        for (let mark = 1; mark < 9; mark += 1) {
          const my = top + ((base - top) * mark) / 9;
          shapes.push(s("line", { x1: middle - TOKEN + 2, x2: middle + TOKEN - 2, y1: my, y2: my, class: "token-line" }));
        }
      }
      shapes.push(label(middle, base + 15, written, "count", fitting(written, w - 6, 16)));
      if (name) shapes.push(label(middle, base + 34, name, "caption", fitting(name, w - 4, 12)));
      const h = Math.max(Math.min(count, MOST + 2), 1) * PITCH + 26;
      const says = `${written} ${written === "1" ? "token" : "tokens"}`;
      spots.set(index, { x: middle, y: base + 24 - h / 2, w: Math.min(w - 4, 52), h: h + 4, shape: "box", name: name || `heap ${index + 1}`, says, tokens });
      x += w;
      index += 1;
    }
    shapes.push(s("line", { x1: 4, x2: Math.max(x, 60), y1: base, y2: base, class: "ground" }));
    width = Math.max(width, x + 8);
    y = base + (isNamed ? 52 : 34);
  }
  return { width, height: y };
}

/** Draws heaps as rows, one below the other. @param {Heap[]} heaps @param {SVGElement[]} shapes @param {Drawn["spots"]} spots */
function lying(heaps, shapes, spots) {
  let [y, width] = [8, 160];
  heaps.forEach((heap, index) => {
    const { count: written, name } = texts(heap);
    const count = Number(heap.tokens);
    const across = Math.min(Math.max(count, 1), MOST_LYING + 2) * PITCH;
    const left = 56;
    const tokens = [];
    if (count <= MOST_LYING) {
      for (let token = 0; token < count; token += 1) {
        const cx = left + PITCH * (token + 0.5);
        shapes.push(s("rect", { x: cx - 8, y: y + 4, width: 16, height: 36, rx: 8, class: "token" }));
        tokens.push({ x: cx - PITCH / 2, w: PITCH, y, h: 44, rest: token });
      }
    } else {
      shapes.push(s("rect", { x: left, y: y + 6, width: across, height: 32, rx: 8, class: "token" }));
    }
    if (count === 0) shapes.push(s("line", { x1: left, x2: left + PITCH, y1: y + 40, y2: y + 40, class: "ground" }));
    shapes.push(label(26, y + 22, name || written, "count", fitting(name || written, 46, 16)));
    const says = `${written} in a row`;
    spots.set(index, { x: left + across / 2, y: y + 22, w: across + 6, h: 46, shape: "box", name: name || `row ${index + 1}`, says, tokens });
    width = Math.max(width, left + across + 10);
    y += 56;
  });
  return { width, height: y };
}
