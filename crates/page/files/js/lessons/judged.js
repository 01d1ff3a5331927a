/** Feedback on an answer: the verdict, the explanation, and the next step. */

import { reasons } from "../board/answer.js";
import { Play } from "../board/play.js";
import { fill, form, h, on } from "../dom.js";

/** Creates the board of a question, on which a move may be the answer. @param {Parameters<Play["open"]>[0]} what @param {((move: Move) => unknown) | null} answer */
export function asking(what, answer) {
  const play = new Play();
  play.isBare = true;
  if (answer) on(play, "ww-made", answer);
  else play.classList.add("still");
  queueMicrotask(() => void play.open(what));
  return play;
}

/** The answers that have buttons. The text before a colon is the answer. */
export const WINNERS = ["L: Left", "R: Right", "N: the next player", "P: the previous player"];
export const HEATS = ["hot", "tepid", "cold"];
export const RELATIONS = ["<: less", ">: greater", "<>: confused"];

/** @param {Judged} what */
export function judged({ isRight, said, right, why, next }) {
  return h(
    "div",
    { class: `judged ${isRight ? "right" : "wrong"}` },
    h("p", null, h("strong", null, isRight ? "✓ Right." : "✕ No."), isRight ? ` ${said}` : ` Not ${said}. The answer is ${right}.`),
    reasons(why),
    h("p", null, next),
  );
}

/** Creates a field for a typed answer. @param {string} id @param {(said: string) => unknown} answer */
export function typed(id, answer) {
  const input = h("input", { id });
  return form("row", () => answer(input.value), h("label", { for: id }, "Your answer"), input, h("button", { type: "submit", class: "primary" }, "Answer"));
}

/** Creates a button that shows one more hint each time. @param {string[]} hints @param {HTMLElement} place */
export function hinting(hints, place) {
  let shown = 0;
  const more = () => {
    shown = Math.min(shown + 1, hints.length);
    fill(place, h("ul", null, hints.slice(0, shown).map((one) => h("li", null, one))));
  };
  return hints.length > 0 && h("button", { class: "link", onclick: more }, "Hint");
}
