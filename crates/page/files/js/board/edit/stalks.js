/** An editor for stalks of red and blue segments. */

import { h, quiet } from "../../dom.js";
import { actions, anyOf, palette, place, random } from "./palette.js";

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
  /** The stalk of each segment and the segment's index in it, in the order of the edges. */
  const segments = all.flatMap((stalk) => [...stalk.word].map((_, segment) => ({ stalk, segment })));
  /** Returns the stalk of a vertex, found through the edge below the vertex. @param {number} vertex */
  const stalkOf = (vertex) => segments[figure.edges.findIndex((edge) => edge.to === vertex)]?.stalk;
  const grow = () => write([...all, { word: colour() }]);
  return {
    element: h(
      "div",
      null,
      quiet("Click a joint to extend its stalk, the ground to add a stalk, or a segment to colour it."),
      brush.element,
      actions("Stalks", [
        ["New stalk", grow],
        ["Remove last", () => write(all.slice(0, -1)), all.length === 0],
      ]),
    ),
    clear: () => write([]),
    random: () => [Array.from({ length: 2 + random(3) }, () => Array.from({ length: 1 + random(4) }, () => anyOf(["L", "R"])).join("")).join(" ")],
    cell(element) {
      const { index } = place(element);
      if (index === figure.ground) return grow();
      const joint = stalkOf(index);
      const { stalk, segment } = segments[index - figure.vertices.length] ?? {};
      if (index < figure.vertices.length && joint) joint.word += colour();
      // Removing a segment removes everything above it.
      else if (stalk?.word[segment]) stalk.word = stalk.word.slice(0, segment) + (brush.current() === "x" ? "" : brush.current() + stalk.word.slice(segment + 1));
      write(all);
    },
  };
}
