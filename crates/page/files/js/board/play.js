/** `<ww-play>`: a board for playing and analysing, with the analysis beside it. */

import { playAddress } from "../address.js";
import { faultOf, isAbort } from "../api.js";
import { Busy } from "../busy.js";
import { emit, fill, h, labelled, on, refill, select, uniqueId } from "../dom.js";
import { sentence, winner } from "./answer.js";
import { BoardView } from "./board-view.js";
import { showFault } from "./fault.js";
import { Live } from "./live.js";
import { replyOf } from "./opponent.js";
import { Panel } from "./panel.js";
import { other } from "./record.js";
import { Session } from "./session.js";

/** @type {Turn[]} */
const TURNS = ["left", "right"];

/**
 * Event `ww-position`: the position or the player to move has changed; its detail describes the change. Without a panel, the
 * element is a bare board for lessons.
 */
export class Play extends HTMLElement {
  session = new Session();
  board = new BoardView();
  /** The containers for an editor and for other elements below the board. */
  editing = h("div", { class: "editing" });
  below = h("div", { class: "below" });
  #turns = h("div", { class: "segments turns", role: "group", "aria-label": "Player to move" });
  #status = h("p", { class: "status", role: "status" });
  #live = new Live();
  #fault = h("div");
  #busy = new Busy();
  #undo = button("Undo", "Take back the last move", () => this.undo());
  #redo = button("Redo", "Redo the next move", () => this.redo());
  #start = button("Start", "Back to the first position", () => this.go(this.record.root));
  #marking = select(uniqueId("select"), { none: "No marks", winning: "Winning moves", all: "All moves", values: "Values" });
  #play = h("a", { class: "button", title: "Play this position against Winways or another person, without analysis" }, "Play this");
  /** Returns the note on a position. @type {(node: Ply) => string} */
  noteOf = () => "";
  /** @type {Panel | null} */
  #panel = null;
  #isBuilt = false;
  /** True after the user went back: the engine waits for the user's move. */
  #isHeld = false;
  /** True if there is no panel. */
  isBare = false;
  /** The initial marks, and the player that Winways plays on the board of a lesson: `first`, `second` or none. */
  preset = { marks: "", opponent: "" };

  get game() {
    return this.session.game;
  }
  get misere() {
    return this.session.misere;
  }
  get record() {
    return this.session.record;
  }
  get moves() {
    return this.session.moves;
  }

