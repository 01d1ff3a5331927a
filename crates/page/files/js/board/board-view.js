/** `<ww-board>`: a picture of a position on which users click moves. */

import { emit, fill, h, s, set, uniqueId } from "../dom.js";
import { drawView, key } from "../figures/figures.js";
import { animate, sameElements } from "./animate.js";
import { byElement, candidates, click, touched } from "./choose.js";
import { arrange, KEYS, target } from "./grid.js";
import { drawMarks, drawMove, rest, ring, SIGNS, WORDS } from "./marks.js";

/** The maximum number of candidate moves listed below the board. */
const MOST_LISTED = 60;

/**
 * Events: `ww-move` with the move as its detail. While the position is being edited, `ww-cell` with the key of a clicked element, and
 * `ww-link` with the keys of two elements after a drag from one to the other.
 */
export class BoardView extends HTMLElement {
  /** @type {View | null} */
  #view = null;
  /** @type {Move[]} */
  #moves = [];
  /** @type {Marking} */
  #marking = "none";
  /** @type {string[]} */
  #chosen = [];
  /** @type {Map<string, Spot>} */
  #spots = new Map();
  /** @type {Map<string, SVGGElement>} */
  #hits = new Map();
  #marks = s("g", { class: "marks", "aria-hidden": "true" });
  /** The marks of the last move. */
  #lasting = s("g", { class: "marks", "aria-hidden": "true" });
  #chooser = h("div", { class: "chooser", role: "group", "aria-label": "Moves that match the chosen elements" });
  #keys = h("p", { class: "unseen", id: uniqueId("keys") }, KEYS);
  #said = h("p", { class: "unseen", role: "status" });
  #isEditing = false;
  /** The height of the tallest position drawn so far at the width `within`. */
  #room = { within: 0, height: 0 };
  /** The last focused element. */
  #focused = "";
  /** The height to which small boards are scaled up. */
  tallest = 480;

