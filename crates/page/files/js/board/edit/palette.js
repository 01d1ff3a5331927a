/** Palettes: groups of buttons that choose the action of a click. */

import { h } from "../../dom.js";

/** The last choice for each kind of palette. @type {Map<string, string>} */
const chosen = new Map();

/**
 * Creates a group of buttons, exactly one of which is pressed.
 * @param {string} title
 * @param {[string, string][]} choices  The values and the labels of the buttons.
 * @param {() => void} [changed]
 */
export function palette(title, choices, changed) {
  const first = choices[0]?.[0] ?? "";
  const key = `${title} ${choices.map(([name]) => name).join(" ")}`;
  const current = () => chosen.get(key) ?? first;
  const buttons = choices.map(([name, text]) => h("button", { "aria-pressed": String(name === current()) }, text));
  buttons.forEach((button, index) =>
    button.addEventListener("click", () => {
      chosen.set(key, choices[index][0]);
      buttons.forEach((one) => one.setAttribute("aria-pressed", String(one === button)));
      changed?.();
    }),
  );
  return { element: h("div", { class: "row", role: "group", "aria-label": title }, buttons), current };
}

/**
 * Creates buttons with immediate actions.
 * @param {string} title
 * @param {Action[]} actions
 */
export function actions(title, actions) {
  return h("div", { class: "row", role: "group", "aria-label": title }, actions.map(([text, onclick, disabled = false]) => h("button", { disabled, onclick }, text)));
}

/**
 * Creates buttons that change a number, with the number between them.
 * @param {string} title  The name of the number, such as `Rows`.
 * @param {number} value
 * @param {(by: number) => void} change
 * @param {{less?: boolean, more?: boolean}} [can]  Whether the number can be decreased and increased. By default, its minimum is 1.
 */
export function stepper(title, value, change, { less = value > 1, more = true } = {}) {
  const button = (/** @type {string} */ sign, /** @type {number} */ by, disabled = false) => h("button", { "aria-label": `${title} ${sign}`, disabled, onclick: () => change(by) }, sign);
  return h("span", { class: "counter", role: "group", "aria-label": title }, h("span", { class: "quiet" }, title), button("−", -1, !less), h("output", null, String(value)), button("+", 1, !more));
}

/** Returns a random integer below a bound. @param {number} below */
export const random = (below) => Math.floor(Math.random() * below);

/** Returns a random item of a list. @template T @param {readonly T[]} list @returns {T} */
export const anyOf = (list) => list[random(list.length)];

/** Returns the index of the figure, and the index of the element in that figure. @param {string} element */
export function place(element) {
  const [figure, index] = element.split(".").map(Number);
  return { figure, index };
}
