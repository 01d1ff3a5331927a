/** The numbers of won and lost positions, by number of moves, as bars and as a table. */

import { chart, count, h, largest, s, tableOf } from "../dom.js";

const [HEIGHT, BAR] = [190, 11];

/**
 * Draws bars upward for won and downward for lost positions. Heights are proportional to square roots, so that small counts are
 * visible beside large ones. A click lists the positions of a length.
 * @param {{won: number[], lost: number[]}} counts
 * @param {string} unit
 * @param {(length: number) => void} choose
 */
export function lengths({ won, lost }, unit, choose) {
  const most = Math.max(won.length, lost.length);
  const top = largest(1, won.concat(lost));
  if (most < 2) return null;
  const half = HEIGHT / 2 - 12;
  const high = (/** @type {number} */ count) => (count === 0 ? 0 : Math.max(1.5, Math.sqrt(count / top) * half));
  const width = Math.max(most * BAR + 20, 200);
  const svg = chart(width, HEIGHT, { "aria-hidden": "true" });
  const middle = HEIGHT / 2 - 8;
  for (let length = 0; length < most; length += 1) {
    const x = 10 + length * BAR;
    const [up, down] = [high(won[length] ?? 0), high(lost[length] ?? 0)];
    svg.append(
      s("rect", { x, y: middle - up, width: BAR - 2, height: up, class: "bar won" }),
      s("rect", { x, y: middle, width: BAR - 2, height: down, class: "bar lost" }),
    );
    if (length % 5 === 0) svg.append(s("text", { x: x + BAR / 2, y: HEIGHT - 3, class: "tick" }, length));
  }
  svg.append(s("line", { x1: 6, x2: width - 6, y1: middle, y2: middle, class: "axis" }));
  const rows = Array.from({ length: most }, (_, length) => ({ length, up: won[length] ?? 0, down: lost[length] ?? 0 })).filter(({ up, down }) => up + down > 0);
  return h(
    "div",
    { class: "lengths" },
    h("h2", null, `Won (upward) and lost (downward) for the player to move, by ${unit === "points" ? "points" : "plies to the end"}`),
    h("div", { class: "history-scroll" }, svg),
    h(
      "details",
      null,
      h("summary", null, "The numbers"),
      tableOf(
        "The numbers",
        [unit === "points" ? "Points" : "Plies", "Won", "Lost"],
        rows.map(({ length, up, down }) =>
          h("tr", null, h("td", null, h("button", { class: "link", onclick: () => choose(length) }, length)), h("td", null, count(up)), h("td", null, count(down))),
        ),
      ),
    ),
  );
}
