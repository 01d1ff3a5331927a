/** Exercises on any game: the engine generates them from a seed, checks the answers and explains them. */

import { write } from "../address.js";
import { ask, get, Latest } from "../api.js";
import { refuse } from "../board/fault.js";
import { fill, h, labelled, quiet, select } from "../dom.js";
import { keep, recall } from "../recent.js";
import { asking, HEATS, hinting, judged, RELATIONS, typed, WINNERS } from "./judged.js";

export const TOPICS = /** @type {Texts} */ ({
  "": "Anything",
  winner: "Who wins",
  move: "Winning moves",
  "nim-value": "Nim-values",
  number: "Numbers",
  heat: "Hot or cold",
  form: "Canonical forms",
  comparison: "Numbers beyond games",
});

/** The answers that have buttons, by topic. */
const CHOICES = /** @type {Record<string, string[]>} */ ({ winner: WINNERS, heat: HEATS, comparison: RELATIONS });

/** Returns the score, which is stored in the browser. @returns {{right: number, asked: number}} */
function score() {
  return recall("quiz", { right: 0, asked: 0 });
}

/** Returns the elements of the exercise page: its heading, the score, and an exercise. @param {URLSearchParams} options @returns {Promise<HTMLElement[]>} */
export async function quiz(options) {
  const topic = options.get("topic") ?? "";
  const seed = Number(options.get("seed")) || 1 + Math.floor(Math.random() * 1e6);
  const subject = select("quiz-topic", TOPICS, topic);
  const address = (/** @type {string} */ about, /** @type {number} */ number) => write("learn", ["quiz"], { topic: about, seed: number });
  subject.addEventListener("change", () => (location.hash = address(subject.value, seed)));
  const tally = h("p", { class: "quiet", role: "status" });
  const showTally = () => (tally.textContent = score().asked > 0 ? `${score().right} of ${score().asked} correct so far` : "");
  showTally();
  const done = (/** @type {boolean} */ isRight) => {
    keep("quiz", { right: score().right + Number(isRight), asked: score().asked + 1 });
    showTally();
  };
  const card = await exerciseCard({ topic, seed }, { done, next: () => h("a", { class: "button primary", href: address(topic, seed + 1) }, "Next"), skip: h("a", { href: address(topic, seed + 1) }, "Another one") });
  return [quiet(h("a", { href: "#/learn" }, "All lessons")), h("h1", null, "Exercises"), h("div", { class: "row between" }, labelled("About", subject), tally), card];
}

/**
 * Creates the card of an exercise.
 * @param {{topic: string, seed: number}} asked
 * @param {{done: (isRight: boolean) => void, next: () => HTMLElement, skip: Child}} how  `done` is called after the first
 *   answer, `next` creates the next step after an answer, and `skip` is a link shown beside the hints.
 */
export async function exerciseCard({ topic, seed }, { done, next, skip }) {
  const exercise = /** @type {Exercise} */ (await get(`quiz?topic=${encodeURIComponent(topic)}&seed=${seed}`));
  const verdict = h("div", { class: "verdict-line", role: "status" });
  let isDone = false;
  const latest = new Latest();

  /** @param {string} said */
  async function answer(said) {
    if (said.trim() === "") return;
    try {
      const found = /** @type {Exercise} */ (await ask("quiz", { topic, seed, answer: said }, { signal: latest.next() }));
      if (found.judgement === "not understood") {
        fill(verdict, h("p", { class: "notice" }, `Not understood: ${found.expected ?? "try another way to write it"}.`));
        return;
      }
      const isRight = found.judgement === "right";
      if (!isDone) done(isRight);
      isDone = true;
      fill(verdict, judged({ isRight, said, right: found.answer, why: found.explanation, next: next() }));
    } catch (error) {
      refuse(verdict, error);
    }
  }

  const isMove = exercise.topic === "move";
  const play = asking({ game: exercise.position, position: "", turn: exercise.to_move === "Right" ? "right" : "left" }, isMove ? ({ text }) => !isDone && answer(text) : null);
  const choices = CHOICES[exercise.topic];
  return h(
    "section",
    { class: "card exercise" },
    h("h2", null, exercise.game),
    h("h3", null, exercise.question),
    h("div", { class: "exercise-board" }, play),
    isMove && quiet("Make the move on the board, or type it."),
    choices ? h("div", { class: "row" }, choices.map((choice) => h("button", { onclick: () => void answer(choice.split(":")[0]) }, choice))) : typed("quiz-answer", answer),
    h("div", { class: "row" }, hinting(exercise.hints, verdict), skip),
    verdict,
  );
}
