/** A game in progress: the position, the record of the game, and the requests about them. */

import { ask, isAbort, Latest, wanted } from "../api.js";
import { emit } from "../dom.js";
import { asked, inner, isSum } from "../positions.js";
import { early, nameOf, SAME, winner } from "./answer.js";
import { Course, isSameGame, other, resultOf } from "./record.js";

/** The maximum number of moves requested. */
const MOST_MOVES = 1000;
/** The time limits, in seconds, of the outcome search that precedes the value search, and of the search for the results of the moves. */
const SOON = 0.9;
const PATIENT = 8;
/** Fields of a provisional answer about a position. */
const STILL = { isEarly: true, explanation: [] };
/** The answer while the outcome is not known. */
const UNKNOWN = /** @type {any} */ ({ outcome: null, moves: [], move_count: null, complete: true, ...STILL });

/** The record that a session offers to the next session that opens the same game. @type {{address: string, record: Course} | null} */
let offered = null;

/** Takes the record that another session offers for a game, or returns null. @param {GameRef} game @param {boolean} misere */
function take(game, misere) {
  if (offered?.address !== JSON.stringify([game, misere])) return null;
  const { record } = offered;
  offered = null;
  return record;
}

/**
 * The requests sent after the moves of a position have arrived: none, for the results of the moves, or also for the answer.
 * @typedef {"none" | "moves" | "all"} Depth
 */

/**
 * Events. The detail of an event follows the semicolon:
 * - `begin`: a request about another position begins; the node that stays on display meanwhile, or null
 * - `arrive`: the moves of the position are known; the moves
 * - `learn`: the results of the moves are known
 * - `tell`: the answer, or an early answer, is known; the answer
 * - `study`: the requests about the position begin
 * - `progress`: the progress of long work
 * - `settle`: all requests about the position have ended
 * - `refuse`: an error, with the text of the position if it is wrong
 * - `position`: the position or the player to move has changed
 * - `make`: a move was made; the move
 */
export class Session extends EventTarget {
  /** @type {GameRef} */
  game = "nim";
  misere = false;
  /** @type {Kind} */
  kind = "impartial";
  record = new Course("", "left");
  /** The moves of the last requested position. @type {Moves | null} */
  moves = null;
  /** The node to which `moves` belongs, or null during a request. @type {Ply | null} */
  #shown = null;
  /** @type {Solved | null} */
  solved = null;
  /** @type {Depth} */
  depth = "all";
  #latest = new Latest();
  #stop = new AbortController();
  /** True if the position on display has been analysed completely. */
  #isKnown = false;
  /** The last early answer. */
  #heard = "";
  /** The move that leads to the position being requested, with the view before it. @type {Made | null} */
  made = null;
  /** True during a request for an edited position. */
  #isEditing = false;
  /** The player to move after that edit, if the user changed it during the request. @type {Turn | null} */
  #turn = null;

  /** The signal of the requests about the current position. */
  get signal() {
    return this.#latest.signal;
  }

  /** Returns true if the moves of the current position are known. */
  get isShown() {
    return this.#shown === this.record.current;
  }

  /** Cancels all requests. */
  end() {
    this.#latest.end();
  }

  /** Stops the analysis, and shows its partial results. */
  stop() {
    this.#stop.abort();
  }

  /** Hides the position until another one is opened. */
  close() {
    this.#begin();
    this.moves = null;
  }

  /**
   * Opens a position. If the record of the same game contains the position, keeps the record and goes to the nearest such node.
   * @param {{game: GameRef, position: string, misere?: boolean, turn?: Turn, record?: Course | null}} what  `record` replaces the record.
   */
  async open({ game, position, misere = false, turn = "left", record = null }) {
    const isSame = misere === this.misere && this.moves !== null;
    const taken = record ?? take(game, misere);
    if (taken) this.record = taken;
    // An offered record states the player to move.
    const turns = taken ? [turn, other(turn)] : isSame ? [turn] : [];
    const known = turns.map((one) => this.record.find(position, one, game)).find(Boolean);
    if (!known || !isSameGame(game, this.game)) this.moves = null;
    this.game = game;
    this.misere = misere;
    if (known) this.record.go(known);
    else this.record = new Course(position, turn, game);
    await this.load();
  }

  /** Offers a record with the line last viewed, without variations, to the next session that opens the same game. */
  offer() {
    const { root } = this.record;
    const record = new Course(root.position, root.turn, root.game);
    let node = record.root;
    for (const { text, position, mover, known } of this.record.line()) {
      node = record.add(node, text, position, /** @type {Turn} */ (mover));
      node.known = known;
    }
    offered = { address: JSON.stringify([this.game, this.misere]), record };
  }

