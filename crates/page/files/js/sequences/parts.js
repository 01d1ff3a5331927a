/** The parts that Sequences and Misère share: the period of a table, its values as cells, and files to save. */

import { ask, games } from "../api.js";
import { refuse } from "../board/fault.js";
import { fill, h, quiet } from "../dom.js";
import { plus, stringify } from "../json.js";
import { fileName, save } from "../save.js";
import { isValue, valueInLine } from "../values/value.js";

/** The maximum number of values that are shown. */
export const MOST_SHOWN = 1000;

/** Fills a list with the names of games that have tables, unless it is already filled. @param {Element} names  A `datalist`. */
export async function offerGames(names) {
  if (names.childElementCount > 0) return;
  const all = await games().catch(() => []);
  fill(names, all.filter((one) => /heaps|pairs|coins|rows/i.test(one.kind)).map((one) => h("option", { value: one.example.game }, one.title)));
}

/** Describes the period in a sentence. @param {any} answer */
export function findings({ preperiod, period, saltus, status, theorem, source }) {
  if (period === undefined) return "";
  if (period === null) return "No period found so far.";
  const grows = saltus && saltus !== "0" ? `; each period adds ${saltus}` : "";
  const proof = status === "proved" || status === "theorem" ? `proved${theorem ? ` (${theorem})` : ""}` : `${status}`;
  return `Period ${period} after a preperiod of ${preperiod}${grows}: ${proof}${source ? `; ${source}` : ""}.`;
}

/** Renders a value: as a number, the letter of a result, or typeset. @param {number | bigint | string} value */
const shown = (value) => (typeof value === "string" && isValue(value) ? valueInLine(value) : String(value));

/**
 * Renders the values as cells, each with its heap, and a line where each period begins.
 * @param {(number | bigint | string)[]} values
 * @param {number | bigint} from
 * @param {any} answer
 * @param {(value: number | bigint | string) => any} [render]
 */
export function cells(values, from, answer, render = shown) {
  const { preperiod, period } = answer;
  const starts = (/** @type {number | bigint} */ heap) => period > 0 && heap >= preperiod && (BigInt(heap) - BigInt(preperiod)) % BigInt(period) === 0n;
  return [
    h(
      "ol",
      { class: values.some((value) => String(value).length > 4) ? "value-cells typeset-cells" : "value-cells" },
      values.slice(0, MOST_SHOWN).map((value, index) =>
        h("li", { class: `${starts(plus(from, index)) ? "starts" : ""}${value === 0 || value === "0" || value === "P" ? " lost" : ""}` }, h("span", { class: "heap" }, plus(from, index)), h("span", { class: "unseen" }, ": "), render(value)),
      ),
    ),
    values.length > MOST_SHOWN && quiet(`The first ${MOST_SHOWN} of ${values.length} are shown; saved files contain all values.`),
  ];
}

/**
 * Creates a button that saves the certificate of a table.
 * @param {any} answer
 * @param {object} body  The request for the certificate.
 */
export function certificate({ game, theorem }, body) {
  const fault = h("div");
  const button = h("button", null, "Save the certificate");
  button.addEventListener("click", async () => {
    button.disabled = true;
    fill(fault);
    try {
      const found = await ask("table", { ...body, values: false, certificate: true });
      if (typeof found.certificate === "string") save(`${fileName(String(game))}.certificate`, "text/plain", found.certificate);
      else fill(fault, h("p", { class: "notice" }, found.stopped ? `There is no certificate: ${found.stopped}.` : `There is no certificate${theorem ? `: the proof (${theorem}) has none` : ""}.`));
    } catch (error) {
      refuse(fault, error);
    } finally {
      button.disabled = false;
    }
  });
  return h("div", null, h("div", { class: "row" }, button, h("span", { class: "quiet" }, "to be checked by ", h("code", null, "winways verify-certificate"))), fault);
}

/** Creates buttons that save the answer. @param {any} answer */
export function downloads(answer) {
  const base = fileName(String(answer.game));
  const list = Array.isArray(answer.values?.[0]) ? null : answer.values;
  const field = (/** @type {any} */ value) => (/[",]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : value);
  return h(
    "div",
    { class: "row" },
    h("button", { onclick: () => save(`${base}.json`, "application/json", `${stringify(answer, 1)}\n`) }, "Save as JSON"),
    list && h("button", { onclick: () => save(`${base}.csv`, "text/csv", `n,value\n${list.map((/** @type {any} */ value, /** @type {number} */ index) => `${plus(answer.from ?? 0, index)},${field(value)}`).join("\n")}\n`) }, "Save as CSV"),
  );
}
