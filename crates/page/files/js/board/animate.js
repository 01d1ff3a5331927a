/** The animation of moves: a piece slides to its new position, and other changes fade. */

const DURATION = 260;

/** Returns the centre and the size of a part of a picture. @param {SVGGraphicsElement} part */
function boxOf(part) {
  const { x, y, width, height } = part.getBBox();
  return { x: x + width / 2, y: y + height / 2, width, height };
}

/** Describes a part of a picture, regardless of its position. @param {SVGGraphicsElement} part */
function look(part) {
  const { width, height } = boxOf(part);
  return [part.tagName, part.getAttribute("class"), part.getAttribute("stroke-width"), part.textContent, Math.round(width), Math.round(height)].join();
}

/** Returns the parts of a picture. @param {Element} picture */
const partsOf = (picture) => /** @type {SVGGraphicsElement[]} */ ([...picture.children]);

/**
 * Animates the change of a picture after a move, unless the user prefers less motion.
 * @param {Element} before  The parts before the move, which are no longer in the document.
 * @param {Element} after  The parts after the move.
 * @param {Spot[]} touched  The spots that the move touches.
 */
export function animate(before, after, touched) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [old, now] = [before, after].map((picture) => new Set(partsOf(picture).map((part) => part.outerHTML)));
  const gone = partsOf(before).filter((part) => !now.has(part.outerHTML));
  const come = partsOf(after).filter((part) => !old.has(part.outerHTML));
  before.replaceChildren(...gone);
  // `getBBox` can measure elements only while they are in the document.
  after.after(before);
  const spotOf = (/** @type {SVGGraphicsElement} */ part) => {
    const { x, y } = boxOf(part);
    return touched.findIndex((spot) => Math.abs(x - spot.x) <= spot.w / 2 && Math.abs(y - spot.y) <= spot.h / 2);
  };
  for (const part of come) {
    const [spot, shape] = [spotOf(part), look(part)];
    const from = spot < 0 ? undefined : gone.find((one) => one.isConnected && ![-1, spot].includes(spotOf(one)) && look(one) === shape);
    if (from) {
      const [start, end] = [boxOf(from), boxOf(part)];
      from.remove();
      // The piece slides above everything else.
      after.append(part);
      part.animate([{ transform: `translate(${start.x - end.x}px, ${start.y - end.y}px)` }, { transform: "none" }], { duration: DURATION, easing: "ease-in-out" });
    } else part.animate([{ opacity: 0 }, { opacity: 1 }], { duration: DURATION, easing: "ease-out" });
  }
  before.animate([{ opacity: 1 }, { opacity: 0 }], { duration: DURATION, easing: "ease-in" }).addEventListener("finish", () => before.remove());
}

/** Lists the elements of a view. @param {View} view */
const elements = ({ scene }) => JSON.stringify(scene?.hits.map(({ name, element }) => [name, element]));

/** Returns true if two views have the same elements, so that the elements of a move exist in both. @param {View} one @param {View} two */
export const sameElements = (one, two) => elements(one) === elements(two);
