/** Stalks of red and blue segments: a click on a segment turns its colour, new ones grow at the top. */

import { h, quiet } from "../../dom.js";
import { actions, palette, place } from "./palette.js";

/** @type {Editing} */
export function stalks({ name, position, view, set }) {
  const [figure] = view.figures;
  if (name !== "red-blue-stalks" || figure?.kind !== "graph") return null;
  let all = position.trim().split(/\s+/).filter((word) => word !== "-" && word !== "").map((word) => ({ word }));
  const write = (/** @type {{word: string}[]} */ list) => {
    all = list.filter(({ word }) => word !== "");
    set(all.map(({ word }) => word).join(" ") || "-");
  };
  const brush = palette("Segment", [["L", "blue"], ["R", "red"], ["x", "take away"]]);
  const colour = () => (brush.current() === "x" ? "L" : brush.current());
  /** Of each segment, in the order of the edges: its stalk, and its place in it. */
  const segments = all.flatMap((stalk) => [...stalk.word].map((_, segment) => ({ stalk, segment })));
  /** The stalk that a vertex is on, by its edge from below. @param {number} vertex */
  const stalkOf = (vertex) => segments[figure.edges.findIndex((edge) => edge.to === vertex)]?.stalk;
  const grow = () => write([...all, { word: colour() }]);
  return {
    element: h(
      "div",
      null,
      quiet("Click a joint to let its stalk grow, the ground for a new stalk, a segment to colour it."),
      brush.element,
      actions("Stalks", [
        ["New stalk", grow],
        ["Remove last", () => write(all.slice(0, -1)), all.length === 0],
      ]),
    ),
    cell(element) {
      const { index } = place(element);
      if (index === figure.ground) return grow();
      const joint = stalkOf(index);
      const { stalk, segment } = segments[index - figure.vertices.length] ?? {};
      if (index < figure.vertices.length && joint) joint.word += colour();
      // What is above a segment falls with it.
      else if (stalk?.word[segment]) stalk.word = stalk.word.slice(0, segment) + (brush.current() === "x" ? "" : brush.current() + stalk.word.slice(segment + 1));
      write(all);
    },
  };
}
