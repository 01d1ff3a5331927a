/** A game between the user and Winways, or between two people, without any analysis until it is over. */

import { faultOf, isAbort } from "../api.js";
import { sentence } from "../board/answer.js";
import { BoardView } from "../board/board-view.js";
import { showFault } from "../board/fault.js";
import { replyOf } from "../board/opponent.js";
import { other } from "../board/record.js";
import { Session } from "../board/session.js";
import { fill, h, on, quiet } from "../dom.js";
import { Clock, timeText } from "./clock.js";
import { Points } from "./points.js";
import { ReviewPanel } from "./review-panel.js";
import { savedGame, saveGame } from "./saved.js";
import { sound, soundSwitch } from "./sounds.js";

/** The number of times a position occurs before the game ends. */
const REPEATED = 3;

/** @type {Turn[]} */
const TURNS = ["left", "right"];

/**
 * The end of a game.
 * @typedef {object} Over
 * @property {Turn | "draw" | null} winner  Null if it is not known.
 * @property {string} why  The reason, in words.
 * @property {boolean} [isByRules]  True if the rules of the game ended it, rather than a repetition or the clock.
 * @property {Turn | null} [heir]  The player who gets the points that nobody has taken.
 */

export class Match {
  session = new Session();
  board = new BoardView();
  clock = new Clock();
  /** @type {import("./settings.js").Settings} */
  settings = { level: 5, first: "you", you: "", clock: 0, misere: false };
  /** The player that the user plays. @type {Turn} */
  you = "left";
  /** @type {Over | null} */
  over = null;
  #isThinking = false;
  /** True if the last move of Winways is not known to be best. */
  #isDoubtful = false;
  #points = new Points();
  #address = "";
  /** The interrupted game that is to be restored. @type {import("./saved.js").Saved | null} */
  #saved = null;
  #strips = { left: h("div", { class: "player left" }), right: h("div", { class: "player right" }) };
  #status = h("p", { class: "status", role: "status" });
  #note = h("p", { class: "quiet note", role: "status" });
  #fault = h("div");
  #undo = h("button", { onclick: () => this.undo() }, "Undo");
  #hint = h("button", { onclick: () => void this.hint() }, "Hint");
  #rematch = h("button", { onclick: () => this.rematch() }, "Restart");
  #swap = h("button", { onclick: () => this.swap() }, "Swap sides");
  #list = h("div", { class: "course" });
  #review = new ReviewPanel(this);
  side = h("div", { class: "match-side" }, h("div", { class: "row match-tools", role: "toolbar", "aria-label": "The game" }, this.#undo, this.#hint, this.#rematch, this.#swap, soundSwitch()), this.#note, this.#review.element, this.#list);
  element = h(
    "div",
    { class: "match" },
    h("div", { class: "match-head" }, h("div", { class: "players" }, this.#strips.left, this.#strips.right), this.#status),
    h("section", { class: "match-board card", "aria-label": "The board" }, this.board, this.#fault),
    this.side,
  );

  /** @param {(settings: import("./settings.js").Settings) => void} open  Opens the game with other settings. */
  constructor(open) {
    this.openWith = open;
    const { session } = this;
    session.depth = "none";
    on(this.board, "ww-move", (move) => this.#isMine() && session.make(move));
    on(session, "make", () => this.#make());
    on(session, "arrive", (answer) => void this.#arrive(answer));
    on(session, "refuse", ({ error }) => this.#refuse(error));
    on(this.clock, "tick", () => this.#drawPlayers());
    on(this.clock, "flag", (/** @type {Turn} */ player) => this.#end({ winner: other(player), why: "on time" }));
    window.addEventListener("pagehide", () => this.#save());
  }

  get isFriendly() {
    return this.settings.level === 0;
  }

  /**
   * Begins a game, or resumes the interrupted game of this address.
   * @param {{game: GameRef, position: string, address: string, settings: import("./settings.js").Settings}} what
   */
  async begin({ game, position, address, settings }) {
    this.settings = settings;
    this.#address = address;
    this.#reset();
    const saved = savedGame();
    this.#saved = saved?.address === address && saved.line?.length > 0 ? saved : null;
    this.clock.reset(settings.clock, this.#saved?.clock);
    const you = settings.you === "right" ? "right" : "left";
    this.#points.clear();
    this.session.close();
    this.board.show(null, [], "");
    await this.session.open({ game, position, misere: settings.misere, turn: settings.first === "you" ? you : other(you) });
  }

  /** Saves the game, unless it is over or has not been shown yet. */
  #save() {
    if (this.over || this.#saved || !this.session.moves) return;
    const line = this.path().map((node) => ({ text: node.text, position: node.position, mover: /** @type {Turn} */ (node.mover), left: this.#points.at(node) }));
    saveGame({ address: this.#address, line, clock: this.clock.isOn ? this.clock.left : undefined });
  }

  #reset() {
    this.over = null;
    this.#isThinking = this.#isDoubtful = false;
    this.#review.clear();
    fill(this.#note);
    fill(this.#fault);
  }

  /** Continues the game when the user returns to the section. */
  resume() {
    if (!this.session.isShown) void this.session.load();
    else if (!this.over && !this.#isThinking) this.#next();
    else if (this.over) this.#review.resume();
  }

  leave() {
    this.clock.stop();
    this.#save();
    this.#isThinking = false;
    this.session.end();
    this.#review.stop();
  }

  /** Returns the moves from the start to the current position. */
  path() {
    const nodes = [];
    for (let node = this.session.record.current; node.parent; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  /** Returns the points of both players, in a game of points. @param {Turn | null} [heir]  The player who gets the points that nobody has taken. */
  scores(heir = this.over?.heir ?? null) {
    const { record } = this.session;
    return this.#points.of(record.root, this.over ? record.line() : this.path(), heir);
  }

  /** Returns the points that the move to a node took; null in games without points. @param {Ply} node */
  takenBy(node) {
    return this.#points.takenBy(node);
  }

  /** Returns the name of a player: the user, Winways, or the name in the rules. @param {Turn} player */
  name(player) {
    if (this.isFriendly) return sentence(this.session.name(player));
    return player === this.you ? "You" : "Winways";
  }

  #make() {
    // Block further moves until the next position arrives.
    this.#isThinking = !this.isFriendly;
    this.#draw();
  }

  /** @param {Moves} answer */
  async #arrive(answer) {
    const { session, board } = this;
    const { record } = session;
    if (!record.current.parent && !this.over) this.#seat();
    this.#points.learn(record.current, answer.points_left);
    if (this.#saved) return this.#restore(this.#saved);
    board.show(answer.view, this.over ? [] : session.legal(), answer.position, session.made);
    if (this.over) return this.#review.show();
    this.#save();
    this.#drawList();
    if (session.legal().length === 0) await this.#finish();
    else if (this.#repeats()) this.#end(this.#byPoints(null, "the position occurred three times") ?? { winner: "draw", why: "the position occurred three times" });
    else this.#next();
  }

  /** Determines which player the user is. */
  #seat() {
    const { session, settings } = this;
    const { current } = session.record;
    if (session.kind === "impartial") current.turn = "left";
    if (session.kind === "partizan") this.you = settings.first === "you" ? current.turn : other(current.turn);
    else if (session.kind === "ranked" && settings.you) this.you = settings.you === "right" ? "right" : "left";
    else this.you = settings.first === "you" ? current.turn : other(current.turn);
    this.#swap.hidden = this.isFriendly;
    this.#swap.textContent = session.kind !== "impartial" ? "Swap sides" : settings.first === "you" ? "Go second" : "Go first";
  }

  #isMine() {
    return !this.over && !this.#isThinking && (this.isFriendly || this.session.record.current.turn === this.you);
  }

  /** Lets the next player move. */
  #next() {
    const { turn } = this.session.record.current;
    this.#isThinking = false;
    // The clock starts with the first move.
    if (this.session.record.current.parent) this.clock.run(turn);
    this.#draw();
    if (this.isFriendly || turn === this.you) return sound("other");
    void this.#reply();
  }

  async #reply() {
    const { session } = this;
    const { signal } = session;
    sound("own");
    this.#isThinking = true;
    this.#draw();
    try {
      const { move, isKnown } = await replyOf(session, this.settings.level, signal);
      if (signal.aborted || this.over) return;
      this.#isDoubtful = !isKnown;
      if (move) session.make(move);
    } catch (error) {
      if (signal.aborted) return;
      this.#isThinking = false;
      this.#refuse(error);
    }
  }

  async hint() {
    const { session } = this;
    const { signal } = session;
    fill(this.#note, "Searching …");
    try {
      const { move, isKnown } = await replyOf(session, 10, signal, 0);
      if (signal.aborted || !move) return;
      this.board.preview(move);
      fill(this.#note, "Try ", h("strong", null, move.text), isKnown ? "." : ". This position is too large to be sure.");
    } catch (error) {
      if (!isAbort(error)) fill(this.#note, faultOf(error).detail);
    }
  }

  /** Takes back the last move of the user, and the reply. */
  undo() {
    let node = this.session.record.current.parent;
    while (node?.parent && !this.isFriendly && node.turn !== this.you) node = node.parent;
    if (!node) return;
    this.#reset();
    this.session.go(node);
    // The moves that were taken back are not part of the game.
    node.children = [];
    node.next = null;
  }

  rematch() {
    const { root } = this.session.record;
    saveGame(null);
    const { game } = this.session;
    void this.begin({ game, position: root.position, address: this.#address, settings: this.settings });
  }

  /** Begins a new game in which the players have changed sides. */
  swap() {
    saveGame(null);
    const you = this.session.kind === "impartial" ? "" : other(this.you);
    this.openWith({ ...this.settings, you, first: this.settings.first === "you" ? "winways" : "you" });
  }

  /** Replays the moves of an interrupted game. @param {import("./saved.js").Saved} saved */
  #restore({ line }) {
    const { record } = this.session;
    this.#saved = null;
    let node = record.root;
    for (const { text, position, mover, left } of line) {
      node = record.add(node, text, position, mover);
      this.#points.learn(node, left);
    }
    this.#isThinking = false;
    this.session.go(node);
  }

  /** Returns true if the position has occurred too often. */
  #repeats() {
    const { current } = this.session.record;
    return [this.session.record.root, ...this.path()].filter(({ position, turn }) => position === current.position && turn === current.turn).length >= REPEATED;
  }

  /** Ends a game in which no move is left. */
  async #finish() {
    const { session } = this;
    const { signal } = session;
    this.clock.stop();
    try {
      // The line of play from an ended position has no moves, but names the winner.
      const line = /** @type {Line} */ (await session.ask("line", session.record.current.position, { max_moves: 1, to_move: session.record.current.turn }, { signal }));
      const winner = line.winner ?? null;
      const stuck = this.name(session.record.current.turn);
      const why = session.kind === "ranked" || winner === "draw" ? "" : `${stuck === "You" ? "you" : stuck} cannot move`;
      // In a game of points, the winner of the last position gets the points that nobody has taken.
      const over = this.#byPoints(winner === "draw" ? null : winner) ?? { winner, why };
      if (!signal.aborted) this.#end({ ...over, isByRules: true });
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Returns the end of a game of points; null in other games. @param {Turn | null} heir  The player who gets the points that nobody has taken. @param {string} [event]  The event that ended the game, if its rules did not. @returns {Over | null} */
  #byPoints(heir, event) {
    const scores = this.scores(heir);
    if (!scores) return null;
    const { left, right } = scores;
    const why = `${Math.max(left, right)} to ${Math.min(left, right)} points${event ? ` when ${event}` : ""}`;
    return { winner: left === right ? "draw" : left > right ? "left" : "right", why, heir };
  }

  /** @param {Over} over */
  #end(over) {
    this.over = over;
    this.#isThinking = false;
    this.clock.stop();
    saveGame(null);
    const { current } = this.session.record;
    // The result of a repetition is not the value of the position.
    if (over.winner && over.isByRules && !this.scores()) current.known = { winner: over.winner, remoteness: 0 };
    this.board.update([]);
    this.#draw();
    sound(over.winner === this.you || this.isFriendly ? "won" : "lost");
    fill(this.#list);
    void this.#review.start();
  }

  #draw() {
    this.#drawPlayers();
    const { turn, mover, text } = this.session.record.current;
    const { over } = this;
    const isImpartial = this.session.kind === "impartial";
    this.#status.classList.toggle("over", over !== null);
    if (over) fill(this.#status, h("strong", null, this.#result(over)), over.why && h("span", null, ` – ${over.why}`));
    else if (this.#isThinking) fill(this.#status, "Winways is thinking …");
    else if (this.isFriendly) fill(this.#status, sentence(`${this.session.name(turn)} to move`));
    else fill(this.#status, `Your move${isImpartial ? "" : `: you play ${this.session.name(turn)}`}`, mover === null || mover === this.you ? null : h("span", { class: "unseen" }, `. Winways played ${text}.`));
    this.#undo.disabled = !this.session.record.current.parent;
    this.#hint.disabled = !this.#isMine();
    this.#hint.hidden = over !== null;
    this.#rematch.textContent = over ? "Rematch" : "Restart";
    this.#rematch.classList.toggle("primary", over !== null);
    this.#note.hidden = over !== null;
    fill(this.#note, this.#isDoubtful && !over && "This position is too large to be searched in time: the last move of Winways is a guess.");
  }

  /** @param {Over} over */
  #result({ winner }) {
    if (winner === "draw") return "A draw";
    if (winner === null) return "The game is over";
    return this.name(winner) === "You" ? "You win" : `${this.name(winner)} wins`;
  }

  #drawPlayers() {
    const { turn } = this.session.record.current;
    const isImpartial = this.session.kind === "impartial";
    const scores = this.scores();
    for (const player of TURNS) {
      const strip = this.#strips[player];
      const role = isImpartial ? (player === this.you ? `moves ${player === "left" ? "first" : "second"}` : "") : this.session.name(player);
      const level = player === this.you ? "" : `level ${this.settings.level}`;
      const says = this.isFriendly ? "" : sentence([role, level].filter(Boolean).join(", "));
      strip.classList.toggle("now", !this.over && turn === player);
      strip.classList.toggle("won", this.over?.winner === player);
      fill(
        strip,
        h("span", { class: `who ${isImpartial ? "either" : player}`, "aria-hidden": "true" }),
        h("span", { class: "player-name" }, this.name(player), says && h("small", null, says)),
        scores && h("span", { class: "score" }, scores[player], h("span", { class: "unseen" }, " points")),
        this.clock.isOn && h("span", { class: "clock", role: "timer", "aria-label": `Time of ${this.name(player)}` }, timeText(this.clock.left[player])),
      );
    }
  }

  #drawList() {
    const line = this.path();
    fill(this.#list, line.length === 0 ? quiet("Click or tap the board to move. Undo and Hint are allowed.") : h("ol", { class: "line" }, line.map(({ text, mover }) => h("li", null, h("span", { class: `step ${this.session.kind === "impartial" ? "" : mover}` }, text)))));
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** @param {unknown} error */
  #refuse(error) {
    if (isAbort(error)) return;
    this.#isThinking = false;
    showFault(this.#fault, faultOf(error));
    this.#draw();
  }
}
