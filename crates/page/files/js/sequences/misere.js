/** Misère play: the misère quotient of a game, heap by heap, and sums of its heaps. */

import { write } from "../address.js";
import { ask, faultOf, isAbort, Latest } from "../api.js";
import { reasons, sentence } from "../board/answer.js";
import { refuse } from "../board/fault.js";
import { Busy } from "../busy.js";
import { card, count, fill, form, h, labelled, partial, quiet, select } from "../dom.js";
import { recall } from "../recent.js";
import { RuleText, SPLIT } from "../rule-text.js";
import { cells, certificate, downloads, findings, offerGames } from "./parts.js";
import { product, quotientCards } from "./quotient.js";

const EXAMPLES = ["kayles", "octal(0.75)", "octal(0.152)", "octal(0.07)", "subtract{1,3,4}", "hex(0.8)"];
/** The default number of heaps to compute. */
const FIRST = "30";
/** The maximum number of winning moves named. */
const MOST_NAMED = 12;

/** @returns {Section} */
export function misereSection() {
  const names = h("datalist", { id: "misere-games" });
  const game = h("input", { id: "misere-game", list: "misere-games", value: "kayles" });
  const source = select("misere-source", { name: "A game or a code", file: "A rule file" });
  const file = new RuleText();
  const upTo = h("input", { id: "misere-up-to", type: "number", min: 1, max: 4096, value: FIRST });
  const prove = h("input", { id: "misere-prove", type: "checkbox", checked: true });
  const fault = h("div");
  const result = h("div", { class: "result" });
  const [sums, growth, details] = [h("div", { class: "result" }), h("div", { class: "result" }), h("div", { class: "result" })];
  const busy = new Busy();
  const named = h("div", { class: "field grow" }, h("label", { for: "misere-game" }, "Game, or a take-and-break code"), game, names);
  const rules = h("div", { class: "field wide" }, h("label", { for: "rules-text" }, "Rules"), file.element, h("div", { class: "row" }, file.open));
  const fields = form(
    "card sequence-form",
    compute,
    labelled("Quotient of", source),
    named,
    rules,
    labelled("Heaps up to", upTo),
    h("p", { class: "check" }, prove, h("label", { for: "misere-prove" }, "Keep searching until the quotient holds for all heaps, or until you stop")),
    h("button", { type: "submit", class: "primary" }, "Compute"),
    busy.element,
    fault,
  );
  const examples = h("ul", { class: "chips" }, EXAMPLES.map((text) => h("li", null, h("a", { class: "chip", href: write("misere", [text]) }, text))));
  const text = h("p", null, "Under misère play, the player who cannot move wins. The misère quotient determines who wins every sum of heaps of a game. It may grow as larger heaps are added, but it is often finite even for all heaps. Then a few products decide every sum. ", h("a", { href: "#/learn/misere" }, "Learn about misère play"), ".");
  const element = h("div", { class: "page" }, h("h1", null, "Misère play"), text, fields, examples, result, sums, growth, details);
  const latest = new Latest();
  let asked = "";

  const isFile = () => source.value === "file";
  /** Returns the game in the form of a request. @returns {GameRef} */
  const chosen = () => (isFile() ? { rules: file.rules } : game.value.trim());
  const offer = () => ([named.hidden, examples.hidden, rules.hidden] = [isFile(), isFile(), !isFile()]);
  offer();
  source.addEventListener("change", () => {
    offer();
    if (isFile() && !file.rules) file.load(recall("rules", SPLIT));
  });
  function compute() {
    if (!(isFile() ? file.rules : game.value).trim()) return;
    const options = { to: upTo.value === FIRST ? "" : upTo.value, prove: prove.checked ? "" : "0" };
    const hash = isFile() ? write("misere", [], { ...options, file: file.rules }) : write("misere", [game.value.trim()], options);
    if (location.hash === hash) void run();
    else location.hash = hash;
  }

  async function run() {
    const signal = latest.next();
    asked = location.hash;
    for (const place of [fault, sums, growth, details]) fill(place);
    game.removeAttribute("aria-invalid");
    const stop = new AbortController();
    busy.begin(() => stop.abort());
    const table = chosen();
    const how = { signal, stop: stop.signal, progress: (/** @type {any} */ event) => busy.progress(event) };
    try {
      // Show the quotient of a few heaps while the quotient of more heaps is computed.
      const last = Math.max(Number(upTo.value) || 0, 1);
      for (let heap = Math.min(last, 4); ; heap = Math.min(2 * heap, last)) {
        const found = await ask("table", { ...quotientOf(table), up_to: heap }, how);
        const isLast = heap === last || found.complete === false;
        show(found, table, isLast ? "" : "Quotients of more heaps are being computed …");
        if (!isLast) continue;
        fill(sums, sumCard(table));
        fill(growth, growthCard(found, table, details));
        if (!prove.checked || found.complete === false || found.status === "proved") return;
        show(found, table, "Searching for the heap from which the elements repeat …");
        const proved = await ask("table", { ...quotientOf(table), prove_if_possible: true }, how);
        show(proved, table, "");
        return fill(growth, growthCard(proved, table, details));
      }
    } catch (error) {
      if (isAbort(error)) return;
      fill(result);
      const wrong = faultOf(error);
      // Errors in a rule file are shown in the file.
      if (wrong.in === "rules" && typeof table !== "string") return file.show(table.rules, [wrong]);
      if (!isFile()) game.setAttribute("aria-invalid", "true");
      refuse(fault, error, typeof table === "string" ? table : undefined);
    } finally {
      if (!signal.aborted) busy.end();
    }
  }

  /** @param {any} answer @param {GameRef} table  The game of the answer. @param {string} note  The state of the work. */
  function show(answer, table, note) {
    const { game: name, quotient, status } = answer;
    const scope = status === "proved" ? "The quotient holds for all heaps." : `The quotient holds for heaps up to ${quotient.verified_to}.`;
    fill(
      result,
      h("section", { class: "card" }, h("h2", { class: "asked" }, h("code", null, name)), h("p", null, `Order ${quotient.order}, with ${quotient.p_size} P-positions. ${findings(answer)} ${scope}`), note && h("p", { class: "quiet", role: "status" }, note), quiet(`Method: ${answer.method}`), partial(answer), certificate(answer, { ...quotientOf(table), up_to: quotient.verified_to }), downloads(answer)),
    );
    fill(details, detailCards(answer));
  }

  return {
    element,
    async show({ parts, options }) {
      document.title = "Misère play · Winways";
      const [name = ""] = parts;
      const text = options.get("file");
      if ((name || text) && location.hash !== asked) {
        if (name) game.value = name;
        source.value = text ? "file" : "name";
        offer();
        if (text && text !== file.rules) file.load(text);
        upTo.value = options.get("to") ?? FIRST;
        prove.checked = options.get("prove") !== "0";
        void run();
      }
      await offerGames(names);
    },
  };
}

