/** Solved tables for newcomers: their purpose, and the commands that build a small one. */

import { write } from "../address.js";
import { count, fill, h, labelled, quiet, select } from "../dom.js";
import { copy } from "../values/copy.js";

/** Boards whose tables are built within a second: the words of the command, a directory, the number of positions. */
const BOARDS = /** @type {Record<string, {title: string, words: string, directory: string, board: string[], asks: string}>} */ ({
  mnk: { title: "Noughts and crosses", words: "'mnk(3,3,3)'", directory: "noughts", board: ["mnk(3,3,3)", "...|...|... x"], asks: "Which first moves draw, and which replies to them lose?" },
  chase: { title: "The chase on a board of 8 × 8", words: "chase 8", directory: "chase-8", board: ["chase", "8 1 1 8 8"], asks: "How long can Black run away?" },
  four: { title: "Connect four on a board of 4 × 4", words: "'connect-four(4x4)'", directory: "four-4x4", board: ["connect-four(4x4)", "....|....|....|...."], asks: "Can the second player hold a draw?" },
  chess: { title: "Chess: king and queen against king", words: "'chess(KQK)'", directory: "kqk", board: ["chess(KQK)", "8/8/8/5k2/8/8/1Q6/K7 w"], asks: "From which squares does mate take ten moves?" },
  awari: { title: "Awari with 6 seeds", words: "'awari(6)'", directory: "awari-6", board: ["awari(6)", "0 0 0 0 1 2 1 0 1 0 0 0 south"], asks: "How many seeds can South take?" },
  hounds: { title: "Hare and hounds", words: "hare-and-hounds", directory: "hounds", board: ["hare-and-hounds", "#d..#|d...h|#d..# hounds"], asks: "In how many moves do the hounds trap the hare?" },
});

const LEARN = [
  "Some games may cycle, or end with a goal or with points. Such a game is solved backwards: first the positions in which play has ended, then the positions one move earlier, and so on. In the end, every position of the board is known to be won, lost or drawn, and in how many moves.",
  "A table stores these results. With a table you can list the longest wins, look up any position immediately, and play without a mistake.",
];

/** Explains tables, and offers the commands that build one. @param {boolean} hasTables  True if the server has tables. */
export function build(hasTables) {
  const board = select("table-board", Object.fromEntries(Object.entries(BOARDS).map(([name, { title }]) => [name, title])));
  const place = h("div", { class: "result" });
  const show = () => {
    const { words, directory, board: start, asks } = BOARDS[board.value];
    const commands = `winways database build ${words} --out tables/${directory}\nwinways serve --tables tables`;
    fill(
      place,
      h("p", null, asks),
      h("pre", { tabindex: 0 }, commands),
      h("div", { class: "row" }, copy("Copy the commands", commands), h("a", { class: "button", href: write("board", start) }, "Look at the board first")),
    );
  };
  board.addEventListener("change", show);
  show();
  return h(
    "section",
    { class: "card", "aria-label": "Build a table" },
    h("h2", null, hasTables ? "Build another table" : "Build your first table"),
    !hasTables && LEARN.map((text) => h("p", null, text)),
    h("div", { class: "row" }, labelled("Board", board)),
    place,
    quiet("The first command solves the board, in less than a second, and writes the table. The second command starts the server with this table; stop a running server first. This page cannot build tables itself, because the server never writes files for a page."),
    quiet(`Larger boards take longer: chase 12 has ${count(41_472)} positions. The number of positions and the time grow quickly.`),
  );
}
