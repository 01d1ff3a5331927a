/** A puzzle: a position in which exactly one move wins, its board, hints, and the judgement of the visitor's move. */

import { boardAddress, playAddress } from "../address.js";
import { ask, gamePage, get } from "../api.js";
import { reasons } from "../board/answer.js";
import { refuse } from "../board/fault.js";
import { live } from "../board/live-board.js";
import { fill, h, on, quiet } from "../dom.js";
import { inline } from "../lessons/markdown.js";
import { inner } from "../positions.js";
import { record } from "./score.js";

/** Describes a rating in words. @param {number} rating */
export const hardness = (rating) => (rating < 800 ? "easy" : rating < 1100 ? "medium" : rating < 1400 ? "hard" : "very hard");

/** Fetches a puzzle. @param {Asked} asked @param {AbortSignal} [signal] @returns {Promise<Puzzle>} */
export function fetchPuzzle(asked, signal) {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  return get(`puzzle?${query}`, signal);
}

/**
 * Creates the card of a puzzle.
 * @param {Puzzle} puzzle
 * @param {Asked} asked  The request for this puzzle.
 * @param {{title: string, next?: () => Child, done?: () => void, isDone?: boolean}} how  `next` creates the link after an answer, `done`
 *   is called after the first answer, and `isDone` is true if the result does not count.
 */
export function puzzleCard(puzzle, asked, { title, next = () => null, done = () => {}, isDone = false }) {
  const verdict = h("div", { class: "verdict-line", role: "status" });
  const rules = h("p", { class: "puzzle-rules" });
  const who = h("span");
  const hints = h("div", { class: "hints", role: "status" });
  const more = h("div", { class: "row" });
  let [isCounted, isSolved, shown] = [isDone, false, 0];
  const [position, misere] = [inner(puzzle.position), puzzle.play === "misere"];
  const board = live({ game: puzzle.game, position, you: puzzle.to_move === "right" ? "right" : "left", misere, once: true, says: "Make the winning move.", tallest: 340 });
  const request = { date: "", ...asked };
  /** @param {boolean} isRight */
  function count(isRight) {
    if (!isCounted) record(puzzle, isRight, shown > 0);
    isCounted = true;
    done();
  }
  const after = () => [
    next(),
    h("a", { class: "button", href: playAddress(puzzle.game, position, { you: puzzle.to_move, first: "you", misere }) }, "Play it out"),
    h("a", { class: "button", href: boardAddress(puzzle.game, position, { to: puzzle.to_move === "right" && "right", misere }) }, "Analyse"),
  ];

  on(board, "ww-made", async (/** @type {Move} */ move) => {
    try {
      const found = /** @type {Puzzle} */ (await ask("puzzle", { ...request, answer: move.text }));
      board.freeze();
      board.say(`Your move: ${move.text}`);
      const isRight = found.judgement === "right";
      if (isRight) {
        isSolved = true;
        fill(verdict, h("div", { class: "judged right" }, h("p", null, h("strong", null, "✓ Solved."), ` ${move.text} is the only winning move.`), reasons(found.explanation)));
        fill(more, after());
      } else {
        const why = found.refutation ? ` The opponent answers ${found.refutation} and wins.` : "";
        fill(verdict, h("div", { class: "judged wrong" }, h("p", null, h("strong", null, `✕ ${move.text} does not win.`), why)));
        fill(more, h("button", { class: "primary", onclick: again }, "Try again"), h("button", { onclick: () => void solve() }, "Show the solution"));
      }
      count(isRight);
      /** @type {HTMLElement | null} */ (more.querySelector("a, button"))?.focus({ preventScroll: true });
    } catch (error) {
      refuse(verdict, error);
    }
  });

  function again() {
    fill(verdict);
    controls();
    board.classList.remove("still");
    board.restart();
  }

  async function solve() {
    try {
      const found = /** @type {Puzzle} */ (await ask("puzzle", { ...request, solution: true }));
      if (board.made > 0) {
        board.addEventListener("ww-shown", () => mark(found), { once: true });
        board.restart();
      } else mark(found);
      fill(verdict, h("div", { class: "judged" }, h("p", null, h("strong", null, `The winning move is ${found.winning_move}.`)), reasons(found.explanation)));
      fill(more, after());
      count(false);
    } catch (error) {
      refuse(verdict, error);
    }
  }

  /** Marks the winning move on the board. @param {Puzzle} found */
  function mark(found) {
    board.freeze();
    board.say("");
    board.point(found.winning_move ?? "");
  }

  function hint() {
    shown = Math.min(shown + 1, puzzle.hints.length);
    fill(hints, h("ul", null, puzzle.hints.slice(0, shown).map((one) => h("li", null, one))));
    controls();
  }

  function controls() {
    if (isSolved) return;
    fill(more, shown < puzzle.hints.length && h("button", { onclick: hint }, shown === 0 ? "Hint" : "Another hint"), h("button", { onclick: () => void solve() }, "Show the solution"));
  }

  controls();
  void gamePage(puzzle.game).then((page) => fill(rules, inline(page.rules)), () => {});
  on(board, "ww-shown", (/** @type {Moves} */ { players, player_names: names }) => {
    // The rules of other games state how play ends.
    const end = players === "ranked" ? "" : `The player who cannot move ${puzzle.play === "misere" ? "wins" : "loses"}. `;
    // The names of the players matter only if their moves differ.
    fill(who, end, names && h("strong", null, `You are ${names[puzzle.to_move === "right" ? 1 : 0]}. `));
  });
  return h(
    "section",
    { class: "card puzzle", "aria-label": title },
    h("div", { class: "row between" }, h("h2", null, title), h("span", { class: "rating", title: `Legal moves: ${puzzle.moves}; moves to win: ${puzzle.depth}` }, `${hardness(puzzle.rating)} · ${puzzle.rating}`)),
    h("h3", null, puzzle.title),
    rules,
    puzzle.missed_rating && quiet(`No puzzle nearer to the rating ${puzzle.missed_rating} was found.`),
    h("p", null, who, "Exactly one move wins. Find it."),
    board,
    hints,
    verdict,
    more,
  );
}
