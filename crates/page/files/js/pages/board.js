/** The analysis board: a game, a position, and its analysis. */

import { write } from "../address.js";
import { ask, gamePage, isAbort, wanted } from "../api.js";
import { editorFor } from "../board/edit/editor.js";
import { refuse, showFault } from "../board/fault.js";
import { keepGame, keptGame, keptMarks } from "../board/kept.js";
import { LONGEST, Notes } from "../board/notes.js";
import { pack, recordOf, rowsOf, unpack } from "../board/packed.js";
import { Play } from "../board/play.js";
import { joined, pasted, setPasted, setRandom } from "../board/setup.js";
import { EMBEDDED, Share } from "../board/share.js";
import { SumEditor } from "../board/sum.js";
import { fill, form, h, on } from "../dom.js";
import { inline } from "../lessons/markdown.js";
import { asked, family } from "../positions.js";
import { keepRecent } from "../recent.js";
import { savePicture } from "../save.js";

/** @returns {Section} */
export function section() {
  const play = new Play();
  const title = h("h1", null, "Board");
  const rules = h("p", { class: "rules" });
  const more = h("details", { class: "about" });
  const input = h("input", { id: "position", "aria-describedby": "position-fault" });
  const fault = h("div", { id: "position-fault" });
  const misere = h("input", { id: "misere", type: "checkbox" });
  const notes = new Notes();
  play.noteOf = (node) => notes.of(node);
  play.preset.marks = keptMarks();
  const editing = h("button", { "aria-pressed": "false" }, "Set up");
  const clear = h("button", { title: "Remove everything from the board", onclick: () => editor?.clear?.() }, "Clear");
  const tools = [clear, h("button", { title: "Set up a random position", onclick: () => attempt(setRandom(play, editor)) }, "Random"), h("button", { title: "Set up a position from the clipboard", onclick: () => void paste() }, "Paste")];
  const share = new Share({ address: shared, title: () => title.textContent ?? "", save: (format) => void draw(format) });
  const fields = form(
    "position",
    () => set(input.value.trim()),
    h("div", { class: "row setup", role: "group", "aria-label": "The position" }, editing, tools, share.button),
    share.element,
    h("label", { for: "position" }, "Position"),
    h("div", { class: "row" }, input, h("button", { type: "submit" }, "Set")),
    fault,
    h("p", { class: "check" }, misere, h("label", { for: "misere" }, "Misère: the player who cannot move wins")),
  );
  const note = h("textarea", { id: "note", rows: 2, maxlength: LONGEST });
  const noting = h("div", { class: "noting" }, h("label", { for: "note" }, "Note on this position"), note);
  const sum = new SumEditor();
  play.below.append(fields, noting, sum.element);
  const top = h("div", { class: "row between" }, title, h("a", { class: "button", href: "#/games" }, "Other games"));
  const unreadable = h("div");
  const element = h("div", { class: "page board-page" }, top, h("div", { class: "board-head" }, rules, more), unreadable, play);
  // An embedded page shows a bare board.
  document.documentElement.classList.toggle("bare", location.search === EMBEDDED);
  /** @type {string} */
  let game = "";
  /** The family of games in the heading. */
  let headed = "";
  /** @type {GamePage | null} */
  let entry = null;

  const options = () => ({ to: play.record.current.turn === "right" ? "right" : "", misere: play.misere });
  const address = () => write("board", [game, play.record.current.position], options());
  /** Returns the address of the whole game. */
  async function shared() {
    const packed = await pack(rowsOf(play.record, play.noteOf));
    return `${location.origin}${location.pathname}${write("board", [game, play.record.current.position], { ...options(), game: packed })}`;
  }
  /** Saves the game after a change. */
  function changed() {
    keepGame(play.record, play.noteOf, { misere: play.misere, marks: play.board.marking });
    void share.show();
  }
  play.addEventListener("ww-position", () => {
    if (typeof play.game === "string") game = play.game;
    const hash = address();
    if (location.hash !== hash) location.hash = hash;
    note.value = notes.of(play.record.current);
  });
  on(play, "ww-arrived", (/** @type {Moves} */ answer) => {
    game = answer.game || game;
    input.value = play.record.current.position;
    note.value = notes.of(play.record.current);
    input.removeAttribute("aria-invalid");
    fill(fault);
    if (play.record.current === play.record.root) keepRecent(address());
    sum.show(answer.position, { misere: play.misere, possible: answer.players !== "ranked" });
    if (family(game) !== headed) void head(game).then(renew);
    renew();
    changed();
  });
  play.addEventListener("change", changed);
  note.addEventListener("input", () => {
    notes.set(play.record.current, note.value.trim());
    play.redraw();
    changed();
  });
  sum.addEventListener("ww-boards", renew);
  on(sum, "ww-sum", (/** @type {NextSum} */ { list, ready }) => void set(list.join(" + "), ready, "sum"));
  misere.addEventListener("change", () => {
    location.hash = write("board", [game, play.record.current.position], { ...options(), misere: misere.checked });
  });

  /** @param {string} text @param {Promise<unknown>} [ready] @param {string} [other]  Another game. */
  function set(text, ready, other) {
    return attempt(play.set(text, ready, other), text);
  }

  /** Waits for an edit, and reports its error if it fails. @param {Promise<unknown>} edit @param {string} [text]  The text of the position, as it was entered. */
  function attempt(edit, text) {
    return edit.catch((error) => keep(error, text));
  }

  /** Reports the error of an edit. The editors continue from the position on display.
   * @param {unknown} error
   * @param {string} [text]
   */
  function keep(error, text) {
    if (isAbort(error)) return;
    if (text) input.setAttribute("aria-invalid", "true");
    refuse(fault, error, text);
    sum.reset();
    renew();
  }

  /** Shows the position that the clipboard contains, if the browser allows access to the clipboard. */
  async function paste() {
    try {
      put(await navigator.clipboard.readText());
    } catch {
      input.focus();
      input.select();
      showFault(fault, { detail: "The browser does not permit this button to read the clipboard.", help: "Paste into the field instead, with Ctrl+V." });
    }
  }

  /** @param {string} text */
  function put(text) {
    const found = pasted(text);
    if ("hash" in found) location.hash = found.hash;
    else if (found.position) void attempt(setPasted(play, found.position), found.position);
  }
  // A single-line field drops line breaks, so join the lines.
  input.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (!/\n/.test(text.trim())) return;
    event.preventDefault();
    input.setRangeText(joined(text), input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
  });
  play.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    put(event.clipboardData?.getData("text") ?? "");
  });

  /** Saves a picture drawn by the engine. @param {string} format */
  async function draw(format) {
    fill(share.fault);
    try {
      const { position } = play.record.current;
      savePicture(`${game} ${position}`, await ask("picture", { ...asked(game, position), format }));
    } catch (error) {
      refuse(share.fault, error);
    }
  }

  let isEditing = false;
  editing.addEventListener("click", () => {
    isEditing = !isEditing;
    showEditor();
  });
  /** @type {Editor | null} */
  let editor = null;
  /** Recreates the editor of the position on display. */
  function renew() {
    const board = { game, position: play.record.current.position, view: play.moves?.view };
    // The edit may change the parameters of the game.
    const change = (/** @type {string} */ text, other = board.game) => {
      if (!sum.stand(other, text)) void set(text, undefined, other);
    };
    editor = game === "sum" ? sum.editor(board.view) : editorFor(entry, board, change);
    showEditor();
  }
  function showEditor() {
    editing.hidden = !editor;
    // Keep editing while the boards of a sum or the page of another game are still loading.
    if (!editor && game !== "sum" && headed === family(game)) isEditing = false;
    editing.setAttribute("aria-pressed", String(isEditing));
    editing.textContent = isEditing ? "Done" : "Set up";
    clear.hidden = !editor?.clear;
    play.classList.toggle("is-editing", isEditing);
    play.board.isEditing = isEditing && !!editor?.cell;
    // Move the focus to the new button with the same name.
    const names = () => [...play.editing.querySelectorAll("button")].map((button) => ({ button, name: button.getAttribute("aria-label") ?? button.textContent }));
    const focused = names().find(({ button }) => button === document.activeElement)?.name;
    fill(play.editing, isEditing && editor ? editor.element : null);
    if (focused) names().find(({ name }) => name === focused)?.button.focus();
  }
  on(play.board, "ww-cell", (element) => editor?.cell?.(element));
  on(play.board, "ww-link", ([from, to]) => editor?.link?.(from, to));

  /** Shows the title and the description of a game. @param {string} name @param {AbortSignal} [signal] */
  async function head(name, signal) {
    if (family(name) !== headed) showHead(name, null);
    headed = "";
    const page = name === "sum" ? null : await gamePage(name).catch(() => null);
    if (signal) signal.throwIfAborted();
    else if (family(game) !== family(name)) return;
    showHead(name, page);
    headed = family(name);
  }

  /** @param {string} name @param {GamePage | null} of */
  function showHead(name, of) {
    entry = of;
    fill(title, of?.title ?? (name === "sum" ? "A sum" : name));
    fill(rules, inline(of?.rules ?? ""));
    fill(more, of && about(of));
    more.hidden = !of;
    document.title = `${of?.title ?? name} · Winways`;
  }

  /** Returns the record in an address, or null. @param {string | null} packed */
  async function recordIn(packed) {
    fill(unreadable);
    if (!packed) return null;
    try {
      return recordOf(await unpack(packed), (node, text) => notes.share(node, text));
    } catch {
      showFault(unreadable, { detail: "The game in this address cannot be read: the address is cut or damaged.", help: "The board shows its last position, without the moves, variations and notes. Copy the whole address again." });
      return null;
    }
  }

  return {
    element,
    leave: () => sum.leave(),
    async show({ parts, options }, signal) {
      const packed = options.get("game");
      // The board itself wrote the address.
      if (play.moves && !packed && location.hash === address()) {
        // A reload of the position also updates the sum.
        if (!play.hasAttribute("aria-busy")) sum.resume();
        return;
      }
      const [name = "", ...rest] = parts;
      const where = { game: name, position: rest.join("/"), misere: options.has("misere"), turn: /** @type {Turn} */ (options.get("to") === "right" ? "right" : "left") };
      const isFirst = !game;
      let record = await wanted(recordIn(packed), signal);
      if (family(name) !== headed) {
        // Clicks must not change the previous game.
        play.close();
        isEditing = false;
        await wanted(head(name, signal), signal);
      }
      if (!record && play.moves && where.misere !== play.misere && play.record.find(where.position, where.turn, name)) {
        // The same positions now have other winners.
        record = play.record;
        for (const node of record.nodes()) node.known = null;
      }
      if (!record && isFirst) record = keptGame(where, (node, text) => notes.share(node, text));
      game = name;
      misere.checked = where.misere;
      input.value = where.position;
      // The tab stores the game from now on, so remove it from the address.
      if (packed) history.replaceState(null, "", write("board", parts, { ...Object.fromEntries(options), game: "" }));
      await play.open({ ...where, record });
    },
  };
}

/** @param {GamePage} entry */
function about(entry) {
  const { theorems = [], sources = [] } = entry;
  return [
    h("summary", null, "Rules, notation, theorems, sources"),
    // On a phone, the heading shows only the first lines of the rules.
    ["Rules", "Notation"].map((name) => [h("h3", null, name), h("p", null, inline(name === "Rules" ? entry.rules : entry.notation))]),
    theorems.length > 0 && [h("h3", null, "Theorems"), h("ul", null, theorems.map((one) => h("li", null, h("strong", null, one.name), ": ", inline(one.statement))))],
    sources.length > 0 && [h("h3", null, "Sources"), h("ul", null, sources.map((one) => h("li", null, one)))],
  ];
}