  /** Tries to open a typed position. If it is invalid, throws an error and leaves the board unchanged.
   * @param {string} position
   * @param {Promise<unknown>} [ready]  A promise to await before the position is shown.
   * @param {GameRef} [game]  The game of the position, if the edit changes the game.
   */
  async set(position, ready, game = this.game) {
    const answer = await this.attempt(async (how) => {
      const moves = /** @type {Moves} */ (await ask("moves", { ...this.requestOf(position, game), ...(this.misere ? { misere: true } : {}) }, how));
      await ready;
      return moves;
    });
    this.game = typeof game === "string" && answer.game ? answer.game : game;
    this.record.edit(this.inside(answer.position), this.#turn ?? this.record.current.turn, this.game);
    this.#turn = null;
    this.#announce();
    await this.load(answer);
  }

  /** Requests data for a new position. Another attempt, or opening another position, cancels the request.
   * @template T
   * @param {(how: How) => Promise<T>} next
   */
  async attempt(next) {
    // The request about the previous position is obsolete.
    const signal = this.#begin(this.#shown);
    this.#isEditing = true;
    try {
      return await wanted(next({ signal }), signal);
    } catch (error) {
      if (!signal.aborted) this.#keep(signal);
      throw error;
    } finally {
      if (!signal.aborted) this.#isEditing = false;
    }
  }

  /** Keeps the current position after a failed edit. @param {AbortSignal} signal */
  #keep(signal) {
    const turn = this.#turn;
    this.#isEditing = false;
    this.#turn = null;
    if (turn && turn !== this.record.current.turn) this.setTurn(turn);
    else void (this.#shown ? this.#study(signal) : this.load());
  }

  /** Converts a position to the notation of the record. @param {string} position */
  inside(position) {
    return isSum(position) ? position : inner(position);
  }

  /** Sends a request about a position of the game. @param {string} path @param {string} position @param {object} more @param {How} [how] */
  ask(path, position, more, how) {
    const body = { ...asked(this.game, position), ...more };
    return ask(path, this.misere ? { ...body, misere: true } : body, how);
  }

  /** Returns a request for the moves of a position. @param {string} position */
  requestOf(position, game = this.game) {
    return { ...asked(game, position), max_moves: MOST_MOVES };
  }

  /** Returns the field for the player to move, if the position does not determine the player. */
  mover() {
    return this.kind === "partizan" ? { to_move: this.record.current.turn } : {};
  }

  /** Returns the game's name of a player. @param {Turn} turn */
  name(turn) {
    return nameOf(turn, this.state.names);
  }

  /** The state of the board, as the display of the answer needs it. @returns {State} */
  get state() {
    const names = /** @type {[string, string]} */ (this.moves?.player_names ?? SAME);
    return { turn: this.record.current.turn, kind: this.kind, legal: this.legal().length, names };
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
    emit(this, "begin", shown);
    return this.#latest.next();
  }

  /** Shows the current position, and analyses it. @param {Moves} [known]  Its moves, if they were already requested. */
  async load(known) {
    this.solved = null;
    this.#heard = "";
    this.#isKnown = this.#isEditing = false;
    this.#turn = null;
    const signal = this.#begin();
    const { position } = this.record.current;
    try {
      this.#arrive(known ?? (await this.ask("moves", position, { max_moves: MOST_MOVES }, { signal })));
      await this.#study(signal);
    } catch (error) {
      if (isAbort(error)) return;
      emit(this, "settle", null);
      emit(this, "refuse", { error, position });
    }
  }

  /** Requests the analysis of the position, unless it is complete. @param {AbortSignal} signal */
  async #study(signal) {
    this.#stop = new AbortController();
    if (!this.#isKnown && this.depth !== "none") {
      emit(this, "study", null);
      const stages = this.depth === "moves" ? this.#results(signal, { outcome_only: true }) : this.#analyse(signal);
      await stages.catch((error) => signal.aborted || emit(this, "refuse", { error }));
    }
    if (signal.aborted) return;
    this.#isKnown = true;
    emit(this, "settle", null);
  }

