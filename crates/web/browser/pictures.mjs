// Creates the pictures of the page for the README: run `crates/web/browser/run pictures.mjs`.
import assert from "node:assert/strict";
import { mkdirSync, statSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { settled, visit } from "./harness.mjs";

const folder = fileURLToPath(new URL("../../../docs/pictures/", import.meta.url));
mkdirSync(folder, { recursive: true });

/** Saves a part of the page as a small file.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 * @param {{from: string, width?: number, height: number}} part  From the top of an element on.
 */
async function save(page, name, { from, width = 1000, height }) {
  await page.setViewportSize({ width, height });
  await page.mouse.move(0, 0);
  await page.evaluate((selector) => scrollTo(0, (document.querySelector(selector)?.getBoundingClientRect().top ?? 0) + scrollY - 12), from);
  const path = `${folder}${name}.png`;
  await page.screenshot({ path });
  assert.ok(statSync(path).size < 80_000, `${name}: ${statSync(path).size} bytes`);
}

test("the first page", () =>
  visit("", async (page) => {
    await page.locator(".challenge ww-board svg").nth(2).waitFor();
    await page.locator(".puzzle ww-board svg").waitFor();
    await save(page, "home", { from: ".home-page", height: 600 });
  }));

test("the board", () =>
  visit("#/board/domineering/v...%7Cv...%7C.hh.", async (page) => {
    await settled(page);
    await page.getByLabel("Mark", { exact: true }).selectOption("winning");
    await page.locator(".verdict").waitFor();
    await save(page, "board", { from: "ww-play", height: 520 });
  }));

test("the calculator", () =>
  visit("#/values/%7B4%7C%7C1%7C-2%7D%20%2B%20%5E", async (page) => {
    await page.locator(".wall.left").waitFor();
    await save(page, "values", { from: ".columns", height: 690 });
  }));

test("a lesson", () =>
  visit("#/learn/hackenbush", async (page) => {
    await page.locator(".lesson ww-board svg").first().waitFor();
    await page.waitForFunction(() => !document.querySelector("ww-play[aria-busy]"));
    await save(page, "lesson", { from: ".lesson", width: 800, height: 960 });
  }));
