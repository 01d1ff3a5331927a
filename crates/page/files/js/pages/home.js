/** The home page: three boards to play on, the puzzle of the day, and links to other sections. */

import { write } from "../address.js";
import { live } from "../board/live-board.js";
import { refusal } from "../board/fault.js";
import { fill, h, on, quiet } from "../dom.js";
import { fetchPuzzle, puzzleCard } from "../puzzles/puzzle.js";
import { days, solvedToday, today } from "../puzzles/score.js";

/** The boards. The visitor moves first and can win. @type {{title: string, rules: string, start: Live}[]} */
const BOARDS = [
  {
    title: "Nim",
    rules: "Take as many tokens as you like from one heap. Whoever takes the last token wins.",
    start: { game: "nim", position: "1 3 4", says: "Your move: click a token to take it and all tokens above it." },
  },
  {
    title: "Domineering",
    rules: "You place dominoes upright, Winways places them flat. Whoever has no room left loses.",
    start: { game: "domineering", position: "....|....|....|....", says: "Your move: click two squares, one above the other." },
  },
  {
    title: "Hackenbush",
    rules: "You cut blue or green edges, Winways red or green ones. Edges cut off from the ground fall. Whoever cannot cut loses.",
    start: { game: "hackenbush", position: "0-1:g 1-2:g 1-3:b 1-4:r 0-5:b 0-6:r 6-7:g", says: "Your move: click a blue (full) or green (dotted) edge." },
  },
];

/** @type {[address: string, name: string, about: string][]} */
const WAYS = [
  ["#/play", "Play", "Any of the games, at your level, with hints and undo."],
  ["#/games", "Analyse", "Set up a position: who wins, which moves, and why."],
  ["#/puzzles", "Puzzles", "Find the only winning move. They get harder as your rating grows."],
  ["#/learn", "Learn", "Short lessons with boards, from Nim to hot games."],
  ["#/values", "Calculate", "Add games, compare them, draw their thermographs."],
];

/** @param {typeof BOARDS[number]} what */
function challenge({ title, rules, start }) {
  const board = live(start);
  const again = h("button", { onclick: () => board.restart(), disabled: true }, "Start again");
  const link = (/** @type {string} */ section, /** @type {string} */ text) => h("a", { href: write(section, [/** @type {string} */ (start.game), start.position]) }, text, h("span", { class: "unseen" }, ` ${title}`));
  on(board, "ww-made", () => (again.disabled = false));
  on(board, "ww-shown", () => (again.disabled = board.made === 0));
  return h(
    "li",
    { class: "card challenge" },
    h("h2", null, title),
    h("p", { class: "quiet" }, rules),
    board,
    h("div", { class: "row between" }, again, h("span", null, link("play", "Play"), " · ", link("board", "Analyse"))),
  );
}

/** @returns {Section} */
export function section() {
  const daily = h("div", { class: "daily" });
  const element = h(
    "div",
    { class: "page home-page" },
    h("div", { class: "lead" }, h("h1", null, "Can you beat it?"), h("p", null, "Winways plays and solves games without luck, such as Nim and Domineering: it finds who wins, which moves win, and why. You move first, and you can win each of these.")),
    h("ul", { class: "challenges" }, BOARDS.map(challenge)),
    daily,
    h("nav", { "aria-label": "More sections" }, h("ul", { class: "ways" }, WAYS.map(([address, name, about]) => h("li", null, h("a", { class: "card", href: address }, h("strong", null, name), h("span", { class: "quiet" }, about)))))),
  );
  let shown = "";

  /** @param {AbortSignal} signal */
  async function showDaily(signal) {
    const date = today();
    if (shown === date) return;
    try {
      const asked = { date };
      const puzzle = await fetchPuzzle(asked, signal);
      const streak = h("div");
      const tell = () => fill(streak, days() > 0 && quiet(`${days()} ${days() === 1 ? "day" : "days"} in a row.`));
      tell();
      fill(daily, puzzleCard(puzzle, asked, { title: "Puzzle of the day", isDone: solvedToday(), done: tell, next: () => h("a", { class: "button primary", href: "#/puzzles" }, "More puzzles") }), streak);
      shown = date;
    } catch (error) {
      if (!signal.aborted) fill(daily, refusal(error));
    }
  }

  return {
    element,
    show(_, signal) {
      document.title = "Winways: games without luck, solved";
      return showDaily(signal);
    },
  };
}
