/** An editor for a rule file, which reports errors while typing. */

import { ask, Latest } from "./api.js";
import { refuse, showFault } from "./board/fault.js";
import { emit, fill, h } from "./dom.js";

/** The initial file. */
export const SPLIT = "game: Take or split\nheap n -> n-1 | a, b where a + b = n - 2, a >= 1, b >= 1\n";

/** The pause in typing after which the file is checked, in milliseconds. */
const PAUSE = 350;

/** Event `ww-rules`: the file was checked; the detail contains its `rules`, and its `game` or the errors. */
export class RuleText extends EventTarget {
  #fault = h("div", { id: "rules-fault" });
  #file = h("input", { type: "file", accept: ".game,text/plain", hidden: true });
  said = h("p", { class: "quiet", role: "status" });
  text = h("textarea", { id: "rules-text", rows: 8, "aria-describedby": "rules-fault" });
  /** The text with its errors. */
  element = h("div", { class: "rule-text" }, this.text, this.#fault, this.said);
  open = [h("button", { onclick: () => this.#file.click() }, "Open a file"), this.#file];
  #timer = 0;
  #latest = new Latest();

  constructor() {
    super();
    this.text.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.check(), PAUSE);
    });
    this.#file.addEventListener("change", async () => {
      const chosen = this.#file.files?.[0];
      if (chosen) this.load(await chosen.text());
      this.#file.value = "";
    });
  }

  get rules() {
    return this.text.value;
  }

  /** @param {string} rules */
  load(rules) {
    this.text.value = rules;
    void this.check();
  }

  /** Checks the file, and reports its errors. */
  async check() {
    clearTimeout(this.#timer);
    const signal = this.#latest.next();
    const { rules } = this;
    try {
      const found = await ask("rules", { rules }, { signal });
      this.show(rules, found.diagnostics ?? []);
      if (found.game) this.said.textContent = `The file is a game: ${found.game.title}.`;
      emit(this, "ww-rules", { ...found, rules });
    } catch (error) {
      refuse(this.#fault, error);
    }
  }

  /** Shows the errors below the text, with buttons that select their spans.
   * @param {string} rules
   * @param {Fault[]} diagnostics
   */
  show(rules, diagnostics) {
    this.said.textContent = "";
    if (diagnostics.length > 0) this.text.setAttribute("aria-invalid", "true");
    else this.text.removeAttribute("aria-invalid");
    fill(this.#fault);
    for (const wrong of diagnostics) {
      const place = h("div");
      showFault(place, wrong, rules);
      const { span } = wrong;
      if (span) place.firstElementChild?.append(h("p", null, h("button", { class: "link", onclick: () => this.#go(span.characters) }, `Go to line ${span.line}, column ${span.column}`)));
      this.#fault.append(place);
    }
  }

  /** Selects a span of the text. @param {[number, number]} span */
  #go([start, end]) {
    const characters = [...this.rules];
    const units = (/** @type {number} */ place) => characters.slice(0, place).join("").length;
    this.text.focus();
    this.text.setSelectionRange(units(start), units(Math.max(end, start)));
  }
}
