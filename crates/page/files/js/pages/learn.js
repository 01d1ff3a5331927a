/** Lessons: text with boards and exercises. */

import { write } from "../address.js";
import { isAbort, reach, wanted } from "../api.js";
import { refusal } from "../board/fault.js";
import { Play } from "../board/play.js";
import { fill, h, quiet } from "../dom.js";
import { classPage } from "../lessons/class.js";
import { exercise, fieldOf } from "../lessons/exercise.js";
import { FOLLOWERS } from "../lessons/follow.js";
import { render } from "../lessons/markdown.js";
import { quiz } from "../lessons/quiz.js";
import { stalk } from "../lessons/stalk.js";
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
  const follow = Object.hasOwn(FOLLOWERS, field("follow")) && FOLLOWERS[field("follow")](play);
  return h("div", { class: "lesson-board" }, play, follow, open);
}

/** Renders a fence of a lesson. @param {Fence} fence @param {() => void} solved  Called after a right answer. */
function fenced(fence, solved) {
  switch (fence.kind) {
    case "board":
      return board(fence);
    case "stalk":
      return stalk(fieldOf(fence.fields)("stalk"));
    case "exercise":
      return exercise(fence, solved);
    default:
      return null;
  }
}

/** Renders the progress in a lesson. @param {string} name */
function state(name) {
  const count = Math.min(progress()[name] ?? 0, ENOUGH);
  return count > 0 && h("span", { class: "done" }, count >= ENOUGH ? "✓ done" : `${count} of ${ENOUGH} answered`);
}

/** @returns {Section} */
export function section() {
  const element = h("div", { class: "page learn-page" });
  let shown = "";

  /** @param {AbortSignal} signal */
  async function showList(signal) {
    const list = await wanted(all(), signal);
    const isDone = (/** @type {Lesson} */ { name }) => (progress()[name] ?? 0) >= ENOUGH;
    const done = list.filter(isDone).length;
    const next = list.find((lesson) => !isDone(lesson));
    fill(
      element,
      h("h1", null, "Learn"),
      h("p", { class: "rules" }, "A course of short lessons. Each explains one winning idea, with boards to try it on and exercises that the engine generates and checks. Three right answers finish a lesson."),
      h(
        "div",
        { class: "row course-line" },
        h("progress", { max: list.length, value: done, "aria-label": "Finished lessons" }),
        h("span", { class: "quiet" }, `${done} of ${list.length} lessons done`),
        next && h("a", { class: "button primary", href: write("learn", [next.name]) }, done > 0 ? `Continue: ${next.title}` : `Begin: ${next.title}`),
      ),
      h(
        "ol",
        { class: "lessons" },
        list.map(({ name, title, about }) => h("li", null, h("a", { class: "card lesson-card", href: write("learn", [name]) }, h("span", { class: "game-name" }, title), h("span", { class: "quiet" }, about), state(name)))),
      ),
      h("p", { class: "row" }, h("a", { class: "button", href: write("learn", ["quiz"]) }, "Exercises on any game"), h("a", { class: "button", href: "#/puzzles" }, "Puzzles"), h("a", { class: "button", href: write("learn", ["class"]) }, "A link for a class")),
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
    const nodes = render(text, (fence) => fenced(fence, solved));
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
      // Keep the state of the page on display.
      const now = name === "quiz" || name === "class" ? `${name} ${options}` : name;
      if (name && now === shown) return;
      shown = "";
      try {
        if (name === "quiz") fill(element, await wanted(quiz(options), signal));
        else if (name === "class") fill(element, await wanted(all().then((list) => classPage(options, list, state)), signal));
        else await (name ? showLesson(name, signal) : showList(signal));
        shown = now;
        if (name) scrollTo(0, 0);
      } catch (error) {
        if (isAbort(error)) return;
        fill(element, h("h1", null, "Learn"), refusal(error), h("p", null, h("a", { href: "#/learn" }, "All lessons")));
      }
    },
  };
}
