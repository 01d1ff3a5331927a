/** Sequences of values of heaps: the table, the plot, the period. Pairs are shown as a map. */

import { write } from "../address.js";
import { ask, faultOf, isAbort, Latest } from "../api.js";
import { refuse } from "../board/fault.js";
import { Busy } from "../busy.js";
import { card, fill, form, h, labelled, on, partial, quiet, select } from "../dom.js";
import { plus } from "../json.js";
import { RuleText, SPLIT } from "../rule-text.js";
import { recall } from "../recent.js";
import { atlas } from "../sequences/atlas.js";
import { grow, patternsOf, rowsOf, variableOf } from "../sequences/expression.js";
import { layers } from "../sequences/layers.js";
import { misereSection } from "../sequences/misere.js";
import { cells, certificate, downloads, findings, MOST_SHOWN, offerGames } from "../sequences/parts.js";
import { pairMap, plot } from "../sequences/plot.js";

const EXAMPLES = ["kayles", "octal(0.137)", "subtract{1,3,4}", "grundy", "wythoff", "subtract{1|2}", "dawson-chess", "lasker"];
/** Expressions with their variables. */
const EXPRESSIONS = [["cram(grid(2,n))", "n=1..8"], ["domineering(grid(n,3))", "n=1..4"]];
/** The request fields for each choice of the field `Show`. @type {Record<string, object>} */
const ASKED = { values: {}, outcomes: { outcomes: true }, misere: { outcomes: true, misere: true } };
/** The maximum number of values shown before a separate search for a proof. Longer tables search for a proof in the same request. */
const MOST_FIRST = 10_000;

/** The section on misère play, which shares most of its modules with this one. */
export const misere = misereSection;

