/** The history of a game: the winner after each move, and the number of moves to the end. */

import { chart, h, largest, plies, s } from "../dom.js";
import { sentence } from "./answer.js";

const [HEIGHT, SIDE] = [190, 26];
const MIDDLE = HEIGHT / 2;
/** The minimum distance of a win from the line of draws, in SVG units. */
const GAP = 16;

/** Describes a node. @param {Ply} node @param {number} ply @param {(turn: Turn) => string} name */
function words(node, ply, name) {
  const where = ply === 0 ? "at the start" : `after move ${ply}, ${node.text}`;
  const { known } = node;
  if (!known) return `${where}: not known`;
  if (known.winner === "draw") return `${where}: a draw`;
  return `${where}: ${name(known.winner)} wins${known.remoteness === null ? "" : known.remoteness === 0 ? " and the game is over" : ` in ${plies(known.remoteness)}`}`;
}

/**
 * Draws the plot. Returns null if no length of play and no draw is known. Dots above the middle are wins for Left, and dots below it are
 * wins for Right. Faster wins are nearer to the edge, and draws are on the middle line. A click on a dot goes to its position.
 * @param {Moments} what
 */
export function drawHistory({ nodes, current, name, go }) {
  if (!nodes.some(({ known }) => known && (known.winner === "draw" || known.remoteness !== null))) return null;
  const most = largest(1, nodes.map(({ known }) => known?.remoteness ?? 0));
  const pitch = Math.max(9, Math.min(26, 300 / Math.max(nodes.length - 1, 1)));
  const width = Math.max(SIDE * 2 + pitch * (nodes.length - 1), 200);
  const x = (/** @type {number} */ ply) => SIDE + ply * pitch;
  const y = (/** @type {Ply} */ { known }) => {
    if (!known || known.winner === "draw") return MIDDLE;
    const near = known.remoteness === null ? 0.5 : 1 - known.remoteness / (most + 1);
    const far = GAP + near * (MIDDLE - GAP - 26);
    return known.winner === "left" ? MIDDLE - far : MIDDLE + far;
  };
  const known = nodes.map((node, ply) => ({ node, ply })).filter(({ node }) => node.known);
  const says = h("p", { class: "quiet", role: "status" }, words(current, nodes.indexOf(current), name));
  const dot = (/** @type {Ply} */ node, /** @type {number} */ ply) => {
    const text = words(node, ply, name);
    const show = () => (says.textContent = text);
    return s(
      "g",
      {
        class: `moment ${node.known?.winner}${node === current ? " now" : ""}`,
        role: "button",
        // Only the current dot is a Tab stop.
        tabindex: node === current ? 0 : -1,
        "aria-label": text,
        "aria-current": node === current ? "step" : null,
        onclick: () => go(node),
        onmouseenter: show,
        onfocus: show,
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const next = event.key === "ArrowRight" ? nodes[ply + 1] : event.key === "ArrowLeft" ? nodes[ply - 1] : event.key === "Enter" || event.key === " " ? node : null;
          if (!next) return;
          event.preventDefault();
          go(next);
        },
      },
      s("rect", { x: x(ply) - pitch / 2, y: 0, width: pitch, height: HEIGHT, class: "moment-area" }),
      s("circle", { cx: x(ply), cy: y(node), r: node === current ? 6.5 : 4.5 }),
    );
  };
  const line = known.map(({ node, ply }) => `${x(ply)},${y(node)}`).join(" ");
  const svg = chart(width, HEIGHT, { role: "group", "aria-label": "The winner after each move" });
  svg.append(
    s("line", { x1: 0, x2: width, y1: MIDDLE, y2: MIDDLE, class: "gridline" }),
    s("text", { x: 2, y: 13, class: "tick start" }, sentence(`${name("left")} wins`)),
    s("text", { x: 2, y: HEIGHT - 5, class: "tick start" }, sentence(`${name("right")} wins`)),
    s("text", { x: width - 2, y: MIDDLE - 5, class: "tick end" }, "draw"),
    s("polyline", { points: line, class: "moments" }),
    s("g", null, known.map(({ node, ply }) => dot(node, ply))),
  );
  return h("figure", { class: "history-plot" }, h("div", { class: "history-scroll" }, svg), says);
}
