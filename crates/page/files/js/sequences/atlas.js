/** The atlas: families of games with their periods, computed by the engine row by row while the table is shown. */

import { write } from "../address.js";
import { ask, faultOf, isAbort, Latest } from "../api.js";
import { count, fill, h, labelled, quiet, select, tableOf } from "../dom.js";
import { OCTAL_GAMES } from "./octal-games.js";

/** The last heap computed for a row, and the number of values shown in it. */
const UP_TO = 2000;
const SHOWN = 14;

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7];
const octals = DIGITS.flatMap((one) => DIGITS.map((two) => `octal(0.${one}${two || (one ? "" : 0)})`)).slice(1);
const subtractions = DIGITS.slice(1).flatMap((a) => DIGITS.filter((b) => b > a).map((b) => `subtract{${a},${b}}`));
const triples = DIGITS.slice(1).flatMap((a) => DIGITS.filter((b) => b > a).flatMap((b) => DIGITS.filter((c) => c > b).map((c) => `subtract{${a},${b},${c}}`)));

const FAMILIES = /** @type {Record<string, {title: string, games: string[]}>} */ ({
  named: { title: "Games with a name", games: ["kayles", "dawson-kayles", "dawson-chess", "grundy", "lasker", "octal(0.137)", "octal(0.77)", "octal(0.07)", "octal(0.4)", "octal(0.45)", "subtract{1,2,3}", "subtract{powers-of-two}", "subtract{primes}", "subtract{squares}"] },
  octal: { title: "Octal games of one and two digits", games: octals },
  pairs: { title: "Subtraction games of two numbers up to 7", games: subtractions },
  triples: { title: "Subtraction games of three numbers up to 7", games: triples },
  threes: { title: "Octal games of up to three digits, from the project's results", games: [] },
});

const HEAD = ["Game", "Preperiod", "Period", "Adds", "Status", "First values"];

/** @param {string} game @param {Child[]} cells */
const line = (game, cells) => h("tr", null, h("td", null, h("a", { href: write("sequences", [game]) }, h("code", null, game))), cells.map((cell) => h("td", null, cell)));

/** Renders the results for a game as cells. @param {any} answer @returns {Child[]} */
function cells({ preperiod, period, saltus, status, values }) {
  const first = (values ?? []).slice(0, SHOWN).join(" ");
  if (typeof period !== "number") return ["–", "–", "", `none found up to heap ${count(UP_TO)}`, h("code", null, `${first} …`)];
  return [count(preperiod), count(period), saltus || "", status === "empirical" ? "observed, not proved" : "proved", h("code", null, `${first} …`)];
}

/**
 * Renders a row of the stored atlas. Its first field is the code. If the period is proved, the preperiod and the period follow.
 * Otherwise the last heap computed follows, and then, if known, the number of rare heaps and the last rare heap.
 * @param {string[]} row
 */
function stored([code, ...fields]) {
  const [first, second, last] = fields.map(Number);
  const game = `octal(${code})`;
  if (fields.length === 2) return line(game, [count(first), count(second), "", "proved", ""]);
  const rare = fields.length === 3 ? `, ${count(second)} rare heaps, the last ${count(last)}` : "";
  return line(game, ["–", "–", "", `open, computed to heap ${count(first)}${rare}`, ""]);
}

/** Creates the atlas, which computes the table of a family when it is opened. */
export function atlas() {
  const family = select("atlas-family", Object.fromEntries(Object.entries(FAMILIES).map(([name, { title }]) => [name, title])));
  const place = h("div", { class: "result" });
  const says = h("p", { class: "quiet", role: "status" });
  const latest = new Latest();

  async function show() {
    const signal = latest.next();
    const { title, games } = FAMILIES[family.value];
    if (family.value === "threes") {
      const rows = OCTAL_GAMES.split(" ").map((row) => stored(row.split("/")));
      says.textContent = `${rows.length} games; equal games under other codes are left out`;
      const check = quiet("A second program checks the certificates: ", h("code", null, "winways verify-certificate"), ". ", h("code", null, "winways atlas"), " lists all codes.");
      return fill(place, tableOf(title, HEAD, rows), check);
    }
    const rows = games.map((game) => line(game, ["…", "", "", "", ""]));
    fill(place, tableOf(title, HEAD, rows));
    let proved = 0;
    for (const [index, game] of games.entries()) {
      let found;
      try {
        const answer = await ask("table", { table: game, prove_if_possible: true, up_to: UP_TO }, { signal });
        if (typeof answer.period === "number" && answer.status !== "empirical") proved += 1;
        found = cells(answer);
      } catch (error) {
        if (isAbort(error)) return;
        found = ["", "", "", faultOf(error).detail, ""];
      }
      rows[index].replaceWith(line(game, found));
      says.textContent = `${index + 1} of ${games.length} games computed, ${proved} periods proved`;
    }
  }

  const details = h(
    "details",
    { class: "card atlas" },
    h("summary", null, "The atlas: periods of known games"),
    h("p", null, "The engine computes each row now, up to heap ", count(UP_TO), ", and proves the period if a theorem allows it. Choose a game to see all of its values."),
    h("div", { class: "row" }, labelled("Family", family)),
    says,
    place,
  );
  family.addEventListener("change", () => void show());
  details.addEventListener("toggle", () => (details.open ? void show() : latest.end()));
  return { element: details, leave: () => latest.end(), open: () => (details.open = true) };
}
