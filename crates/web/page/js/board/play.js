/** `<ww-play>`: a board for playing and analysing, with the analysis beside it. */

import { ask, faultOf, isAbort, Latest, pause, wanted } from "../api.js";
import { Busy } from "../busy.js";
import { card, cut, emit, fill, h, hover, labelled, on, plies, quiet, refill, select, uniqueId } from "../dom.js";
import { asked, inner, isSum } from "../positions.js";
import { early, nameOf, SAME, sentence, showAnswer, winner } from "./answer.js";
import { addLine, describe } from "./best-line.js";
import { BoardView } from "./board-view.js";
import { showFault } from "./fault.js";
import { drawHistory } from "./history.js";
import { Live, namesOf } from "./live.js";
import { SIGNS, WORDS } from "./marks.js";
import { Course, isSameGame, other, resultOf } from "./record.js";
import { drawTree } from "./tree.js";

/** @type {Turn[]} */
const TURNS = ["left", "right"];
/** The maximum number of moves requested, and the number listed at first. */
const MOST_MOVES = 1000;
const LISTED = 48;
/** The pause before a move of the engine in milliseconds, so that users can follow. */
const THINKING = 450;

/** The levels of the opponent: at level n of 10 it plays n of 10 moves as well as possible. */
const LEVELS = { 10: "10: never errs", ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => [level, String(level)])) };

/**
 * Event `ww-position`: the position or the player to move has changed; its detail describes the change. Without a panel it is a bare
 * board, for lessons.
 */
export class Play extends HTMLElement {
  /** @type {GameRef} */
  game = "nim";
  misere = false;
  /** @type {Kind} */
  kind = "impartial";
  record = new Course("", "left");
  /** The moves of the last requested position. @type {Moves | null} */
  moves = null;
  /** The node that has these moves, or null during a request. @type {Ply | null} */
  #shown = null;
  /** @type {Solved | null} */
  solved = null;

  board = new BoardView();
  /** The place for an editor and for other elements below the board. */
  editing = h("div", { class: "editing" });
  below = h("div", { class: "below" });
  #turns = h("div", { class: "segments turns", role: "group", "aria-label": "Player to move" });
  #status = h("p", { class: "status", role: "status" });
  #live = new Live();
  #fault = h("div");
  #answer = h("div", { class: "answer" });
  #busy = new Busy();
  #list = h("div", { class: "moves" });
  #course = h("div", { class: "course" });
  #history = h("div", { class: "history-place" });
  #best = button("Best line", "Add the line of best play from here to the game record", () => void this.#bestLine());
  #bestSaid = h("span", { class: "quiet", role: "status" });
  #undo = button("Undo", "Take back the last move", () => this.undo());
  #redo = button("Redo", "Redo the next move", () => this.redo());
  #start = button("Start", "Back to the first position", () => this.go(this.record.root));
  #marking = select(uniqueId("select"), { none: "No marks", winning: "Winning moves", all: "All moves", values: "Values" });
  #opponent = select(uniqueId("select"), { none: "None: analyse", two: "Two people", left: "Winways moves first", right: "Winways moves second", both: "Watch Winways play" });
  #level = select(uniqueId("select"), LEVELS, "10");
  /** Returns the note on a position. @type {(node: Ply) => string} */
  noteOf = () => "";
  #latest = new Latest();
  #showAll = false;
  #isBuilt = false;
  /** True if the position on display has been analysed completely. */
  #isKnown = false;
  /** True if there is no panel. */
  isBare = false;
  /** The initial values of the marks and the opponent, for boards without a panel. */
  preset = { marks: "", opponent: "" };

