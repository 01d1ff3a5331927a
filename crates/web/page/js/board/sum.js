/** Sums: boards beside each other, each with its value; boards are added and removed by clicks. */

import { write } from "../address.js";
import { ask, faultOf, games, isAbort } from "../api.js";
import { fill, h, uniqueId } from "../dom.js";
import { fit } from "../find.js";
import { asked, inner, parts } from "../positions.js";
import { showFault } from "./fault.js";

/** How many games are offered at once. */
const OFFERED = 10;

/**
 * The address of a sum; of a single board, that of its game.
 * @param {string[]} list  Whole positions.
 * @param {boolean} misere
 */
export async function sumAddress(list, misere) {
  const options = { misere };
  if (list.length !== 1) return write("board", ["sum", list.join(" + ")], options);
  const alone = /** @type {Moves} */ (await ask("moves", { game: list[0], max_moves: 1 }));
  return write("board", [alone.game, inner(alone.position)], options);
}

/** The value of a board, or who wins it. @param {Solved} solved */
function worth({ value, outcome }) {
  if (value !== null) return value.length > 60 ? `${value.slice(0, 58)}…` : value;
  return outcome ?? "not known";
}

export class SumEditor {
  /** @type {string[]} */
  #parts = [];
  #misere = false;
  #list = h("ol", { class: "parts" });
  #fault = h("div", null);
  #search = h("input", { id: uniqueId("add"), type: "search", autocomplete: "off", spellcheck: "false", placeholder: "nim, domineering, kayles …" });
  #offers = h("ul", { class: "chips" });
  #more = h("details", { class: "add-board" }, h("summary", null, "Add a board"), h("div", { class: "adding" }, h("label", { for: this.#search.id }, "Find a game"), this.#search, this.#offers));
  element = h("section", { class: "sum", "aria-label": "Boards side by side", hidden: true }, this.#list, this.#more, this.#fault);
  #abort = new AbortController();

  /** @param {(address: string) => void} go */
  constructor(go) {
    this.go = go;
    this.#search.addEventListener("input", () => void this.#offer());
    this.#search.addEventListener("keydown", (event) => {
      // It stands in the form of the position, which Enter would send.
      if (event.key !== "Enter") return;
      event.preventDefault();
      /** @type {HTMLElement | null} */ (this.#offers.querySelector("button"))?.click();
    });
    this.#more.addEventListener("toggle", () => void (this.#more.open && this.#offer()));
  }

  /**
   * Shows the boards of a position.
   * @param {string} position  As a whole, `nim(3,5) + kayles(7)`.
   * @param {{misere: boolean, possible: boolean}} how  Whether other boards may stand beside it.
   */
  show(position, { misere, possible }) {
    this.element.hidden = !possible;
    fill(this.#fault);
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#misere = misere;
    this.#parts = possible ? parts(position) : [];
    const several = this.#parts.length > 1;
    const hadFocus = this.#list.contains(document.activeElement);
    fill(this.#list, several && this.#parts.map((part, index) => this.#row(part, index)));
    if (hadFocus) /** @type {HTMLElement | null} */ (this.#list.querySelector("input"))?.focus();
  }

  /**
   * @param {string} part
   * @param {number} index
   */
  #row(part, index) {
    const input = h("input", { value: part, "aria-label": `Board ${index + 1}`, autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
    input.addEventListener("change", () => void this.#open(this.#parts.map((one, number) => (number === index ? input.value.trim() : one)).filter(Boolean)));
    const value = h("output", { "aria-label": `Value of board ${index + 1}` }, "…");
    void ask("solve", { ...asked(part, ""), max_moves: 0, ...(this.#misere ? { misere: true } : {}) }, { signal: this.#abort.signal })
      .then((solved) => (value.textContent = worth(solved)))
      .catch((error) => isAbort(error) || (value.textContent = "not known"));
    const remove = () => void this.#open(this.#parts.filter((_, number) => number !== index));
    return h("li", null, input, value, h("button", { type: "button", "aria-label": `Remove board ${index + 1}`, onclick: remove }, "Remove"));
  }

  async #offer() {
    const all = await games().catch(() => []);
    const fits = all.filter((game) => game.players !== "ranked").map((game) => ({ game, rank: fit(game, this.#search.value) }));
    const found = fits.filter(({ rank }) => rank >= 0).sort((one, other) => one.rank - other.rank);
    fill(
      this.#offers,
      found.slice(0, OFFERED).map(({ game: { example, title } }) => h("li", null, h("button", { type: "button", class: "chip", onclick: () => void this.#add(example) }, title))),
      found.length === 0 && h("li", null, "No game of this name."),
    );
  }

  /** @param {{game: string, position: string}} example */
  async #add({ game, position }) {
    try {
      const answer = /** @type {Moves} */ (await ask("moves", { ...asked(game, position), max_moves: 1 }));
      await this.#open([...this.#parts, answer.position]);
    } catch (error) {
      showFault(this.#fault, faultOf(error));
    }
  }

  /** Opens other boards, if they are ones that can stand side by side.
   * @param {string[]} list
   */
  async #open(list) {
    const text = list.join(" + ");
    try {
      if (list.length > 1) await ask("moves", { game: text, max_moves: 1 });
      this.go(await sumAddress(list, this.#misere));
    } catch (error) {
      if (!isAbort(error)) showFault(this.#fault, faultOf(error), text);
    }
  }
}
