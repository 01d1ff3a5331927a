/** What is said of an answer: whether it is right, why, and what comes next. */

import { reasons } from "../board/answer.js";
import { h } from "../dom.js";

/** @param {{isRight: boolean, said: string, right: string, why: string[], next: HTMLElement}} what */
export function judged({ isRight, said, right, why, next }) {
  return h(
    "div",
    { class: `judged ${isRight ? "right" : "wrong"}` },
    h("p", null, h("strong", null, isRight ? "✓ Right." : "✕ No."), isRight ? ` ${said}` : ` Not ${said}. The answer is ${right}.`),
    reasons(why),
    h("p", null, next),
  );
}
