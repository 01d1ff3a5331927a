/** Signs in a row: the digits of a number, the parts of a date; a dial of numbers. */

import { cut, s } from "../dom.js";
import { blank, label } from "./drawn.js";

/** @param {Digits} figure @returns {Drawn} */
export function drawDigits(figure) {
  const { shapes, spots } = blank();
  const [high, least] = [64, figure.captions.length > 0 ? 76 : 48];
  const hasCaptions = figure.captions.some((caption) => caption !== "");
  let x = 8;
  figure.signs.forEach((sign, index) => {
    const text = cut(sign, 28);
    const caption = figure.captions[index] ?? "";
    const w = Math.max(least, text.length * 16 + 22, caption.length * 8 + 16);
    shapes.push(s("rect", { x, y: 8, width: w, height: high, rx: 8, class: "digit" }));
    shapes.push(label(x + w / 2, 8 + high / 2, text, "digit-text", 28));
    if (caption) shapes.push(label(x + w / 2, high + 24, caption));
    spots.set(index, { x: x + w / 2, y: 8 + high / 2, w, h: high, shape: "box", name: caption || `sign ${index + 1}`, says: sign });
    x += w + 6;
    if (figure.between.trim() && index + 1 < figure.signs.length) {
      shapes.push(label(x + 6, 8 + high - 14, figure.between, "caption", 20));
      x += 18;
    }
  });
  if (figure.signs.length === 0) shapes.push(label(60, 40, "nothing left"));
  return { width: Math.max(x + 4, 120), height: high + (hasCaptions ? 40 : 18), shapes, spots };
}
