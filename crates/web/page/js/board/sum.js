/** Sums: boards beside each other, each with its value and its editor; boards are added and removed by clicks. */

import { write } from "../address.js";
import { ask, gamePage, games, isAbort } from "../api.js";
import { fill, h, quiet, uniqueId } from "../dom.js";
import { fit } from "../find.js";
import { asked, family, inner, parts } from "../positions.js";
import { editorFor } from "./edit/editor.js";
import { place } from "./edit/palette.js";
import { refuse } from "./fault.js";

/** @typedef {{entry: GamePage, game: string, position: string, view: View | null}} Board */

/** How many games are offered at once. */
const OFFERED = 10;

/** The value of a board, or who wins it. @param {Solved} solved */
function worth({ value, outcome }) {
  if (value !== null) return value.length > 60 ? `${value.slice(0, 58)}…` : value;
  return outcome ?? "not known";
}

/**
 * Events: `ww-sum` with the boards that are to stand there, as whole positions; `ww-boards` when more is known of them.
 */
export class SumEditor extends EventTarget {
  /** @type {string[]} */
  #parts = [];
  /** What is known of boards, by their texts. @type {Map<string, Board>} */
  #boards = new Map();
  /** @type {Map<string, string>} */
  #values = new Map();
  /** The board that is edited. */
  #chosen = 0;
  #list = h("ol", { class: "parts" });
  #fault = h("div");
  #search = h("input", { id: uniqueId("add"), type: "search", placeholder: "nim, domineering, kayles …" });
  #offers = h("ul", { class: "chips" });
  #more = h("details", null, h("summary", null, "Add a board"), h("div", { class: "adding" }, h("label", { for: this.#search.id }, "Find a game"), this.#search, this.#offers));
  element = h("section", { class: "sum", "aria-label": "Boards side by side", hidden: true }, this.#list, this.#more, this.#fault);
  #abort = new AbortController();

  constructor() {
    super();
    this.#search.addEventListener("input", () => void this.#offer());
    this.#search.addEventListener("keydown", (event) => {
      // It stands in the form of the position, which Enter would send.
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.#offers.querySelector("button")?.click();
    });
    this.#more.addEventListener("toggle", () => void (this.#more.open && this.#offer()));
  }

  /**
   * Shows the boards of a position.
   * @param {string} position  As a whole, `nim(3,5) + kayles(7)`.
   * @param {{misere: boolean, possible: boolean}} how  Whether other boards may stand beside it.
   */
  show(position, { misere, possible }) {
    this.element.hidden = !possible;
    fill(this.#fault);
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#parts = possible ? parts(position) : [];
    if (this.#parts.length < 2) return fill(this.#list);
    this.#chosen = Math.min(this.#chosen, this.#parts.length - 1);
    const focused = [...this.#list.querySelectorAll("input")].findIndex((input) => input === document.activeElement);
    const rows = this.#parts.map((part, index) => this.#row(part, index));
    fill(this.#list, rows.map(({ element }) => element));
    this.#list.querySelectorAll("input")[focused]?.focus();
    void this.#learn(rows.map(({ value }) => value), misere, this.#abort.signal);
  }

  /**
   * @param {string} part
   * @param {number} index
   */
  #row(part, index) {
    const input = h("input", { value: part, "aria-label": `Board ${index + 1}` });
    input.addEventListener("change", () => this.#put(index, input.value.trim()));
    const value = h("output", { "aria-label": `Value of board ${index + 1}` }, "…");
    const element = h("li", null, input, value, h("button", { "aria-label": `Remove board ${index + 1}`, onclick: () => this.#put(index, "") }, "Remove"));
    return { element, value };
  }

  /** Asks for the boards, which is quick, and then for their values, one after the other.
   * @param {HTMLElement[]} outputs
   * @param {boolean} misere
   * @param {AbortSignal} signal
   */
  async #learn(outputs, misere, signal) {
    const all = this.#parts;
    await Promise.all(all.map((part) => this.#boards.has(part) || this.#board(part, "", signal).then(({ board }) => this.#boards.set(part, board)).catch(() => {})));
    if (signal.aborted) return;
    this.dispatchEvent(new Event("ww-boards"));
    for (const [index, part] of all.entries()) {
      const name = `${misere} ${part}`;
      try {
        if (!this.#values.has(name)) this.#values.set(name, worth(await ask("solve", { game: part, max_moves: 0, ...(misere ? { misere } : {}) }, { signal })));
      } catch (error) {
        if (isAbort(error)) return;
      }
      outputs[index].textContent = this.#values.get(name) ?? "not known";
    }
  }

  /** A position as a board, and as it is written in a sum.
   * @param {string} game
   * @param {string} position
   * @param {AbortSignal} [signal]
   * @returns {Promise<{board: Board, whole: string}>}
   */
  async #board(game, position, signal) {
    const answer = /** @type {Moves} */ (await ask("moves", { ...asked(game, position), max_moves: 1 }, { signal }));
    const board = { entry: await gamePage(family(answer.game)), game: answer.game, position: inner(answer.position), view: answer.view };
    return { board, whole: answer.position };
  }

  /**
   * The editor of all boards: clicks go to the one that they are on. Null while the boards are not known.
   * @param {View | null | undefined} view  Of the sum.
   * @returns {Editor | null}
   */
  editor(view) {
    const boards = this.#parts.flatMap((part) => this.#boards.get(part) ?? []);
    const owners = boards.flatMap((board, index) => (board.view?.figures ?? []).map(() => index));
    if (boards.length < 2 || boards.length < this.#parts.length || owners.length !== view?.figures.length) return null;
    const element = h("div");
    /** @type {Editor | null} */
    let editor = null;
    const choose = (/** @type {number} */ index) => {
      const hadFocus = element.contains(document.activeElement);
      this.#chosen = index;
      const board = boards[index];
      editor = editorFor(board.entry, board, (position, game) => void this.#change(index, game ?? board.game, position));
      const which = boards.map(({ entry }, number) => h("button", { "aria-pressed": String(number === index), onclick: () => choose(number) }, `${number + 1} ${entry.title}`));
      fill(element, h("div", { class: "row", role: "group", "aria-label": "Board to edit" }, which), editor?.element ?? quiet("This board is edited by its text."));
      if (hadFocus) which[index].focus();
    };
    choose(this.#chosen);
    /** The board of an element, and the element as that board names it. @param {string} name */
    const split = (name) => {
      const { figure, index } = place(name);
      return { board: owners[figure], own: `${figure - owners.indexOf(owners[figure])}.${index}` };
    };
    const at = (/** @type {string} */ name) => {
      const { board, own } = split(name);
      if (board !== this.#chosen) choose(board);
      return own;
    };
    return {
      element,
      byCell: true,
      cell: (name) => {
        const own = at(name);
        editor?.cell?.(own);
      },
      link: (from, to) => {
        const own = at(from);
        if (split(to).board === this.#chosen) editor?.link?.(own, split(to).own);
      },
    };
  }

  async #offer() {
    const all = await games().catch(() => []);
    const fits = all.filter((game) => game.players !== "ranked").map((game) => ({ game, rank: fit(game, this.#search.value) }));
    const found = fits.filter(({ rank }) => rank >= 0).sort((one, other) => one.rank - other.rank);
    fill(
      this.#offers,
      found.slice(0, OFFERED).map(({ game: { example, title } }) => h("li", null, h("button", { class: "chip", onclick: () => void this.#change(this.#parts.length, example.game, example.position) }, title))),
      found.length === 0 && h("li", null, "No game of this name."),
    );
  }

  /** Puts another position in the place of a board.
   * @param {number} index
   * @param {string} game
   * @param {string} position
   */
  async #change(index, game, position) {
    try {
      const { board, whole } = await this.#board(game, position);
      this.#boards.set(whole, board);
      this.#put(index, whole);
    } catch (error) {
      refuse(this.#fault, error, position);
    }
  }

  /**
   * @param {number} index
   * @param {string} part  Empty if the board goes.
   */
  #put(index, part) {
    const next = this.#parts.toSpliced(index, 1, part).filter(Boolean);
    this.dispatchEvent(new CustomEvent("ww-sum", { detail: next }));
  }
}

/**
 * The address of boards side by side, or of a single one.
 * @param {string[]} list  Whole positions.
 * @param {Record<string, string | boolean>} options
 */
export async function sumAddress(list, options) {
  const { game, position } = /** @type {Moves} */ (await ask("moves", { game: list.join(" + "), max_moves: 1 }));
  return write("board", [game, inner(position)], options);
}
