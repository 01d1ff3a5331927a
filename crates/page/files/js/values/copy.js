/** Buttons that copy. */

import { h } from "../dom.js";

/**
 * Creates a button that copies a text. If the text is a function, it is called on each click, and may fail.
 * @param {string} name
 * @param {string | (() => Promise<string>)} text
 */
export function copy(name, text) {
  const button = h("button", null, name);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copying is not allowed here";
    }
    setTimeout(() => (button.textContent = name), 1500);
  });
  return button;
}
