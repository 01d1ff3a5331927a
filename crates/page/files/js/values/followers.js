/** The canonical form as an expandable tree of followers. */

import { h } from "../dom.js";
import { valueInLine } from "./value.js";

/** Formats a number plus ups plus a nimber, such as `1/2+^^*3`. @param {{number: string, ups: number, nimber: number}} follower */
function leaf({ number, ups, nimber }) {
  const arrows = ups === 0 ? "" : Math.abs(ups) < 4 ? (ups > 0 ? "^" : "v").repeat(Math.abs(ups)) : `${ups > 0 ? "^" : "v"}${Math.abs(ups)}`;
  const star = nimber === 0 ? "" : nimber === 1 ? "*" : `*${nimber}`;
  const small = arrows + star;
  if (small === "") return number;
  return number === "0" ? small : `${number}+${small}`;
}

/**
 * Formats a follower up to a depth.
 * @param {Follower[]} followers
 * @param {number} index
 * @param {number} depth
 * @returns {string}
 */
export function written(followers, index, depth = 4) {
  const follower = followers[index];
  if (!follower) return "?";
  if ("number" in follower) return leaf(follower);
  if (depth === 0) return "{…}";
  const side = (/** @type {number[]} */ options) => options.map((option) => written(followers, option, depth - 1)).join(",");
  return `{${side(follower.left)}|${side(follower.right)}}`;
}

/** @param {Follower[]} followers @param {number} index @param {string} [kind] @returns {HTMLElement} */
export function tree(followers, index, kind = "") {
  const follower = followers[index];
  const name = valueInLine(written(followers, index));
  if (!follower || "number" in follower) return h("span", { class: `follower ${kind}` }, name);
  const details = h("details", { class: `follower ${kind}` }, h("summary", null, name));
  details.addEventListener(
    "toggle",
    () => {
      const list = (/** @type {string} */ title, /** @type {number[]} */ options, /** @type {string} */ side) =>
        h("div", { class: "options" }, h("p", { class: `quiet ${side}` }, title), h("ul", null, options.length === 0 ? h("li", null, "none") : options.map((option) => h("li", null, tree(followers, option, side)))));
      details.append(list("Left's options", follower.left, "left"), list("Right's options", follower.right, "right"));
    },
    { once: true },
  );
  return details;
}
