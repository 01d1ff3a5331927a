/** The animation of moves: the picture before the move fades into the picture after it. */

const DURATION = 260;

/**
 * Shows the position after a move, animated unless the user prefers less motion.
 * @param {HTMLElement} board
 * @param {() => void} show
 */
export function animate(board, show) {
  const old = board.querySelector("svg");
  const shapes = old?.querySelector(".shapes");
  const frame = old?.getAttribute("viewBox");
  show();
  const svg = board.querySelector("svg");
  if (!shapes || !svg || svg.getAttribute("viewBox") !== frame || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  svg.querySelector(".shapes")?.after(shapes);
  shapes.animate([{ opacity: 1 }, { opacity: 0 }], { duration: DURATION, easing: "ease-in" }).addEventListener("finish", () => shapes.remove());
}

/** Describes the arrangement of a figure, which does not depend on its contents. @param {Figure} figure */
function frame(figure) {
  if ("cells" in figure) return `${figure.kind} ${figure.cells.length} ${"columns" in figure ? figure.columns : ""}`;
  if (figure.kind === "staircase") return `staircase ${figure.steps.length}`;
  return figure.kind === "heaps" ? `heaps ${figure.heaps.length}` : null;
}

/** Returns true if the elements of two views are at the same places, so that the elements of a move can be marked after it. @param {View} one @param {View} two */
export function sameFrame(one, two) {
  return one.figures.length === two.figures.length && one.figures.every((figure, index) => frame(figure) !== null && frame(figure) === frame(two.figures[index]));
}
