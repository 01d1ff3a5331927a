/** The settings of a game: in an address, and as controls. */

import { h, labelled, select, uniqueId } from "../dom.js";
import { keep, recall } from "../recent.js";

/** @type {Texts} */
export const LEVELS = { 1: "1: beginner", 2: "2", 3: "3: casual", 4: "4", 5: "5: good", 6: "6", 7: "7: strong", 8: "8", 9: "9", 10: "10: never errs", 0: "A friend at this screen" };
const FIRST = { you: "You", winways: "The opponent" };
const CLOCK = { "": "None", 1: "1 minute", 3: "3 minutes", 5: "5 minutes", 10: "10 minutes" };

/**
 * @typedef {object} Settings
 * @property {number} level  1 to 10, or 0 for another person.
 * @property {"you" | "winways"} first  The player who begins.
 * @property {string} you  The player that the user plays, `left` or `right`, if the rules distinguish them; otherwise empty.
 * @property {number} clock  The minutes of each player, or 0.
 * @property {boolean} misere
 */

/** Reads the settings of an address. @param {URLSearchParams} options @returns {Settings} */
export function readSettings(options) {
  const usual = recall("opponent", { level: 5, first: "you", clock: "" });
  const level = Number(options.get("level") ?? usual.level);
  return {
    level: Number.isInteger(level) && level >= 0 && level <= 10 ? level : 5,
    first: (options.get("first") ?? usual.first) === "winways" ? "winways" : "you",
    you: options.get("you") === "right" ? "right" : options.get("you") === "left" ? "left" : "",
    clock: Math.min(Math.max(Number(options.get("clock") ?? usual.clock) || 0, 0), 180),
    misere: options.has("misere"),
  };
}

/** Returns the settings as options of an address. @param {Settings} settings @returns {Options} */
export function options({ level, first, you, clock, misere }) {
  return { level, first, you, clock: clock || "", misere };
}

/** The controls for the settings, which remember the last choice. */
export class Controls {
  #level = select(uniqueId("level"), LEVELS);
  #first = select(uniqueId("first"), FIRST);
  #clock = select(uniqueId("clock"), CLOCK);
  element = h("div", { class: "row settings" }, labelled("Opponent", this.#level), labelled("Who begins", this.#first), labelled("Clock", this.#clock));

  /** @param {() => void} [change]  Called after each change. */
  constructor(change) {
    this.#level.append(/** @type {Node} */ (this.#level.querySelector('[value="0"]')));
    this.value = readSettings(new URLSearchParams());
    this.element.addEventListener("change", () => {
      keep("opponent", { level: this.#level.value, first: this.#first.value, clock: this.#clock.value });
      change?.();
    });
  }

  /** @returns {Settings} */
  get value() {
    return { level: Number(this.#level.value), first: this.#first.value === "winways" ? "winways" : "you", you: "", clock: Number(this.#clock.value), misere: false };
  }
  set value({ level, first, clock }) {
    this.#level.value = String(level);
    this.#first.value = first;
    this.#clock.value = clock ? String(clock) : "";
  }
}