  connectedCallback() {
    if (!this.#view) this.classList.add("empty");
  }

  /**
   * Shows a position with the moves that can be made by clicks.
   * @param {View | null} view
   * @param {Move[]} moves
   * @param {string} says  The position in words, for screen readers.
   * @param {Made | null} [made]  The move from the displayed position to this one, if it is to be animated and marked.
   */
  show(view, moves, says, made = null) {
    this.#view = view;
    this.#moves = moves.filter(({ touches }) => touches?.length);
    this.#chosen = [];
    fill(this.#lasting);
    const before = this.querySelector("svg");
    this.#draw(says);
    const after = this.querySelector("svg");
    if (!made || !view || !before || !after) return;
    const spots = (made.move.touches ?? []).flatMap((element) => this.#spots.get(key(element)) ?? []);
    const [old, shapes] = [before, after].map((svg) => /** @type {Element} */ (svg.querySelector(".shapes")));
    if (before.getAttribute("viewBox") === after.getAttribute("viewBox")) animate(old, shapes, spots);
    if (sameElements(made.view, view)) fill(this.#lasting, spots.filter(({ shape }) => shape !== "line").map((spot) => ring(spot, "last")));
  }

  /** Updates the results of the moves of the same position. @param {Move[]} moves */
  update(moves) {
    this.#moves = moves.filter(({ touches }) => touches?.length);
    this.#refresh();
  }

  get marking() {
    return this.#marking;
  }

  /** @param {Marking} marking */
  set marking(marking) {
    this.#marking = marking;
    this.#refresh();
  }

  /** True if clicks select elements instead of moves. */
  set isEditing(/** @type {boolean} */ isEditing) {
    this.#isEditing = isEditing;
    this.#chosen = [];
    this.#refresh();
  }

  /** Highlights a move, or removes the highlight. @param {Move | null} move */
  preview(move) {
    this.#marks.querySelectorAll(".preview").forEach((mark) => mark.remove());
    if (move) this.#marks.append(...drawMove(this.#spots, move, "preview"));
  }

  /** @param {string} says */
  #draw(says) {
    const hadFocus = this.contains(document.activeElement);
    this.classList.toggle("empty", !this.#view);
    this.#keepHeight();
    if (!this.#view) {
      fill(this);
      return;
    }
    const drawn = drawView(this.#view);
    this.#spots = drawn.spots;
    this.#hits.clear();
    for (const [element, spot] of drawn.spots) this.#hits.set(element, this.#hit(element, spot));
    const hits = s("g", { class: "hits" }, arrange(this.#view, drawn.spots, this.#hits));
    const size = `0 0 ${Math.ceil(drawn.width)} ${Math.ceil(drawn.height)}`;
    const svg = s("svg", { viewBox: size, role: "group", "aria-label": `Board: ${says}`, "aria-describedby": this.#keys.id });
    svg.append(s("g", { class: "shapes", "aria-hidden": "true" }, drawn.shapes), this.#lasting, this.#marks, hits);
    const scale = Math.max(this.tallest < 480 ? 0.6 : 0.9, Math.min(2.2, 560 / drawn.width, this.tallest / drawn.height));
    svg.style.width = `${Math.round(drawn.width * scale)}px`;
    fill(this, svg, this.#keys, this.#said, this.#chooser);
    this.#refresh();
    if (hadFocus) this.focusBoard();
  }

  /** Reserves the height of the game's tallest position, so that the content below the board does not move. */
  #keepHeight() {
    const { width, height } = this.querySelector("svg")?.getBoundingClientRect() ?? { width: 0, height: 0 };
    if (!this.#view || this.#room.within !== this.clientWidth) this.#room = { within: this.clientWidth, height: 0 };
    if (width > 0) this.#room.height = Math.max(this.#room.height, height);
    this.style.minHeight = this.#view && !this.#isEditing ? `${Math.round(this.#room.height)}px` : "";
  }

  /** Moves the focus to the last focused element, or to the first one. */
  focusBoard() {
    [...this.#hits.values()].find((one) => one.getAttribute("tabindex") === "0")?.focus();
  }

  /** @param {string} element @param {Spot} spot */
  #hit(element, spot) {
    const hit = s("g", {
      class: "hit",
      "data-element": element,
      onclick: (/** @type {MouseEvent} */ event) => this.#click(element, event),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(element, event),
      onfocus: () => {
        this.#focused = element;
        this.#rove();
      },
    });
    if (spot.shape === "line") hit.append(s("path", { d: spot.path }), s("circle", { cx: spot.x, cy: spot.y, r: 13 }));
    else if (spot.shape === "disc") hit.append(s("circle", { cx: spot.x, cy: spot.y, r: Math.max(spot.w / 2, 13) }));
    else hit.append(s("rect", { x: spot.x - spot.w / 2, y: spot.y - spot.h / 2, width: spot.w, height: spot.h, rx: 5 }));
    for (const token of spot.tokens ?? []) {
      hit.append(s("rect", { x: token.x, y: token.y, width: token.w, height: token.h, class: "token-hit", "data-rest": token.rest }));
    }
    this.#drag(hit, element);
    return hit;
  }

  /** Lets a piece be dragged from one element to another. @param {SVGGElement} hit @param {string} element */
  #drag(hit, element) {
    hit.addEventListener("pointerdown", (down) => {
      if (down.pointerType !== "mouse" || !hit.classList.contains("usable")) return;
      const up = (/** @type {PointerEvent} */ event) => {
        removeEventListener("pointerup", up);
        const target = event.target instanceof Element ? event.target.closest(".hit") : null;
        const end = target?.getAttribute("data-element");
        if (!end || end === element || !this.contains(target)) return;
        if (this.#isEditing) {
          emit(this, "ww-link", [element, end]);
          return;
        }
        const possible = candidates(this.#moves, [element, end]);
        if (possible.length === 0) return;
        if (possible.length === 1) this.#make(possible[0]);
        else this.#choose([element, end]);
      };
      addEventListener("pointerup", up);
    });
  }

  /** @param {string} element @param {MouseEvent | null} event */
  #click(element, event) {
    if (!this.#hits.get(element)?.classList.contains("usable")) return;
    if (this.#isEditing) {
      emit(this, "ww-cell", element);
      return;
    }
    const left = event?.target instanceof Element ? event.target.getAttribute("data-rest") : null;
    if (left !== null) {
      const exact = candidates(this.#moves, [element]).filter((move) => rest(move) === Number(left));
      if (exact.length === 1) return this.#make(exact[0]);
    }
    const result = click(this.#moves, this.#chosen, element);
    if ("move" in result) this.#make(result.move);
    else this.#choose(result.chosen);
  }

  /** @param {Move} move */
  #make(move) {
    this.#chosen = [];
    emit(this, "ww-move", move);
  }

  /** @param {string[]} chosen */
  #choose(chosen) {
    this.#chosen = chosen;
    this.#refresh();
  }

  /** @param {string} element @param {KeyboardEvent} event */
  #key(element, event) {
    if (event.key === "Enter" || event.key === " ") this.#click(element, null);
    else if (event.key === "Escape" && this.#chosen.length > 0) this.#choose([]);
    else {
      const next = target(this.#spots, element, event);
      if (next === null) return;
      this.#hits.get(next)?.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Makes one element a Tab stop; the arrow keys move to the others (a roving tabindex). */
  #rove() {
    const first = [...this.#hits].find(([, hit]) => hit.classList.contains("usable"))?.[0] ?? this.#hits.keys().next().value;
    const stop = this.#hits.has(this.#focused) ? this.#focused : first;
    for (const [element, hit] of this.#hits) hit.setAttribute("tabindex", element === stop ? "0" : "-1");
  }

  #refresh() {
    this.classList.toggle("choosing", this.#chosen.length > 0);
    const possible = candidates(this.#moves, this.#chosen);
    const touching = byElement(possible);
    const first = new Set(this.#moves.flatMap(touched));
    // The board of a question does not accept clicks.
    const isStill = this.closest(".still") !== null;
    for (const [element, hit] of this.#hits) {
      const spot = /** @type {Spot} */ (this.#spots.get(element));
      const its = touching.get(element) ?? [];
      const isUsable = this.#isEditing || (!isStill && first.has(element));
      hit.classList.toggle("usable", isUsable);
      hit.classList.toggle("possible", !this.#isEditing && its.length > 0);
      hit.classList.toggle("chosen", this.#chosen.includes(element));
      const isChosen = this.#chosen.length > 0 ? String(this.#chosen.includes(element)) : null;
      const isButton = hit.getAttribute("role") === "button";
      set(hit, { "aria-label": this.#says(spot, isUsable ? its : []), "aria-disabled": isButton && !isUsable ? "true" : null, [isButton ? "aria-pressed" : "aria-selected"]: isChosen });
    }
    this.#rove();
    const chosen = this.#chosen.flatMap((element) => this.#spots.get(element) ?? []);
    const marks = this.#isEditing ? [] : drawMarks(this.#spots, possible, this.#chosen, this.#marking);
    fill(this.#marks, chosen.map((spot) => ring(spot, "chosen")), marks);
    this.#list(possible);
  }

  /** @param {Spot} spot @param {Move[]} moves */
  #says(spot, moves) {
    if (this.#isEditing || moves.length === 0) return `${spot.name}, ${spot.says}`;
    const count = moves.length === 1 ? "1 move" : `${moves.length} moves`;
    const known = this.#marking === "none" ? null : moves.find((move) => move.outcome === "win") ? ", including a winning one" : "";
    return `${spot.name}, ${spot.says}: ${count}${known ?? ""}`;
  }

  /** Lists the moves that match the chosen elements. @param {Move[]} possible */
  #list(possible) {
    this.#said.textContent = this.#chosen.length === 0 ? "" : `${possible.length} moves match. Choose another element, or press Tab for the list of moves.`;
    if (this.#chosen.length === 0) return fill(this.#chooser);
    fill(
      this.#chooser,
      h("p", null, "Which move? Click another element, or choose:"),
      h(
        "div",
        { class: "chips" },
        possible.slice(0, MOST_LISTED).map((move) => {
          const result = this.#marking === "none" ? null : move.outcome;
          const text = result ? `${SIGNS[result]} ${move.text}` : move.text;
          return h(
            "button",
            { class: `chip ${result ?? ""}`, "aria-label": result ? `${move.text}: ${WORDS[result]}` : null, onclick: () => this.#make(move) },
            text,
          );
        }),
        h("button", { class: "chip quiet", onclick: () => this.#choose([]) }, "Cancel"),
      ),
    );
  }
}

customElements.define("ww-board", BoardView);
