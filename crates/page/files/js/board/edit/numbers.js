/** An editor for positions that consist of numbers. */

import { h, largest, quiet } from "../../dom.js";
import { place, random } from "./palette.js";

/** The figures whose elements are the numbers, so that numbers can be added and removed. */
const LISTS = ["heaps", "staircase", "strip", "graph"];

/** @type {Editing} */
export function numbers({ position, view, entry, set }) {
  if (!/^[\d\s,]*\d[\d\s,]*( [a-z]+)?$/.test(position)) return null;
  let [, text, tail = ""] = /^(.*?)( [a-z]+)?$/.exec(position) ?? [];
  const numbers = () => text.match(/\d+/g) ?? [];
  const list = numbers();
  const [figure] = view.figures;
  // Numbers with different meanings have a fixed length.
  const isList = !entry.ranks && LISTS.includes(figure?.kind ?? "heaps") && view.figures.length < 2 && !(text.includes(",") && text.includes(" "));
  const put = (/** @type {string} */ next) => set((text = next) + tail);
  const write = (/** @type {string[]} */ some) => some.length > 0 && put(some.join(","));
  const change = (/** @type {number} */ index, /** @type {bigint} */ by) => {
    const value = BigInt(numbers()[index] ?? -9) + by;
    let at = -1;
    if (value >= 0n) put(text.replace(/\d+/g, (number) => ((at += 1) === index ? String(value) : number)));
  };
  const element = h(
    "div",
    { class: "row counters", role: "group", "aria-label": "Change the position" },
    list.map((number, index) =>
      h(
        "span",
        { class: "counter" },
        h("button", { "aria-label": `number ${index + 1}: one less`, disabled: number === "0", onclick: () => change(index, -1n) }, "−"),
        h("output", { "aria-label": `number ${index + 1}` }, number),
        h("button", { "aria-label": `number ${index + 1}: one more`, onclick: () => change(index, 1n) }, "+"),
      ),
    ),
    isList && h("button", { onclick: () => write([...numbers(), figure?.kind === "strip" ? String(largest(0, numbers().map(Number)) + 1) : "1"]) }, "Add one"),
    isList && h("button", { disabled: list.length < 2, onclick: () => write(numbers().slice(0, -1)) }, "Remove last"),
  );
  const many = {
    clear: () => put(text.replace(/\d+/g, "0")),
    /** @returns {[string]} */
    random: () => {
      // Choose numbers up to the present maximum, or up to 7 if that is larger.
      const most = largest(7, numbers().map(Number)) + 1;
      return [text.replace(/\d+/g, () => String(random(most))) + tail];
    },
  };
  if (figure?.kind !== "strip" || !isList) return { element, ...many };
  return {
    clear: () => write(["1"]),
    random: () => [figure.cells.map(({ name }) => name).filter(() => random(3) === 0).join(",") || "1"],
    element: h("div", null, quiet("Click a cell to fill or clear it."), element),
    cell(name) {
      const cell = figure.cells[place(name).index].name;
      const now = numbers();
      const fewer = now.filter((one) => one !== cell);
      write(fewer.length < now.length ? fewer : [...now, cell].sort((one, other) => Number(one) - Number(other)));
    },
  };
}
