/** Solved tables: positions by rank or board, counts, the farthest positions. */

import { write } from "../address.js";
import { ask, get, isAbort, isStatic } from "../api.js";
import { SAME, showAnswer } from "../board/answer.js";
import { BoardView } from "../board/board-view.js";
import { refusal, refuse } from "../board/fault.js";
import { card, count, facts, fill, form, h, labelled, named, partial, plies, quiet, select, tableOf } from "../dom.js";
import { inner } from "../positions.js";
import { build } from "../tables/build.js";
import { lengths } from "../tables/lengths.js";

const CLASSES = /** @type {Texts} */ ({ N: "won", P: "lost", D: "drawn" });
/** The number of positions listed at once. */
const LISTED = 50;

/** @param {number[]} list */
const sum = (list) => list.reduce((all, one) => all + one, 0);

/** @param {Table} table */
function title({ game, board, play }) {
  return `${game} ${board}${play === "misere" ? ", misère play" : ""}`;
}

/** @returns {Section} */
export function section() {
  const element = h("div", { class: "page tables-page" });
  /** The signal of the address on display. */
  let { signal } = new AbortController();

  /** @returns {Promise<Table[]>} */
  function all() {
    return get("tables", signal);
  }

  async function showList() {
    const list = await all();
    fill(
      element,
      h("h1", null, "Tables"),
      h("p", null, "Games in which every position of a board is solved: who wins, and in how many moves."),
      list.length > 0 ? h("ul", { class: "cards" }, list.map(summary)) : h("p", { class: "notice" }, isStatic ? "Tables are built and read by the program. This page runs without it." : "The server has no tables."),
      build(list.length > 0),
    );
  }

  /** @param {ListedTable} table */
  function summary(table) {
    if ("error" in table) return h("li", { class: "card" }, h("p", { class: "notice" }, table.error));
    const counts = `${count(table.positions)} positions: ${count(sum(table.won))} won, ${count(sum(table.lost))} lost, ${count(table.drawn)} drawn`;
    return h(
      "li",
      null,
      h("a", { class: "card lesson-card plain", href: write("tables", [table.directory]) }, h("span", { class: "game-name" }, title(table)), h("span", { class: "quiet" }, table.complete ? counts : "not complete"), h("span", { class: "quiet" }, table.directory)),
    );
  }

  /** @param {Table} table @param {URLSearchParams} options */
  async function showTable(table, options) {
    const name = /** @type {string} */ (table.directory);
    const go = (/** @type {Texts} */ to) => (location.hash = write("tables", [name], to));
    const [outcome, remoteness] = [options.get("outcome") ?? "", options.get("remoteness") ?? ""];
    const place = h("div", { class: "result" });
    const numbers = { Positions: count(table.positions), Won: count(sum(table.won)), Lost: count(sum(table.lost)), Drawn: count(table.drawn), "On disk": `${count(Math.ceil(table.bytes / 1024))} KiB` };
    const unit = table.records === "points" ? "points" : "moves";
    const far = (/** @type {Record<string, any>} */ options, /** @type {string} */ text) => h("a", { href: write("tables", [name], options) }, text);
    // Positions of the table do not include the board.
    const onBoard = (/** @type {string} */ position) => (table.board && position.startsWith(table.board) ? position.slice(table.board.length).replace(/^[\s,]+/, "") : position);
    const farthest = table.farthest && h("p", null, "The farthest position is ", far({ position: onBoard(inner(table.farthest)) }, table.farthest), ", ", far({ remoteness: table.remoteness }, `${plies(table.remoteness ?? 0)} from the end`), ".");
    fill(
      element,
      quiet(h("a", { href: "#/tables" }, "All tables")),
      h("h1", null, title(table)),
      !table.complete && h("p", { class: "notice" }, "This table is incomplete, because its construction was interrupted."),
      h(
        "section",
        { class: "card", "aria-label": "All positions" },
        facts(numbers),
        lengths(table, unit, (length) => go({ remoteness: String(length) })),
        farthest,
      ),
      finder(options, go),
      place,
      filters({ outcome, remoteness }, table, go),
    );
    const list = card("Positions");
    element.append(list);
    await Promise.all([look(name, options, place), positions(name, { outcome, remoteness, from: options.get("from") ?? "" }, list)]);
  }

  /** @param {URLSearchParams} options @param {(to: Texts) => void} go */
  function finder(options, go) {
    const by = select("table-by", { position: "Position", rank: "Rank" }, options.has("rank") ? "rank" : "position");
    const input = h("input", { id: "table-find", value: options.get("rank") ?? options.get("position") ?? "" });
    const look = () => go({ [by.value]: input.value.trim() });
    const fields = form("row", look, named("Look up by", by), named("What to look up", input), h("button", { type: "submit", class: "primary" }, "Look up"));
    return card("Look up", fields, quiet("Leave the field empty for the starting position."));
  }

  /** @param {string} table @param {URLSearchParams} options @param {HTMLElement} place */
  async function look(table, options, place) {
    if (!options.has("rank") && !options.has("position")) return;
    const rank = options.get("rank");
    try {
      if (rank !== null && !/^\d+$/.test(rank)) throw new Error("A rank is a whole number.");
      const what = rank !== null ? { rank: Number(rank) } : options.get("position") ? { position: options.get("position") } : {};
      const answer = await ask("query", { table, ...what, max_moves: 200 }, { signal });
      const game = answer.position;
      const [shown, line] = await Promise.all(["moves", "line"].map((path) => ask(path, { game, max_moves: 1 }, { signal })));
      const board = new BoardView();
      board.tallest = 300;
      const text = h("div", { class: "answer" });
      showAnswer(text, answer, { turn: line.to_move, kind: "ranked", legal: shown.move_count, names: shown.player_names ?? SAME });
      const address = write("board", [shown.game, inner(shown.position)]);
      fill(place, h("section", { class: "card", "aria-label": "The position" }, h("h2", null, `Rank ${answer.rank}`), h("p", null, h("code", null, answer.position)), board, text, h("p", null, h("a", { href: address }, "Open on the board"))));
      board.show(shown.view, [], answer.position);
    } catch (error) {
      refuse(place, error, options.get("position") ?? undefined);
    }
  }

  /**
   * @param {{outcome: string, remoteness: string}} chosen
   * @param {Table} table
   * @param {(to: Texts) => void} go
   */
  function filters({ outcome, remoteness }, table, go) {
    const which = select("table-outcome", { "": "All", ...CLASSES }, outcome);
    const length = h("input", { id: "table-length", type: "number", min: 0, value: remoteness });
    const list = () => go({ outcome: which.value, remoteness: length.value });
    const far = table.records === "points" ? "Points" : "Plies to the end";
    return card("List", form("row", list, labelled("For the player to move", which), labelled(far, length), h("button", { type: "submit" }, "List")));
  }

  /** @param {string} table @param {Listed} chosen @param {HTMLElement} place */
  async function positions(table, { outcome, remoteness, from }, place) {
    const body = { table, max: LISTED, ...(outcome ? { outcome } : {}), ...(remoteness ? { remoteness: Number(remoteness) } : {}), ...(from ? { from: Number(from) } : {}) };
    try {
      const answer = /** @type {Entries} */ (await ask("positions", body, { signal }));
      const line = (/** @type {Entry} */ { rank, position, outcome: wins, remoteness: length, points }) =>
        h(
          "tr",
          null,
          h("td", null, h("a", { href: write("tables", [table], { rank }) }, count(rank))),
          h("td", null, h("code", null, position)),
          h("td", null, CLASSES[wins] ?? wins),
          h("td", null, points ?? length ?? ""),
        );
      place.append(answer.positions.length === 0 ? quiet("There are no such positions.") : tableOf("The list of positions", ["Rank", "Position", "To move", "In"], answer.positions.map(line)), partial(answer) || "");
      if (answer.next !== null) place.append(h("p", null, h("a", { class: "button", href: write("tables", [table], { outcome, remoteness, from: answer.next }) }, "More")));
    } catch (error) {
      place.append(refusal(error));
    }
  }

  return {
    element,
    async show({ parts, options }, wanted) {
      signal = wanted;
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
        fill(element, h("h1", null, "Tables"), refusal(error), h("p", null, h("a", { href: "#/tables" }, "All tables")));
      }
    },
  };
}
