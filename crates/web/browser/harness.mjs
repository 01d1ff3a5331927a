// What all tests share: a browser, pages in it that listen to the console, and the audit of accessibility.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** The address of the server, with a slash at the end. */
export const BASE = process.env.WINWAYS_URL;
if (!BASE) throw new Error("WINWAYS_URL is not set: these tests are started by `crates/web/browser/run`");

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  // The sandbox of the browser does not work for root, as in most containers.
  const isRoot = process.getuid?.() === 0;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: isRoot ? ["--no-sandbox"] : [] });
});
after(() => browser?.close());

/**
 * Opens an address in a page of its own and runs a test there; the test fails if the console says anything. Answers of the
 * server with status 422 are written there by the browser itself: a test that provokes them says so.
 * @param {string} hash
 * @param {(page: import("playwright-core").Page) => Promise<void>} run
 * @param {{width?: number, scheme?: "light" | "dark", refusals?: boolean}} [how]
 */
export async function visit(hash, run, { width = 1280, scheme = "light", refusals = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height: width < 500 ? 780 : 900 }, colorScheme: scheme, hasTouch: width < 500, reducedMotion: "reduce" });
  const page = await context.newPage();
  // No test waits for an answer that takes long: it ends the question.
  page.setDefaultTimeout(45_000);
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.stack ?? error.message));
  try {
    await page.goto(BASE + hash);
    await run(page);
    const unexpected = refusals ? said.filter((text) => !/status of 422/.test(text)) : said;
    assert.deepEqual(unexpected, [], "the console says something");
  } finally {
    await context.close();
  }
}

/** Waits until the board shows a position whose moves and answer are known.
 * @param {import("playwright-core").Page} page
 */
export async function settled(page) {
  await page.locator("ww-board svg").first().waitFor();
  await page.locator("ww-play:not([aria-busy])").first().waitFor();
}

/** The elements of the board by their names, `a1`, `edge 0-1`.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export function element(page, name) {
  return page.locator(`ww-board .hit[aria-label^="${name},"]`);
}

/** Fails if axe finds anything.
 * @param {import("playwright-core").Page} page
 * @param {string} where
 */
export async function audit(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160) + " " + (node.any[0]?.message ?? "")).slice(0, 3).join(" ;; ")}`);
  assert.deepEqual(told, [], where);
}

/** Fails if the page is wider than the window.
 * @param {import("playwright-core").Page} page
 * @param {string} where
 */
export async function fits(page, where) {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= window, `${where}: ${wide} px wide in a window of ${window}`);
}
