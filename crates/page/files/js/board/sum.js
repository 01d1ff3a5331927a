/** An editor for sums: boards side by side, each with its value and editor. */

import { ask, gamePage, games, isAbort, Latest } from "../api.js";
import { cut, emit, fill, h, quiet, refill, uniqueId } from "../dom.js";
import { fit } from "../find.js";
import { family, inner, parts } from "../positions.js";
import { editorFor } from "./edit/editor.js";
import { isValue, valueInLine } from "../values/value.js";
import { place } from "./edit/palette.js";

/** The maximum number of games offered at once. */
const OFFERED = 10;

/** Returns the value of a board, or its outcome. @param {Solved} solved */
const worth = ({ value, outcome }) => value ?? outcome ?? "not known";

/**
 * Events: `ww-sum` with the new boards as positions, and a promise that resolves when they can be shown; `ww-boards` when the data of
 * the boards has arrived.
 */
export class SumEditor extends EventTarget {
  /** The latest texts of the boards. The text of a removed board is empty until the other boards are shown. @type {string[]} */
  #parts = [];
  /** The boards on display. @type {string[]} */
  #shown = [];
  #misere = false;
  #isLeft = false;
  /** The known boards, by their texts. @type {Map<string, Board>} */
  #boards = new Map();
  /** @type {Map<string, string>} */
  #values = new Map();
  /** The board being edited. */
  #chosen = 0;
  #list = h("ol", { class: "parts" });
  #search = h("input", { id: uniqueId("add"), type: "search", placeholder: "nim, domineering, kayles …" });
  #offers = h("ul", { class: "chips" });
  #more = h("details", null, h("summary", null, "Add a board"), h("div", { class: "adding" }, h("label", { for: this.#search.id }, "Find a game"), this.#search, this.#offers));
  element = h("section", { class: "sum", "aria-label": "Boards side by side", hidden: true }, this.#list, this.#more);
  #latest = new Latest();

  constructor() {
    super();
    this.#search.addEventListener("input", () => void this.#offer());
    this.#search.addEventListener("keydown", (event) => {
      // Keep Enter from submitting the form.
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.#offers.querySelector("button")?.click();
    });
    this.#more.addEventListener("toggle", () => void (this.#more.open && this.#offer()));
  }

  /**
   * Shows the boards of a position.
   * @param {string} position  The whole position, `nim(3,5) + kayles(7)`.
   * @param {{misere: boolean, possible: boolean}} how  `possible` is true if other boards can be added.
   */
  show(position, { misere, possible }) {
    this.element.hidden = !possible;
    this.#misere = misere;
    this.#shown = possible ? parts(position) : [];
    const isSum = this.#shown.length > 1;
    if (isSum) this.#chosen = Math.min(this.#chosen, this.#shown.length - 1);
    const focused = [...this.#list.querySelectorAll("input")].findIndex((input) => input === document.activeElement);
    fill(this.#list, isSum && this.#shown.map((part, index) => this.#row(part, index)));
    this.#list.querySelectorAll("input")[focused]?.focus();
    this.reset();
  }

  /** Discards edits that are not displayed yet. */
  reset() {
    this.#isLeft = false;
    this.#parts = this.#shown;
    const signal = this.#latest.next();
    if (this.#parts.length > 1) void this.#learn(signal);
  }

  /** Cancels the requests for values. */
  leave() {
    this.#latest.end();
    this.#isLeft = true;
  }

  resume() {
    if (this.#isLeft) this.reset();
  }

  /**
   * Replaces the position of the only board on display. If other boards are being added, updates the sum and returns true.
   * @param {string} game
   * @param {string} position
   */
  stand(game, position) {
    const isSum = this.#parts.length > 1;
    if (isSum) this.#put(0, whole(game, position));
    else this.#parts = [whole(game, position)];
    return isSum;
  }

  /** @param {string} part @param {number} index */
  #row(part, index) {
    const input = h("input", { value: part, "aria-label": `Board ${index + 1}` });
    input.addEventListener("change", () => this.#put(index, input.value.trim()));
    const value = h("output", { "aria-label": `Value of board ${index + 1}` }, "…");
    return h("li", null, input, value, h("button", { "aria-label": `Remove board ${index + 1}`, onclick: () => this.#put(index, "") }, "Remove"));
  }

  /** Requests the boards, which is fast, and then their values, one by one.
   * @param {AbortSignal} signal
   */
  async #learn(signal) {
    const [all, misere] = [this.#parts, this.#misere];
    const outputs = this.#list.querySelectorAll("output");
    await this.#know(all, signal);
    if (signal.aborted) return;
    this.dispatchEvent(new Event("ww-boards"));
    for (const [index, part] of all.entries()) {
      const name = `${misere} ${part}`;
      try {
        if (!this.#values.has(name)) this.#values.set(name, worth(await ask("solve", { game: part, max_moves: 0, ...(misere ? { misere } : {}) }, { signal })));
      } catch (error) {
        if (isAbort(error)) return;
      }
      const known = this.#values.get(name) ?? "not known";
      fill(outputs[index], isValue(known) ? valueInLine(known) : cut(known, 60));
    }
  }

  /** Requests the unknown boards. Errors are reported by the request for their sum.
   * @param {string[]} all
   * @param {AbortSignal} signal
   */
  #know(all, signal) {
    const learn = async (/** @type {string} */ part) => {
      if (!part || this.#boards.has(part)) return;
      const { game, position, view } = /** @type {Moves} */ (await ask("moves", { game: part, max_moves: 1 }, { signal }));
      const board = { entry: await gamePage(family(game)), game, position: inner(position), view };
      // The engine may normalise the text.
      for (const text of [part, position]) this.#boards.set(text, board);
    };
    return Promise.allSettled(all.map(learn));
  }

  /**
   * Returns an editor of all boards, which passes each click to the editor of its board. Returns null while the boards are not known.
   * @param {View | null | undefined} view  The view of the sum.
   * @returns {Editor | null}
   */
  editor(view) {
    const boards = this.#parts.flatMap((part) => this.#boards.get(part) ?? []);
    const owners = boards.flatMap((board, index) => (board.view?.figures ?? []).map(() => index));
    if (boards.length < 2 || boards.length < this.#parts.length || owners.length !== view?.figures.length) return null;
    const element = h("div");
    /** The editors keep the edited texts. @type {(Editor | null)[]} */
    const editors = [];
    const choose = (/** @type {number} */ index) => {
      this.#chosen = index;
      const board = boards[index];
      editors[index] ??= editorFor(board.entry, board, (position, game = board.game) => this.#put(index, whole(game, position)));
      const which = boards.map(({ entry }, number) => h("button", { "aria-pressed": String(number === index), onclick: () => choose(number) }, `${number + 1} ${entry.title}`));
      refill(element, '[aria-pressed="true"]', h("div", { class: "row", role: "group", "aria-label": "Board to edit" }, which), editors[index]?.element ?? quiet("This board is edited by its text."));
    };
    choose(this.#chosen);
    /** Returns the board of an element, and the name of the element on that board. @param {string} name */
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
      clear: () => editors[this.#chosen]?.clear?.(),
      random: () => {
        const [position, game = boards[this.#chosen].game] = editors[this.#chosen]?.random?.() ?? [boards[this.#chosen].position];
        return [this.#parts.with(this.#chosen, whole(game, position)).join(" + "), "sum"];
      },
      cell: (name) => {
        const own = at(name);
        editors[this.#chosen]?.cell?.(own);
      },
      link: (from, to) => {
        const own = at(from);
        if (split(to).board === this.#chosen) editors[this.#chosen]?.link?.(own, split(to).own);
      },
    };
  }

  async #offer() {
    const all = await games().catch(() => []);
    const fits = all.filter((game) => game.players !== "ranked").map((game) => ({ game, rank: fit(game, this.#search.value) }));
    const found = fits.filter(({ rank }) => rank >= 0).sort((one, other) => one.rank - other.rank);
    fill(
      this.#offers,
      found.slice(0, OFFERED).map(({ game: { example, title } }) => h("li", null, h("button", { class: "chip", onclick: () => this.#put(this.#parts.length, whole(example.game, example.position)) }, title))),
      found.length === 0 && h("li", null, "There is no game with this name."),
    );
  }

  /** @param {number} index @param {string} part  Empty to remove the board. */
  #put(index, part) {
    // Requests for old boards are obsolete.
    const signal = this.#latest.next();
    this.#parts = this.#parts.toSpliced(index, 1, part);
    const list = this.#parts.filter(Boolean);
    if (list.length > 0) emit(this, "ww-sum", { list, ready: this.#know(list, signal) });
  }
}

/** Formats a position with its game, for a sum. @param {string} game @param {string} position */
function whole(game, position) {
  return position ? `${game}("${position}")` : game;
}
