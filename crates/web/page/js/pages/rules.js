/** One's own game: an editor for rule files, with what is wrong said while typing, and the game to play beside it. */

import { write } from "../address.js";
import { ask, faultOf, isAbort } from "../api.js";
import { showFault } from "../board/fault.js";
import { Play } from "../board/play.js";
import { fill, h } from "../dom.js";
import { keep, recall } from "../recent.js";
import { fileName, save } from "../save.js";
import { copy } from "../values/copy.js";

/** Files to begin with. */
const EXAMPLES = {
  "Take one to three": "game: Take one to three\nheap n -> n-k where 1 <= k <= 3\n",
  "Grundy's game": "game: Grundy's game\nheap n -> a, b where a + b = n, a != b, a >= 1, b >= 1\n",
  "Take or split": "game: Take or split\nheap n -> n-1 | a, b where a + b = n - 2, a >= 1, b >= 1\n",
  "Wythoff": "game: Wythoff\nheap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1\n",
  "One or two": "# Left may take two as well.\ngame: One or two\nboth: heap n -> n-1\nleft: heap n -> n-2\n",
  "Clobber": "game: Clobber\nboard: grid\npieces: x left, o right\neach: @ & -> . @ in all directions\nstart: xoxo|oxox\n",
  "Stuck": "game: Stuck\nboard: grid\npieces: x left, o right\neach: @ . -> . @\nstart: xo|.x\n",
};
/** How long one must pause in typing before the file is read. */
const PAUSE = 350;

/** @returns {Section} */
export function section() {
  const text = h("textarea", { id: "rules-text", rows: 8, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-describedby": "rules-fault" });
  const fault = h("div", { id: "rules-fault" });
  const found = h("div", null);
  const said = h("p", { class: "quiet", role: "status" });
  const position = h("input", { id: "rules-position", autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
  const positionFault = h("div", null);
  const play = new Play();
  play.hidden = true;
  const form = h("form", { class: "position" }, h("label", { for: "rules-position" }, "Position"), h("div", { class: "row" }, position, h("button", { type: "submit" }, "Set")), positionFault);
  play.below.append(form);
  const file = h("input", { type: "file", id: "rules-file", accept: ".game,text/plain", class: "unseen", tabindex: -1, "aria-hidden": "true" });
  const examples = h(
    "select",
    { id: "rules-example", onchange: () => examples.value && load(/** @type {Record<string, string>} */ (EXAMPLES)[examples.value], "") },
    h("option", { value: "" }, "Choose …"),
    Object.keys(EXAMPLES).map((name) => h("option", { value: name }, name)),
  );
  const editor = h(
    "section",
    { class: "card editor", "aria-label": "Rule file" },
    h("div", { class: "row between" }, h("label", { for: "rules-text" }, "Rules"), h("span", { class: "field" }, h("label", { for: "rules-example" }, "Example"), examples)),
    text,
    fault,
    said,
    found,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: () => keepFile() }, "Save the file"),
      h("button", { type: "button", onclick: () => file.click() }, "Open a file"),
      file,
      copy("Copy a link with the file", async () => new URL(address(), location.href).href),
    ),
    grammar(),
  );
  const element = h("div", { class: "page rules-page" }, h("h1", null, "Your own game"), editor, play);
  let timer = 0;
  let abort = new AbortController();
  let open = "";
  let written = "";

  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void check(""), PAUSE);
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await play.set(position.value.trim());
      fill(positionFault);
    } catch (error) {
      if (!isAbort(error)) showFault(positionFault, faultOf(error), position.value.trim());
    }
  });
  play.addEventListener("ww-arrived", () => {
    position.value = play.record.current.position;
    fill(positionFault);
  });
  play.addEventListener("ww-position", () => remember());
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) load(await chosen.text(), "");
    file.value = "";
  });

  /**
   * @param {string} rules
   * @param {string} where
   */
  function load(rules, where) {
    text.value = rules;
    examples.value = "";
    void check(where);
  }

  /** Reads the file; if it is a game, it is opened.
   * @param {string} where  The position.
   */
  async function check(where) {
    abort.abort();
    abort = new AbortController();
    const rules = text.value;
    keep("rules", rules);
    try {
      const { game, diagnostics, explain } = await ask("rules", { rules }, { signal: abort.signal });
      fill(found, explain.length > 0 && h("details", { class: "about" }, h("summary", null, "What the compiler found"), h("dl", { class: "grammar" }, explain.map((/** @type {{about: string, text: string}} */ one) => [h("dt", null, one.about), h("dd", null, one.text)]))));
      if (!game) {
        showDiagnostics(rules, diagnostics);
        return;
      }
      fill(fault);
      text.removeAttribute("aria-invalid");
      said.textContent = `The file is a game: ${game.title}.`;
      if (open === rules && !where) return;
      open = rules;
      play.hidden = false;
      await play.open({ game: { rules }, position: where });
      if (play.moves) remember();
    } catch (error) {
      if (!isAbort(error)) showFault(fault, faultOf(error));
    }
  }

  /**
   * @param {string} rules
   * @param {Fault[]} diagnostics
   */
  function showDiagnostics(rules, diagnostics) {
    said.textContent = "";
    text.setAttribute("aria-invalid", "true");
    fill(fault);
    for (const wrong of diagnostics) {
      const place = h("div", null);
      showFault(place, wrong, rules);
      const { span } = wrong;
      if (span) {
        place.firstElementChild?.append(h("p", null, h("button", { type: "button", class: "link", onclick: () => go(span.characters) }, `Go to line ${span.line}, column ${span.column}`)));
      }
      fault.append(place);
    }
  }

  /** Selects a place in the text.
   * @param {[number, number]} span
   */
  function go([start, end]) {
    const characters = [...text.value];
    const units = (/** @type {number} */ place) => characters.slice(0, place).join("").length;
    text.focus();
    text.setSelectionRange(units(start), units(Math.max(end, start)));
  }

  function address() {
    const at = play.record.current.position;
    return write("rules", at ? [at] : [], { file: open });
  }

  /** The address carries the file, so that it can be reloaded. */
  function remember() {
    written = address();
    if (location.hash !== written && location.hash.startsWith("#/rules")) history.replaceState(null, "", written);
  }

  function keepFile() {
    const title = /^game:\s*(.*)$/m.exec(text.value)?.[1] ?? "own";
    save(`${fileName(title)}.game`, "text/plain", text.value);
  }

  return {
    element,
    show({ parts, options }) {
      document.title = "Your own game · Winways";
      if (written && location.hash === written) return;
      const rules = options.get("file") ?? (text.value || recall("rules", EXAMPLES["Take one to three"]));
      load(rules, parts[0] ?? "");
    },
  };
}

/** What a file may say, in short. */
function grammar() {
  const lines = [
    ["game: TITLE", "the title"],
    ["heap n -> n-k where 1 <= k <= 3", "a rule: what a heap may become; further rules on further lines"],
    ["heap n -> a, b where a + b = n - 1", "a heap may become two"],
    ["left: heap n -> n-2", "a rule for Left alone; `right:` and `both:` are the others"],
    ["play: misere", "the player who cannot move wins"],
    ["board: grid", "a game on a board: pieces, and pictures of moves"],
    ["each: @ . -> . @", "every player moves their own piece to a free cell at its right"],
  ];
  return h("details", { class: "about" }, h("summary", null, "What a file says"), h("dl", { class: "grammar" }, lines.map(([line, meaning]) => [h("dt", null, h("code", null, line)), h("dd", null, meaning)])));
}
