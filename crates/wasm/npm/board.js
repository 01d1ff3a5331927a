/** `<winways-board game="domineering" position="....|....">`: a position on which the visitor clicks to move. */

import { STYLES } from "./board-view.js";
import { moves as movesOf } from "./index.js";
import { inner } from "./positions.js";

/** The maximum number of moves that can be clicked. */
const MOST_MOVES = 1000;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLES);

export class WinwaysBoard extends HTMLElement {
  static observedAttributes = ["game", "position", "misere", "marks"];
  #board = /** @type {any} */ (document.createElement("ww-board"));
  #asking = new AbortController();

  connectedCallback() {
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    this.replaceChildren(this.#board);
    this.#board.addEventListener("ww-move", (/** @type {any} */ event) => this.#make(event.detail));
    void this.#show();
  }

  disconnectedCallback() {
    this.#asking.abort();
  }

  attributeChangedCallback() {
    if (this.isConnected) void this.#show();
  }

  get game() {
    return this.getAttribute("game") ?? "";
  }

  set game(name) {
    this.setAttribute("game", name);
  }

  get position() {
    return this.getAttribute("position") ?? "";
  }

  set position(text) {
    this.setAttribute("position", text);
  }

  /** @param {any} move */
  #make(move) {
    const position = inner(move.to);
    this.position = position;
    this.dispatchEvent(new CustomEvent("winways-move", { detail: { text: move.text, player: move.player, position }, bubbles: true }));
  }

  async #show() {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const marks = this.getAttribute("marks") ?? "none";
    const options = { misere: this.hasAttribute("misere"), outcomes: marks !== "none", scene: true, max_moves: MOST_MOVES, signal };
    try {
      const found = await movesOf(this.game, this.hasAttribute("position") ? this.position : undefined, options);
      if (signal.aborted) return;
      this.#board.marking = marks;
      this.#board.show(found.view, found.moves, found.position);
      this.removeAttribute("data-error");
    } catch (error) {
      if (signal.aborted) return;
      this.#board.show(null, [], "");
      this.dataset.error = error instanceof Error ? error.message : String(error);
      this.dispatchEvent(new CustomEvent("winways-error", { detail: error, bubbles: true }));
    }
  }
}

if (!customElements.get("winways-board")) customElements.define("winways-board", WinwaysBoard);
