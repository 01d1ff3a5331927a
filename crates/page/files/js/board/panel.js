/** The analysis panel: the answer, the moves with their results, the game record. */

import { ask, isAbort } from "../api.js";
import { card, cut, fill, h, hover, plies, quiet, refill } from "../dom.js";
import { drawThermograph, placed } from "../values/thermograph.js";
import { showAnswer } from "./answer.js";
import { addLine, describe } from "./best-line.js";
import { drawHistory } from "./history.js";
import { SIGNS, WORDS } from "./marks.js";
import { drawTree } from "./tree.js";

/** The number of moves listed at first. */
const LISTED = 48;
/** The maximum length of a value whose thermograph is drawn. */
const LONGEST = 2000;

export class Panel {
  #answer = h("div", { class: "answer" });
  #list = h("div", { class: "moves" });
  #course = h("div", { class: "course" });
  #history = h("div", { class: "history-place" });
  #best = h("button", { title: "Add the line of best play from here to the game record", onclick: () => void this.#bestLine() }, "Best line");
  #bestSaid = h("span", { class: "quiet", role: "status" });
  #heat = card("Thermograph");
  /** The value whose thermograph is on display or requested. */
  #heated = "";
  #showAll = false;
  #session;
  #board;
  #noteOf;
  #refuse;
  element;

  /**
   * @param {import("./session.js").Session} session
   * @param {{board: import("./board-view.js").BoardView, busy: HTMLElement, noteOf: (node: Ply) => string, refuse: (error: unknown) => void}} parts
   *   The board that shows previews, and the progress of the work; `noteOf` returns the note on a position.
   */
  constructor(session, { board, busy, noteOf, refuse }) {
    this.#session = session;
    this.#board = board;
    this.#noteOf = noteOf;
    this.#refuse = refuse;
    const best = h("div", { class: "row" }, this.#best, this.#bestSaid);
    this.#heat.hidden = true;
    this.element = h("div", { class: "panel" }, card("Who wins", this.#answer, busy), card("Moves", this.#list), card("Game", best, this.#course, this.#history), this.#heat);
  }

  /** Prepares for another position. */
  begin() {
    this.#showAll = false;
    this.#bestSaid.textContent = "";
    this.wait();
  }

  wait() {
    // Keep the heights of the cards, so that the content below them does not move.
    for (const place of [this.#answer, this.#list]) if (place.offsetHeight > 0) place.style.minHeight = `${place.offsetHeight}px`;
    fill(this.#answer, quiet("Working …"));
  }

  fail() {
    fill(this.#answer, quiet("No answer."));
  }

  /** @param {Solved} solved */
  drawAnswer(solved) {
    const session = this.#session;
    showAnswer(this.#answer, solved, session.state);
    void this.#drawHeat(solved);
    if (!solved.complete) this.#answer.append(h("button", { onclick: () => void session.load() }, "Search again"));
  }

  /** Draws the thermograph of a hot value below the other cards. @param {Solved} solved */
  async #drawHeat(solved) {
    const isHot = solved.value && solved.temperature && solved.value_kind === "game" && !/^(-|0$)/.test(solved.temperature) && solved.value.length <= LONGEST;
    const value = isHot ? String(solved.value) : "";
    if (value === this.#heated) return;
    this.#heated = value;
    this.#heat.hidden = true;
    if (!value) return;
    const { signal } = this.#session;
    const answer = await ask("thermograph", { thermograph: value }, { signal }).catch(() => null);
    if (this.#heated !== value) return;
    if (signal.aborted) this.#heated = "";
    if (signal.aborted || !answer?.mean) return;
    fill(this.#heat, h("h2", null, "Thermograph"), drawThermograph(placed(answer)).figure);
    this.#heat.hidden = false;
  }

  drawMoves() {
    const legal = this.#session.legal();
    const { moves } = this.#session;
    const shown = this.#showAll ? legal : legal.slice(0, LISTED);
    const total = moves?.move_count ?? legal.length;
    const isPartial = (moves?.moves.length ?? 0) < total;
    fill(
      this.#list,
      legal.length === 0 && quiet("No moves."),
      h("ul", { class: "chips" }, shown.map((move) => h("li", null, this.#moveButton(move)))),
      shown.length < legal.length &&
        h("button", { class: "link", onclick: () => ((this.#showAll = true), this.drawMoves()) }, `Show all ${legal.length} moves`),
      isPartial && quiet(`The first ${moves?.moves.length} of ${total} moves are listed.`),
    );
  }

  /** @param {Move} move */
  #moveButton(move) {
    const result = move.outcome;
    const more = [result && move.value ? move.value : "", result && typeof move.remoteness === "number" ? `in ${plies(move.remoteness)}` : ""].filter(Boolean).join(", ");
    const shown = cut(more, 18);
    return h(
      "button",
      {
        class: `chip ${result ?? ""}`,
        onclick: () => this.#session.make(move),
        ...hover(() => this.#board.preview(move), () => this.#board.preview(null)),
      },
      result && h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[result]),
      result && h("span", { class: "unseen" }, `${WORDS[result]}: `),
      move.text,
      shown && h("span", { class: "after" }, shown),
    );
  }

  drawCourse() {
    const session = this.#session;
    refill(this.#course, "[aria-current]", drawTree(session.record, { isColoured: session.kind !== "impartial", name: (turn) => session.name(turn), noteOf: this.#noteOf, go: (node) => session.go(node) }));
    this.drawHistory();
  }

  drawHistory() {
    const session = this.#session;
    const { record } = session;
    const nodes = [record.root, ...record.line()];
    const drawn = drawHistory({ nodes, current: record.current, name: (turn) => session.name(turn), go: (node) => session.go(node) });
    refill(this.#history, ".now", drawn);
  }

  /** Adds the line of best play without leaving the current position. The user can step through it. */
  async #bestLine() {
    const session = this.#session;
    this.#best.disabled = true;
    this.#bestSaid.textContent = "Working …";
    try {
      const { signal } = session;
      const line = /** @type {Line} */ (await session.ask("line", session.record.current.position, session.mover(), { signal }));
      addLine(session.record, line, (text) => session.inside(text));
      session.dispatchEvent(new Event("record"));
      this.#bestSaid.textContent = describe(line);
    } catch (error) {
      this.#bestSaid.textContent = "";
      if (!isAbort(error)) this.#refuse(error);
    } finally {
      this.#best.disabled = false;
    }
  }
}
