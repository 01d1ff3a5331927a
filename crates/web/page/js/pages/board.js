/** The analysis board: a game, a position, and its analysis. */

import { write } from "../address.js";
import { ask, gamePage, isAbort, wanted } from "../api.js";
import { editorFor } from "../board/edit/editor.js";
import { refuse } from "../board/fault.js";
import { Play } from "../board/play.js";
import { SumEditor } from "../board/sum.js";
import { fill, form, h, named, on, select } from "../dom.js";
import { inline } from "../lessons/markdown.js";
import { asked, family, inner } from "../positions.js";
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
  const editing = h("button", { "aria-pressed": "false" }, "Edit by clicks");
  const fields = form(
    "position",
    () => set(input.value.trim()),
    h("label", { for: "position" }, "Position"),
    h("div", { class: "row" }, input, h("button", { type: "submit" }, "Set"), editing),
    fault,
    h("p", { class: "check" }, misere, h("label", { for: "misere" }, "Misère: who cannot move wins")),
  );
  const picture = select("picture", { "": "Save a picture …", svg: "SVG", png: "PNG", tikz: "TikZ for LaTeX", text: "Text" });
  picture.addEventListener("change", () => void draw());
  const pictureFault = h("div");
  fields.append(h("div", { class: "row" }, named("Save a picture", picture)), pictureFault);
  const sum = new SumEditor();
  play.below.append(fields, sum.element);
  const top = h("div", { class: "row between" }, title, h("a", { class: "button", href: "#/games" }, "Other games"));
  const element = h("div", { class: "page board-page" }, top, h("div", { class: "board-head" }, rules, more), play);
  /** @type {string} */
  let game = "";
  /** The family of games in the heading. */
  let headed = "";
  /** @type {GamePage | null} */
  let entry = null;

  const options = () => ({ to: play.record.current.turn === "right" ? "right" : "", misere: play.misere });
  const address = () => write("board", [game, play.record.current.position], options());
  play.addEventListener("ww-position", () => {
    const hash = address();
    if (location.hash !== hash) location.hash = hash;
  });
  on(play, "ww-arrived", (/** @type {Moves} */ answer) => {
    game = answer.game || game;
    input.value = play.record.current.position;
    input.removeAttribute("aria-invalid");
    fill(fault);
    if (play.record.current === play.record.root) keepRecent(address());
    sum.show(answer.position, { misere: play.misere, possible: answer.players !== "ranked" });
    renew();
  });
  sum.addEventListener("ww-boards", renew);
  on(sum, "ww-sum", (/** @type {NextSum} */ { list, ready }) => {
    const text = list.join(" + ");
    if (game === "sum" && list.length > 1) void set(text, ready);
    else void go({ game: text }, text, ready);
  });
  misere.addEventListener("change", () => {
    location.hash = write("board", [game, play.record.current.position], { ...options(), misere: misere.checked });
  });

  /** @param {string} text @param {Promise<unknown>} [ready] */
  function set(text, ready) {
    return play.set(text, ready).catch((error) => keep(error, text));
  }

  /**
   * Goes to another game.
   * @param {object} what  The position, in the form of a request.
   * @param {string} [text]  The text of the position, as it was entered.
   * @param {Promise<unknown>} [ready]
   */
  async function go(what, text, ready) {
    try {
      const answer = await play.attempt(async (abort) => {
        await ready;
        return /** @type {Promise<Moves>} */ (ask("moves", { ...what, max_moves: 1 }, abort));
      });
      const hash = write("board", [answer.game, inner(answer.position)], options());
      if (location.hash === hash) return play.load();
      // Show it immediately, before anything else is edited.
      history.pushState(null, "", hash);
      dispatchEvent(new Event("hashchange"));
    } catch (error) {
      keep(error, text);
    }
  }

  /** Rejects an edit. The editors continue from the position on display.
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

  /** Saves a picture drawn by the engine. */
  async function draw() {
    const format = picture.value;
    picture.value = "";
    fill(pictureFault);
    try {
      const { position } = play.record.current;
      savePicture(`${game} ${position}`, await ask("picture", { ...asked(game, position), format }));
    } catch (error) {
      refuse(pictureFault, error);
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
      if (sum.stand(other, text)) return;
      if (other === game) void set(text);
      else void go(asked(other, text));
    };
    editor = game === "sum" ? sum.editor(board.view) : editorFor(entry, board, change);
    showEditor();
  }
  function showEditor() {
    editing.hidden = !editor;
    // The boards of a sum arrive one by one.
    if (!editor && game !== "sum") isEditing = false;
    editing.setAttribute("aria-pressed", String(isEditing));
    editing.textContent = isEditing ? "Done" : "Edit by clicks";
    play.classList.toggle("is-editing", isEditing);
    play.board.isEditing = isEditing && !!editor?.cell;
    // Keep the focus on the new button.
    const names = () => [...play.editing.querySelectorAll("button")].map((button) => ({ button, name: button.getAttribute("aria-label") ?? button.textContent }));
    const focused = names().find(({ button }) => button === document.activeElement)?.name;
    fill(play.editing, isEditing && editor ? editor.element : null);
    if (focused) names().find(({ name }) => name === focused)?.button.focus();
  }
  on(play.board, "ww-cell", (element) => editor?.cell?.(element));
  on(play.board, "ww-link", ([from, to]) => editor?.link?.(from, to));

  /** @param {string} name @param {GamePage | null} of */
  function head(name, of) {
    entry = of;
    fill(title, of?.title ?? (name === "sum" ? "A sum" : name));
    fill(rules, inline(of?.rules ?? ""));
    fill(more, of && about(of));
    more.hidden = !of;
  }

  return {
    element,
    leave: () => sum.leave(),
    async show({ parts, options }, signal) {
      // The board itself wrote the address.
      if (play.moves && location.hash === address()) {
        // A reload of the position also updates the sum.
        if (!play.hasAttribute("aria-busy")) sum.resume();
        return;
      }
      const [name = "", ...rest] = parts;
      const position = rest.join("/");
      if (family(name) !== headed) {
        // Clicks must not change the previous game.
        play.close();
        [headed, isEditing] = ["", false];
        head(name, null);
        head(name, name === "sum" ? null : await wanted(gamePage(name).catch(() => null), signal));
        if (entry || name === "sum") headed = family(name);
      }
      game = name;
      document.title = `${entry?.title ?? name} · Winways`;
      misere.checked = options.has("misere");
      input.value = position;
      await play.open({ game: name, position, misere: misere.checked, turn: options.get("to") === "right" ? "right" : "left" });
    },
  };
}

/** @param {GamePage} entry */
function about(entry) {
  const { theorems = [], sources = [] } = entry;
  return [
    h("summary", null, "Rules, notation, theorems, sources"),
    // A phone has room for the first lines.
    ["Rules", "Notation"].map((name) => [h("h3", null, name), h("p", null, inline(name === "Rules" ? entry.rules : entry.notation))]),
    theorems.length > 0 && [h("h3", null, "Theorems"), h("ul", null, theorems.map((one) => h("li", null, h("strong", null, one.name), ": ", inline(one.statement))))],
    sources.length > 0 && [h("h3", null, "Sources"), h("ul", null, sources.map((one) => h("li", null, one)))],
  ];
}
