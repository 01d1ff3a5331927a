/** `<ww-live>`: a small board for one game against the engine, or for one move, with a status line below it. */

import { isAbort, pause } from "../api.js";
import { emit, fill, h, on } from "../dom.js";
import { BoardView } from "./board-view.js";
import { refuse } from "./fault.js";
import { replyOf } from "./opponent.js";
import { Session } from "./session.js";

/** The pause before the engine moves, and again after it announces its move, in milliseconds, so that users can follow. */
const THINKING = 550;

/**
 * The visitor moves first. Events: `ww-shown` with the moves of each position, and `ww-made` with each move of the visitor.
 */
export class LiveBoard extends HTMLElement {
  /** @type {Live} */
  start = { game: "nim", position: "" };
  session = new Session();
  board = new BoardView();
  /** The number of moves that the visitor has made. */
  made = 0;
  #isOver = false;
  /** The last move of the engine. */
  #lastReply = "";
  #isBuilt = false;
  /** True if the board regains the focus on the visitor's turn. */
  #hasFocus = false;
  #status = h("p", { class: "live-status", role: "status" });
  #fault = h("div");

  connectedCallback() {
    const { board, session } = this;
    if (this.#isBuilt) {
      // Resume an interrupted request, or the move of the engine.
      const isWaiting = !this.#isOver && !this.#isYours() && !this.start.once;
      if (isWaiting || !session.isShown) void session.load();
      return;
    }
    this.#isBuilt = true;
    board.tallest = this.start.tallest ?? 230;
    session.depth = "none";
    this.append(board, this.#status, this.#fault);
    on(board, "ww-move", (move) => this.#make(move));
    on(session, "begin", () => {
      this.setAttribute("aria-busy", "true");
      fill(this.#fault);
    });
    on(session, "arrive", (moves) => this.#show(moves));
    on(session, "settle", () => this.removeAttribute("aria-busy"));
    on(session, "refuse", ({ error }) => refuse(this.#fault, error));
    this.restart();
  }

  disconnectedCallback() {
    this.session.end();
  }

  restart() {
    const { game, position, misere, you } = this.start;
    this.made = 0;
    this.#lastReply = "";
    this.#isOver = false;
    void this.session.open({ game, position, misere, turn: you });
  }

  /** Shows a sentence below the board. @param {string} text @param {"" | "won" | "lost"} [kind] */
  say(text, kind = "") {
    this.#status.className = `live-status ${kind}`;
    fill(this.#status, text);
  }

  /** Highlights a move of the position on display. @param {string} text */
  point(text) {
    this.board.preview(this.session.legal().find((one) => one.text === text) ?? null);
  }

  /** Ends the game: the board no longer accepts clicks. */
  freeze() {
    this.#isOver = true;
    this.classList.add("still");
    this.board.update(this.session.legal());
  }

  #isYours() {
    return this.session.record.current.turn === (this.start.you ?? "left");
  }

  /** @param {Moves} moves */
  #show(moves) {
    const legal = this.session.legal();
    const isYours = this.#isYours();
    // The board has no Tab stops while the engine moves.
    this.#hasFocus ||= this.board.contains(document.activeElement);
    this.classList.toggle("still", !isYours);
    this.board.show(moves.view, isYours ? legal : [], moves.position, this.session.made);
    if (isYours && this.#hasFocus) {
      this.#hasFocus = false;
      if (document.activeElement === document.body) this.board.focusBoard();
    }
    const isEnd = legal.length === 0 && !this.start.once;
    if (isEnd) this.#end();
    else if (isYours) this.say(this.#lastReply ? `Winways: ${this.#lastReply}. Your move.` : (this.start.says ?? "Your move."));
    emit(this, "ww-shown", moves);
    if (!isEnd && !isYours && !this.start.once) void this.#reply();
  }

  /** @param {Move} move */
  #make(move) {
    if (this.#isOver || !this.#isYours() || !this.session.isShown) return;
    this.made += 1;
    this.session.make(move);
    emit(this, "ww-made", move);
  }

  /** Lets the engine move. */
  async #reply() {
    const { session } = this;
    const { signal } = session;
    this.say("Winways is thinking …");
    try {
      const { move } = await replyOf(session, this.start.level ?? 10, signal, THINKING);
      if (!move || signal.aborted) return;
      this.board.preview(move);
      this.say(`Winways: ${move.text}`);
      await pause(THINKING, signal);
      this.#lastReply = move.text;
      session.make(move);
    } catch (error) {
      if (!isAbort(error)) refuse(this.#fault, error);
    }
  }

  /** Ends the game, because the player to move cannot move. */
  #end() {
    this.#isOver = true;
    const hasWon = this.#isYours() === Boolean(this.start.misere);
    this.say(hasWon ? "You win. Well played!" : "Winways wins this time. It can be beaten: try again.", hasWon ? "won" : "lost");
  }
}

customElements.define("ww-live", LiveBoard);

/** Creates a live board. @param {Live} start */
export function live(start) {
  const board = new LiveBoard();
  board.start = start;
  return board;
}
