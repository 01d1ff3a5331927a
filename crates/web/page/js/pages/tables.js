/** Solved tables: their positions by rank or by board, how many there are of each length, and the farthest ones. */

import { write } from "../address.js";
import { ask, faultOf, get, isAbort } from "../api.js";
import { showAnswer } from "../board/answer.js";
import { BoardView } from "../board/board-view.js";
import { showFault } from "../board/fault.js";
import { fill, h } from "../dom.js";
import { inner } from "../positions.js";
import { lengths } from "../tables/lengths.js";

/**
 * @typedef {{directory: string | null, error?: string, game: string, board: string, play: string, records: string, ranks: number,
 *   complete: boolean, bytes: number, positions: number, drawn: number, won: number[], lost: number[], remoteness: number | null,
 *   points: number | null, farthest: string | null}} Table
 * @typedef {{rank: number, position: string, outcome: string, remoteness: number | null, points: number | null}} Entry
 */

const CLASSES = /** @type {Record<string, string>} */ ({ N: "won", P: "lost", D: "drawn" });
/** How many positions are listed at once. */
const LISTED = 50;

/** @param {number} number */
const count = (number) => number.toLocaleString("en");
/** @param {number[]} list */
const sum = (list) => list.reduce((all, one) => all + one, 0);

/** @param {number} bytes */
function size(bytes) {
  const power = Math.min(3, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1024 ** power).toFixed(1)} ${["", "KiB", "MiB", "GiB"][power]}`;
}

/** @param {Table} table */
function title({ game, board, play }) {
  return `${game} ${board}${play === "misere" ? ", misère play" : ""}`;
}

/** @returns {import("../main.js").Section} */
export function section() {
  const element = h("div", { class: "page tables-page" });
  let abort = new AbortController();

  /** @returns {Promise<Table[]>} */
  async function all() {
    return (await get("tables", abort.signal)).sort((/** @type {Table} */ one, /** @type {Table} */ other) => (one.directory ?? "").localeCompare(other.directory ?? ""));
  }

  async function showList() {
    const list = await all().catch((error) => {
      if (error?.status === 404) return null;
      throw error;
    });
    const how = [
      h("p", null, "A game with cycles, goals or points is solved for all positions of a board at once. What was found can be kept:"),
      h("pre", { tabindex: 0 }, "winways database build chase 12 --out tables/chase-12\nwinways serve --tables tables"),
    ];
    fill(
      element,
      h("h1", null, "Tables"),
      !list && h("div", { class: "card" }, h("p", null, "The server was started without tables."), how),
      list?.length === 0 && h("div", { class: "card" }, h("p", null, "There are no tables in this directory."), how),
      list && list.length > 0 && h("ul", { class: "cards" }, list.map(card)),
    );
  }

  /** @param {Table} table */
  function card(table) {
    if (table.directory === null) return h("li", { class: "card" }, h("p", { class: "notice" }, table.error));
    const facts = `${count(table.positions)} positions: ${count(sum(table.won))} won, ${count(sum(table.lost))} lost, ${count(table.drawn)} drawn`;
    return h(
      "li",
      null,
      h("a", { class: "lesson-card plain", href: write("tables", [table.directory]) }, h("span", { class: "game-name" }, title(table)), h("span", { class: "quiet" }, table.complete ? facts : "not complete"), h("span", { class: "quiet" }, `${table.directory}, ${size(table.bytes)}`)),
    );
  }

  /**
   * @param {Table} table
   * @param {URLSearchParams} options
   */
  async function showTable(table, options) {
    const name = /** @type {string} */ (table.directory);
    const go = (/** @type {Record<string, string>} */ to) => (location.hash = write("tables", [name], to));
    const [outcome, remoteness] = [options.get("outcome") ?? "", options.get("remoteness") ?? ""];
    const place = h("div", { class: "result" });
    const facts = /** @type {[string, string][]} */ ([
      ["Positions", count(table.positions)],
      ["Won", count(sum(table.won))],
      ["Lost", count(sum(table.lost))],
      ["Drawn", count(table.drawn)],
      ["On disk", size(table.bytes)],
    ]);
    const unit = table.records === "points" ? "points" : "moves";
    const farthest = table.farthest && h("p", null, `No position is farther from the end: ${table.remoteness} moves. `, h("a", { href: write("tables", [name], { position: inner(table.farthest) }) }, table.farthest));
    fill(
      element,
      h("p", { class: "quiet" }, h("a", { href: "#/tables" }, "All tables")),
      h("h1", null, title(table)),
      !table.complete && h("p", { class: "notice" }, "This table is not complete: it was not built to its end."),
      h(
        "section",
        { class: "card", "aria-label": "All positions" },
        h("dl", { class: "facts" }, facts.map(([term, text]) => h("div", null, h("dt", null, term), h("dd", null, text)))),
        lengths(table, unit, (length) => go({ remoteness: String(length) })),
        farthest,
      ),
      finder(name, options, go),
      place,
      filters({ outcome, remoteness }, table, go),
    );
    const list = h("section", { class: "card", "aria-label": "Positions" }, h("h2", null, "Positions"));
    element.append(list);
    await Promise.all([look(name, options, place), positions(name, { outcome, remoteness, from: options.get("from") ?? "" }, list)]);
  }

  /**
   * Looks a position up by its rank or by itself.
   * @param {string} table
   * @param {URLSearchParams} options
   * @param {(to: Record<string, string>) => void} go
   */
  function finder(table, options, go) {
    const isRank = options.has("rank");
    const by = h("select", { id: "table-by" }, h("option", { value: "position" }, "Position"), h("option", { value: "rank" }, "Rank"));
    by.value = isRank ? "rank" : "position";
    const input = h("input", { id: "table-find", value: options.get("rank") ?? options.get("position") ?? "", autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
    const form = h("form", { class: "row" }, h("label", { for: by.id, class: "unseen" }, "Look up by"), by, h("label", { for: input.id, class: "unseen" }, "What to look up"), input, h("button", { type: "submit", class: "primary" }, "Look up"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      go({ [by.value]: input.value.trim() });
    });
    return h("section", { class: "card", "aria-label": `Look up in ${table}` }, h("h2", null, "Look up"), form, h("p", { class: "quiet" }, "An empty position is the one at the start, where the rules have one."));
  }

  /**
   * @param {string} table
   * @param {URLSearchParams} options
   * @param {HTMLElement} place
   */
  async function look(table, options, place) {
    if (!options.has("rank") && !options.has("position")) return;
    const rank = options.get("rank");
    try {
      if (rank !== null && !/^\d+$/.test(rank)) throw new Error("A rank is a whole number.");
      const what = rank !== null ? { rank: Number(rank) } : options.get("position") ? { position: options.get("position") } : {};
      const answer = await ask("query", { table, ...what, max_moves: 200 }, { signal: abort.signal });
      const shown = await ask("moves", { game: answer.position, max_moves: 1000 }, { signal: abort.signal });
      const turn = shown.moves[0]?.player === "right" || / (?:right|north|black|o|robber|hare|geese)"?\)$/.test(answer.position) ? "right" : "left";
      const board = new BoardView();
      board.tallest = 300;
      const text = h("div", { class: "answer" });
      showAnswer(text, answer, { turn, kind: "ranked", legal: shown.move_count });
      const address = write("board", [shown.game, inner(shown.position)]);
      fill(place, h("section", { class: "card", "aria-label": "The position" }, h("h2", null, `Rank ${answer.rank}`), h("p", null, h("code", null, answer.position)), board, text, h("p", null, h("a", { href: address }, "Open on the board"))));
      board.show(shown.view, [], answer.position);
    } catch (error) {
      if (!isAbort(error)) showFault(place, faultOf(error), options.get("position") ?? undefined);
    }
  }

  /**
   * @param {{outcome: string, remoteness: string}} chosen
   * @param {Table} table
   * @param {(to: Record<string, string>) => void} go
   */
  function filters({ outcome, remoteness }, table, go) {
    const which = h("select", { id: "table-outcome" }, h("option", { value: "" }, "All"), Object.entries(CLASSES).map(([value, text]) => h("option", { value }, text)));
    which.value = outcome;
    const length = h("input", { id: "table-length", type: "number", min: 0, value: remoteness });
    const form = h(
      "form",
      { class: "row" },
      h("span", { class: "field" }, h("label", { for: which.id }, "For the player to move"), which),
      h("span", { class: "field" }, h("label", { for: length.id }, table.records === "points" ? "Points" : "Moves to the end"), length),
      h("button", { type: "submit" }, "List"),
      typeof table.remoteness === "number" && h("button", { type: "button", onclick: () => go({ remoteness: String(table.remoteness) }) }, "Farthest"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      go({ outcome: which.value, remoteness: length.value });
    });
    return h("section", { class: "card", "aria-label": "Which positions" }, h("h2", null, "List"), form);
  }

  /**
   * @param {string} table
   * @param {{outcome: string, remoteness: string, from: string}} chosen
   * @param {HTMLElement} place
   */
  async function positions(table, { outcome, remoteness, from }, place) {
    const body = { table, max: LISTED, ...(outcome ? { outcome } : {}), ...(remoteness ? { remoteness: Number(remoteness) } : {}), ...(from ? { from: Number(from) } : {}) };
    try {
      const answer = /** @type {{positions: Entry[], next: number | null, complete: boolean, stopped: string | null}} */ (await ask("positions", body, { signal: abort.signal }));
      const line = (/** @type {Entry} */ { rank, position, outcome: wins, remoteness: length, points }) =>
        h(
          "tr",
          null,
          h("td", null, h("a", { href: write("tables", [table], { rank }) }, count(rank))),
          h("td", null, h("code", null, position)),
          h("td", null, CLASSES[wins] ?? wins),
          h("td", null, points ?? length ?? ""),
        );
      const head = h("tr", null, ["Rank", "Position", "To move", "In"].map((text) => h("th", { scope: "col" }, text)));
      place.append(
        answer.positions.length === 0
          ? h("p", { class: "quiet" }, "There is none.")
          : h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "The list of positions" }, h("table", { class: "positions" }, h("thead", null, head), h("tbody", null, answer.positions.map(line)))),
      );
      if (!answer.complete) place.append(h("p", { class: "notice" }, `This is partial: ${answer.stopped}.`));
      if (answer.next !== null) place.append(h("p", null, h("a", { class: "button", href: write("tables", [table], { outcome, remoteness, from: answer.next }) }, "More")));
    } catch (error) {
      if (isAbort(error)) return;
      const fault = h("div", null);
      place.append(fault);
      showFault(fault, faultOf(error));
    }
  }

  return {
    element,
    async show({ parts, options }) {
      abort.abort();
      abort = new AbortController();
      document.title = "Tables · Winways";
      const name = parts.join("/");
      try {
        if (!name) return await showList();
        const table = (await all()).find((one) => one.directory === name);
        if (!table) throw new Error(`There is no table \`${name}\`.`);
        document.title = `${title(table)} · Winways`;
        await showTable(table, options);
      } catch (error) {
        if (isAbort(error)) return;
        const fault = h("div", null);
        fill(element, h("h1", null, "Tables"), fault, h("p", null, h("a", { href: "#/tables" }, "All tables")));
        showFault(fault, faultOf(error));
      }
    },
  };
}
