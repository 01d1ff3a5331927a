/** The subset of Markdown that lessons use. */

import { h } from "../dom.js";

/** Parses the fields of a fence: lines of the form `name: value`. @param {string[]} lines @returns {[string, string][]} */
function fields(lines) {
  return lines.flatMap((line) => {
    const found = /^\s*([a-z-]+):\s*(.*?)\s*$/.exec(line);
    return found ? [/** @type {[string, string]} */ ([found[1], found[2]])] : [];
  });
}

/** Renders text with emphasis, code and links as nodes. @param {string} text @returns {(Node | string)[]} */
export function inline(text) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    nodes.push(text.slice(last, match.index));
    const [all, code, strong, emphasis, name, target] = match;
    if (code) nodes.push(h("code", null, code));
    else if (strong) nodes.push(h("strong", null, inline(strong)));
    else if (emphasis) nodes.push(h("em", null, inline(emphasis)));
    // Only web addresses and fragments are links, so that no script can run.
    else nodes.push(/^(#|https:\/\/)/.test(target) ? h("a", { href: target }, name) : name);
    last = match.index + all.length;
  }
  nodes.push(text.slice(last));
  return nodes.filter((node) => node !== "");
}

/**
 * Renders a document as nodes. `fence` renders fenced blocks of known kinds. Other fenced blocks are shown as text.
 * @param {string} text
 * @param {(fence: Fence) => Node | null} fence
 * @returns {Node[]}
 */
export function render(text, fence) {
  /** @type {Node[]} */
  const nodes = [];
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    const opening = /^```\s*(\S*)/.exec(line);
    if (opening) {
      const end = lines.findIndex((one, index) => index > at && /^```\s*$/.test(one));
      const body = lines.slice(at + 1, end < 0 ? undefined : end);
      nodes.push(fence({ kind: opening[1], fields: fields(body) }) ?? h("pre", { tabindex: 0 }, body.join("\n")));
      at = end < 0 ? lines.length : end + 1;
      continue;
    }
    if (line.trim() === "") {
      at += 1;
      continue;
    }
    const heading = /^(#{1,3})\s+(.*)$/.exec(line);
    if (heading) {
      nodes.push(h(/** @type {"h1"} */ (`h${heading[1].length}`), null, inline(heading[2])));
      at += 1;
      continue;
    }
    const start = at;
    const bullet = /^([-*]|\d+\.)\s+/;
    const isList = bullet.test(line);
    at += 1;
    while (at < lines.length && lines[at].trim() !== "" && !/^(```|#)/.test(lines[at]) && (isList || !bullet.test(lines[at]))) at += 1;
    const block = lines.slice(start, at);
    if (!isList) {
      nodes.push(h("p", null, inline(block.join(" "))));
      continue;
    }
    /** @type {string[]} */
    const items = [];
    for (const one of block) {
      if (bullet.test(one)) items.push(one.replace(bullet, ""));
      else items[items.length - 1] += ` ${one.trim()}`;
    }
    nodes.push(h(/^\d/.test(line) ? "ol" : "ul", null, items.map((item) => h("li", null, inline(item)))));
  }
  return nodes;
}