  connectedCallback() {
    // Resume an interrupted request.
    if (this.#isBuilt && (this.#busy.isOn || this.hasAttribute("aria-busy"))) void this.session.load();
    if (this.#isBuilt) return;
    this.#isBuilt = true;
    if (this.isBare) this.board.tallest = 300;
    if (this.isBare) this.session.depth = "moves";
    if (this.preset.marks) this.#marking.value = this.preset.marks;
    const tools = h("div", { class: "row tools", role: "toolbar", "aria-label": "The game" }, this.#start, this.#undo, this.#redo, !this.isBare && this.#play, labelled("Mark", this.#marking));
    const stage = h(this.isBare ? "div" : "section", { class: "stage card", "aria-label": this.isBare ? null : "The board" }, h("div", { class: "row between turn-line" }, this.#status, this.#turns), this.board, this.#live.element, this.#fault, this.editing, tools, this.below);
    if (this.isBare) {
      stage.append(this.#busy.element);
      this.append(stage);
    } else {
      this.#panel = new Panel(this.session, { board: this.board, busy: this.#busy.element, noteOf: (node) => this.noteOf(node), refuse: (error) => this.#refuse(error) });
      this.append(stage, this.#panel.element);
    }
    this.#listen();
  }

  #listen() {
    const { session } = this;
    on(this.board, "ww-move", (move) => session.make(move));
    on(session, "begin", (shown) => this.#begin(shown));
    on(session, "arrive", (answer) => this.#arrive(answer));
    on(session, "learn", () => this.#learn());
    on(session, "tell", (solved) => this.#tell(solved));
    on(session, "study", () => this.#busy.begin(() => session.stop()));
    on(session, "progress", (event) => {
      this.removeAttribute("aria-busy");
      this.#busy.progress(event);
    });
    on(session, "settle", () => this.#settle());
    on(session, "refuse", ({ error, position }) => this.#refuse(error, position));
    on(session, "record", () => this.#drawCourse());
    on(session, "position", (detail) => emit(this, "ww-position", detail));
    on(session, "make", (move) => {
      this.#isHeld = false;
      emit(this, "ww-made", move);
    });
    this.#marking.addEventListener("change", () => this.#mark());
    this.addEventListener("keydown", (event) => this.#shortcut(event));
  }

  disconnectedCallback() {
    this.session.end();
  }

  /** Hides the position until another one is opened. */
  close() {
    this.session.close();
    this.board.show(null, [], "");
    this.#panel?.drawMoves();
    fill(this.#status);
    this.#panel?.wait();
  }

  /** Opens a position, as {@link Session.open} does. @param {Parameters<Session["open"]>[0]} what */
  open(what) {
    return this.session.open(what);
  }

  /** Opens a typed position, as {@link Session.set} does. @param {string} position @param {Promise<unknown>} [ready] @param {GameRef} [game] */
  set(position, ready, game) {
    return this.session.set(position, ready, game);
  }

  /** Requests data for a new position, as {@link Session.attempt} does.
   * @template T
   * @param {(how: How) => Promise<T>} next
   */
  attempt(next) {
    return this.session.attempt(next);
  }

  /** Returns a request for the moves of a position. @param {string} position */
  requestOf(position) {
    return this.session.requestOf(position);
  }

  /** @param {Ply} node */
  go(node) {
    // After going back, the user moves.
    if (node !== this.record.current) this.#isHeld = true;
    this.session.go(node);
  }

  undo() {
    const { parent } = this.record.current;
    if (!parent) return;
    // Against the engine, take back its reply too.
    this.go(this.#isEngine(parent.turn) && parent.parent ? parent.parent : parent);
  }

  redo() {
    if (this.record.current.next) this.go(this.record.current.next);
  }

  /** @param {Ply | null} shown  The node that stays on display. */
  #begin(shown) {
    this.setAttribute("aria-busy", "true");
    this.#busy.end();
    if (!shown) this.#drawCourse();
  }

  /** @param {Moves} answer */
  #arrive(answer) {
    fill(this.#fault);
    const { session } = this;
    this.board.show(answer.view, session.legal(), answer.position, session.made);
    const { mover } = this.record.current;
    this.#live.move(this.record.current, mover && this.#isEngine(mover) ? "Winways" : session.name(mover ?? "left"));
    this.#mark();
    this.#drawTurn();
    this.#panel?.begin();
    this.#panel?.drawMoves();
    this.#drawCourse();
    emit(this, "ww-arrived", answer);
  }

  #learn() {
    this.board.update(this.session.legal());
    this.#panel?.drawMoves();
  }

  /** @param {Solved} solved */
  #tell(solved) {
    if (!this.isBare) this.#live.verdict(solved, this.session.state);
    this.#panel?.drawAnswer(solved);
    this.#drawTurn();
    this.#panel?.drawHistory();
  }

  #settle() {
    this.#busy.end();
    this.removeAttribute("aria-busy");
    void this.#answerMove(this.session.signal);
  }

  /** @param {unknown} error @param {string} [position] */
  #refuse(error, position) {
    const fault = faultOf(error);
    showFault(this.#fault, fault, fault.in === "position" ? position : undefined);
    if (!this.session.solved) this.#panel?.fail();
  }

  /** Returns true if the engine moves for a player. @param {Turn} turn */
  #isEngine(turn) {
    return this.preset.opponent === (turn === "left" ? "first" : "second");
  }

  /** Lets the engine move, if it is the engine's turn. @param {AbortSignal} signal */
  async #answerMove(signal) {
    if (!this.#isEngine(this.record.current.turn) || this.#isHeld || signal.aborted || this.session.legal().length === 0) return;
    try {
      const { move } = await replyOf(this.session, 10, signal);
      if (move && !signal.aborted) this.session.make(move);
    } catch (error) {
      if (!isAbort(error)) this.#refuse(error);
    }
  }

  #mark() {
    this.board.marking = /** @type {Marking} */ (this.#marking.value);
  }

  #drawTurn() {
    const { session } = this;
    const { turn, kind, legal } = session.state;
    if (this.moves !== null && legal === 0) {
      const wins = session.solved ? winner(session.solved.outcome, turn) : kind === "ranked" ? null : this.misere ? turn : other(turn);
      const who = wins === "draw" ? ": a draw" : wins ? `: ${session.name(wins)} wins` : "";
      fill(this.#status, h("strong", null, `No moves left${who}`));
    } else {
      const engine = this.#isEngine(turn) ? " (Winways)" : "";
      fill(this.#status, h("span", { class: `who ${kind === "impartial" ? "either" : turn}`, "aria-hidden": "true" }), sentence(`${session.name(turn)} to move${engine}`));
    }
    const one = (/** @type {Turn} */ player) => h("button", { "aria-pressed": String(player === turn), onclick: () => session.setTurn(player) }, session.name(player));
    refill(this.#turns, '[aria-pressed="true"]', kind === "partizan" && TURNS.map(one));
  }

  #drawCourse() {
    const { current, root } = this.record;
    this.#play.href = playAddress(this.game, current.position, { you: current.turn, first: "you", misere: this.misere });
    this.#undo.disabled = !current.parent;
    this.#redo.disabled = !current.next;
    this.#start.disabled = current === root;
    this.#panel?.drawCourse();
  }

  /** Redraws the record after a change of its notes. */
  redraw() {
    this.#drawCourse();
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    if (event.key === "z" && !event.shiftKey) this.undo();
    else if (event.key === "y" || (event.key === "z" && event.shiftKey)) this.redo();
    else return;
    event.preventDefault();
  }
}

/** @param {string} text @param {string} title @param {() => void} onclick */
function button(text, title, onclick) {
  return h("button", { title, onclick }, text);
}

customElements.define("ww-play", Play);