  /** Requests the answer and the results of the moves, the cheapest parts first. @param {AbortSignal} signal */
  async #analyse(signal) {
    // The value of a partizan position may take much longer than the outcome.
    const first = this.kind === "partizan" ? await this.#outcome(signal) : null;
    if (first && !this.#stop.signal.aborted) {
      if (first.outcome) await this.#results(signal, { outcome_only: true, timeout: PATIENT });
      else this.#hear({ ...first, ...STILL, complete: true });
    }
    if (first && this.#stop.signal.aborted) return this.#tell({ ...first, complete: false, stopped: "interrupted" });
    const progress = (/** @type {any} */ event) => {
      emit(this, "progress", event);
      this.#hear(early(event) ?? (first ? null : UNKNOWN));
    };
    const solved = this.#request("solve", { max_moves: 200 }, signal, progress).then((one) => this.#tell(one));
    // Both answers need the same values, so wait for the first search.
    if (this.kind !== "impartial") await solved.catch(() => {});
    if (this.kind === "partizan" && !this.solved?.complete) return solved;
    const results = await Promise.allSettled([this.#results(signal), solved]);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  /** Requests the outcome, with a short time limit. @param {AbortSignal} signal @returns {Promise<Solved>} */
  async #outcome(signal) {
    const progress = (/** @type {any} */ event) => {
      emit(this, "progress", event);
      this.#hear(early(event) ?? UNKNOWN);
    };
    const first = await this.#request("solve", { outcome_only: true, timeout: SOON, max_moves: 0 }, signal, progress);
    if (first.outcome) this.#hear({ ...first, ...STILL });
    return first;
  }

  /** Requests the results of the moves. @param {AbortSignal} signal @param {object} [more] */
  async #results(signal, more = {}) {
    const progress = (/** @type {any} */ event) => (this.solved || this.depth === "moves" || "timeout" in more) && emit(this, "progress", event);
    this.#learn(await this.#request("moves", { max_moves: MOST_MOVES, outcomes: true, ...more }, signal, progress));
  }

  /** Sends a request about the current position. Stopping the analysis also stops the request. @param {string} path @param {object} more @param {AbortSignal} signal @param {(event: any) => void} [progress] */
  #request(path, more, signal, progress) {
    return wanted(this.ask(path, this.record.current.position, more, { signal, stop: this.#stop.signal, progress }), signal);
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
    if (current === this.record.root) current.position = this.inside(answer.position) || current.position;
    if (this.made?.node !== current) this.made = null;
    emit(this, "arrive", answer);
    this.made = null;
  }

  /** @param {Moves} answer */
  #learn(answer) {
    if (!this.moves) return;
    this.moves.moves = answer.moves;
    const { current } = this.record;
    for (const move of answer.moves) for (const child of current.children) if (child.text === move.text) this.record.learn(child, move);
    emit(this, "learn", answer);
  }

  /** @param {Solved} solved */
  #tell(solved) {
    this.solved = solved;
    const { current } = this.record;
    const wins = winner(solved.outcome, current.turn);
    if (wins) current.known = { winner: wins, remoteness: solved.remoteness };
    emit(this, "tell", solved);
  }

  /** @param {Solved | null | undefined} solved */
  #hear(solved) {
    if (!solved) return;
    // Ignore events that repeat the answer.
    const text = JSON.stringify([solved.outcome, solved.explanation]);
    if (text === this.#heard) return;
    this.#heard = text;
    emit(this, "tell", solved);
  }

  /** Makes a move of the displayed position, if that position is still current. @param {Move} move */
  make(move) {
    if (!this.isShown || !this.moves) return;
    const { view } = this.moves;
    this.record.play(move.text, this.inside(move.to), this.record.current.turn);
    this.record.learn(this.record.current, move);
    this.made = { node: this.record.current, move, view };
    this.#announce();
    emit(this, "make", move);
    void this.load();
  }

  /** @param {Ply} node */
  go(node) {
    if (node === this.record.current) return;
    this.record.go(node);
    this.game = node.game;
    this.#announce();
    void this.load();
  }

  /** Shows a position without changing the line of the game. @param {Ply} node */
  look(node) {
    this.record.current = node;
    void this.load();
  }

  /** Sets the player to move in the current position, or in the edited position that is being requested. @param {Turn} turn */
  setTurn(turn) {
    const { position, turn: old } = this.record.current;
    if (this.#isEditing) {
      this.#turn = turn;
      return;
    }
    if (turn === old) return;
    this.record.edit(position, turn);
    this.#announce();
    void this.load();
  }

  #announce() {
    const { position, turn } = this.record.current;
    emit(this, "position", { position, turn });
  }
}