  connectedCallback() {
    // Resume an interrupted request.
    if (this.#isBuilt && (this.#busy.isOn || this.hasAttribute("aria-busy"))) void this.load();
    if (this.#isBuilt) return;
    this.#isBuilt = true;
    if (this.isBare) this.board.tallest = 300;
    if (this.preset.marks) this.#marking.value = this.preset.marks;
    if (this.preset.opponent) this.#opponent.value = this.preset.opponent === "first" ? "left" : "right";
    on(this.board, "ww-move", (move) => this.make(move));
    const tools = h("div", { class: "row tools", role: "toolbar", "aria-label": "The game" }, this.#start, this.#undo, this.#redo, labelled("Mark", this.#marking));
    const stage = h(this.isBare ? "div" : "section", { class: "stage card", "aria-label": this.isBare ? null : "The board" }, h("div", { class: "row between turn-line" }, this.#status, this.#turns), this.board, this.#live.element, this.#fault, this.editing, tools, this.below);
    if (this.isBare) {
      stage.append(this.#busy.element);
      this.append(stage);
    } else {
      this.append(
        stage,
        h(
          "div",
          { class: "panel" },
          card("Who wins", this.#answer, this.#busy.element),
          card("Moves", this.#list),
          card(
            "Game",
            h("div", { class: "row" }, labelled("Opponent", this.#opponent), labelled("Strength", this.#level)),
            h("div", { class: "row" }, this.#best, this.#bestSaid),
            this.#course,
            this.#history,
          ),
        ),
      );
    }
    this.#marking.addEventListener("change", () => this.#changeMarks());
    for (const control of [this.#opponent, this.#level]) control.addEventListener("change", () => this.#engine());
    this.addEventListener("keydown", (event) => this.#shortcut(event));
  }

  disconnectedCallback() {
    this.#latest.end();
  }

  /** Hides the position until another one is opened. */
  close() {
    this.#begin();
    this.moves = null;
    this.board.show(null, [], "");
    this.#drawMoves();
    fill(this.#status);
    fill(this.#answer, quiet("Working …"));
  }

  /**
   * Opens a position. If the record of the same game contains it, goes to the nearest such node, so that nothing is lost.
   * @param {{game: GameRef, position: string, misere?: boolean, turn?: Turn, record?: Course | null}} what  `record` replaces the record.
   */
  async open({ game, position, misere = false, turn = "left", record = null }) {
    const isSame = misere === this.misere && this.moves !== null;
    if (record) this.record = record;
    const known = isSame || record ? this.record.find(position, turn, game) : null;
    if (!known || !isSameGame(game, this.game)) this.moves = null;
    this.game = game;
    this.misere = misere;
    if (known) this.record.go(known);
    else this.record = new Course(position, turn, game);
    await this.load();
  }

  /** Tries to open a typed position. If it is invalid, throws an error and leaves the board unchanged.
   * @param {string} position
   * @param {Promise<unknown>} [ready]  A promise to await before the position is shown.
   * @param {GameRef} [game]  Its game, if the edit changes the game.
   */
  async set(position, ready, game = this.game) {
    const answer = await this.attempt(async (how) => {
      const moves = /** @type {Moves} */ (await ask("moves", { ...asked(game, position), max_moves: MOST_MOVES, ...(this.misere ? { misere: true } : {}) }, how));
      await ready;
      return moves;
    });
    this.game = typeof game === "string" && answer.game ? answer.game : game;
    this.record.edit(this.#inside(answer.position), this.record.current.turn, this.game);
    this.#announce();
    await this.load(answer);
  }

  /** Requests data for a new position. Another attempt, or opening another position, cancels it.
   * @template T
   * @param {(how: How) => Promise<T>} next
   */
  async attempt(next) {
    // The request about the previous position is obsolete.
    const signal = this.#begin(this.#shown);
    try {
      return await wanted(next({ signal }), signal);
    } catch (error) {
      if (!signal.aborted) {
        this.removeAttribute("aria-busy");
        void (this.#shown ? this.#study(signal) : this.load());
      }
      throw error;
    }
  }

  /** @param {string} position */
  #inside(position) {
    return isSum(position) ? position : inner(position);
  }

  /** @param {string} path @param {string} position @param {object} more @param {How} [how] */
  #ask(path, position, more, how) {
    const body = { ...asked(this.game, position), ...more };
    return ask(path, this.misere ? { ...body, misere: true } : body, how);
  }

  /** Returns a request for the moves of a position. @param {string} position */
  requestOf(position) {
    return { ...asked(this.game, position), max_moves: MOST_MOVES };
  }

  /** Returns the game's name of a player. @param {Turn} turn */
  name(turn) {
    return nameOf(turn, this.moves?.player_names ?? SAME);
  }

  /** Returns the moves of the player to move, with their results for that player. */
  legal() {
    const { turn } = this.record.current;
    const own = (this.moves?.moves ?? []).filter((move) => move.player === "either" || move.player === turn);
    return own.map((move) => ({ ...move, outcome: resultOf(move, turn) }));
  }

  /** Cancels the previous request. @param {Ply | null} [shown]  The node that stays on display meanwhile. */
  #begin(shown = null) {
    this.#shown = shown;
    this.#busy.end();
    this.setAttribute("aria-busy", "true");
    return this.#latest.next();
  }

  /** Shows the current position, and analyses it. @param {Moves} [known]  Its moves, if they were already requested. */
  async load(known) {
    const signal = this.#begin();
    const { position } = this.record.current;
    this.#showAll = this.#isKnown = false;
    this.solved = null;
    this.#drawCourse();
    try {
      this.#arrive(known ?? (await this.#ask("moves", position, { max_moves: MOST_MOVES }, { signal })));
      await this.#study(signal);
    } catch (error) {
      if (isAbort(error)) return;
      this.removeAttribute("aria-busy");
      this.#refuse(error, position);
    }
  }

  /** Requests the outcome and the results of the moves.
   * @param {AbortSignal} signal
   */
  async #study(signal) {
    const { position } = this.record.current;
    const stop = new AbortController();
    const progress = (/** @type {any} */ event, isMain = this.solved || this.isBare) => {
      this.removeAttribute("aria-busy");
      if (isMain) this.#busy.progress(event);
    };
    if (!this.#isKnown) {
      this.#busy.begin(() => stop.abort());
      const how = { signal, stop: stop.signal };
      const solved = this.isBare ? null : this.#ask("solve", position, { max_moves: 200 }, { ...how, progress: (event) => (progress(event, true), this.#drawAnswer(early(event))) }).then((one) => this.#tell(one));
      // Avoid solving the board twice.
      if (this.moves?.players === "ranked") await solved?.catch(() => {});
      const known = this.#ask("moves", position, { max_moves: MOST_MOVES, outcomes: true }, { ...how, progress }).then((all) => this.#learn(all));
      const results = await Promise.allSettled([known, solved]);
      if (signal.aborted) return;
      this.#isKnown = true;
      this.#busy.end();
      for (const result of results) if (result.status === "rejected") this.#refuse(result.reason);
    }
    this.removeAttribute("aria-busy");
    await this.#answerMove(signal);
  }

  /** @param {Moves} answer */
  #arrive(answer) {
    this.moves = answer;
    this.#shown = this.record.current;
    this.kind = answer.player_names ? answer.players : "impartial";
    const players = new Set(answer.moves.map((move) => move.player));
    // Store the name with all parameters, as in the address.
    if (typeof this.game === "string" && answer.game) this.game = answer.game;
    const { current } = this.record;
    current.game = this.game;
    if (this.kind === "ranked" && players.size === 1 && !players.has("either")) current.turn = /** @type {Turn} */ ([...players][0]);
    if (current === this.record.root) current.position = this.#inside(answer.position) || current.position;
    fill(this.#fault);
    this.#bestSaid.textContent = "";
    this.board.show(answer.view, this.legal(), `${answer.position}`);
    this.#live.move(current, current.mover && this.#isEngine(current.mover) ? "Winways" : this.name(current.mover ?? "left"));
    this.#mark();
    this.#drawTurn();
    this.#drawMoves();
    this.#drawCourse();
    if (!this.isBare) fill(this.#answer, quiet("Working …"));
    emit(this, "ww-arrived", answer);
  }

  /** @param {Moves} answer */
  #learn(answer) {
    if (!this.moves) return;
    this.moves.moves = answer.moves;
    const { current } = this.record;
    for (const move of answer.moves) for (const child of current.children) if (child.text === move.text) this.record.learn(child, move);
    this.board.update(this.legal());
    this.#drawMoves();
  }

  /** @param {Solved} solved */
  #tell(solved) {
    this.solved = solved;
    const { current } = this.record;
    const wins = winner(solved.outcome, current.turn);
    if (wins) current.known = { winner: wins, remoteness: solved.remoteness };
    this.#drawAnswer();
    this.#drawTurn();
    this.#drawHistory();
  }

  /** @param {unknown} error @param {string} [position] */
  #refuse(error, position) {
    const fault = faultOf(error);
    showFault(this.#fault, fault, fault.in === "position" ? position : undefined);
    if (!this.isBare && !this.solved) fill(this.#answer, quiet("No answer."));
  }

  /** Makes a move of the position on display, if it is still current. @param {Move} move */
  make(move) {
    if (this.#shown !== this.record.current) return;
    this.#isHeld = false;
    this.record.play(move.text, this.#inside(move.to), this.record.current.turn);
    this.record.learn(this.record.current, move);
    this.#announce();
    emit(this, "ww-made", move);
    void this.load();
  }

  /** @param {Ply} node */
  go(node) {
    if (node === this.record.current) return;
    this.record.go(node);
    this.game = node.game;
    // After going back, the user moves.
    this.#isHeld = true;
    this.#announce();
    void this.load();
  }

  #isHeld = false;

  undo() {
    const { parent } = this.record.current;
    if (!parent) return;
    // Against the engine, take back its reply too.
    const side = this.#opponent.value;
    const target = parent.turn === side && parent.parent ? parent.parent : parent;
    this.go(target);
  }

  redo() {
    if (this.record.current.next) this.go(this.record.current.next);
  }

  #announce() {
    const { position, turn } = this.record.current;
    emit(this, "ww-position", { position, turn });
  }

  #engine() {
    this.#isHeld = false;
    this.#drawMoves();
    this.#drawAnswer();
    this.#drawTurn();
    this.#drawHistory();
    if (this.moves && !this.hasAttribute("aria-busy")) void this.#answerMove(this.#latest.signal);
  }

  /** Returns true if the engine moves for a player. @param {Turn} turn */
  #isEngine(turn) {
    return this.#opponent.value === "both" || this.#opponent.value === turn;
  }

  /** Lets the engine move, if it is the engine's turn. @param {AbortSignal} signal */
  async #answerMove(signal) {
    const { turn } = this.record.current;
    const side = this.#opponent.value;
    if (!this.#isEngine(turn) || this.#isHeld || signal.aborted || this.legal().length === 0) return;
    const { position } = this.record.current;
    const wishes = { level: Number(this.#level.value), seed: Math.floor(Math.random() * 2 ** 32), ...(this.kind === "partizan" ? { to_move: turn } : {}) };
    try {
      const [reply] = await Promise.all([this.#ask("reply", position, wishes, { signal }), pause(THINKING, signal)]);
      // A long list of moves is shown in part.
      const move = this.legal().find(({ text }) => text === reply.move?.text) ?? (reply.move && { player: "either", outcome: null, ...reply.move });
      if (!move && reply.stopped) this.#refuse(new Error(reply.stopped));
      if (move && !signal.aborted && this.#opponent.value === side) this.make(move);
    } catch (error) {
      if (!isAbort(error)) this.#refuse(error);
    }
  }

  #changeMarks() {
    this.#mark();
    this.#drawMoves();
    this.#drawAnswer();
    this.#drawHistory();
  }

  /** Adds the line of best play without leaving the current position. The user can step through it. */
  async #bestLine() {
    const { position, turn } = this.record.current;
    this.#best.disabled = true;
    this.#bestSaid.textContent = "Working …";
    try {
      // Only if the position does not determine the player.
      const line = /** @type {Line} */ (await this.#ask("line", position, this.kind === "partizan" ? { to_move: turn } : {}, this.#latest));
      addLine(this.record, line, (text) => this.#inside(text));
      this.#drawCourse();
      this.#bestSaid.textContent = describe(line);
    } catch (error) {
      this.#bestSaid.textContent = "";
      if (!isAbort(error)) this.#refuse(error);
    } finally {
      this.#best.disabled = false;
    }
  }

  #drawHistory() {
    if (this.isBare) return;
    const nodes = [this.record.root, ...this.record.line()];
    refill(this.#history, ".now", this.#isSecret() ? null : drawHistory({ nodes, current: this.record.current, name: (turn) => this.name(turn), go: (node) => this.go(node) }));
  }

  /** Returns true if the analysis is hidden: during play without marks. */
  #isSecret() {
    return ["left", "right", "two"].includes(this.#opponent.value) && this.#marking.value === "none" && this.legal().length > 0;
  }

  #drawAnswer(solved = this.solved) {
    if (this.isBare || !solved) return;
    const state = { turn: this.record.current.turn, kind: this.kind, legal: this.legal().length, names: namesOf(this.moves) };
    this.#live.verdict(this.#isSecret() ? null : solved, state);
    if (this.#isSecret()) fill(this.#answer, quiet("Hidden while you play. Choose marks below the board to see it."));
    else showAnswer(this.#answer, solved, state);
    if (!solved.complete) this.#answer.append(h("button", { onclick: () => void this.load() }, "Search again"));
  }

  #mark() {
    this.board.marking = /** @type {Marking} */ (this.#marking.value);
  }

  /** Labels the opponents with the game's names of the players. */
  #nameOpponents() {
    for (const player of TURNS) {
      const option = /** @type {HTMLOptionElement} */ (this.#opponent.querySelector(`[value="${player}"]`));
      option.textContent = this.kind === "impartial" ? `Winways moves ${player === "left" ? "first" : "second"}` : `Winways plays ${this.name(player)}`;
    }
  }

  #drawTurn() {
    this.#nameOpponents();
    const { turn } = this.record.current;
    const isOver = this.moves !== null && this.legal().length === 0;
    if (isOver) {
      const wins = this.solved ? winner(this.solved.outcome, turn) : this.kind === "ranked" ? null : this.misere ? turn : other(turn);
      const who = wins === "draw" ? "a draw" : wins ? `${this.name(wins)} wins` : "";
      fill(this.#status, h("strong", null, who ? `No moves left: ${who}` : "No moves left"));
    } else {
      const engine = this.#isEngine(turn) ? " (Winways)" : "";
      fill(this.#status, h("span", { class: `who ${this.kind === "impartial" ? "either" : turn}`, "aria-hidden": "true" }), sentence(`${this.name(turn)} to move${engine}`));
    }
    const one = (/** @type {Turn} */ player) => h("button", { "aria-pressed": String(player === turn), onclick: () => this.#setTurn(player) }, this.name(player));
    refill(this.#turns, '[aria-pressed="true"]', this.kind === "partizan" && TURNS.map(one));
  }

  /** @param {Turn} turn */
  #setTurn(turn) {
    const { position, turn: old } = this.record.current;
    if (turn === old) return;
    this.record.edit(position, turn);
    this.#announce();
    void this.load();
  }

  #drawMoves() {
    if (this.isBare) return;
    const legal = this.legal();
    const shown = this.#showAll ? legal : legal.slice(0, LISTED);
    const isMarked = !this.#isSecret();
    const total = this.moves?.move_count ?? legal.length;
    const isPartial = (this.moves?.moves.length ?? 0) < total;
    fill(
      this.#list,
      legal.length === 0 && quiet("No moves."),
      h("ul", { class: "chips" }, shown.map((move) => h("li", null, this.#moveButton(move, isMarked)))),
      shown.length < legal.length &&
        h("button", { class: "link", onclick: () => ((this.#showAll = true), this.#drawMoves()) }, `Show all ${legal.length} moves`),
      isPartial && quiet(`The first ${this.moves?.moves.length} of ${total} moves are listed.`),
    );
  }

  /** @param {Move} move @param {boolean} isMarked */
  #moveButton(move, isMarked) {
    const result = isMarked ? move.outcome : null;
    const more = [result && move.value ? move.value : "", result && typeof move.remoteness === "number" ? `in ${plies(move.remoteness)}` : ""].filter(Boolean).join(", ");
    const shown = cut(more, 18);
    return h(
      "button",
      {
        class: `chip ${result ?? ""}`,
        onclick: () => this.make(move),
        ...hover(() => this.board.preview(move), () => this.board.preview(null)),
      },
      result && h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[result]),
      result && h("span", { class: "unseen" }, `${WORDS[result]}: `),
      move.text,
      shown && h("span", { class: "after" }, shown),
    );
  }

  #drawCourse() {
    const { current, root } = this.record;
    this.#undo.disabled = !current.parent;
    this.#redo.disabled = !current.next;
    this.#start.disabled = current === root;
    if (this.isBare) return;
    refill(this.#course, "[aria-current]", drawTree(this.record, { isColoured: this.kind !== "impartial", name: (turn) => this.name(turn), noteOf: this.noteOf, go: (node) => this.go(node) }));
    this.#drawHistory();
  }

  /** Draws the record again, after a change of its notes. */
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
