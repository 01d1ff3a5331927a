/** The calculator: values, games, positions. It keeps the history and the defined names. */

import { write } from "../address.js";
import { ask, faultOf, isAbort, Latest } from "../api.js";
import { reasons, SAME, showAnswer } from "../board/answer.js";
import { showFault } from "../board/fault.js";
import { Busy } from "../busy.js";
import { cut, facts, fill, form, h, partial, quiet } from "../dom.js";
import { inner } from "../positions.js";
import { recall, keep } from "../recent.js";
import { savePicture } from "../save.js";
import { comparison } from "../values/compare.js";
import { completing } from "../values/complete.js";
import { cooling } from "../values/cooling.js";
import { copy } from "../values/copy.js";
import { tree } from "../values/followers.js";
import { loopGraph } from "../values/loop.js";
import { latex } from "../values/notation.js";
import { outcomeInWords } from "../values/outcome.js";
import { showPlace } from "../values/place.js";
import { drawThermograph, placed, readThermograph } from "../values/thermograph.js";
import { isValue, shownValue, valueInLine } from "../values/value.js";

const EXAMPLES = ["{2|-1} + ^", "domineering(\"...|...\")", "nim(3,5) + kayles(7)", "g = {4||1|-2}", "mean(g)", "{1|-1} > *2", "thermograph({7/2|-1/4||-3})", "numbers_born_by(3)", "over - over", "1/3 + 1/ω"];
const MOST = 60;
/** The maximum length of a value that is also shown as typed notation. */
const MOST_TYPED = 80;

/** The kinds of values that appear in the tree of numbers. */
const NUMBERS = new Set(["number", "rational", "ordinal", "surreal"]);

/** Returns true if an expression assigns a value to a name. @param {string} text */
function assigns(text) {
  return /^\s*[A-Za-z_][A-Za-z_0-9]*(\s*\([^)]*\))?\s*=(?!=)/.test(text);
}

/** Returns the name in an assignment. @param {string} text */
function nameOf(text) {
  return /^\s*([A-Za-z_0-9]+)/.exec(text)?.[1] ?? "";
}

/**
 * Adds an assignment to the earlier ones. Drops earlier assignments of the same name, unless an assignment may need them.
 * @param {string[]} earlier @param {string} text
 */
function withAssignment(earlier, text) {
  const name = nameOf(text);
  const uses = (/** @type {string} */ one) => one.slice(one.indexOf("=") + 1).match(/[A-Za-z_][A-Za-z_0-9]*/g)?.includes(name);
  // A line with several assignments may define other names as well.
  const isUsed = [...earlier, text].some((one) => uses(one) || (nameOf(one) === name && one.includes(";")));
  return [...(isUsed ? earlier : earlier.filter((one) => nameOf(one) !== name)), text];
}

