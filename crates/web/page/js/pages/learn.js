/** Lessons: text with boards and exercises. */

import { write } from "../address.js";
import { isAbort, reach, wanted } from "../api.js";
import { refusal } from "../board/fault.js";
import { Play } from "../board/play.js";
import { fill, h, quiet } from "../dom.js";
import { exercise, fieldOf } from "../lessons/exercise.js";
import { render } from "../lessons/markdown.js";
import { quiz } from "../lessons/quiz.js";
import { keep, recall } from "../recent.js";

/** The number of right answers that complete a lesson. */
const ENOUGH = 3;

/** Fetches a file of the lessons. @param {string} name */
async function file(name) {
  const response = await reach(`lessons/${name}`);
  if (!response.ok) throw new Error(`There is no lesson \`${name}\`.`);
  return response.text();
}

/** Fetches the list of lessons, with lines of the form `file: title. Description`. @returns {Promise<Lesson[]>} */
async function all() {
  const text = await file("list.txt");
  return [...text.matchAll(/^([a-z0-9-]+): ([^.?\n]+[.?]) (.*)$/gm)].map(([, name, title, about]) => ({ name, title: title.replace(/\.$/, ""), about: about.trim() }));
}

/** Returns the number of solved exercises for each lesson. @returns {Record<string, number>} */
function progress() {
  return recall("lessons", {});
}

/** Creates a board within a lesson. @param {Fence} fence */
function board({ fields }) {
  const field = fieldOf(fields);
  const play = new Play();
  play.isBare = field("panel") !== "yes";
  play.preset = { marks: field("marks"), opponent: field("opponent") };
  queueMicrotask(() => void play.open({ game: field("game"), position: field("position"), misere: field("play") === "misere", turn: field("to") === "right" ? "right" : "left" }));
  const open = quiet(h("a", { href: write("board", [field("game"), field("position")]) }, "Open on the analysis board"));
  return h("div", { class: "lesson-board" }, play, open);
}

/** @returns {Section} */
export function section() {
  const element = h("div", { class: "page learn-page" });
  let shown = "";

  /** @param {AbortSignal} signal */
  async function showList(signal) {
    const done = progress();
    const list = await wanted(all(), signal);
    fill(
      element,
      h("h1", null, "Learn"),
      h("p", { class: "rules" }, "A course of short lessons. Each has a page of text, a board for trying things out, and exercises that the engine generates and checks."),
      h(
        "ol",
        { class: "lessons" },
        list.map(({ name, title, about }) => {
          const count = Math.min(done[name] ?? 0, ENOUGH);
          return h(
            "li",
            null,
            h("a", { class: "card lesson-card", href: write("learn", [name]) }, h("span", { class: "game-name" }, title), h("span", { class: "quiet" }, about), count > 0 && h("span", { class: "done" }, count >= ENOUGH ? "✓ done" : `${count} of ${ENOUGH} answered`)),
          );
        }),
      ),
      h("p", null, h("a", { class: "button", href: write("learn", ["quiz"]) }, "Exercises on any game")),
    );
  }

  /** @param {string} name @param {AbortSignal} signal */
  async function showLesson(name, signal) {
    const list = await all();
    const index = list.findIndex((one) => one.name === name);
    if (index < 0) throw new Error(`There is no lesson \`${name}\`.`);
    const text = await wanted(file(`${name}.md`), signal);
    const solved = () => {
      const done = progress();
      keep("lessons", { ...done, [name]: (done[name] ?? 0) + 1 });
    };
    const nodes = render(text, (fence) => (fence.kind === "board" ? board(fence) : fence.kind === "exercise" ? exercise(fence, solved) : null));
    const link = (/** @type {Lesson | undefined} */ lesson, /** @type {string} */ way) => (lesson ? h("a", { class: "button", href: write("learn", [lesson.name]) }, `${way} ${lesson.title}`) : null);
    fill(
      element,
      quiet(h("a", { href: "#/learn" }, "All lessons"), ` · lesson ${index + 1} of ${list.length}`),
      h("article", { class: "lesson" }, nodes),
      h("nav", { class: "row between", "aria-label": "Lessons" }, link(list[index - 1], "←") ?? h("span", null), link(list[index + 1], "Next: ")),
    );
    document.title = `${list[index].title} · Winways`;
  }

  return {
    element,
    async show({ parts, options }, signal) {
      const [name = ""] = parts;
      document.title = "Learn · Winways";
      // Keep the state of a lesson.
      const state = name === "quiz" ? `quiz ${options}` : name;
      if (name && state === shown) return;
      shown = "";
      try {
        if (name === "quiz") fill(element, await wanted(quiz(options), signal));
        else await (name ? showLesson(name, signal) : showList(signal));
        shown = state;
        if (name) scrollTo(0, 0);
      } catch (error) {
        if (isAbort(error)) return;
        fill(element, h("h1", null, "Learn"), refusal(error), h("p", null, h("a", { href: "#/learn" }, "All lessons")));
      }
    },
  };
}
