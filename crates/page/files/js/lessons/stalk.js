/** A Hackenbush stalk that the reader grows and cuts, with its value as a sum of one term per segment. */

import { ask, Latest } from "../api.js";
import { BoardView } from "../board/board-view.js";
import { refuse } from "../board/fault.js";
import { fill, h, on } from "../dom.js";
import { inner } from "../positions.js";

const GAME = "red-blue-stalks";
/** The maximum number of segments. */
const LONGEST = 9;

/** Returns the signed term of each segment: units until the first change of colour, then 1/2, 1/4 and so on. @param {string} stalk */
export function signs(stalk) {
  const change = [...stalk].findIndex((letter) => letter !== stalk[0]);
  return [...stalk].map((letter, place) => {
    const halves = change < 0 ? 0 : Math.max(0, place - change + 1);
    return `${letter === "L" ? "+" : "−"}${halves === 0 ? "1" : `1/${2 ** halves}`}`;
  });
}

/** @param {string} start  `L` for a blue segment, `R` for a red one, from the ground up. */
export function stalk(start) {
  const board = new BoardView();
  board.tallest = 300;
  const said = h("p", { class: "stalk-value", role: "status" });
  const fault = h("div");
  const latest = new Latest();
  let now = start;
  const grow = (/** @type {string} */ letter) => h("button", { class: letter === "L" ? "left" : "right", onclick: () => show(now + letter) }, letter === "L" ? "Add blue" : "Add red");
  const buttons = [grow("L"), grow("R")];
  const again = h("button", { onclick: () => show(start) }, "Start again");

  /** @param {string} text */
  async function show(text) {
    const signal = latest.next();
    try {
      const asked = { game: GAME, position: text || "-" };
      const [moves, solved] = /** @type {[Moves, Solved]} */ (await Promise.all([ask("moves", asked, { signal }), ask("solve", { ...asked, max_moves: 0 }, { signal })]));
      now = text;
      board.show(moves.view, moves.moves, `a stalk worth ${solved.value}`);
      for (const button of buttons) button.disabled = now.length >= LONGEST;
      const terms = signs(now);
      fill(said, terms.length === 0 ? "Only the ground is left: 0" : [h("span", null, terms.join(" ")), " = ", h("strong", null, (solved.value ?? "").replace("-", "−"))]);
      fill(fault);
    } catch (error) {
      refuse(fault, error);
    }
  }

  on(board, "ww-move", (/** @type {Move} */ move) => void show(inner(move.to).replace("-", "")));
  void show(start);
  return h("div", { class: "lesson-board stalk" }, board, said, h("div", { class: "row" }, buttons, again), fault);
}
