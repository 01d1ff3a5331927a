/** Elements that accompany the boards of lessons: binary digits of Nim heaps, nim-values of heaps, or temperatures of boards. */

import { ask, isAbort, Latest } from "../api.js";
import { fill, h, on, s, set } from "../dom.js";
import { inner, parts } from "../positions.js";
import { approximate } from "../values/fractions.js";
import { valueInLine } from "../values/value.js";

/**
 * The functions that create these elements, by the value of the field `follow` in a lesson.
 * @type {Record<string, (play: HTMLElement) => HTMLElement>}
 */
export const FOLLOWERS = { columns, values, heat };

/** Shows the sizes of heaps in binary, one below the other, and the nim-sum. @param {HTMLElement} play */
function columns(play) {
  const place = h("div", { class: "digits-table", role: "status" });
  on(play, "ww-arrived", (/** @type {Moves} */ { view }) => {
    const heaps = view.figures.flatMap((figure) => (figure.kind === "heaps" ? figure.heaps.map(({ tokens }) => BigInt(tokens)) : []));
    fill(place, table(heaps));
  });
  return place;
}

/** Returns the nim-sum. A `Number` would be cut to 32 bits. @param {bigint[]} numbers */
export const nimSum = (numbers) => numbers.reduce((one, other) => one ^ other, 0n);

/** @param {bigint[]} heaps */
export function table(heaps) {
  const sum = nimSum(heaps);
  const width = Math.max(3, ...heaps.map((heap) => heap.toString(2).length));
  const digits = (/** @type {bigint} */ heap) => [...heap.toString(2).padStart(width, "0")];
  const odd = digits(sum).map((digit) => digit === "1");
  const row = (/** @type {string} */ name, /** @type {bigint} */ heap, /** @type {string} */ kind) =>
    h("tr", { class: kind }, h("th", { scope: "row" }, name), digits(heap).map((digit, place) => h("td", { class: `${digit === "1" ? "one" : "zero"} ${odd[place] ? "odd" : ""}` }, digit)));
  const places = [...Array(width)].map((_, place) => h("th", { scope: "col" }, String(2n ** BigInt(width - 1 - place))));
  return [
    h("table", { class: "digits" }, h("thead", null, h("tr", null, h("td"), places)), h("tbody", null, heaps.map((heap) => row(`heap of ${heap}`, heap, "")), row("nim-sum", sum, "total"))),
    h("p", null, sum === 0n ? "Every column has an even number of ones: the player to move loses." : `${odd.filter(Boolean).length === 1 ? "A column is" : "Columns are"} odd: the player to move wins by making all columns even.`),
  ];
}

/** Shows the nim-value of each heap, and the nim-sum. @param {HTMLElement} play */
function values(play) {
  const place = h("p", { class: "nim-values", role: "status" });
  const latest = new Latest();
  on(play, "ww-arrived", async (/** @type {Moves} */ { game, position }) => {
    const heaps = inner(position).split(",").filter((heap) => heap !== "" && heap !== "0");
    try {
      const signal = latest.next();
      const solved = await Promise.all(heaps.map((heap) => /** @type {Promise<Solved>} */ (ask("solve", { game, position: heap, max_moves: 0 }, { signal }))));
      const all = solved.map(({ value }) => (value === "*" ? 1n : BigInt((value ?? "0").replace("*", ""))));
      const sum = nimSum(all);
      const each = heaps.map((heap, number) => `${heap} has nim-value ${all[number]}`).join("; ");
      fill(place, each, each && ". ", h("strong", null, `Nim-sum ${sum}: the player to move ${sum === 0n ? "loses" : "wins"}.`));
    } catch (error) {
      if (!isAbort(error)) fill(place);
    }
  });
  return place;
}

/** Returns the boards of a position. Boards of the same game share a text, separated by `||`. @param {string} position */
export function boards(position) {
  return parts(position).flatMap((part) => {
    const inside = inner(part);
    const name = part.slice(0, part.indexOf("("));
    return inside.includes("||") ? inside.split("||").map((board) => `${name}("${board}")`) : [part];
  });
}

/** Shows the temperature of each board of a sum, and highlights the hottest board. @param {HTMLElement} play */
function heat(play) {
  const place = h("div", { class: "heat", role: "status" });
  const latest = new Latest();
  on(play, "ww-arrived", async (/** @type {Moves} */ { position }) => {
    const signal = latest.next();
    try {
      const solved = await Promise.all(boards(position).map((game) => /** @type {Promise<Solved>} */ (ask("solve", { game, max_moves: 0 }, { signal }))));
      const heats = solved.map(({ temperature }) => approximate(temperature ?? "-1"));
      const hottest = Math.max(...heats);
      const isHot = (/** @type {number} */ number) => hottest > 0 && heats[number] === hottest;
      fill(
        place,
        h("ul", null, solved.map(({ value, temperature }, number) => h("li", { class: isHot(number) ? "hottest" : "" }, h("strong", null, `Board ${number + 1}`), " is worth ", valueInLine(value ?? "?"), `, temperature ${temperature ?? "?"}`, isHot(number) && " ← hottest: play here"))),
        hottest <= 0 && h("p", null, "Nothing is hot any more: count the moves that are left."),
      );
      solved.forEach((_, number) => isHot(number) && glow(play, number));
    } catch (error) {
      if (!isAbort(error)) fill(place);
    }
  });
  return place;
}

/** Draws a glow behind a board of the sum. @param {HTMLElement} play @param {number} number */
function glow(play, number) {
  const svg = play.querySelector("ww-board svg");
  const spots = [...(svg?.querySelectorAll(`[data-element^="${number}."]`) ?? [])].map((hit) => /** @type {SVGGElement} */ (hit).getBBox());
  if (!svg || spots.length === 0) return;
  const [left, top] = [Math.min(...spots.map(({ x }) => x)), Math.min(...spots.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...spots.map(({ x, width }) => x + width)), Math.max(...spots.map(({ y, height }) => y + height))];
  const frame = s("rect", { class: "glow", "aria-hidden": "true", rx: 10 });
  set(frame, { x: left - 7, y: top - 7, width: right - left + 14, height: bottom - top + 14 });
  svg.prepend(frame);
}
