/** Custom games: an editor for rule files that reports errors while typing, with the game beside it. */

import { write } from "../address.js";
import { refuse } from "../board/fault.js";
import { Play } from "../board/play.js";
import { fill, form, h, labelled, on, select } from "../dom.js";
import { keep, recall } from "../recent.js";
import { RuleText, SPLIT } from "../rule-text.js";
import { fileName, save } from "../save.js";
import { copy } from "../values/copy.js";

/** Example files. */
const EXAMPLES = {
  "Take one to three": "game: Take one to three\nheap n -> n-k where 1 <= k <= 3\n",
  "Grundy's game": "game: Grundy's game\nheap n -> a, b where a + b = n, a != b, a >= 1, b >= 1\n",
  "Take or split": SPLIT,
  "Wythoff": "game: Wythoff\nheap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1\n",
  "One or two": "# Left may take two as well.\ngame: One or two\nboth: heap n -> n-1\nleft: heap n -> n-2\n",
  "Clobber": "game: Clobber\nboard: grid\npieces: x left, o right\neach: @ & -> . @ in all directions\nstart: xoxo|oxox\n",
  "Stuck": "game: Stuck\nboard: grid\npieces: x left, o right\neach: @ . -> . @\nstart: xo|.x\n",
};
/** @returns {Section} */
export function section() {
  const file = new RuleText();
  const found = h("div");
  const position = h("input", { id: "rules-position" });
  const positionFault = h("div");
  const play = new Play();
  play.hidden = true;
  const place = form("position", () => set(position.value.trim()), h("label", { for: "rules-position" }, "Position"), h("div", { class: "row" }, position, h("button", { type: "submit" }, "Set")), positionFault);
  play.below.append(place);
  const examples = select("rules-example", { "": "Choose …", ...Object.fromEntries(Object.keys(EXAMPLES).map((name) => [name, name])) });
  const sequence = h("a", { class: "button", hidden: true }, "Its sequence of values");
  const editor = h(
    "section",
    { class: "card", "aria-label": "Rule file" },
    h("div", { class: "row between" }, h("label", { for: "rules-text" }, "Rules"), labelled("Example", examples)),
    file.element,
    found,
    h("div", { class: "row" }, h("button", { onclick: () => keepFile() }, "Save the file"), file.open, copy("Copy a link with the file", async () => new URL(address(), location.href).href), sequence),
    grammar(),
  );
  const element = h("div", { class: "page rules-page" }, h("h1", null, "Your own game"), editor, play);
  let open = "";
  let written = "";
  /** The position in the address. */
  let wanted = "";

  examples.addEventListener("change", () => {
    if (examples.value) file.load(/** @type {Texts} */ (EXAMPLES)[examples.value]);
    examples.value = "";
  });
  /** @param {string} text */
  async function set(text) {
    try {
      await play.set(text);
      fill(positionFault);
    } catch (error) {
      refuse(positionFault, error, text);
    }
  }
  play.addEventListener("ww-arrived", () => {
    position.value = play.record.current.position;
    fill(positionFault);
    remember();
  });
  play.addEventListener("ww-position", () => remember());
  on(file, "ww-rules", async ({ rules, game, explain }) => {
    keep("rules", rules);
    fill(found, explain.length > 0 && h("details", { class: "about" }, h("summary", null, "What the compiler found"), h("dl", { class: "grammar" }, explain.map((/** @type {{about: string, text: string}} */ one) => [h("dt", null, one.about), h("dd", null, one.text)]))));
    sequence.hidden = !game || !/^\s*(\w+:\s*)*heap\b/m.test(rules);
    sequence.href = write("sequences", [], { file: rules });
    if (!game || (open === rules && !wanted)) return;
    open = rules;
    play.hidden = false;
    const at = wanted;
    wanted = "";
    await play.open({ game: { rules }, position: at });
  });

  function address() {
    const at = play.record.current.position;
    return write("rules", at ? [at] : [], { file: open });
  }

  /** Stores the file in the address, so that the page can be reloaded. */
  function remember() {
    written = address();
    if (location.hash !== written && location.hash.startsWith("#/rules")) history.replaceState(null, "", written);
  }

  function keepFile() {
    const title = /^game:\s*(.*)$/m.exec(file.rules)?.[1] ?? "own";
    save(`${fileName(title)}.game`, "text/plain", file.rules);
  }

  return {
    element,
    show({ parts, options }) {
      document.title = "Your own game · Winways";
      if (written && location.hash === written) return;
      wanted = parts[0] ?? "";
      file.load(options.get("file") ?? (file.rules || recall("rules", EXAMPLES["Take one to three"])));
    },
  };
}

/** Renders a summary of the syntax. */
function grammar() {
  const lines = [
    ["game: TITLE", "the title"],
    ["heap n -> n-k where 1 <= k <= 3", "a rule: the result of a move on a heap. Put each rule on its own line"],
    ["heap n -> a, b where a + b = n - 1", "a move that splits a heap in two"],
    ["left: heap n -> n-2", "a rule for Left only; also `right:` and `both:`"],
    ["play: misere", "the player who cannot move wins"],
    ["board: grid", "a game on a board, with pieces and pictures of moves"],
    ["each: @ . -> . @", "each player moves their own piece to a free cell to its right"],
  ];
  return h("details", { class: "about" }, h("summary", null, "Rule file syntax"), h("dl", { class: "grammar" }, lines.map(([line, meaning]) => [h("dt", null, h("code", null, line)), h("dd", null, meaning)])));
}
