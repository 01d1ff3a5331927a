/** What is known of a position, in words. */

import { count, fill, h, partial, quiet } from "../dom.js";
import { family } from "../positions.js";

/**
 * The name of a player.
 * @param {Turn} turn
 * @param {Kind} kind
 * @param {string} game
 */
export function playerName(turn, kind, game) {
  const name = family(game);
  if (kind === "impartial") return turn === "left" ? "First player" : "Second player";
  if (name === "chase" || name === "chess") return turn === "left" ? (name === "chess" ? "White" : "Black") : name === "chess" ? "Black" : "White";
  return turn === "left" ? "Left" : "Right";
}

/**
 * Who wins, if the outcome is known: `left`, `right` or `draw`.
 * @param {Solved["outcome"]} outcome
 * @param {Turn} turn
 */
export function winner(outcome, turn) {
  switch (outcome) {
    case "N":
      return turn;
    case "P":
      return turn === "left" ? "right" : "left";
    case "L":
      return "left";
    case "R":
      return "right";
    case "D":
      return "draw";
    default:
      return null;
  }
}

const CLASSES = {
  N: "N: the next player wins",
  P: "P: the previous player wins, the next one loses",
  L: "L: Left wins, moving first or second",
  R: "R: Right wins, moving first or second",
  D: "D: a draw, if both play well",
};

/** A number of plies. @param {number} count */
function plies(count) {
  return count === 1 ? "1 move" : `${count} moves`;
}

/**
 * Shows the answer.
 * @param {HTMLElement} element
 * @param {Solved} solved
 * @param {{turn: Turn, kind: Kind, legal: number}} state
 */
export function showAnswer(element, solved, { turn, kind, legal }) {
  const wins = winner(solved.outcome, turn);
  const mover = playerName(turn, kind, solved.game);
  const isOver = legal === 0;
  let verdict = "Nobody knows yet";
  if (wins === "draw") verdict = isOver ? "A draw" : "A draw under best play";
  else if (wins) {
    const name = playerName(wins, kind, solved.game);
    verdict = isOver ? `${name} has won` : wins === turn ? `${mover} is to move and wins` : `${mover} is to move and loses`;
  }
  // The list has the moves of both players; one that is too long is counted if they have the same moves.
  const own = solved.moves.filter(({ player }) => player === "either" || player === turn);
  const isWhole = solved.moves.length === solved.move_count;
  const winning = isWhole ? own.length : kind === "partizan" ? null : solved.move_count;
  const facts = [
    solved.value !== null && fact("Value", solved.value, "value"),
    solved.mean !== null && fact("Mean", solved.mean),
    solved.temperature !== null && fact("Temperature", solved.temperature),
    typeof solved.remoteness === "number" && !isOver && fact("Ends in", plies(solved.remoteness)),
    winning !== null && !isOver && fact("Winning moves", String(winning)),
  ];
  const { method } = solved;
  fill(
    element,
    h(
      "p",
      { class: `verdict ${wins ?? "unknown"}` },
      solved.outcome && h("span", { class: "outcome", title: CLASSES[solved.outcome], "aria-hidden": "true" }, solved.outcome),
      h("strong", null, verdict),
    ),
    solved.outcome && quiet(CLASSES[solved.outcome], solved.play === "misere" ? " (misère: the player who cannot move wins)" : ""),
    facts.some(Boolean) && h("dl", { class: "facts" }, facts),
    reasons(solved.explanation),
    method && h("p", { class: "quiet method" }, methodText(method)),
    partial(solved),
  );
}

/** How many sentences are shown at once. */
const SHOWN = 10;

/** Why it is so, in sentences; of many the first ones, the rest on demand. @param {string[]} lines */
export function reasons(lines) {
  const list = (/** @type {string[]} */ some) => h("ul", { class: "reasons" }, some.map((line) => h("li", null, line)));
  if (lines.length === 0) return null;
  if (lines.length <= SHOWN + 2) return list(lines);
  return [list(lines.slice(0, SHOWN)), h("details", { class: "about" }, h("summary", null, `${lines.length - SHOWN} more sentences`), list(lines.slice(SHOWN)))];
}

/**
 * @param {string} name
 * @param {string} text
 * @param {string} [kind]
 */
function fact(name, text, kind = "") {
  const shown = text.length > 160 ? `${text.slice(0, 150)}… (${text.length} characters)` : text;
  return h("div", { class: kind }, h("dt", null, name), h("dd", null, shown));
}

/** @param {{kind: string, name: string, nodes: number}} method */
function methodText({ kind, name, nodes }) {
  if (kind === "theorem") return `By theorem: ${name}`;
  if (kind === "table") return `From a solved table: ${name}`;
  return `By search: ${name}${nodes > 0 ? `, ${count(nodes)} positions` : ""}`;
}
