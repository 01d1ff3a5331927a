/** A class: an address with chosen lessons and exercises, which are the same for everyone who opens it. A form creates the address. */

import { write } from "../address.js";
import { fill, form, h, labelled, quiet } from "../dom.js";
import { keep, recall } from "../recent.js";
import { copy } from "../values/copy.js";
import { exerciseCard, TOPICS } from "./quiz.js";

/** The maximum number of exercises of a class. */
const MOST = 30;
const TITLE = "A class";

/** Returns the parts of a list in an address. @param {URLSearchParams} options @param {string} name */
const listed = (options, name) => (options.get(name) ?? "").split(",").filter(Boolean);

/** Returns the results of exercises, by topic and seed: `nim-value:7`. @returns {Record<string, boolean>} */
const results = () => recall("class", {});

/**
 * Shows a class, or the form if the address has no lessons and exercises.
 * @param {URLSearchParams} options
 * @param {Lesson[]} lessons
 * @param {(name: string) => Child} state  Returns the progress in a lesson.
 */
export async function classPage(options, lessons, state) {
  const chosen = listed(options, "lessons").flatMap((name) => lessons.find((one) => one.name === name) ?? []);
  const topics = listed(options, "topics").filter((topic) => Object.hasOwn(TOPICS, topic));
  if (chosen.length + topics.length === 0) return maker(lessons);
  const seed = Number(options.get("seed")) || 1;
  const count = topics.length === 0 ? 0 : Math.min(Math.max(Number(options.get("count")) || 5, 1), MOST);
  const exercises = [...Array(count)].map((_, place) => ({ topic: topics[place % topics.length], seed: seed + place }));
  const key = (/** @type {{topic: string, seed: number}} */ one) => `${one.topic}:${one.seed}`;
  const place = h("div");
  const numbers = h("div", { class: "row numbers", role: "group", "aria-label": "Exercises" });
  const tally = h("p", { class: "quiet", role: "status" });
  let current = Math.max(0, exercises.findIndex((one) => !(key(one) in results())));

  function tell() {
    const known = results();
    const sign = (/** @type {boolean | undefined} */ isRight) => (isRight === undefined ? "" : isRight ? " ✓" : " ✕");
    fill(numbers, exercises.map((one, number) => h("button", { "aria-pressed": String(number === current), onclick: () => void show(number) }, `${number + 1}${sign(known[key(one)])}`)));
    tally.textContent = `${exercises.filter((one) => known[key(one)]).length} of ${count} right`;
  }
  /** @param {number} number */
  async function show(number) {
    current = number;
    tell();
    const asked = exercises[number];
    const done = (/** @type {boolean} */ isRight) => {
      keep("class", { [key(asked)]: isRight, ...results() });
      tell();
    };
    const next = () => (number + 1 < count ? h("button", { class: "primary", onclick: () => void show(number + 1) }, "Next") : h("strong", null, "That was the last one."));
    const card = await exerciseCard(asked, { done, next, skip: null });
    if (current === number) fill(place, card);
  }

  if (count > 0) await show(current);
  return [
    quiet(h("a", { href: "#/learn" }, "All lessons")),
    h("h1", null, options.get("title") || TITLE),
    chosen.length > 0 && h("h2", null, "Lessons"),
    h("ol", { class: "lessons" }, chosen.map(({ name, title, about }) => h("li", null, h("a", { class: "card lesson-card", href: write("learn", [name]) }, h("span", { class: "game-name" }, title), h("span", { class: "quiet" }, about), state(name))))),
    count > 0 && h("div", { class: "row between" }, h("h2", null, "Exercises"), tally),
    count > 0 && numbers,
    place,
  ];
}

/** Creates the form that makes the address of a class. @param {Lesson[]} lessons */
function maker(lessons) {
  const title = h("input", { id: "class-title", type: "text", value: TITLE });
  const count = h("input", { id: "class-count", type: "number", min: 1, max: MOST, value: 5 });
  const seed = h("input", { id: "class-seed", type: "number", min: 1, value: 1 + Math.floor(Math.random() * 1000) });
  const box = (/** @type {string} */ value, /** @type {string} */ text) => h("label", { class: "check" }, h("input", { type: "checkbox", value }), text);
  const these = h("fieldset", null, h("legend", null, "Lessons"), lessons.map(({ name, title: text }) => box(name, text)));
  const topics = h("fieldset", null, h("legend", null, "Exercises"), Object.entries(TOPICS).flatMap(([topic, text]) => (topic ? box(topic, text) : [])));
  const made = h("div", { role: "status" });
  const ticked = (/** @type {HTMLElement} */ set) => [...set.querySelectorAll("input")].flatMap((input) => (input.checked ? input.value : [])).join(",");

  function make() {
    const [lessonList, topicList] = [ticked(these), ticked(topics)];
    if (!lessonList && !topicList) return fill(made, h("p", { class: "notice" }, "Choose a lesson or a kind of exercise."));
    const hash = write("learn", ["class"], { title: title.value.trim(), lessons: lessonList, topics: topicList, ...(topicList ? { seed: seed.value, count: count.value } : {}) });
    const link = new URL(hash, location.href).href;
    fill(made, h("p", { class: "class-link" }, h("a", { href: hash }, link)), copy("Copy the link", link));
  }

  return [
    quiet(h("a", { href: "#/learn" }, "All lessons")),
    h("h1", null, "A link for a class"),
    h("p", { class: "rules" }, "Choose lessons and exercises. All who open the link get the same exercises. Each reader's progress stays in the reader's browser."),
    form("card class-form", make, labelled("Title", title), these, topics, h("div", { class: "row" }, labelled("Number of exercises", count), labelled("Seed", seed)), h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Make the link")), made),
  ];
}
