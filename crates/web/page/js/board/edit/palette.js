/** What a click does: one of several choices, which stays chosen while one edits. */

import { h } from "../../dom.js";

/** What was chosen last, for each kind of palette. @type {Map<string, string>} */
const chosen = new Map();

/**
 * Buttons of which one is pressed.
 * @param {string} title
 * @param {[string, string][]} choices  Their names, and what is written on them.
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
 * Buttons that do something at once.
 * @param {string} title
 * @param {Action[]} actions
 */
export function actions(title, actions) {
  return h("div", { class: "row", role: "group", "aria-label": title }, actions.map(([text, onclick, disabled = false]) => h("button", { disabled, onclick }, text)));
}

/** The number of the figure and of the element in it. @param {string} element */
export function place(element) {
  const [figure, index] = element.split(".").map(Number);
  return { figure, index };
}
