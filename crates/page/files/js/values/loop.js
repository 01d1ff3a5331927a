/** The graph of a loopy value: its followers as circles, and the moves of Left and Right as arrows. */

import { chart, h, s } from "../dom.js";

/** The maximum number of followers of a graph that is drawn. */
const MOST_DRAWN = 40;
const RADIUS = 22;

/** Returns the text of a follower that is a number with ups and a nimber. @param {{number: string, ups: number, nimber: number}} sum */
function sumText({ number, ups, nimber }) {
  const count = Math.abs(ups);
  const arrows = count === 0 ? "" : (ups > 0 ? "↑" : "↓") + (count > 1 ? count : "");
  const star = nimber === 0 ? "" : `∗${nimber > 1 ? nimber : ""}`;
  return number === "0" && (arrows || star) ? arrows + star : number + arrows + star;
}

/**
 * Draws the graph, or returns null if it is too large. The value is the last follower.
 * @param {any[]} followers
 * @param {string} value
 */
export function loopGraph(followers, value) {
  if (followers.length < 2 || followers.length > MOST_DRAWN) return null;
  const around = Math.max(60, (followers.length * 2.6 * RADIUS) / Math.PI);
  const [width, height] = [2 * around + 4 * RADIUS, 2 * around + 4 * RADIUS];
  const angle = (/** @type {number} */ place) => (2 * Math.PI * (followers.length - 1 - place)) / followers.length - Math.PI / 2;
  const places = followers.map((_, place) => /** @type {[number, number]} */ ([width / 2 + around * Math.cos(angle(place)), height / 2 + around * Math.sin(angle(place))]));
  /** @param {number} from @param {number} to @param {"left" | "right"} player */
  const arrow = (from, to, player) => {
    const [[x, y], [toX, toY]] = [places[from], places[to]];
    const marked = { class: player, "marker-end": `url(#loop-${player})` };
    if (from === to) {
      // Draw a move back to the same follower as an outward loop. The loops of the two players are side by side.
      const turn = angle(from) + (player === "left" ? -0.35 : 0.35);
      const at = (/** @type {number} */ by, /** @type {number} */ distance) => `${x + distance * Math.cos(turn + by)} ${y + distance * Math.sin(turn + by)}`;
      return s("path", { ...marked, d: `M${at(-0.35, RADIUS)}C${at(-0.5, 2.4 * RADIUS)} ${at(0.5, 2.4 * RADIUS)} ${at(0.35, RADIUS + 5)}` });
    }
    const length = Math.hypot(toX - x, toY - y);
    const [alongX, alongY] = [(toX - x) / length, (toY - y) / length];
    const bend = player === "left" ? 14 : 26;
    const middle = `${(x + toX) / 2 - bend * alongY} ${(y + toY) / 2 + bend * alongX}`;
    return s("path", { ...marked, d: `M${x + RADIUS * alongX} ${y + RADIUS * alongY}Q${middle} ${toX - (RADIUS + 5) * alongX} ${toY - (RADIUS + 5) * alongY}` });
  };
  const arrows = followers.flatMap((follower, from) => [
    ...(follower.left ?? []).map((/** @type {number} */ to) => arrow(from, to, "left")),
    ...(follower.right ?? []).map((/** @type {number} */ to) => arrow(from, to, "right")),
  ]);
  const name = (/** @type {any} */ follower, /** @type {number} */ place) => (follower.number !== undefined ? sumText(follower) : place === followers.length - 1 ? (value.length <= 6 ? value : "G") : `#${place}`);
  const nodes = followers.map((follower, place) => {
    const [x, y] = places[place];
    return s("g", { class: place === followers.length - 1 ? "lost" : null }, s("circle", { cx: x, cy: y, r: RADIUS }), s("text", { x, y: y + 4 }, name(follower, place)));
  });
  const marker = (/** @type {string} */ player) => s("marker", { id: `loop-${player}`, viewBox: "0 0 6 6", refX: 3, refY: 3, markerWidth: 6, markerHeight: 6, orient: "auto", class: player }, s("path", { d: "M0 0L6 3L0 6z" }));
  const svg = chart(width, height, { class: "cayley loop", role: "img", "aria-label": `Graph of ${value}: ${followers.length} followers` });
  svg.append(s("defs", null, marker("left"), marker("right")), ...arrows, ...nodes);
  return h("section", { class: "card" }, h("h2", null, "Graph"), h("div", { class: "chart scroll", tabindex: 0, role: "region", "aria-label": "Drawing of the graph" }, svg), h("p", { class: "quiet" }, "Filled: the value. Arrows are moves of Left and of Right, in their colours."));
}
