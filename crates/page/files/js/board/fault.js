/** Display of errors: the text with the wrong part underlined, the expected input, and help. */

import { faultOf, isAbort } from "../api.js";
import { fill, h, quiet } from "../dom.js";

/** @param {HTMLElement} element @param {Fault} fault @param {string} [text]  The text to which the span refers. */
export function showFault(element, fault, text) {
  const span = fault.span?.characters;
  fill(
    element,
    h(
      "div",
      { class: "fault", role: "alert" },
      text !== undefined && span && excerpt(text, span),
      h("p", null, h("strong", null, fault.detail), fault.expected ? `; ${fault.expected}` : ""),
      fault.help && quiet(fault.help),
    ),
  );
}

/**
 * Shows an error, unless it only reports a cancelled request.
 * @param {HTMLElement} element
 * @param {unknown} error
 * @param {string} [text]
 */
export function refuse(element, error, text) {
  if (!isAbort(error)) showFault(element, faultOf(error), text);
}

/** Creates an element that shows an error. @param {unknown} error */
export function refusal(error) {
  const place = h("div");
  refuse(place, error);
  return place;
}

/** Renders the line of an error, with the wrong part underlined. @param {string} text @param {[number, number]} span */
function excerpt(text, [start, end]) {
  const characters = [...text];
  const before = characters.slice(0, start).join("");
  const first = before.lastIndexOf("\n") + 1;
  const rest = characters.slice(start).join("");
  const wrong = [...rest].slice(0, Math.max(end - start, 1)).join("").split("\n")[0];
  const after = rest.slice(wrong.length).split("\n")[0];
  return h("pre", { class: "excerpt" }, before.slice(first), h("mark", null, wrong || " "), after);
}
