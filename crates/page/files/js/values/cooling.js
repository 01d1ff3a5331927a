/** A tax on moves: a slider on the thermograph, with the cooled game beside it. */

import { ask, isAbort, Latest, pause } from "../api.js";
import { refuse } from "../board/fault.js";
import { fill, h, largest, quiet } from "../dom.js";
import { approximate, compare, exact, reduced, toNumber, written } from "./fractions.js";
import { drawThermograph, exactValueAt } from "./thermograph.js";
import { shownValue } from "./value.js";

/** The maximum number of steps of the slider, and the pause before a request while it moves, in milliseconds. */
const MOST_STEPS = 96;
const PAUSE = 120;
/** The smallest step is 1 divided by this number. */
const FINEST = 1024;

/** Describes the result of a tax: the results that the players reach, or the mean. Returns an empty text if a number of the thermograph is not a fraction. @param {Thermograph} graph @param {Fraction} tax */
export function taxResult(graph, tax) {
  const temperature = exact(graph.temperature);
  if (!temperature) return "";
  const above = compare(tax, temperature);
  if (above === 0) return `A move gains nothing any more: the walls meet at the mean, ${graph.mean}.`;
  if (above > 0) return `Nobody wants to move: the game is frozen at its mean, ${graph.mean}.`;
  const [left, right] = [graph.left, graph.right].map((wall) => exactValueAt(wall, tax));
  return left && right ? `Left, moving first, reaches ${written(left)}; Right, moving first, reaches ${written(right)}.` : "";
}

/**
 * Creates the thermograph of a value with a slider for the tax.
 * @param {Thermograph} graph
 * @param {string} value
 */
export function cooling(graph, value) {
  const { figure, tax } = drawThermograph(graph);
  const temperature = approximate(graph.temperature);
  const end = Math.max(temperature, 0) + Math.max(0.5, temperature / 4);
  // Choose a step that divides the temperature of every corner, unless this takes too many steps.
  const denominators = [...graph.left, ...graph.right].map((corner) => Number(exact(corner.temperature)?.below ?? 1n));
  let below = Math.min(largest(4, denominators), FINEST);
  while (below > 1 && end * below > MOST_STEPS) below /= 2;
  const last = Math.ceil(end * below);
  const slider = h("input", { id: "tax", type: "range", min: 0, max: last, step: 1, value: 0 });
  const amount = h("output", { for: "tax", class: "tax-amount" });
  const result = h("div", { class: "cooled", role: "status" });
  const fault = h("div");
  const latest = new Latest();
  /** The cooled games, by tax. @type {Map<string, any>} */
  const known = new Map();

  async function show() {
    // A slider with very many steps writes its value with an exponent, which `BigInt` does not read.
    const at = reduced(BigInt(Number(slider.value)), BigInt(below));
    const text = written(at);
    amount.textContent = text;
    slider.setAttribute("aria-valuetext", `tax ${text}`);
    tax(toNumber(at));
    const signal = latest.next();
    try {
      if (!known.has(text)) {
        await pause(PAUSE, signal);
        known.set(text, await ask("eval", { eval: `cool(${value}, ${text})`, explain: false }, { signal }));
      }
      const answer = known.get(text);
      fill(fault);
      fill(result, h("p", { class: "typeset" }, shownValue(String(answer.value), answer.in_words)), quiet(taxResult(graph, at)));
    } catch (error) {
      if (!isAbort(error)) refuse(fault, error);
    }
  }

  slider.addEventListener("input", () => void show());
  tax(0);
  void show();
  const panel = h(
    "div",
    { class: "tax-panel" },
    h("h3", null, "What if each move costs a tax?"),
    h("div", { class: "row tax" }, h("label", { for: "tax" }, "Tax"), slider, amount),
    h("p", { class: "quiet" }, "The game, cooled by this tax:"),
    result,
    fault,
    quiet("From the temperature upward, no move is worth its tax. The line marks the tax; its ends on the walls are the results that the players reach."),
  );
  return h("div", { class: "thermograph" }, figure, panel);
}
