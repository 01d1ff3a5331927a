/** Exercises: positions made from a pattern, answers judged by the engine. */

import { ask, faultOf } from "../api.js";
import { refuse, showFault } from "../board/fault.js";
import { Play } from "../board/play.js";
import { fill, h, quiet, uniqueId } from "../dom.js";
import { asked } from "../positions.js";
import { approximate } from "../values/thermograph.js";
import { hinting, judged, typed } from "./judged.js";

/** What can be asked: the question, the answers to choose from (none: it is typed), and the right one. */
const KINDS = /** @type {Record<string, {question: string, choices: string[], right: (solved: Solved) => string}>} */ ({
  outcome: { question: "Who wins?", choices: ["N: the next player", "P: the previous player"], right: (solved) => solved.outcome ?? "" },
  winner: { question: "Who wins?", choices: ["L: Left", "R: Right", "N: the next player", "P: the previous player"], right: (solved) => solved.outcome ?? "" },
  move: { question: "Make a winning move.", choices: [], right: (solved) => solved.moves.map((move) => move.text).join(", ") },
  "nim-value": { question: "What is its nim-value?", choices: [], right: (solved) => solved.value ?? "" },
  value: { question: "What is it worth?", choices: [], right: (solved) => solved.value ?? "" },
  number: { question: "Is its value a number?", choices: ["yes", "no"], right: (solved) => (solved.value_kind === "number" || /^-?\d+(\/\d+)?$/.test(solved.value ?? "") ? "yes" : "no") },
  heat: {
    question: "Is it hot, tepid or cold?",
    choices: ["hot", "tepid", "cold"],
    right: (solved) => (approximate(solved.temperature ?? "-1") > 0 ? "hot" : approximate(solved.temperature ?? "-1") < 0 ? "cold" : "tepid"),
  },
});

/** How often a position is made anew that is of no use for the question. */
const ATTEMPTS = 24;

/**
 * A position made of a pattern: `{1..7}` stands for a number from 1 to 7.
 * @param {string} pattern
 * @param {() => number} random
 */
export function make(pattern, random) {
  return pattern.replace(/\{(\d+)\.\.(\d+)\}/g, (_, low, high) => String(Number(low) + Math.floor(random() * (Number(high) - Number(low) + 1))));
}

/**
 * Whether an answer is the right one.
 * @param {string} kind
 * @param {string} answer
 * @param {Solved} solved
 * @returns {Promise<boolean>}
 */
export async function judge(kind, answer, solved) {
  const right = KINDS[kind].right(solved);
  if (kind === "nim-value") {
    const value = right === "0" ? 0 : right === "*" ? 1 : Number(right.slice(1));
    const said = /^\*?(\d*)$/.exec(answer.trim());
    if (!said) throw new Error("Please answer with a number, such as 3.");
    return (said[1] === "" ? 1 : Number(said[1])) === value;
  }
  if (kind !== "value") return answer === right;
  // Values are compared as values; functions would be the question again.
  if (/[A-Za-z_]{2,}\s*\(|["=<>;]/.test(answer) || answer.trim() === "") throw new Error("Please answer with a value, such as 3/4 or {2|-1}.");
  const compared = await ask("eval", { eval: `(${answer}) == (${right})` });
  return compared.value === "true" || compared.value === true;
}

/**
 * @param {Fence} fence
 * @param {() => void} solvedOne  Called after a right answer.
 * @returns {HTMLElement}
 */
export function exercise({ fields }, solvedOne) {
  const field = (/** @type {string} */ name) => fields.find(([one]) => one === name)?.[1] ?? "";
  const list = (/** @type {string} */ name) => fields.filter(([one]) => one === name).map(([, value]) => value);
  const kind = field("ask") in KINDS ? field("ask") : "outcome";
  const { question, choices } = KINDS[kind];
  const [game, patterns, hints] = [field("game"), list("position"), list("hint")];
  const misere = field("play") === "misere";
  const place = h("div", { class: "exercise-board" });
  const controls = h("div", { class: "row" });
  const verdict = h("div", { class: "verdict-line", role: "status" });
  const id = uniqueId("answer");
  const title = h("h3", null, field("question") || question);
  const element = h("section", { class: "card exercise" }, h("h2", null, "Exercise"), title, place, controls, verdict);
  /** @type {Solved | null} */
  let solved = null;
  let isDone = false;
  let previous = "";

  async function next() {
    isDone = false;
    fill(verdict);
    fill(controls, quiet("Working …"));
    try {
      let position = "";
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        position = make(patterns[Math.floor(Math.random() * patterns.length)] ?? "", Math.random);
        if (position === previous && attempt < ATTEMPTS / 2) continue;
        solved = /** @type {Solved} */ (await ask("solve", { ...asked(game, position), ...(misere ? { misere } : {}), max_moves: 50 }));
        const isUseful = kind !== "move" || (solved.move_count ?? 0) > 0;
        if (isUseful) break;
      }
      previous = position;
      show(position);
    } catch (error) {
      refuse(verdict, error);
    }
  }

  /** @param {string} position */
  function show(position) {
    const play = new Play();
    play.isBare = true;
    fill(place, play);
    if (kind !== "move") play.classList.add("still");
    void play.open({ game, position, misere, turn: field("to") === "right" ? "right" : "left" });
    if (kind === "move") {
      play.addEventListener("ww-made", (event) => {
        if (isDone) return;
        const move = /** @type {CustomEvent<Move>} */ (event).detail;
        const winning = new Set((solved?.moves ?? []).filter((one) => one.player === move.player).map((one) => one.to));
        void tell(move.outcome ? move.outcome === "win" : winning.has(move.to), move.text);
      });
    }
    fill(
      controls,
      choices.length > 0 && choices.map((choice) => h("button", { onclick: () => void answer(choice.split(":")[0]) }, choice)),
      choices.length === 0 && kind !== "move" && typed(id, answer),
      hinting(hints, verdict),
      h("button", { class: "link", onclick: () => void next() }, "Another position"),
    );
  }

  /** @param {string} said */
  async function answer(said) {
    if (!solved) return;
    try {
      await tell(await judge(kind, said, solved), said);
    } catch (error) {
      showFault(verdict, { message: faultOf(error).message });
    }
  }

  /**
   * @param {boolean} isRight
   * @param {string} said
   */
  async function tell(isRight, said) {
    if (!solved) return;
    if (isRight && !isDone) solvedOne();
    isDone = true;
    const again = h("button", { class: "primary", onclick: () => void next() }, "Next");
    fill(verdict, judged({ isRight, said, right: KINDS[kind].right(solved), why: solved.explanation, next: again }));
  }

  void next();
  return element;
}
