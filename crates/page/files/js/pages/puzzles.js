/** Puzzles by rating, and the puzzle of the day. */

import { write } from "../address.js";
import { isAbort } from "../api.js";
import { refusal } from "../board/fault.js";
import { fill, h, quiet } from "../dom.js";
import { fetchPuzzle, puzzleCard } from "../puzzles/puzzle.js";
import { days, score, solvedToday, today } from "../puzzles/score.js";

const LARGEST_SEED = 1e6;

/** Returns the address of a new puzzle near the visitor's rating. */
function nextAddress() {
  const rating = Math.round(score().rating / 50) * 50;
  return write("puzzles", [], { seed: 1 + Math.floor(Math.random() * LARGEST_SEED), rating: Math.min(Math.max(rating, 500), 2500) });
}

/** @returns {Section} */
export function section() {
  const tally = h("dl", { class: "facts tally" });
  const place = h("div");
  const daily = h("a", { class: "button" });
  const another = h("a", { class: "button" }, "Another puzzle");
  const element = h("div", { class: "page puzzles-page" }, h("h1", null, "Puzzles"), h("p", { class: "rules" }, "In each position exactly one move wins. Find it. Your rating and your streak stay in this browser."), h("div", { role: "status" }, tally), place, h("div", { class: "row" }, another, daily));
  let shown = "";

  function tell() {
    const now = score();
    const one = (/** @type {string} */ name, /** @type {Child} */ fact) => h("div", null, h("dt", null, name), h("dd", null, fact));
    fill(tally, one("Your rating", now.rating), one("Streak", now.streak), one("Best streak", now.best), one("Solved", `${now.solved} of ${now.seen}`), days() > 0 && one("Days in a row", days()));
    another.setAttribute("href", nextAddress());
    daily.setAttribute("href", write("puzzles", [today()]));
    daily.textContent = solvedToday() ? "Puzzle of the day ✓" : "Puzzle of the day";
  }

  return {
    element,
    async show({ parts, options }, signal) {
      document.title = "Puzzles · Winways";
      const [date = ""] = parts;
      if (!date && !options.has("seed")) return location.replace(nextAddress());
      const state = `${date}?${options}`;
      tell();
      daily.hidden = date === today();
      if (state === shown) return;
      shown = "";
      fill(place, quiet("Making a puzzle …"));
      /** @type {Asked} */
      const asked = date ? { date } : { seed: Number(options.get("seed")) || 1, ...(options.has("rating") ? { rating: Number(options.get("rating")) || 800 } : {}), ...(options.get("game") ? { game: options.get("game") ?? "" } : {}) };
      try {
        const puzzle = await fetchPuzzle(asked, signal);
        const next = () => h("a", { class: "button primary", href: nextAddress() }, "Next puzzle");
        fill(place, puzzleCard(puzzle, asked, { title: date ? `Puzzle of ${date === today() ? "the day" : date}` : "Find the winning move", next, done: tell, isDone: date === today() && solvedToday() }));
        shown = state;
      } catch (error) {
        if (!isAbort(error)) fill(place, refusal(error));
      }
    },
  };
}
