/** The page: an address leads to a section. */

import { read } from "./address.js";
import { fill, h } from "./dom.js";

/** @type {Record<string, () => Promise<{section: () => Section}>>} */
const SECTIONS = {
  board: () => import("./pages/board.js"),
  games: () => import("./pages/catalogue.js"),
  values: () => import("./pages/values.js"),
  sequences: () => import("./pages/sequences.js"),
  rules: () => import("./pages/rules.js"),
  tables: () => import("./pages/tables.js"),
  learn: () => import("./pages/learn.js"),
};
/** Addresses without a section, and without a game. */
const FIRST = "#/board/domineering/....%7C....%7C....%7C....";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {Map<string, Section>} */
const shown = new Map();
let current = "";
/** Where each section was left, so that coming back loses nothing. @type {Map<string, string>} */
const left = new Map();

async function route() {
  const address = read(location.hash);
  if (address.section === "") {
    location.replace(left.get("board") ?? FIRST);
    return;
  }
  if (address.section === "board" && address.parts.length === 0) {
    location.replace(left.get("board") ?? "#/games");
    return;
  }
  const name = address.section in SECTIONS ? address.section : "";
  if (!name) {
    fill(main, h("div", { class: "card" }, h("h1", null, "There is nothing here"), h("p", null, "The address ", h("code", null, location.hash), " leads nowhere. ", h("a", { href: "#/games" }, "Choose a game"), ".")));
    mark("");
    return;
  }
  let section = shown.get(name);
  if (!section) {
    section = (await SECTIONS[name]()).section();
    shown.set(name, section);
  }
  if (read(location.hash).section !== name) return;
  if (current !== name) {
    if (current) shown.get(current)?.leave?.();
    fill(main, section.element);
    if (current) main.focus({ preventScroll: true });
    if (current) scrollTo(0, 0);
    current = name;
  }
  mark(name);
  left.set(name, location.hash);
  await section.show(address);
}

/** Marks the section in the navigation. @param {string} name */
function mark(name) {
  const active = name === "games" ? "board" : name;
  for (const link of document.querySelectorAll("nav [data-section]")) {
    const section = link.getAttribute("data-section") ?? "";
    if (section === active) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (!name) current = "";
}

for (const link of document.querySelectorAll("nav [data-section]")) {
  link.addEventListener("click", (event) => {
    const section = link.getAttribute("data-section") ?? "";
    const back = left.get(section);
    if (!back || section === current || section === "board") return;
    event.preventDefault();
    location.hash = back;
  });
}
addEventListener("hashchange", () => void route());
void route();
