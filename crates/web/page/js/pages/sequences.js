import { h } from "../dom.js";

/** @returns {import("../main.js").Section} */
export function section() {
  return { element: h("div", { class: "page" }, h("h1", null, "Sequences")), show() {} };
}
