/** The panel of the review: the moves with their mistakes, and a comment on the chosen move. */

import { boardAddress } from "../address.js";
import { isAbort } from "../api.js";
import { reasons } from "../board/answer.js";
import { refuse } from "../board/fault.js";
import { fill, h, quiet, refill } from "../dom.js";
import { review } from "./review.js";

/** @param {number} number */
const points = (number) => `${number} ${number === 1 ? "point" : "points"}`;

export class ReviewPanel {
  #match;
  /** @type {Map<Ply, import("./review.js").Verdict>} */
  #verdicts = new Map();
  /** The move on display. @type {Ply | null} */
  #chosen = null;
  #abort = new AbortController();
  #isDone = false;
  #summary = h("p", { role: "status" });
  #moves = h("div", { class: "course" });
  #comment = h("div", { class: "comment", role: "status" });
  #steps = h("div", { class: "row" });
  #next = h("button", { onclick: () => this.#nextMistake() }, "Next mistake");
  #analyse = h("a", { class: "button", onclick: () => this.#match.session.offer() }, "Open in Analyse");
  #fault = h("div");
  element = h("section", { class: "card review", "aria-label": "Review", hidden: true }, h("h2", null, "Review"), this.#summary, this.#steps, this.#comment, this.#moves, h("div", { class: "row" }, this.#analyse), this.#fault);

  /** @param {import("./match.js").Match} match */
  constructor(match) {
    this.#match = match;
    const step = (/** @type {string} */ text, /** @type {string} */ label, /** @type {number} */ by) => h("button", { "aria-label": label, onclick: () => this.#step(by) }, text);
    this.#steps.append(step("◀", "Move before", -1), step("▶", "Next move", 1), this.#next);
  }

  clear() {
    this.stop();
    this.element.hidden = true;
    this.#verdicts.clear();
    for (const place of [this.#moves, this.#comment, this.#summary, this.#fault]) fill(place);
    this.#chosen = null;
    this.#isDone = false;
  }

  stop() {
    this.#abort.abort();
  }

  /** Continues a review that was interrupted. */
  resume() {
    if (!this.#isDone) void this.start();
  }

  async start() {
    this.element.hidden = false;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const { session } = this.#match;
    this.#chosen ??= session.record.current;
    this.#draw();
    try {
      await review(session, (node) => this.#match.takenBy(node), signal, (node, verdict) => {
        this.#verdicts.set(node, verdict);
        this.#draw();
      });
      this.#isDone = true;
      this.#draw();
    } catch (error) {
      if (!isAbort(error)) refuse(this.#fault, error);
    }
  }

  /** Shows the chosen position after it has arrived. */
  show() {
    this.#draw();
    const verdict = this.#chosen && this.#verdicts.get(this.#chosen);
    const { board } = this.#match;
    if (verdict?.kind === "mistake" && verdict.better[0] && this.#isBefore) board.preview(verdict.better[0]);
  }

  /** True if the board shows the position before the chosen move. */
  get #isBefore() {
    return this.#match.session.record.current === this.#chosen?.parent;
  }

  /** Chooses a move. The board shows the position before the move if it is a mistake, otherwise the position after it. @param {Ply} node */
  #choose(node) {
    this.#chosen = node;
    const { session } = this.#match;
    const target = this.#verdicts.get(node)?.kind === "mistake" && node.parent ? node.parent : node;
    // Keep the line of the game.
    if (target === session.record.current) this.show();
    else session.look(target);
  }

  /** @param {number} by */
  #step(by) {
    const line = this.#match.session.record.line();
    const at = this.#chosen ? line.indexOf(this.#chosen) : -1;
    const node = line[Math.min(Math.max(at + by, 0), line.length - 1)];
    if (node) this.#choose(node);
  }

  #nextMistake() {
    const line = this.#match.session.record.line();
    const mistakes = line.filter((node) => this.#verdicts.get(node)?.kind === "mistake");
    const at = this.#chosen ? line.indexOf(this.#chosen) : -1;
    const next = mistakes.find((node) => line.indexOf(node) > at) ?? mistakes[0];
    if (next) this.#choose(next);
  }

  #draw() {
    const { game, misere, record } = this.#match.session;
    const { position, turn } = record.current;
    this.#analyse.href = boardAddress(game, position, { to: turn === "right" ? "right" : "", misere });
    const line = record.line();
    const all = [...this.#verdicts].filter(([, { kind }]) => kind === "mistake");
    this.#next.hidden = all.length === 0;
    fill(this.#summary, this.#isDone ? this.#sum(all.map(([node]) => node)) : `Reviewing the moves: ${this.#verdicts.size} of ${line.length} …`);
    refill(this.#moves, "[aria-current]", h("ol", { class: "line" }, line.map((node) => h("li", null, this.#move(node)))));
    fill(this.#comment, this.#chosen && this.#comments(this.#chosen));
  }

  /** Summarises the mistakes. @param {Ply[]} mistakes */
  #sum(mistakes) {
    const match = this.#match;
    const says = (/** @type {Turn} */ player) => {
      const own = mistakes.filter(({ mover }) => mover === player);
      const lost = own.reduce((sum, node) => sum + (this.#verdicts.get(node)?.lost ?? 0), 0);
      return `${match.name(player)} made ${own.length === 0 ? "no mistakes" : own.length === 1 ? "1 mistake" : `${own.length} mistakes`}${lost > 0 ? `, which lost ${points(lost)}` : ""}.`;
    };
    const unknown = [...this.#verdicts.values()].filter(({ kind }) => kind === "unknown").length;
    if (unknown > 0 && unknown === this.#verdicts.size) return "This game is too large to be reviewed in time.";
    const loser = match.over?.winner === "left" ? "right" : match.over?.winner === "right" ? "left" : null;
    const isLost = loser && match.over?.isByRules && this.#verdicts.size > 0 && unknown === 0 && !mistakes.some(({ mover }) => mover === loser);
    const lost = isLost ? ` Against best play the position was lost for ${match.name(loser) === "You" ? "you" : match.name(loser)} from the start.` : "";
    const large = unknown > 0 ? ` ${unknown === 1 ? "The first move" : `The first ${unknown} moves`} could not be judged in time.` : "";
    return `${says(match.you)} ${says(match.you === "left" ? "right" : "left")}${lost}${large}`;
  }

  /** @param {Ply} node */
  #move(node) {
    const verdict = this.#verdicts.get(node);
    const isMistake = verdict?.kind === "mistake";
    const colour = this.#match.session.kind === "impartial" ? "" : node.mover;
    return h(
      "button",
      { class: `step ${colour}${isMistake ? " mistake" : ""}`, "aria-current": node === this.#chosen ? "step" : null, onclick: () => this.#choose(node) },
      node.text,
      isMistake && h("span", { class: "sign", "aria-hidden": "true" }, verdict.lost === null ? "?" : `−${verdict.lost}`),
      isMistake && h("span", { class: "unseen" }, verdict.lost === null ? ", a mistake" : `, loses ${points(verdict.lost)}`),
    );
  }

  /** @param {Ply} node */
  #comments(node) {
    const verdict = this.#verdicts.get(node);
    if (!verdict) return quiet("Not judged yet.");
    const who = this.#match.name(/** @type {Turn} */ (node.mover));
    if (verdict.kind === "unknown") return quiet(`${node.text}: this position was too large to be judged in time.`);
    if (verdict.kind === "good") return h("p", null, h("strong", null, node.text), verdict.wasWon && verdict.lost === null ? ` keeps the win for ${who === "You" ? "you" : who}.` : " is as good as any other move.");
    const names = verdict.better.map(({ text }) => text);
    const result = verdict.lost !== null ? "best" : verdict.wasWon ? "winning" : "drawing";
    const fault = verdict.lost === null ? `${node.text} was a mistake of ${who === "You" ? "yours" : who}. ` : `${node.text} lost ${points(verdict.lost)} for ${who === "You" ? "you" : who}. `;
    const list = names.length === 0 ? `There was a ${result} move.` : names.length === 1 ? `The ${result} move was ${names[0]}.` : `The ${result} moves were ${names.slice(0, 4).join(", ")}${names.length > 4 ? ` and ${names.length - 4} more` : ""}.`;
    return [
      h("p", null, h("strong", null, fault), list, verdict.why.length > 0 && " Because:"),
      verdict.why.length > 0 && reasons(verdict.why),
    ];
  }
}
