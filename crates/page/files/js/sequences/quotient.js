/** A misère quotient: its growth, its presentation, its P-positions, and its Cayley graph if it is small. */

import { card, chart, facts, h, quiet, s, tableOf } from "../dom.js";

/** The maximum order of a quotient that is drawn. */
const MOST_DRAWN = 40;
/** The distances between elements in the drawing, and the radius of an element. */
const [ACROSS, DOWN, RADIUS] = [76, 92, 17];

/** @typedef {{order: number, p_size: number, verified_to: number, growth: [number, number][], generators: number[], presentation: string, elements: string[], p_positions: number[], kernel: number[], phi: number[], graph: number[][]}} Quotient */

/** Typesets a product of generators, such as `ab^2`. @param {string} text */
export const product = (text) => text.split(/\^(\d+)/).map((part, index) => (index % 2 === 0 ? part : h("sup", null, part)));

/** Typesets texts with commas between them. @param {string[]} texts */
const listed = (texts) => texts.flatMap((text, index) => [index > 0 && ", ", product(text)]);

/** Returns the name of a generator: a to z, then a1 to z1, and so on. @param {number} place */
const letter = (place) => String.fromCharCode(97 + (place % 26)) + (place < 26 ? "" : String(Math.floor(place / 26)));

/**
 * Describes a quotient in cards.
 * @param {Quotient} quotient
 * @param {string} game
 */
export function quotientCards(quotient, game) {
  const { order, p_size: count, growth, generators, presentation, elements, p_positions: lost, kernel, verified_to: last } = quotient;
  const relations = presentation.replace(/^<[^|]*\|\s*|>$/g, "").split(", ").filter((text) => text);
  const whole = card(
    "Misère quotient",
    facts({
      Order: order,
      "P-positions": `${count}: the player to move loses a sum whose product is one of them`,
      Generators: listed(generators.map((heap, place) => `${letter(place)} = heap ${heap}`)),
      Relations: relations.length > 0 ? listed(relations) : "none",
      "Lost products": listed(lost.map((index) => elements[index])),
      Kernel: listed(kernel.map((index) => elements[index])),
      "Order by heap": growth.map(([heap, size]) => `${size} from heap ${heap}`).join(", "),
    }),
    quiet(`Verified for heaps 0 to ${last} by the conditions of Plambeck and Siegel. Two heaps with equal elements can replace each other in every sum.`),
  );
  if (order > MOST_DRAWN || generators.length === 0) return [whole];
  return [whole, card("Cayley graph", graph(quotient, game), legend(quotient), products(quotient))];
}

/** Returns the colour of a generator. @param {number} place @param {number} count */
const color = (place, count) => `hsl(${Math.round((360 * place) / count + 210) % 360} 60% 48%)`;

/** Returns the elements by their number of factors. @param {Quotient} quotient */
function byLength({ graph }) {
  const rows = [[0]];
  const seen = new Set([0]);
  for (let row = rows[0]; row.length > 0; ) {
    row = [...new Set(row.flatMap((element) => graph[element]))].filter((element) => !seen.has(element));
    for (const element of row) seen.add(element);
    if (row.length > 0) rows.push(row);
  }
  return rows;
}

/** Draws the elements and their products with generators. @param {Quotient} quotient @param {string} game */
function graph(quotient, game) {
  const { graph, elements, generators } = quotient;
  const rows = byLength(quotient);
  const width = ACROSS * Math.max(...rows.map((row) => row.length));
  const height = DOWN * rows.length;
  /** @type {[number, number][]} */
  const places = [];
  rows.forEach((row, y) => row.forEach((element, x) => (places[element] = [width / 2 + ACROSS * (x - (row.length - 1) / 2), DOWN * (y + 0.5)])));
  const lost = new Set(quotient.p_positions);
  const edges = graph.flatMap((products, element) => products.map((to, place) => ({ element, to, place })).filter(({ to }) => to !== element));
  const lines = edges.map(({ element, to, place }) => {
    const [[x, y], [toX, toY]] = [places[element], places[to]];
    // Bend edges apart if they differ in generator or direction.
    const [bend, length] = [8 + 7 * place, Math.hypot(toX - x, toY - y)];
    const [overX, overY] = [(x + toX) / 2 + (bend * (y - toY)) / length, (y + toY) / 2 + (bend * (toX - x)) / length];
    return s("path", { d: `M${x} ${y}Q${overX} ${overY} ${toX} ${toY}`, stroke: color(place, generators.length), "stroke-dasharray": place % 3 === 0 ? null : place % 3 === 1 ? "6 3" : "2 3" });
  });
  const nodes = places.map(([x, y], element) => s("g", { class: lost.has(element) ? "lost" : null }, s("circle", { cx: x, cy: y, r: RADIUS }), s("text", { x, y: y + 4 }, raised(elements[element]))));
  const svg = chart(width, height, { class: "cayley", role: "img", "aria-label": `Cayley graph of the misère quotient of ${game}: ${elements.length} elements, ${lost.size} P-positions` });
  svg.append(...lines, ...nodes);
  return h("div", { class: "chart scroll", tabindex: 0, role: "region", "aria-label": "Drawing of the graph" }, svg);
}

/** Typesets a product in a drawing. @param {string} text */
const raised = (text) => text.split(/\^(\d+)/).map((part, index) => (index % 2 === 0 ? part : [...part].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join(""))).join("");

/** @param {Quotient} quotient */
function legend({ generators }) {
  const key = (/** @type {number} */ place) => {
    const line = s("svg", { viewBox: "0 0 30 8", width: 30, height: 8, "aria-hidden": "true", class: "cayley" }, s("path", { d: "M0 4H30", stroke: color(place, generators.length), "stroke-dasharray": place % 3 === 0 ? null : place % 3 === 1 ? "6 3" : "2 3" }));
    return h("span", null, line, ` times ${letter(place)}`);
  };
  return h("p", { class: "quiet row" }, generators.map((_, place) => key(place)), h("span", null, "filled: P-positions"));
}

/** The products of the elements with the generators, as a table. @param {Quotient} quotient */
function products({ elements, graph, generators, p_positions: lost }) {
  const row = (/** @type {string} */ text, /** @type {number} */ element) => h("tr", null, h("th", { scope: "row", class: lost.includes(element) && "lost" }, product(text)), graph[element].map((to) => h("td", { class: lost.includes(to) && "lost" }, product(elements[to]))));
  return h("details", null, h("summary", null, "Products as a table"), tableOf("Products with the generators", ["element", ...generators.map((_, place) => `times ${letter(place)}`)], elements.map(row)));
}
