// Measures how soon the page of the release build answers: run `WINWAYS=$PWD/target/release/winways crates/web/browser/run timings.mjs`.
// Nothing fails here: the times depend on the machine.
import test from "node:test";
import { settled, visit } from "./harness.mjs";

/** Prints the minimum and the median of five times, in milliseconds.
 * @param {string} name
 * @param {string} address
 * @param {(page: import("playwright-core").Page) => Promise<unknown>} shown  Waits until the answer is shown.
 */
async function measure(name, address, shown) {
  /** @type {number[]} */
  const times = [];
  for (let round = 0; round < 5; round++) {
    let began = 0;
    const prepare = async () => (began = performance.now());
    await visit(address, async (page) => {
      await shown(page);
      times.push(performance.now() - began);
    }, { prepare });
  }
  times.sort((one, other) => one - other);
  console.log(`${name}: ${times[0].toFixed(0)} ms minimum, ${times[2].toFixed(0)} ms median`);
}

/** Waits for a visible element that contains a text. Checks each frame, since a locator checks only twice a second.
 * @param {string} selector
 * @param {string} text
 */
const shows = (selector, text) => (/** @type {import("playwright-core").Page} */ page) =>
  page.waitForFunction(
    ([selector, text]) => [...document.querySelectorAll(selector)].some((one) => one.textContent?.includes(text) && one.checkVisibility({ visibilityProperty: true, opacityProperty: true })),
    [selector, text],
  );

test("the first page, with its three boards and its puzzle", () =>
  measure("first page", "", async (page) => {
    await page.locator(".challenge ww-board svg").nth(2).waitFor();
    await page.locator(".puzzle ww-board svg").waitFor();
  }));

test("who wins Domineering on 6×6", () => measure("6x6 verdict", "#/board/domineering/6x6", shows(".verdict", "wins")));

test("8×8 is not known yet", () => measure("8x8 not known yet", "#/board/domineering/8x8", shows(".verdict", "Not known yet")));

test("the first move of the opponent on 8×8", () =>
  measure(
    "8x8 first move of the opponent",
    "#/play/domineering/8x8?level=10&first=winways",
    shows(".course .step", ""),
  ));

test("values of a position in Analyse", () => measure("4x4 with everything", "#/board/domineering/4x4", (page) => settled(page)));
