/** Values of triples: the table and the map of one layer, which contains all b and c for one a. */

import { fill, h, labelled, tableOf } from "../dom.js";
import { pairMap } from "./plot.js";

/** @param {{game: string, values: (number | bigint | null)[][][]}} answer */
export function layers({ game, values }) {
  const a = h("input", { id: "layer", type: "number", min: 0, max: values.length - 1, value: 0 });
  const place = h("div", { class: "zoom-chart" });
  const show = () => {
    const rows = values[Number(a.value)];
    if (!rows) return;
    const title = `Values of ${game} for a = ${a.value}`;
    const line = (/** @type {(number | bigint | null)[]} */ row, /** @type {number} */ b) => h("tr", null, h("th", { scope: "row" }, b), row.map((value) => h("td", { class: value === 0 && "lost" }, value ?? "–")));
    fill(place, tableOf(title, ["b, c", ...rows[0].keys()], rows.map(line)), pairMap({ from: 0, values: rows, title }));
  };
  a.addEventListener("input", show);
  show();
  return [labelled("Layer of a", a), place];
}
