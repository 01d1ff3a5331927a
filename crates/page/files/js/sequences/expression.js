/** Tables of an expression's values over a range of a variable. */

import { ask } from "../api.js";
import { card, h, quiet, tableOf } from "../dom.js";
import { plus } from "../json.js";
import { valueInLine } from "../values/value.js";

/** The time limits of the steps in which a table grows, in seconds. Each step recomputes the table, the last with the server's limit. */
const STEPS = [1, 4, 16, undefined];

const OUTCOMES = /** @type {Texts} */ ({ L: "Left", R: "Right", N: "the next player", P: "the previous player" });

/**
 * Computes a table, and shows its first values while the others are computed. Returns the final answer.
 * @param {{table: string, for: string, rules?: string}} body
 * @param {How} how
 * @param {(answer: any) => void} show
 */
export async function grow(body, how, show) {
  /** @type {any} */
  let longest;
  for (const timeout of STEPS) {
    const answer = await ask("table", timeout === undefined ? body : { ...body, timeout }, how);
    const isLast = answer.complete || how.stop?.aborted || !/time limit/.test(answer.stopped ?? "") || timeout === undefined;
    // A step that was stopped early may have fewer values than the step before it.
    if (!longest || answer.values.length >= longest.values.length) longest = answer;
    else longest = { ...longest, stopped: answer.stopped };
    if (isLast) break;
    show({ ...longest, complete: undefined });
  }
  return longest;
}

/** Returns the name of the variable. @param {string} range  A variable with its range, such as `n=1..12`. */
export const variableOf = (range) => range.split("=")[0].trim();

/** Describes a period in a sentence. @param {any} pattern @param {string} name  The name of the variable. @param {boolean} isPartial */
function sentence({ preperiod, period, saltus }, name, isPartial) {
  if (period === null) return `no period found${isPartial ? " so far" : ""}`;
  return `period ${period} from ${name} = ${preperiod}${saltus && saltus !== "0" ? `, adding ${saltus} per period` : ""} (observed in the computed values, not proved)`;
}

/** Describes the patterns of the values and of the outcomes. @param {any} answer @param {string} name  The name of the variable. */
export function patternsOf(answer, name) {
  const { outcomes, left_out: leftOut } = answer;
  const isPartial = !answer.complete;
  return h("ul", { class: "reasons" }, h("li", null, `Values: ${sentence(answer, name, isPartial)}.`), outcomes && h("li", null, `Who wins: ${sentence(outcomes, name, isPartial)}.`), leftOut && h("li", null, "Some differences of values were too large to examine."));
}

/** Shows values that are not all nimbers. @param {any} answer @param {string} name  The name of the variable. @param {number} most  The number of rows. */
export function rowsOf({ from, values, outcomes, means, temperatures }, name, most) {
  const rows = values.slice(0, most).map((/** @type {string} */ value, /** @type {number} */ place) =>
    h("tr", null, h("th", { scope: "row" }, plus(from, place)), h("td", null, valueInLine(value)), h("td", null, OUTCOMES[outcomes.values[place]]), h("td", null, means[place]), h("td", null, temperatures[place])),
  );
  return card("Table", tableOf("The values", [name, "Value", "Who wins", "Mean", "Temperature"], rows), values.length > most && quiet(`The first ${most} of ${values.length} are shown; saved files contain all values.`));
}
