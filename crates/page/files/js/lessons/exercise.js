/** Exercises: positions generated from a pattern, with answers checked by the engine. */

import { ask, faultOf, isAbort, Latest, wanted } from "../api.js";
import { refuse, showFault } from "../board/fault.js";
import { fill, h, quiet, uniqueId } from "../dom.js";
import { asked } from "../positions.js";
import { approximate } from "../values/fractions.js";
import { asking, HEATS, hinting, judged, typed, WINNERS } from "./judged.js";

const outcome = (/** @type {Solved} */ solved) => solved.outcome ?? "";
const value = (/** @type {Solved} */ solved) => solved.value ?? "";

/** Returns the moves of a player. @param {Solved} solved @param {Turn} turn */
const movesOf = ({ moves }, turn) => moves.filter(({ player }) => player === "either" || player === turn);

/** Returns `hot`, `tepid` or `cold`, or an empty text if the value is not known. Answers about impartial positions have no temperature. @param {Solved} solved */
function heatOf({ temperature, value, value_kind: kind }) {
  const known = temperature ?? (kind !== "nimber" ? null : value === "0" ? "-1" : "0");
  return known === null ? "" : HEATS[1 - Math.sign(approximate(known))];
}

/** The kinds of exercises: the question, the choices (none if the answer is typed), and the right answer. */
const KINDS = /** @type {Record<string, Question>} */ ({
  outcome: { question: "Who wins?", choices: WINNERS.slice(2), right: outcome },
  winner: { question: "Who wins?", choices: WINNERS, right: outcome },
  move: { question: "Make a winning move.", choices: [], right: (solved, turn) => movesOf(solved, turn).map((move) => move.text).join(", ") },
  "nim-value": { question: "What is its nim-value?", choices: [], right: value },
  value: { question: "What is it worth?", choices: [], right: value },
  number: { question: "Is its value a number?", choices: ["yes", "no"], right: (solved) => (solved.value_kind === "number" || /^-?\d+(\/\d+)?$/.test(solved.value ?? "") ? "yes" : "no") },
  heat: { question: "Is it hot, tepid or cold?", choices: HEATS, right: heatOf },
});

/** Returns the right answer, or an empty text if there is none. @param {string} kind @param {Solved} solved @param {Turn} turn  The player who is asked to move. */
const rightAnswer = (kind, solved, turn) => KINDS[kind].right(solved, turn);

/** The maximum number of positions generated to find one that suits the question. */
const ATTEMPTS = 24;

/** Generates a position from a pattern, in which `{1..7}` means a number from 1 to 7. @param {string} pattern @param {() => number} random */
export function make(pattern, random) {
  return pattern.replace(/\{(\d+)\.\.(\d+)\}/g, (_, low, high) => String(Number(low) + Math.floor(random() * (Number(high) - Number(low) + 1))));
}

/**
 * Returns true if an answer is right.
 * @param {string} kind
 * @param {string} answer
 * @param {Solved} solved
 * @param {Turn} turn
 * @returns {Promise<boolean>}
 */
export async function judge(kind, answer, solved, turn) {
  const right = rightAnswer(kind, solved, turn);
  if (kind === "nim-value") {
    const value = right === "0" ? 0 : right === "*" ? 1 : Number(right.slice(1));
    const said = /^(?:\*|\*?(\d+))$/.exec(answer.trim());
    if (!said) throw new Error("Please answer with a number, such as 3.");
    return (said[1] === undefined ? 1 : Number(said[1])) === value;
  }
  if (kind !== "value") return answer === right;
  // Compare values. Reject functions, which could restate the question.
  if (/[A-Za-z_]{2,}\s*\(|["=<>;]/.test(answer) || answer.trim() === "") throw new Error("Please answer with a value, such as 3/4 or {2|-1}.");
  const compared = await ask("eval", { eval: `(${answer}) == (${right})` });
  return compared.value === "true" || compared.value === true;
}

/** @param {Fence["fields"]} fields */
export const fieldOf = (fields) => (/** @type {string} */ name) => fields.find(([one]) => one === name)?.[1] ?? "";

/** @param {Fence} fence @param {() => void} solvedOne  Called after a right answer. @returns {HTMLElement} */
export function exercise({ fields }, solvedOne) {
  const field = fieldOf(fields);
  const list = (/** @type {string} */ name) => fields.filter(([one]) => one === name).map(([, value]) => value);
  const kind = Object.hasOwn(KINDS, field("ask")) ? field("ask") : "outcome";
  const { question, choices } = KINDS[kind];
  const [game, patterns, hints] = [field("game"), list("position"), list("hint")];
  const misere = field("play") === "misere";
  const turn = field("to") === "right" ? "right" : "left";
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
  const latest = new Latest();

  async function next() {
    const signal = latest.next();
    isDone = false;
    fill(verdict);
    fill(controls, quiet("Working …"));
    try {
      let position = "";
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        position = make(patterns[Math.floor(Math.random() * patterns.length)] ?? "", Math.random);
        if (position === previous && attempt < ATTEMPTS / 2) continue;
        solved = /** @type {Solved} */ (await ask("solve", { ...asked(game, position), ...(misere ? { misere } : {}), max_moves: 50 }, { signal }));
        if (rightAnswer(kind, solved, turn) !== "") break;
      }
      previous = position;
      show(position);
    } catch (error) {
      refuse(verdict, error);
    }
  }

  /** @param {string} position */
  function show(position) {
    const made = (/** @type {Move} */ move) => {
      if (isDone) return;
      const winning = new Set(solved ? movesOf(solved, turn).map((one) => one.to) : []);
      tell(move.outcome ? move.outcome === "win" : winning.has(move.to), move.text);
    };
    fill(place, asking({ game, position, misere, turn }, kind === "move" ? made : null));
    fill(
      controls,
      choices.map((choice) => h("button", { onclick: () => void answer(choice.split(":")[0]) }, choice)),
      choices.length === 0 && kind !== "move" && typed(id, answer),
      hinting(hints, verdict),
      h("button", { class: "link", onclick: () => void next() }, "Another position"),
    );
  }

  /** @param {string} said */
  async function answer(said) {
    if (!solved) return;
    try {
      tell(await wanted(judge(kind, said, solved, turn), latest.next()), said);
    } catch (error) {
      if (!isAbort(error)) showFault(verdict, { detail: faultOf(error).detail });
    }
  }

  /** @param {boolean} isRight @param {string} said */
  function tell(isRight, said) {
    if (!solved) return;
    if (isRight && !isDone) solvedOne();
    isDone = true;
    const again = h("button", { class: "primary", onclick: () => void next() }, "Next");
    fill(verdict, judged({ isRight, said, right: rightAnswer(kind, solved, turn), why: solved.explanation, next: again }));
  }

  void next();
  return element;
}
