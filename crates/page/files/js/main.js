/** The page, which shows the section of the current address. */

import { read } from "./address.js";
import { isAbort, Latest, pause, reach, wanted } from "./api.js";
import { fill, h, set } from "./dom.js";

const SECTIONS = ["home", "play", "board", "games", "puzzles", "values", "sequences", "misere", "rules", "tables", "learn"];

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {Map<string, Section>} */
const shown = new Map();
let current = "";
/** The last address of each section, so that returning to it restores its state. @type {Map<string, string>} */
const left = new Map();
const latest = new Latest();

/** The section whose module also exports this section. @type {Record<string, string>} */
const TOGETHER = { misere: "sequences" };

/** Creates a section that was not shown before. A browser fetches each module only once, so a failed fetch requires a reload.
 * @param {string} section
 * @param {AbortSignal} signal
 * @returns {Promise<Section>}
 */
async function make(section, signal) {
  const name = TOGETHER[section] ?? section;
  try {
    return (await import(`./pages/${name}.js`))[name === section ? "section" : section]();
  } catch {
    await pause(1000, signal);
    await reach("icon.svg", { signal });
    location.reload();
    return pause(1e6, signal);
  }
}

async function route() {
  const signal = latest.next();
  const address = read(location.hash);
  const name = address.section || "home";
  if (name === "board" && address.parts.length === 0) {
    location.replace(left.get("board") ?? "#/games");
    return;
  }
  if (!SECTIONS.includes(name)) {
    fill(main, h("div", { class: "card" }, h("h1", null, "Page not found"), h("p", null, "The address ", h("code", null, location.hash), " does not exist. ", h("a", { href: "#/games" }, "Choose a game"), ".")));
    mark("");
    return;
  }
  try {
    const section = shown.get(name) ?? (await wanted(make(name, signal), signal));
    shown.set(name, section);
    if (current !== name) {
      if (current) shown.get(current)?.leave?.();
      fill(main, section.element);
      if (current) main.focus({ preventScroll: true });
      if (current) scrollTo(0, 0);
      current = name;
    }
    mark(name);
    left.set(name, location.hash);
    await section.show(address, signal);
  } catch (error) {
    if (!isAbort(error)) throw error;
  }
}

/** Highlights the section in the navigation. @param {string} name */
function mark(name) {
  const active = name === "games" ? "board" : name;
  for (const link of document.querySelectorAll("nav [data-section]")) set(link, { "aria-current": link.getAttribute("data-section") === active && "page" });
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
// Do not follow the link, because the address describes the page on display.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", () => void route());
void route();