/** Returns the request for the quotient of a game. @param {GameRef} table */
const quotientOf = (table) => ({ table, quotient: true, misere: true });

/** Describes a quotient and the elements of its heaps. @param {any} answer */
function detailCards(answer) {
  const { game, quotient, from = 0, values = [] } = answer;
  return [quotientCards(quotient, `${game}, heaps up to ${quotient.verified_to}`), card("Elements of the heaps", cells(values, from, answer, (value) => product(String(value))))];
}

/**
 * Creates a control that shows the quotient of the first heaps only.
 * @param {any} answer
 * @param {GameRef} table
 * @param {HTMLElement} details  The container of the quotient.
 */
function growthCard({ quotient: { growth, verified_to: last } }, table, details) {
  const heap = h("input", { type: "range", id: "misere-heap", min: 0, max: last, value: last });
  const said = h("output", { for: "misere-heap" });
  const latest = new Latest();
  const orderAt = () => growth.reduce((/** @type {number} */ order, /** @type {[number, number]} */ [from, next]) => (from <= Number(heap.value) ? next : order), 1);
  const tell = () => (said.textContent = `Heaps up to ${heap.value}: order ${orderAt()}`);
  tell();
  heap.addEventListener("input", tell);
  heap.addEventListener("change", async () => {
    try {
      fill(details, detailCards(await ask("table", { ...quotientOf(table), up_to: Number(heap.value) }, { signal: latest.next() })));
    } catch (error) {
      refuse(details, error);
    }
  });
  return card("Heap by heap", h("div", { class: "field" }, h("label", { for: "misere-heap" }, "The largest heap"), heap), h("p", { role: "status" }, said));
}

/** Creates a form that finds who wins a sum of heaps. @param {GameRef} table */
function sumCard(table) {
  const heaps = h("input", { id: "misere-sum", placeholder: "3 4 5", inputmode: "numeric" });
  const answer = h("div", { role: "status" });
  const busy = new Busy();
  const latest = new Latest();
  const submit = async () => {
    const position = heaps.value.trim();
    if (!position) return;
    const signal = latest.next();
    const stop = new AbortController();
    busy.begin(() => stop.abort());
    try {
      fill(answer, sumAnswer(await ask("solve", { game: table, position, misere: true, explain: true, max_moves: MOST_NAMED }, { signal, stop: stop.signal })));
    } catch (error) {
      refuse(answer, error, position);
    } finally {
      if (!signal.aborted) busy.end();
    }
  };
  return card("A sum of heaps", form("row", submit, h("label", { for: "misere-sum" }, "Heaps"), heaps, h("button", { type: "submit" }, "Who wins?")), busy.element, answer);
}

/** @param {any} solved */
function sumAnswer(solved) {
  const { outcome, moves, move_count: number } = solved;
  if (!outcome) return partial(solved) || h("p", null, "Not known.");
  const named = moves.map((/** @type {{text: string}} */ { text }) => text).join(", ");
  return [
    h("p", null, h("strong", null, outcome === "N" ? "The player to move wins" : "The player to move loses"), outcome === "N" && number > 0 && `, by ${named}${number > moves.length ? ` and ${count(number - moves.length)} more moves` : ""}`, "."),
    reasons(solved.explanation.map(sentence)),
    partial(solved),
  ];
}
