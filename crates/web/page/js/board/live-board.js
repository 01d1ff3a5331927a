/** `<ww-live>`: a small board for one game against the engine, or for one move, with a line of words below it. */

import { ask, isAbort, Latest, pause } from "../api.js";
import { emit, fill, h, on } from "../dom.js";
import { asked, inner } from "../positions.js";
import { BoardView } from "./board-view.js";
import { refuse } from "./fault.js";
import { other } from "./record.js";

/** The pause before a move of the engine in milliseconds, so that users can follow. */
const THINKING = 550;
/** The maximum number of moves requested. */
const MOST_MOVES = 400;

/**
 * The visitor moves first. Events: `ww-shown` with the moves of each position, `ww-made` with each move of the visitor, `ww-over` with
 * true if the visitor has won.
 */
export class LiveBoard extends HTMLElement {
  /** @type {Live} */
  start = { game: "nim", position: "" };
  board = new BoardView();
  /** The moves of the position on display. @type {Moves | null} */
  moves = null;
  #position = "";
  /** @type {Turn} */
  #turn = "left";
  /** The number of moves that the visitor has made. */
  made = 0;
  #isOver = false;
  /** The last move of the engine. */
  #lastReply = "";
  #isBuilt = false;
  /** True if the focus returns to the board with the visitor's turn. */
  #hasFocus = false;
  #status = h("p", { class: "live-status", role: "status" });
  #fault = h("div");
  #latest = new Latest();

  connectedCallback() {
    if (this.#isBuilt) {
      // Resume an interrupted request, or the move of the engine.
      const isWaiting = !this.#isOver && !this.#isYours() && !this.start.once;
      if (isWaiting || this.hasAttribute("aria-busy")) void this.#show();
      return;
    }
    this.#isBuilt = true;
    this.board.tallest = this.start.tallest ?? 230;
    this.append(this.board, this.#status, this.#fault);
    on(this.board, "ww-move", (move) => this.#make(move));
    this.restart();
  }

  disconnectedCallback() {
    this.#latest.end();
  }

  restart() {
    this.#position = this.start.position;
    this.#turn = this.start.you ?? "left";
    this.made = 0;
    this.#lastReply = "";
    this.#isOver = false;
    void this.#show();
  }

  /** Shows a sentence below the board. @param {string} text @param {"" | "won" | "lost"} [kind] */
  say(text, kind = "") {
    this.#status.className = `live-status ${kind}`;
    fill(this.#status, text);
  }

  /** Highlights a move of the position on display. @param {string} text */
  point(text) {
    const move = this.#legal().find((one) => one.text === text);
    if (move) this.board.preview(move);
  }

  /** Ends the game: clicks no longer move. */
  freeze() {
    this.#isOver = true;
    this.classList.add("still");
    this.board.update(this.#legal());
  }

  #legal() {
    return (this.moves?.moves ?? []).filter((move) => move.player === "either" || move.player === this.#turn);
  }

  #isYours() {
    return this.#turn === (this.start.you ?? "left");
  }

  /** @param {string} path @param {object} more @param {AbortSignal} signal */
  #ask(path, more, signal) {
    const { game, misere } = this.start;
    return ask(path, { ...asked(game, this.#position), ...(misere ? { misere } : {}), ...more }, { signal });
  }

  async #show() {
    const signal = this.#latest.next();
    this.setAttribute("aria-busy", "true");
    fill(this.#fault);
    try {
      this.moves = /** @type {Moves} */ (await this.#ask("moves", { max_moves: MOST_MOVES }, signal));
      const legal = this.#legal();
      // The board has no stops for the keyboard while the engine moves.
      this.#hasFocus ||= this.board.contains(document.activeElement);
      this.classList.toggle("still", !this.#isYours());
      this.board.show(this.moves.view, this.#isYours() ? legal : [], this.moves.position);
      this.removeAttribute("aria-busy");
      if (this.#isYours() && this.#hasFocus) {
        this.#hasFocus = false;
        if (document.activeElement === document.body) this.board.focusBoard();
      }
      if (legal.length === 0 && !this.start.once) this.#end();
      else if (this.#isYours()) this.say(this.#lastReply ? `Winways: ${this.#lastReply}. Your move.` : (this.start.says ?? "Your move."));
      emit(this, "ww-shown", this.moves);
      if (legal.length > 0 && !this.#isYours() && !this.start.once) await this.#reply(signal);
    } catch (error) {
      if (isAbort(error)) return;
      this.removeAttribute("aria-busy");
      refuse(this.#fault, error);
    }
  }

  /** @param {Move} move */
  #make(move) {
    if (this.#isOver || !this.#isYours() || this.hasAttribute("aria-busy")) return;
    this.made += 1;
    this.#go(move.to);
    emit(this, "ww-made", move);
    void this.#show();
  }

  /** @param {string} position */
  #go(position) {
    this.#position = inner(position);
    this.#turn = other(this.#turn);
  }

  /** Lets the engine move. @param {AbortSignal} signal */
  async #reply(signal) {
    this.say("Winways is thinking …");
    const wishes = { level: this.start.level ?? 10, seed: Math.floor(Math.random() * 2 ** 32), ...(this.moves?.players === "partizan" ? { to_move: this.#turn } : {}) };
    try {
      const [reply] = await Promise.all([this.#ask("reply", wishes, signal), pause(THINKING, signal)]);
      if (!reply.move || signal.aborted) return;
      const move = this.moves?.moves.find(({ text }) => text === reply.move.text);
      if (move) this.board.preview(move);
      this.say(`Winways: ${reply.move.text}`);
      await pause(THINKING, signal);
      this.#lastReply = reply.move.text;
      this.#go(reply.move.to);
      await this.#show();
    } catch (error) {
      if (!isAbort(error)) refuse(this.#fault, error);
    }
  }

  /** The player to move cannot move. */
  #end() {
    this.#isOver = true;
    const hasWon = this.#isYours() === Boolean(this.start.misere);
    this.say(hasWon ? "You win. Well played!" : "Winways wins this time. It can be beaten: try again.", hasWon ? "won" : "lost");
    emit(this, "ww-over", hasWon);
  }
}

customElements.define("ww-live", LiveBoard);

/** Creates a live board. @param {Live} start */
export function live(start) {
  const board = new LiveBoard();
  board.start = start;
  return board;
}
