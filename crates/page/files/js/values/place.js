/** The position of a number in the tree of all numbers: the path from 0 that its sign expansion describes. */

import { ask } from "../api.js";
import { chart, h, s } from "../dom.js";

/** The maximum numbers of runs and of characters of a sign expansion that is drawn. */
const MOST_RUNS = 24;
const MOST_SIGNS = 400;
/** A run of at most this many signs is drawn sign by sign. */
const MOST_STEPS = 6;
/** The number of steps of a line that stands for a longer run. */
const LONG = 4;
/** The width and the height of a step, and the margin. */
const STEP = 22;
const MARGIN = 70;

/**
 * A run of equal signs: its length, the number of its signs (infinite or NaN for an infinite run), and the text of the expansion up to
 * its end. An entry without a sign ends a word that is repeated ω times.
 * @typedef {{sign: "+" | "-" | "", length: string, count: number, until: string}} Run
 */

/** Returns the index after an exponent. @param {string} text @param {number} from */
function exponentEnd(text, from) {
  let depth = 0;
  let at = from;
  for (; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    else if (depth === 0 && /[\s)]/.test(text[at])) break;
    else if (text[at] === ")") depth -= 1;
  }
  return at;
}

/** Parses a sign expansion, such as `+ -^2 (+ -)^ω`. The signs of a repeated word are returned twice. @param {string} text @returns {Run[]} */
export function runsOf(text) {
  const runs = /** @type {Run[]} */ ([]);
  /** The index in `runs` at which a repeated word starts. @type {number | null} */
  let word = null;
  const end = (/** @type {Run | undefined} */ run) => run?.until ?? "";
  const push = (/** @type {"+" | "-"} */ sign, /** @type {string} */ length) => {
    const [last, before] = [runs.at(-1), runs.at(-2)];
    const until = `${end(last)} ${sign}^${/^\w+$/.test(length) ? length : `(${length})`}`;
    const isJoined = last?.sign === sign && Number.isInteger(last.count) && length === "1" && word !== runs.length;
    if (!last || !isJoined) runs.push({ sign, length, count: Number(length), until });
    else runs[runs.length - 1] = { sign, length: String(last.count + 1), count: last.count + 1, until: `${end(before)} ${sign}^${last.count + 1}` };
  };
  for (let at = 0; at < text.length; ) {
    const letter = text[at];
    at += 1;
    if (letter === "(") word = runs.length;
    else if (letter === ")" && word !== null) {
      const start = end(runs[word - 1]);
      const copy = runs.slice(word);
      for (const { sign, length } of copy) if (sign) push(sign, length);
      const inside = end(runs[word + copy.length - 1]).slice(start.length);
      runs.push({ sign: "", length: "ω", count: Infinity, until: `${start} (${inside})^ω` });
      word = null;
      at += "^ω".length;
    } else if (letter === "+" || letter === "-") {
      const to = text[at] === "^" ? exponentEnd(text, at + 1) : at;
      push(letter, to > at ? text.slice(at + 1, to).replace(/^\((.*)\)$/, "$1") : "1");
      at = to;
    }
  }
  return runs;
}

/**
 * Draws the path, or returns null if it is too long.
 * @param {Run[]} runs
 * @param {string[]} names  The numbers at the ends of the runs.
 */
export function drawPath(runs, names) {
  if (runs.length > MOST_RUNS) return null;
  let [x, y] = [0, 0];
  const dots = [{ x, y, name: "0", side: runs[0]?.sign === "+" ? -1 : 1 }];
  const lines = runs.map(({ sign, length, count }, place) => {
    const from = { x, y };
    const isShort = count <= MOST_STEPS;
    const towards = sign === "+" ? 1 : sign === "-" ? -1 : 0;
    const steps = isShort ? count : sign ? LONG : 2;
    for (let step = 1; step <= steps; step += 1) {
      [x, y] = [x + towards * STEP, y + STEP];
      const isEnd = step === steps;
      // Put the name on the side away from the rest of the path.
      const side = runs[place + 1]?.sign === "+" ? -1 : 1;
      if (isEnd) dots.push({ x, y, name: names[place] ?? "", side });
      else if (isShort) dots.push({ x, y, name: "", side });
    }
    return { from, to: { x, y }, sign, isShort, label: isShort ? "" : length };
  });
  const left = dots.reduce((least, dot) => Math.min(least, dot.x), 0) - MARGIN;
  const right = dots.reduce((most, dot) => Math.max(most, dot.x), 0) + MARGIN;
  const [dx, dy] = [-left, STEP];
  const svg = chart(right - left, y + 2 * STEP, { class: "place-path", role: "img", "aria-label": `Path to ${names.at(-1)}: ${runs.map(({ sign, length }) => (sign ? `${length} times ${sign === "+" ? "plus" : "minus"}` : "repeated ω times")).join(", ")}` });
  svg.append(
    ...lines.map(({ from, to, sign, isShort }) => s("path", { class: [sign === "+" ? "left" : sign === "-" ? "right" : "on", isShort ? "" : "long"].join(" ").trim(), d: `M${from.x + dx} ${from.y + dy}L${to.x + dx} ${to.y + dy}` })),
    ...lines.filter(({ label }) => label).map(({ from, to, sign, label }) => s("text", { class: "length", x: (from.x + to.x) / 2 + dx + (sign === "-" ? -8 : 8), y: (from.y + to.y) / 2 + dy, "text-anchor": sign === "-" ? "end" : "start" }, label)),
    ...dots.map(({ x, y, name, side }, place) => s("g", { class: place === dots.length - 1 ? "lost" : null }, s("circle", { cx: x + dx, cy: y + dy, r: name ? 5 : 3 }), name && s("text", { x: x + dx + 10 * side, y: y + dy + 4, "text-anchor": side > 0 ? "start" : "end" }, name))),
  );
  return svg;
}

/**
 * Fills an element with a drawing of the position of a number in the tree.
 * @param {string} value
 * @param {HTMLElement} element
 * @param {{signal?: AbortSignal}} how
 */
export async function showPlace(value, element, how) {
  const evaluated = async (/** @type {string} */ text) => (await ask("eval", { eval: text, before: [] }, how).catch(() => null))?.value;
  const signs = await evaluated(`sign_expansion(${value})`);
  if (typeof signs !== "string" || signs.length > MOST_SIGNS || signs === "0") return;
  const runs = runsOf(signs);
  if (runs.length > MOST_RUNS) return;
  const known = await evaluated(`[${runs.map(({ until }) => `from_signs("${until.trim()}")`).join(", ")}]`);
  const names = Array.isArray(known) ? known.map(String) : runs.map((_, place) => (place === runs.length - 1 ? value : ""));
  const svg = drawPath(runs, names);
  if (svg) element.replaceChildren(h("section", { class: "card" }, h("h2", null, "Place in the tree of numbers"), h("p", { class: "value-text" }, h("output", null, signs)), h("div", { class: "chart scroll", tabindex: 0, role: "region", "aria-label": "Drawing of the path" }, svg), h("p", { class: "quiet" }, "The path from 0: a plus goes to the right, a minus to the left. A dashed line stands for a long run of equal signs, or for all further copies of a word. Filled: the number.")));
}