/** @returns {Section} */
export function section() {
  const names = h("datalist", { id: "table-games" });
  const game = h("input", { id: "table-game", list: "table-games", value: "kayles" });
  const upTo = h("input", { id: "table-up-to", type: "number", min: 0, max: 1000000, value: "100" });
  const what = select("table-what", { values: "Values, normal play", outcomes: "Who wins, normal play", misere: "Who wins, misère play" });
  const prove = h("input", { id: "table-prove", type: "checkbox", checked: true });
  const fault = h("div");
  const result = h("div", { class: "result" });
  const busy = new Busy();
  const source = select("table-source", { name: "A game or a code", file: "A rule file", expression: "An expression" });
  const expression = h("input", { id: "table-expression", value: EXPRESSIONS[0][0] });
  const range = h("input", { id: "table-for", value: EXPRESSIONS[0][1] });
  const own = h("input", { id: "table-own", type: "checkbox" });
  const formula = [h("div", { class: "field grow" }, h("label", { for: "table-expression" }, "Expression with a variable"), expression), labelled("For each", range), h("p", { class: "check" }, own, h("label", { for: "table-own" }, "The expression names the game of a rule file"))];
  const named = h("div", { class: "field grow" }, h("label", { for: "table-game" }, "Game, or a take-and-break code"), game, names);
  const file = new RuleText();
  const play = h("a", { class: "button" }, "Play it");
  const ofGame = [labelled("Up to", upTo), labelled("Show", what), h("p", { class: "check" }, prove, h("label", { for: "table-prove" }, "Keep searching until the period is proved, or until you stop"))];
  const rules = h("div", { class: "field wide" }, h("label", { for: "rules-text" }, "Rules"), file.element, h("div", { class: "row" }, file.open, play));
  const fields = form(
    "card sequence-form",
    compute,
    labelled("Sequence of", source),
    named,
    formula,
    rules,
    ofGame,
    h("button", { type: "submit", class: "primary" }, "Compute"),
    busy.element,
    fault,
  );
  const known = atlas();
  const chip = (/** @type {string} */ text, /** @type {Options} */ options) => h("li", null, h("a", { class: "chip", href: write("sequences", [text], options) }, text));
  const examples = h("ul", { class: "chips" }, EXAMPLES.map((text) => chip(text, {})), EXPRESSIONS.map(([text, numbers]) => chip(text, { for: numbers })));
  const element = h("div", { class: "page" }, h("h1", null, "Sequences"), h("p", null, "Heap by heap, the engine computes what a game is worth, finds the period of the values and proves it."), fields, examples, result, known.element);
  const latest = new Latest();
  let asked = "";

  const isFile = () => source.value === "file";
  const isExpression = () => source.value === "expression";
  const hasRules = () => isFile() || (isExpression() && own.checked);
  /** Returns the game in the form of a request. @returns {GameRef} */
  const chosen = () => (isFile() ? { rules: file.rules } : game.value.trim());
  const options = () => ({ to: upTo.value === "100" ? "" : upTo.value, show: what.value === "values" ? "" : what.value, prove: prove.checked ? "" : "0" });
  // The address contains the rule file.
  const address = () => {
    if (isExpression()) return write("sequences", [expression.value.trim()], { for: range.value.trim(), file: own.checked && file.rules });
    return isFile() ? write("sequences", [], { ...options(), file: file.rules }) : write("sequences", [game.value.trim()], options());
  };
  const offer = () => {
    named.hidden = isFile() || isExpression();
    examples.hidden = isFile();
    rules.hidden = !hasRules();
    for (const field of formula) field.hidden = !isExpression();
    for (const field of ofGame) field.hidden = isExpression();
  };
  offer();
  for (const choice of [source, own]) {
    choice.addEventListener("change", () => {
      offer();
      if (hasRules() && !file.rules) file.load(recall("rules", SPLIT));
    });
  }
  on(file, "ww-rules", ({ rules }) => (play.href = write("rules", [], { file: rules })));
  function compute() {
    if (!(isExpression() ? expression.value : isFile() ? file.rules : game.value).trim()) return;
    const hash = address();
    if (location.hash === hash) void run();
    else location.hash = hash;
  }

  async function run() {
    const signal = latest.next();
    asked = location.hash;
    fill(fault);
    for (const field of [game, expression, range, upTo]) field.removeAttribute("aria-invalid");
    const stop = new AbortController();
    busy.begin(() => stop.abort());
    const most = Number(upTo.value) || 0;
    const table = isExpression() ? expression.value.trim() : chosen();
    const [shownRange, ruleText] = [range.value.trim(), file.rules];
    const how = { signal, stop: stop.signal, progress: (/** @type {any} */ event) => busy.progress(event) };
    const body = { table, up_to: most, ...ASKED[what.value] };
    try {
      if (isExpression()) {
        const name = variableOf(shownRange);
        const found = await grow({ table: expression.value.trim(), for: shownRange, ...(own.checked ? { rules: ruleText } : {}) }, how, (answer) => show(answer, table, "More values are being computed …", name));
        return show(found, table, "", name);
      }
      const isProof = prove.checked && what.value === "values";
      // The search for a proof has no bound, so the first values are shown before it.
      const isShort = most <= MOST_FIRST;
      const first = await ask("table", isShort || !isProof ? body : { ...body, prove_if_possible: true }, how);
      show(first, table, "");
      if (!isShort || !isProof || !lacksProof(first)) return;
      show(first, table, "Searching for a proof of the period …");
      const found = await ask("table", { table, ...ASKED[what.value], prove_if_possible: true, values: false, ...(first.shape ? { up_to: most } : {}) }, how);
      show({ ...found, from: first.from, to: first.to, values: first.values }, table, lacksProof(found) ? "No period is proved: no known theorem proves one here, or the search was stopped." : "");
    } catch (error) {
      if (isAbort(error)) return;
      fill(result);
      const wrong = faultOf(error);
      // Errors in a rule file are shown in the file.
      if (wrong.in === "rules") return file.show(ruleText, [wrong]);
      const field = wrong.detail.startsWith("`up_to`") ? upTo : wrong.in === "for" ? range : isExpression() ? expression : isFile() ? null : game;
      field?.setAttribute("aria-invalid", "true");
      // Without `in`, the span refers to the request.
      refuse(fault, error, wrong.in === "for" ? shownRange : wrong.in && typeof table === "string" ? table : undefined);
    } finally {
      if (!signal.aborted) busy.end();
    }
  }

  /** @param {any} answer @param {GameRef} table  The game of the answer. @param {string} note  The state of the work. @param {string} [variable]  The variable of an expression. */
  function show(answer, table, note, variable) {
    const { game: name, from = 0, shape, values, outcomes, preperiod, period } = answer;
    const summary = h("section", { class: "card" }, h("h2", { class: "asked" }, h("code", null, name)), variable === undefined ? h("p", null, findings(answer)) : patternsOf(answer, variable), note && quiet(note), loonyText(answer), patterns(answer), answer.shape === undefined && answer.status === "proved" && certificate(answer, { table, prove: true }), answer.method && quiet(`Method: ${answer.method}`), partial(answer), downloads(answer));
    const cards = [summary];
    if (shape === "pairs") {
      cards.push(card("Map of the pairs", pairMap({ from, values: values ?? [], title: `Values of the pairs of ${name}` }), quiet(lostText(answer)), quiet(rowsText(answer))));
    } else if (shape === "triples") {
      if (values?.length > 0) cards.push(card("Values of the triples (a, b, c)", layers(answer), quiet(lostText(answer))));
    } else if (shape === "expressions" && variable !== undefined) {
      cards.push(rowsOf(answer, variable, MOST_SHOWN));
    } else if (outcomes && shape === "outcomes") {
      cards.push(card("Who wins each heap", cells([...outcomes], from, answer)));
    } else if (values) {
      if (canPlot(values, from)) cards.push(card("Plot", plot({ from, values: values.map(Number), preperiod: preperiod === null ? null : Number(preperiod), period, title: `Values of ${name} by ${variable ?? "heap size"}` })));
      cards.push(card("Table", cells(values, from, answer)));
    }
    fill(result, cards);
  }

  return {
    element,
    leave: () => known.leave(),
    async show({ parts, options }) {
      document.title = "Sequences · Winways";
      const [name = ""] = parts;
      const rules = options.get("file");
      // Old addresses use this section for misère quotients, which now have their own section.
      if (options.get("show") === "quotient") {
        options.delete("show");
        return location.replace(write("misere", name ? [name] : [], Object.fromEntries(options)));
      }
      if ((name || rules) && location.hash !== asked) {
        const numbers = options.get("for");
        if (numbers !== null) [expression.value, range.value, own.checked] = [name, numbers, Boolean(rules)];
        else if (name) game.value = name;
        source.value = numbers !== null ? "expression" : rules ? "file" : "name";
        offer();
        if (rules && rules !== file.rules) file.load(rules);
        upTo.value = options.get("to") ?? "100";
        what.value = options.get("show") ?? "values";
        prove.checked = options.get("prove") !== "0";
        void run();
      }
      await offerGames(names);
    },
  };
}

