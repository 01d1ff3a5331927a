/** The analysis of a position, as text. */

import { count, facts, fill, h, partial, plies, quiet } from "../dom.js";
import { shownValue } from "../values/value.js";
import { other } from "./record.js";

/** The names of the players in impartial games. @type {[string, string]} */
export const SAME = ["First player", "Second player"];

/** Returns the name of a player. @param {Turn} turn @param {[string, string]} names */
export const nameOf = (turn, [left, right]) => (turn === "left" ? left : right);

/** Capitalises a text that starts with two lower-case letters. A name such as `a1` is unchanged. @param {string} text */
export const sentence = (text) => text.replace(/^[a-z]{2}/, (letters) => letters[0].toUpperCase() + letters[1]);

/** Returns the winner, if the outcome is known: `left`, `right` or `draw`. @param {Solved["outcome"]} outcome @param {Turn} turn */
export function winner(outcome, turn) {
  switch (outcome) {
    case "N":
      return turn;
    case "P":
      return other(turn);
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
  D: "D: a draw under best play",
};

/** Counts the moves of the winner. @param {number} remoteness @param {boolean} moverWins  True if the winner is to move. */
function ownMoves(remoteness, moverWins) {
  const own = moverWins ? Math.ceil(remoteness / 2) : Math.floor(remoteness / 2);
  return `${own} ${own === 1 ? "move" : "moves"}`;
}

/**
 * Shows the answer.
 * @param {HTMLElement} element
 * @param {Solved & {isEarly?: boolean}} solved
 * @param {State} state
 */
export function showAnswer(element, solved, { turn, kind, legal, names }) {
  const wins = winner(solved.outcome, turn);
  const mover = nameOf(turn, names);
  const isOver = legal === 0;
  let verdict = "Not known yet";
  if (wins === "draw") verdict = isOver ? "A draw" : "A draw under best play";
  else if (wins) {
    const name = nameOf(wins, names);
    verdict = isOver ? `${name} has won` : wins === turn ? `${mover} is to move and wins` : `${mover} is to move and loses`;
  }
  // A truncated list has only a total for both players. In a partizan game, it does not apply to one player alone.
  const own = solved.moves.filter(({ player }) => player === "either" || player === turn);
  const isWhole = solved.moves.length === solved.move_count;
  const winning = isWhole ? own.length : kind === "partizan" ? null : solved.move_count;
  const best = wins === turn || winning === 0 ? "Winning moves" : wins === "draw" ? "Drawing moves" : "Best moves";
  const known = { Value: solved.value && shownValue(solved.value, solved.in_words), Mean: solved.mean && shownValue(solved.mean), Temperature: solved.temperature && shownValue(solved.temperature) };
  const { remoteness: far } = solved;
  const moves = wins && wins !== "draw" && far && far > 1 ? ` (${ownMoves(far, wins === turn)} of ${nameOf(wins, names)})` : "";
  const ahead = !isOver && { "Ends in": typeof far === "number" && plies(far) + moves, [best]: winning };
  const { method } = solved;
  fill(
    element,
    h(
      "p",
      { class: `verdict ${wins ?? "unknown"}` },
      solved.outcome && h("span", { class: "outcome", title: CLASSES[solved.outcome], "aria-hidden": "true" }, solved.outcome),
      h("strong", null, sentence(verdict)),
    ),
    solved.outcome && quiet(CLASSES[solved.outcome], solved.play === "misere" ? " (misère: the player who cannot move wins)" : ""),
    facts({ ...known, ...ahead }),
    reasons(solved.explanation),
    solved.isEarly && h("p", { class: "quiet later" }, solved.outcome ? "Still working on the value …" : "Still searching. You can play on meanwhile."),
    method && h("p", { class: "quiet method" }, methodText(method)),
    partial(solved),
  );
}

/** Returns a provisional answer from a progress event, if the outcome is known before the work ends. @param {{outcome?: Solved["outcome"], winning_move?: string | null}} event */
export const early = ({ outcome, winning_move: move }) =>
  outcome && /** @type {any} */ ({ outcome, moves: [], explanation: move ? [`${move} wins.`] : [], isEarly: true, complete: true });

/** The number of sentences shown at first. */
const SHOWN = 10;

/** Renders the explanation: the first sentences, with the rest on demand. @param {string[]} lines */
export function reasons(lines) {
  const list = (/** @type {string[]} */ some) => h("ul", { class: "reasons" }, some.map((line) => h("li", null, line)));
  if (lines.length === 0) return null;
  if (lines.length <= SHOWN + 2) return list(lines);
  return [list(lines.slice(0, SHOWN)), h("details", { class: "about" }, h("summary", null, `${lines.length - SHOWN} more sentences`), list(lines.slice(SHOWN)))];
}

/** @param {{kind: string, name: string, nodes: number}} method */
function methodText({ kind, name, nodes }) {
  if (kind === "theorem") return `By theorem: ${name}`;
  if (kind === "table") return `From a solved table: ${name}`;
  return `By search: ${name}${nodes > 0 ? `, ${count(nodes)} positions` : ""}`;
}
