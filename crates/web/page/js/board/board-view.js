/** `<ww-board>`: a picture of a position, on which moves are clicked. */

import { emit, fill, h, s, set } from "../dom.js";
import { drawView } from "../figures/figures.js";
import { byElement, candidates, click, touched } from "./choose.js";
import { drawMarks, drawMove, rest, ring, SIGNS, WORDS } from "./marks.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
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
  #chooser = h("div", { class: "chooser", role: "group", "aria-label": "Moves that match the chosen elements" });
  #isEditing = false;
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
   */
  show(view, moves, says) {
    this.#view = view;
    this.#moves = moves.filter(({ touches }) => touches?.length);
    this.#chosen = [];
    this.#draw(says);
  }

  /** Updates the results of the moves of the same position. @param {Move[]} moves */
  update(moves) {
    this.#moves = moves.filter(({ touches }) => touches?.length);
    this.#refresh();
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
    if (!this.#view) {
      fill(this);
      return;
    }
    const drawn = drawView(this.#view);
    this.#spots = drawn.spots;
    this.#hits.clear();
    const hits = s("g", { class: "hits" });
    for (const [element, spot] of drawn.spots) {
      const hit = this.#hit(element, spot);
      this.#hits.set(element, hit);
      hits.append(hit);
    }
    const svg = s("svg", { viewBox: `0 0 ${Math.ceil(drawn.width)} ${Math.ceil(drawn.height)}`, role: "group", "aria-label": `Board: ${says}` });
    svg.append(s("g", { class: "shapes", "aria-hidden": "true" }, drawn.shapes), this.#marks, hits);
    const scale = Math.max(this.tallest < 480 ? 0.6 : 0.9, Math.min(2.2, 560 / drawn.width, this.tallest / drawn.height));
    svg.style.width = `${Math.round(drawn.width * scale)}px`;
    fill(this, svg, this.#chooser);
    this.#refresh();
    if (hadFocus) this.focusBoard();
  }

  /** Moves the focus to the last focused element, or to the first one. */
  focusBoard() {
    const last = this.#hits.get(this.#focused);
    const stop = last?.hasAttribute("tabindex") ? last : [...this.#hits.values()].find((one) => one.getAttribute("tabindex") === "0");
    stop?.focus();
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
      if (down.pointerType !== "mouse") return;
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
    else if (event.key in ARROWS) this.#go(element, ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the focus to the nearest element in a direction. @param {string} from @param {number[]} direction */
  #go(from, [dx, dy]) {
    const start = /** @type {Spot} */ (this.#spots.get(from));
    let [nearest, least] = ["", Infinity];
    for (const [element, spot] of this.#spots) {
      const [x, y] = [spot.x - start.x, spot.y - start.y];
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (element === from || along < 1 || !this.#hits.get(element)?.hasAttribute("tabindex")) continue;
      if (along + 2.5 * aside < least) [nearest, least] = [element, along + 2.5 * aside];
    }
    this.#hits.get(nearest)?.focus();
  }

  /** Makes one element a Tab stop; the arrow keys lead to the others (a roving tabindex). */
  #rove() {
    const usable = [...this.#hits].filter(([, hit]) => hit.classList.contains("usable"));
    const stop = usable.some(([element]) => element === this.#focused) ? this.#focused : usable[0]?.[0];
    for (const [element, hit] of usable) hit.setAttribute("tabindex", element === stop ? "0" : "-1");
  }

  #refresh() {
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
      const pressed = this.#chosen.length > 0 && String(this.#chosen.includes(element));
      if (isUsable) set(hit, { "aria-hidden": null, role: "button", "aria-label": this.#says(spot, its), "aria-pressed": pressed });
      else set(hit, { "aria-hidden": "true", role: null, "aria-label": null, "aria-pressed": null, tabindex: null });
    }
    this.#rove();
    const chosen = this.#chosen.flatMap((element) => this.#spots.get(element) ?? []);
    const marks = this.#isEditing ? [] : drawMarks(this.#spots, possible, this.#chosen, this.#marking);
    fill(this.#marks, chosen.map((spot) => ring(spot, "chosen")), marks);
    this.#list(possible);
  }

  /** @param {Spot} spot @param {Move[]} moves */
  #says(spot, moves) {
    if (this.#isEditing) return `${spot.name}, ${spot.says}`;
    const count = moves.length === 1 ? "1 move" : `${moves.length} moves`;
    const known = this.#marking === "none" ? null : moves.find((move) => move.outcome === "win") ? ", including a winning one" : "";
    return `${spot.name}, ${spot.says}: ${count}${known ?? ""}`;
  }

  /** Lists the moves that match the chosen elements. @param {Move[]} possible */
  #list(possible) {
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
