/** Comparison of two games: their relation, and the winner of their difference. */

import { ask, isAbort, Latest } from "../api.js";
import { refuse } from "../board/fault.js";
import { card, fill, form, h, quiet } from "../dom.js";
import { outcomeInWords } from "./outcome.js";
import { shownValue, valueInLine } from "./value.js";

/** The relations, by the outcome of the difference G − H. */
const RELATIONS = /** @type {Record<string, Relation>} */ ({
  L: { sign: ">", says: "G is greater than H", wins: "Left wins G − H, moving first or second" },
  R: { sign: "<", says: "G is less than H", wins: "Right wins G − H, moving first or second" },
  P: { sign: "=", says: "G and H are equal", wins: "the player who moves second wins G − H" },
  N: { sign: "∥", says: "G is confused with H", wins: "the player who moves first wins G − H" },
});

/** The relations of loopy games, by `G >= H` and `H >= G`. @type {Record<string, Relation>} */
const BY_ORDER = { "true,false": RELATIONS.L, "false,true": RELATIONS.R, "true,true": RELATIONS.P, "false,false": RELATIONS.N };

/**
 * Compares loopy games. The difference of two equal loopy games may be a draw.
 * @param {string} g @param {string} other @param {(text: string) => Promise<any>} evaluate
 */
async function relationOf(g, other, evaluate) {
  const answers = await Promise.all([evaluate(`(${g}) >= (${other})`), evaluate(`(${other}) >= (${g})`)]);
  const stopped = answers.find(({ complete }) => complete === false)?.stopped;
  if (stopped) throw new Error(`The relation is not known: ${stopped}.`);
  return BY_ORDER[answers.map(({ value }) => String(value)).join()];
}

/** Describes the play of G − H. @param {Relation} relation @param {string | null} outcome */
function playText(relation, outcome) {
  if (relation === RELATIONS[outcome ?? ""]) return `: ${relation.wins}`;
  return outcome === "D" ? ". G − H is a draw under best play" : outcome?.length === 2 ? `. In G − H, ${outcomeInWords(outcome)}` : "";
}

/**
 * Creates the card for comparing two games. Calls `go` when the user submits them.
 * @param {{go: (left: string, right: string) => void, before: () => string[]}} how
 */
export function comparison({ go, before }) {
  const field = (/** @type {string} */ name) => h("input", { id: `compare-${name}` });
  const [left, right] = [field("left"), field("right")];
  const result = h("div", { class: "answer", role: "status" });
  const fault = h("div");
  const fields = form(
    "row compare",
    () => left.value.trim() && right.value.trim() && go(left.value.trim(), right.value.trim()),
    h("div", { class: "field grow" }, h("label", { for: left.id }, "G"), left),
    h("div", { class: "field grow" }, h("label", { for: right.id }, "H"), right),
    h("button", { type: "submit" }, "Compare"),
  );
  const latest = new Latest();
  const element = card("Compare two games", fields, fault, result);

  /** @param {string} g @param {string} other */
  async function compare(g, other) {
    const signal = latest.next();
    [left.value, right.value] = [g, other];
    fill(fault);
    fill(result, quiet("Working …"));
    const difference = `(${g}) - (${other})`;
    const evaluate = (/** @type {string} */ text) => ask("eval", { eval: text, before: before() }, { signal });
    try {
      const answer = await evaluate(difference);
      const relation = answer.value_kind === "loopy" ? await relationOf(g, other, evaluate) : RELATIONS[answer.outcome];
      if (!relation) throw new Error(answer.complete === false ? `The difference is not known: ${answer.stopped}.` : "Only two games can be compared.");
      fill(
        result,
        h("p", { class: "row relation" }, valueInLine(g), h("strong", { "aria-label": relation.says }, relation.sign), valueInLine(other)),
        h("p", null, `${relation.says}${playText(relation, answer.outcome)}.`),
        answer.value !== null && answer.value !== undefined && quiet("G − H is ", shownValue(String(answer.value)), "."),
      );
    } catch (error) {
      if (!isAbort(error)) fill(result);
      refuse(fault, error, difference);
    }
  }

  return { element, compare };
}