/** @returns {Section} */
export function section() {
  const input = h("input", { id: "expression", placeholder: "{2|-1} + ^" });
  const result = h("div", { class: "result", role: "status" });
  const fault = h("div");
  const list = h("ol", { class: "history", reversed: true });
  const busy = new Busy();
  const offers = completing(input, () => [...new Set(names.map(nameOf))]);
  const fields = form("calculator card", () => input.value.trim() && go(input.value.trim()), h("label", { for: "expression" }, "An expression: a value, a game, a position, or a function of these"), h("div", { class: "row" }, h("div", { class: "completed" }, input, offers), h("button", { type: "submit", class: "primary" }, "Evaluate")), fault, busy.element);
  const compared = comparison({ go: (left, right) => (location.hash = write("values", [], { left, right })), before: () => names });
  const examples = h("ul", { class: "chips" }, EXAMPLES.map((text) => h("li", null, h("button", { class: "chip", onclick: () => go(text) }, text))));
  const clear = h("button", { class: "link", onclick: () => ((history = []), (names = []), keep("history", []), keep("names", []), showHistory()) }, "Clear");
  const element = h(
    "div",
    { class: "page values-page" },
    h("h1", null, "Values"),
    fields,
    h("div", { class: "columns" }, h("div", { class: "result" }, result, compared.element), h("aside", { class: "card", "aria-label": "History and examples" }, h("div", { class: "row between" }, h("h2", null, "History"), clear), list, h("h2", null, "Examples"), examples)),
  );
  const latest = new Latest();
  let asked = "";
  /** The expression that was just submitted; empty if it comes from the address. */
  let submitted = "";
  /** The history of expressions and answers, latest first. @type {{expression: string, value: string}[]} */
  let history = recall("history", []);
  /** The assignments, in order, since the server stores none. @type {string[]} */
  let names = recall("names", []);
  let recalled = -1;

  input.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    const next = recalled + (event.key === "ArrowUp" ? 1 : -1);
    if (next < -1 || next >= history.length) return;
    recalled = next;
    input.value = next < 0 ? "" : history[next].expression;
    event.preventDefault();
  });

  /** @param {string} text */
  function go(text) {
    submitted = text;
    const hash = write("values", [text]);
    if (location.hash === hash) void evaluate(text);
    else location.hash = hash;
  }

  /** @param {string} text */
  async function evaluate(text) {
    const signal = latest.next();
    asked = text;
    input.value = text;
    recalled = -1;
    fill(fault);
    input.removeAttribute("aria-invalid");
    const stop = new AbortController();
    busy.begin(() => stop.abort());
    // A reload does not repeat an assignment.
    const repeated = submitted === text ? -1 : names.lastIndexOf(text);
    submitted = "";
    const before = repeated < 0 ? names : names.slice(0, repeated);
    try {
      const answer = await ask("eval", { eval: text, before }, { signal, stop: stop.signal, progress: (event) => busy.progress(event) });
      if (assigns(text) && repeated < 0) {
        names = withAssignment(names, text);
        keep("names", names);
      }
      remember(text, brief(answer));
      show(text, answer);
    } catch (error) {
      if (isAbort(error)) return;
      input.setAttribute("aria-invalid", "true");
      const wrong = faultOf(error);
      if (wrong.in === "before") showFault(fault, { ...wrong, help: "an earlier assignment is wrong: “Clear” beside the history forgets all of them" });
      else showFault(fault, wrong, text);
      fill(result);
    } finally {
      if (!signal.aborted) busy.end();
    }
  }

  /** @param {string} expression @param {string} value */
  function remember(expression, value) {
    history = [{ expression, value }, ...history.filter((one) => one.expression !== expression)].slice(0, MOST);
    keep("history", history);
    showHistory();
  }

  function showHistory() {
    fill(
      list,
      history.slice(0, 20).map(({ expression, value }) => h("li", null, h("button", { class: "entry", onclick: () => go(expression) }, h("code", null, expression), h("span", { class: "quiet" }, isValue(value) ? valueInLine(value) : value)))),
    );
  }

  /** @param {string} text @param {any} answer */
  function show(text, answer) {
    if (answer.position !== undefined) {
      const place = h("div", { class: "answer" });
      const partizan = answer.value_kind === "game" || answer.value_kind === "number" || /^[LR]$/.test(answer.outcome ?? "");
      showAnswer(place, answer, { turn: "left", kind: partizan ? "partizan" : "impartial", legal: 1, names: partizan ? ["Left", "Right"] : SAME });
      const chart = h("div");
      fill(result, h("section", { class: "card" }, heading(text), place, h("p", null, h("a", { href: boardAddress(answer) }, "Open on the board"))), chart);
      if (partizan && answer.value) void thermograph(answer.value, chart);
      return;
    }
    const value = Array.isArray(answer.value) ? answer.value : answer.value ?? "no value";
    const chart = h("div");
    const known = readThermograph(String(value));
    const place = h("div");
    const isGame = answer.kind === "a game" && answer.value !== null;
    fill(
      result,
      h(
        "section",
        { class: "card" },
        heading(text),
        Array.isArray(value)
          ? h("ol", { class: "entries", tabindex: 0 }, value.slice(0, 500).map((entry) => h("li", null, typeof entry === "string" ? valueInLine(entry) : h("code", null, JSON.stringify(entry)))))
          : written(String(value), answer.in_words),
        quiet(answer.kind ?? "", answer.outcome ? `; ${outcomeInWords(answer.outcome)}` : ""),
        answer.onside !== undefined && answer.onside !== answer.offside && facts({ Onside: valueInLine(answer.onside), Offside: valueInLine(answer.offside) }),
        isGame && facts({ Mean: answer.mean, Temperature: answer.temperature }),
        reasons(answer.explanation ?? []),
        partial(answer),
        answer.value !== null && h("div", { class: "row" }, copy("Copy the value", Array.isArray(value) ? JSON.stringify(value) : String(value)), !Array.isArray(value) && copy("Copy as LaTeX", async () => latex(String(value)))),
      ),
      chart,
      place,
      answer.value_kind === "loopy" && loopGraph(answer.followers ?? [], String(value)),
      isGame && answer.followers?.length > 1 && h("section", { class: "card" }, h("h2", null, `Canonical options (${answer.followers.length} followers)`), openTree(answer.followers)),
    );
    if (known) fill(chart, chartCard(known));
    else if (isGame) void thermograph(answer.value, chart);
    if (NUMBERS.has(answer.value_kind)) void showPlace(String(value), place, latest);
  }

  /** @param {string} value @param {HTMLElement} place */
  async function thermograph(value, place) {
    const answer = await ask("thermograph", { thermograph: value }, latest).catch(() => null);
    if (answer) fill(place, chartCard(placed(answer), value));
  }

  return {
    element,
    show({ parts, options }) {
      document.title = "Values · Winways";
      showHistory();
      const [text = ""] = parts;
      const [left, right] = [options.get("left"), options.get("right")];
      if (left && right) void compared.compare(left, right);
      if (text && (text !== asked || text === submitted)) void evaluate(text);
      else if (!text) input.focus();
    },
  };
}

