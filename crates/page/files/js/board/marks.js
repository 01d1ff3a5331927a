/** Marks on a board that show the results of moves. Every colour also has a sign. */

import { s } from "../dom.js";
import { byElement, touched } from "./choose.js";

/** @type {Record<Result, string>} */
export const SIGNS = { win: "✓", draw: "=", loss: "✕" };
/** @type {Record<Result, string>} */
export const WORDS = { win: "wins", draw: "draws", loss: "loses" };
const RANK = { win: 3, draw: 2, loss: 1 };

/** The maximum number of winning moves drawn as lines on the board. */
const MOST_LINES = 24;

/** Returns the number of tokens that a move leaves in its heap, or null if the text of the move does not contain this number. @param {Move} move */
export function rest(move) {
  const found = /-> (\d+)$/.exec(move.text);
  return found && new Set(touched(move)).size === 1 ? Number(found[1]) : null;
}

/** Returns the best known result of the moves, or null if none is known. @param {Move[]} moves @returns {Result | null} */
export function best(moves) {
  /** @type {Result | null} */
  let found = null;
  for (const { outcome } of moves) if (outcome && (!found || RANK[outcome] > RANK[found])) found = outcome;
  return found;
}

/** Draws a sign in a small disc. @param {number} x @param {number} y @param {Result} result @param {number} [radius] */
function badge(x, y, result, radius = 8.5) {
  return s(
    "g",
    { class: `badge ${result}` },
    s("circle", { cx: x, cy: y, r: radius }),
    s("text", { x, y: y + radius * 0.42, "text-anchor": "middle", "font-size": radius * 1.25 }, SIGNS[result]),
  );
}

/** The maximum length of a value on the board. Longer values appear only in the list of moves. */
const MOST_LETTERS = 7;

/** Returns the text for a move: its value, or the number of moves to the end. Returns null if the value is too long or nothing is known. @param {Move} move */
function worth({ value, remoteness }) {
  if (value) return value.length <= MOST_LETTERS ? value : null;
  return typeof remoteness === "number" ? `in ${remoteness}` : null;
}

/** Draws the value after a move, in the colour of its result. @param {number} x @param {number} y @param {Result} result @param {string} text */
function tag(x, y, result, text) {
  const width = Math.max(17, 6.6 * text.length + 9);
  return s(
    "g",
    { class: `badge ${result}` },
    s("rect", { x: x - width / 2, y: y - 8.5, width, height: 17, rx: 8.5 }),
    s("text", { x, y: y + 3.6, "text-anchor": "middle", "font-size": 10.5 }, text),
  );
}

/**
 * Draws the marks of the moves that match the chosen elements.
 * @param {Map<string, Spot>} spots
 * @param {Move[]} moves
 * @param {string[]} chosen
 * @param {Marking} marking
 * @returns {SVGElement[]}
 */
export function drawMarks(spots, moves, chosen, marking) {
  /** @type {SVGElement[]} */
  const shapes = [];
  if (marking === "none") return shapes;
  const isShown = (/** @type {Result | null | undefined} */ result) => result && (marking !== "winning" || result === "win");
  const mark = (/** @type {number} */ x, /** @type {number} */ y, /** @type {Result} */ result, /** @type {Move[]} */ its, radius = 8.5) => {
    const text = marking === "values" ? its.flatMap((move) => (move.outcome === result ? (worth(move) ?? []) : []))[0] : undefined;
    return text ? tag(x, y, result, text) : badge(x, y, result, radius);
  };
  const winning = moves.filter((move) => move.outcome === "win" && new Set(touched(move)).size > 1);
  if (winning.length <= MOST_LINES) shapes.push(...winning.flatMap((move) => drawMove(spots, move, "win")));
  for (const [element, its] of byElement(moves)) {
    const spot = spots.get(element);
    const result = best(its);
    if (!spot || chosen.includes(element) || !result || !isShown(result)) continue;
    const tokens = its.flatMap((move) => {
      const left = rest(move);
      const token = left === null ? undefined : spot.tokens?.find((one) => one.rest === left);
      return token && isShown(move.outcome) ? [mark(token.x + token.w / 2, token.y + token.h / 2, /** @type {Result} */ (move.outcome), [move])] : [];
    });
    if (tokens.length > 0) {
      shapes.push(...tokens);
    } else if (spot.shape === "box") {
      shapes.push(marking === "values" ? mark(spot.x, spot.y - spot.h / 2 + 11, result, its) : badge(spot.x + spot.w / 2 - 10, spot.y - spot.h / 2 + 10, result));
    } else if (spot.shape === "disc") {
      shapes.push(mark(spot.x + spot.w * 0.36, spot.y + spot.h * 0.36, result, its));
    } else {
      shapes.push(mark(spot.x, spot.y, result, its, 9));
    }
  }
  return shapes;
}

/**
 * Draws a move as a line through the elements it touches, in order, or as a ring around a single element.
 * @param {Map<string, Spot>} spots
 * @param {Move} move
 * @param {string} kind  A class.
 * @returns {SVGElement[]}
 */
export function drawMove(spots, move, kind) {
  const places = touched(move).flatMap((element) => spots.get(element) ?? []);
  if (places.length === 0) return [];
  const left = rest(move);
  const tokens = left === null ? [] : (places[0].tokens ?? []).filter((token) => token.rest >= left);
  if (tokens.length > 0) return tokens.map((token) => s("rect", { x: token.x + 2, y: token.y + 1, width: token.w - 4, height: token.h - 2, rx: 8, class: `move-ring ${kind}` }));
  if (places.length === 1) return [ring(places[0], kind)];
  const isStraight = places.every((spot) => spot.shape !== "line");
  if (!isStraight || places.length > 12) return places.map((spot) => ring(spot, kind));
  const last = places[places.length - 1];
  // Start the line beside the piece on the first element.
  const [start, next] = places;
  const far = Math.max(Math.hypot(next.x - start.x, next.y - start.y), 1);
  const gap = Math.min(start.w * 0.36, far / 2);
  const points = [[start.x + ((next.x - start.x) * gap) / far, start.y + ((next.y - start.y) * gap) / far], ...places.slice(1).map((spot) => [spot.x, spot.y])];
  return [
    s("polyline", { points: points.map((point) => point.join(",")).join(" "), class: `move-line ${kind}` }),
    s("circle", { cx: last.x, cy: last.y, r: 5, class: `move-end ${kind}` }),
  ];
}

/** Draws a ring around an element. @param {Spot} spot @param {string} kind */
export function ring(spot, kind) {
  if (spot.shape === "line") return s("path", { d: spot.path, class: `move-ring line ${kind}` });
  if (spot.shape === "disc") return s("circle", { cx: spot.x, cy: spot.y, r: spot.w / 2 + 1, class: `move-ring ${kind}` });
  return s("rect", { x: spot.x - spot.w / 2 + 2, y: spot.y - spot.h / 2 + 2, width: spot.w - 4, height: spot.h - 4, rx: 7, class: `move-ring ${kind}` });
}
