/** Stalks of red and blue segments: a click on a segment turns its colour, new ones grow at the top. */

import { h, quiet } from "../../dom.js";
import { actions, palette, place } from "./palette.js";

/**
 * @param {Subject} subject
 * @returns {Editor | null}
 */
export function stalks({ name, position, view, set }) {
  const [figure] = view.figures;
  if (name !== "red-blue-stalks" || figure?.kind !== "graph") return null;
  const words = position.trim().split(/\s+/).filter((word) => word !== "-" && word !== "");
  const write = (/** @type {string[]} */ list) => set(list.filter((word) => word !== "").join(" ") || "-");
  const brush = palette("Segment", [["L", "blue"], ["R", "red"], ["x", "take away"]]);
  const colour = () => (brush.current() === "x" ? "L" : brush.current());
  /** Of each segment, in the order of the edges: its stalk, and its place in it. */
  const segments = words.flatMap((word, stalk) => [...word].map((_, segment) => ({ stalk, segment })));
  /** The stalk that a vertex is on, by its edge from below. @param {number} vertex */
  const stalkOf = (vertex) => segments[figure.edges.findIndex((edge) => edge.to === vertex)]?.stalk ?? -1;
  const change = (/** @type {number} */ stalk, /** @type {(word: string) => string} */ by) => write(words.map((word, index) => (index === stalk ? by(word) : word)));
  return {
    element: h(
      "div",
      null,
      quiet("Click a joint to let its stalk grow, the ground for a new stalk, a segment to colour it."),
      brush.element,
      actions("Stalks", [
        ["New stalk", () => write([...words, colour()])],
        ["Remove last", () => write(words.slice(0, -1)), words.length === 0],
      ]),
    ),
    byCell: true,
    cell(element) {
      const { index } = place(element);
      if (index === figure.ground) return write([...words, colour()]);
      if (index < figure.vertices.length) return change(stalkOf(index), (word) => word + colour());
      const { stalk, segment } = segments[index - figure.vertices.length] ?? { stalk: -1, segment: 0 };
      // What is above a segment falls with it.
      change(stalk, (word) => (brush.current() === "x" ? word.slice(0, segment) : word.slice(0, segment) + brush.current() + word.slice(segment + 1)));
    },
  };
}