/** @param {string} text */
function heading(text) {
  return h("h2", { class: "asked" }, h("code", null, text));
}

/** Renders a value, typeset and as typed notation, with its meaning in words. @param {string} text @param {string | null} words */
function written(text, words) {
  const typed = h("p", { class: "value-text" }, h("output", null, text));
  if (!isValue(text)) return typed;
  const meaning = words && h("p", { class: "in-words" }, words);
  return [h("p", { class: "typeset", tabindex: 0 }, shownValue(text)), text.length <= MOST_TYPED && typed, meaning];
}

/** @param {any} answer */
function brief(answer) {
  const value = answer.value ?? answer.outcome ?? "";
  const text = Array.isArray(value) ? `[${value.join(", ")}]` : String(value);
  return cut(text, 40);
}

/** Returns true for a number, which no tax changes. @param {Thermograph} graph */
const isCold = ({ temperature }) => temperature.startsWith("-");

/** @param {Thermograph} graph @param {string} [value]  The value, for files. */
function chartCard(graph, value) {
  /** @param {string} format */
  const picture = async (format) => (await ask("thermograph", { thermograph: value, format })).picture;
  const saved = (/** @type {string} */ name, /** @type {string} */ format) => h("button", { onclick: async () => savePicture("thermograph", await picture(format)) }, name);
  const files = value !== undefined && h("div", { class: "row" }, saved("Save as SVG", "svg"), saved("Save as PNG", "png"), copy("Copy as TikZ", async () => (await picture("tikz")).text ?? ""));
  return h("section", { class: "card" }, h("h2", null, "Thermograph"), isCold(graph) || value === undefined ? drawThermograph(graph).figure : cooling(graph, value), files);
}

/** @param {Follower[]} followers */
function openTree(followers) {
  const whole = tree(followers, followers.length - 1);
  if (whole instanceof HTMLDetailsElement) whole.open = true;
  return whole;
}

/** @param {{game: string, position: string}} answer */
function boardAddress(answer) {
  const inside = answer.game === "sum" ? ["sum", answer.position] : [answer.game, inner(answer.position)];
  return write("board", inside);
}
