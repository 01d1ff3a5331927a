/** Zooming of charts, by buttons or by dragging. */

import { fill, h, quiet } from "../dom.js";

/**
 * Creates buttons for a chart, and a line that describes the visible part.
 * @param {[text: string, name: string, () => void][]} actions
 */
function toolbar(actions) {
  const says = h("span", { class: "quiet", role: "status" });
  const buttons = actions.map(([text, name, onclick]) => h("button", { "aria-label": name, title: name, onclick }, text));
  return { element: h("div", { class: "row zoom", role: "toolbar", "aria-label": "Zoom" }, buttons, says), says, buttons };
}

/** Creates a chart along an axis with a visible range. @param {ZoomedLine} what */
export function zoomLine({ from, to, draw }) {
  let [first, last] = [from, to];
  const place = h("div", { class: "zoomed" });
  const move = (/** @type {number} */ start, /** @type {number} */ end) => {
    const width = Math.min(Math.max(Math.round(end - start), 4), to - from);
    first = Math.min(Math.max(Math.round(start), from), to - width);
    last = first + width;
    show();
  };
  const scale = (/** @type {number} */ by) => {
    const middle = (first + last) / 2;
    const half = ((last - first) * by) / 2;
    move(middle - half, middle + half);
  };
  const shift = (/** @type {number} */ by) => move(first + by * (last - first), last + by * (last - first));
  const bar = toolbar([
    ["+", "Zoom in", () => scale(0.5)],
    ["−", "Zoom out", () => scale(2)],
    ["←", "Go left", () => shift(-0.5)],
    ["→", "Go right", () => shift(0.5)],
    ["All", "Show all", () => move(from, to)],
  ]);
  function show() {
    const { figure, at } = draw(first, last);
    bar.says.textContent = `${first} to ${last}`;
    const isAll = first === from && last === to;
    const [nearer, farther, left, right, all] = bar.buttons;
    nearer.disabled = last - first <= 4;
    farther.disabled = all.disabled = isAll;
    left.disabled = first === from;
    right.disabled = last === to;
    fill(place, figure);
    const svg = figure.querySelector("svg");
    svg?.addEventListener("pointerdown", (down) => {
      if (down.pointerType === "touch") return;
      const part = (/** @type {PointerEvent} */ event) => {
        const box = svg.getBoundingClientRect();
        return (event.clientX - box.left) / box.width;
      };
      const start = part(down);
      addEventListener(
        "pointerup",
        (up) => {
          const [one, other] = [at(start), at(part(up))].sort((a, b) => a - b);
          if (other - one >= 2) move(one, other);
        },
        { once: true },
      );
    });
  }
  show();
  return h("div", { class: "zoom-chart" }, bar.element, place, to - from > 4 && quiet("Drag along the plot to zoom in."));
}

const [LEAST, MOST] = [1, 64];

/** Creates a chart with zoomable cells. @param {ZoomedCells} what */
export function zoomCells({ size, columns, draw }) {
  let now = size;
  const place = h("div", { class: "zoomed scroll", tabindex: 0, role: "region", "aria-label": "The map" });
  const set = (/** @type {number} */ next) => {
    now = Math.min(Math.max(Math.round(next), LEAST), MOST);
    show();
  };
  const bar = toolbar([
    ["+", "Zoom in", () => set(now * 1.5)],
    ["−", "Zoom out", () => set(now / 1.5)],
    ["All", "Show all", () => set((place.clientWidth - 50) / columns)],
  ]);
  function show() {
    fill(place, draw(now));
    const [nearer, farther] = bar.buttons;
    nearer.disabled = now >= MOST;
    farther.disabled = now <= LEAST;
    bar.says.textContent = `${now} pixels each`;
  }
  show();
  return h("div", { class: "zoom-chart" }, bar.element, place);
}