/** Returns true for two or more integers, each of a heap whose size a `Number` represents exactly. @param {any[]} values @param {number | bigint} from */
const canPlot = (values, from) => values.length > 1 && typeof plus(from, values.length) === "number" && values.every((value) => ["number", "bigint"].includes(typeof value));

/** Returns true if more values may lead to a proof of the period. @param {any} answer */
const lacksProof = ({ shape, status, period, row_period }) => (shape === undefined ? period !== undefined && status !== "proved" && status !== "theorem" : shape === "pairs" && row_period === null);

/** Names the loony heaps of a game with entailing moves. @param {{loony?: number[]}} answer */
function loonyText({ loony }) {
  return loony && h("p", null, `Loony heaps: ${loony.slice(0, 40).join(", ") || "none"}${loony.length > 40 ? " …" : ""}.`);
}

/** @param {any} answer */
function patterns(answer) {
  const found = /** @type {any[]} */ (answer.patterns ?? []);
  return found.length > 0 && h("ul", { class: "reasons" }, found.map((one) => h("li", null, `${one.statement} (${one.status}${one.reason ? `: ${one.reason}` : ""})`)));
}

/** @param {any} answer */
function rowsText({ row_period: rows }) {
  return rows ? `Rows have period ${rows.period} from ${rows.preperiod}, proved (${rows.theorem}): ${rows.statement}` : "";
}

/** @param {any} answer */
function lostText({ lost, lost_count: count }) {
  if (!Array.isArray(lost)) return "";
  return `Lost for the player to move: ${lost.slice(0, 40).map((/** @type {number[]} */ pair) => `(${pair.join(", ")})`).join(" ")}${count > 40 ? " …" : ""}`;
}

