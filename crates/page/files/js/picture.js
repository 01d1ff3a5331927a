/** Small pictures of games. */

import { ask } from "./api.js";
import { h, s } from "./dom.js";
import { drawView } from "./figures/figures.js";
import { asked } from "./positions.js";

/** @type {Map<string, SVGElement>} */
const pictures = new Map();
/** Pictures are fetched one by one. */
let queue = Promise.resolve();

/** Creates a small picture of the example, drawn when it becomes visible. @param {Game} game */
export function picture(game) {
  const place = h("div", { class: "thumb", "aria-hidden": "true" });
  const known = pictures.get(game.name);
  if (known) {
    place.append(known.cloneNode(true));
    return place;
  }
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    queue = queue.then(async () => {
      if (!place.isConnected) return;
      const { game: name, position } = game.example;
      const answer = await ask("moves", { ...asked(name, position), max_moves: 1 }).catch(() => null);
      if (!answer?.view) return;
      const drawn = drawView(answer.view);
      const svg = s("svg", { viewBox: `0 0 ${Math.ceil(drawn.width)} ${Math.ceil(drawn.height)}` }, drawn.shapes);
      pictures.set(game.name, svg);
      place.append(svg.cloneNode(true));
    });
  });
  observer.observe(place);
  return place;
}
