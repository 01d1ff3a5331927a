/** The last move and the verdict in one line below a board: a live region for screen readers, and a summary on phones. */

import { h } from "../dom.js";
import { nameOf, sentence, winner } from "./answer.js";

export class Live {
  #move = h("span");
  #verdict = h("strong");
  element = h("p", { class: "live", role: "status" }, this.#move, " ", this.#verdict);

  /** Reports the move that led to a position, and clears the verdict on the previous position. @param {Ply} node @param {string} by  The name of the player, or an empty string. */
  move({ text, mover }, by) {
    this.#move.textContent = text && mover ? `${by ? `${sentence(by)}: ` : ""}${text}.` : text ? `${text}.` : "";
    this.#verdict.textContent = "";
  }

  /** Reports who wins, or nothing if the analysis is hidden. @param {Solved | null} solved @param {State} state */
  verdict(solved, { turn, legal, names }) {
    const wins = solved && winner(solved.outcome, turn);
    const mover = nameOf(turn, names);
    let text = "";
    if (wins === "draw") text = legal === 0 ? "A draw" : "A draw under best play";
    else if (wins) text = legal === 0 ? `${nameOf(wins, names)} has won` : `${mover} ${wins === turn ? "wins" : "loses"}`;
    this.#verdict.textContent = text && `${sentence(text)}.`;
  }
}
