// The static site in Chromium: after the first visit the server is gone, and everything still works.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browse, host } from "./host.mjs";

const folder = process.env.WINWAYS_SITE ?? "";
/** The site is not at the root of its host: all addresses must be relative. */
const PLACE = "/games/winways/";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("playwright-core").BrowserContext} */
let context;
/** @type {Awaited<ReturnType<typeof host>>} */
let server;
/** @type {string[]} */
const said = [];

before(async () => {
  assert.ok(existsSync(join(folder, "index.html")), "WINWAYS_SITE is the folder that scripts/site made");
  server = await host(folder, PLACE);
  browser = await browse();
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
  context.setDefaultTimeout(45_000);
  context.on("console", (message) => said.push(message.text()));
  context.on("weberror", (error) => said.push(error.error().stack ?? error.error().message));
});
after(async () => {
  await browser?.close();
});

/** @param {string} hash @param {(page: import("playwright-core").Page) => Promise<void>} run */
async function visit(hash, run) {
  const page = await context.newPage();
  await page.goto(server.base + hash);
  await run(page);
  await page.close();
  assert.deepEqual(said.splice(0), [], "the console says something");
}

/** Waits until the board shows a position with its moves and its analysis. @param {import("playwright-core").Page} page */
async function settled(page) {
  await page.locator("ww-board svg").first().waitFor();
  await page.waitForFunction(() => document.querySelector("ww-play:not([aria-busy])") && !document.querySelector("ww-play .busy:not([hidden])"));
}

test("the first visit keeps the site, and the book is found by its search", async () => {
  await visit("", async (page) => {
    await page.locator("ww-board svg").first().waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    // All files are kept before the worker takes over.
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.locator('meta[http-equiv="content-security-policy"]').waitFor({ state: "attached" });
    await page.getByRole("link", { name: "Book" }).click();
    await page.getByLabel("Search the book").fill("reversible options");
    await page.locator("#found a").first().click();
    await page.waitForURL(/book\/.*#/);
    await page.getByRole("link", { name: "Winways", exact: true }).click();
    await page.locator("ww-board svg").first().waitFor();
  });
});

test("the server goes away", async () => {
  await server.close();
  await assert.rejects(fetch(server.base));
});

test("Domineering 5×5 against the opponent to the end", () =>
  visit("#/play/domineering/.....%7C.....%7C.....%7C.....%7C.....?level=10&first=you", async (page) => {
    const isOver = () => page.locator(".match .status.over").count();
    for (;;) {
      await page.waitForFunction(() => /Your move|to move/.test(document.querySelector(".match .status")?.textContent ?? "") || document.querySelector(".match .status.over"));
      if (await isOver()) break;
      const before = await page.locator(".match .course .step").count();
      await page.locator("ww-board .hit.usable").first().click();
      if (await page.locator(".chooser .chip").count()) await page.locator(".chooser .chip").first().click();
      await page.waitForFunction((before) => document.querySelector(".match .status.over") || document.querySelectorAll(".match .course .step").length > before, before);
    }
    assert.match(await page.locator(".match .status").innerText(), /win/);
  }));

test("{4||1|-2} with its thermograph", () =>
  visit("#/values/%7B4%7C%7C1%7C-2%7D", async (page) => {
    await page.locator(".in-words", { hasText: "hot" }).first().waitFor();
    await page.locator(".axes .tick").first().waitFor();
  }));

test("a rule file of pictures", () =>
  visit(`#/rules?file=${encodeURIComponent("board: grid\npieces: x left, o right\neach: @ . -> . @\nstart: xo|.x\n")}`, async (page) => {
    await page.getByText(/^The file is a game/).waitFor();
    await page.locator("ww-board svg, .game-name").first().waitFor();
  }));

test("a lesson with exercises", () =>
  visit("#/learn/positions", async (page) => {
    const exercise = page.locator(".exercise").first();
    await exercise.locator("ww-board .shapes text").waitFor();
    const isLost = Number(await exercise.locator("ww-board .shapes text").textContent()) % 4 === 0;
    await exercise.getByRole("button", { name: isLost ? /^P:/ : /^N:/ }).click();
    await exercise.locator(".judged.right").waitFor();
  }));

test("a puzzle shows its solution", () =>
  visit("#/puzzles?seed=4&rating=900", async (page) => {
    await page.locator(".puzzle ww-board svg").first().waitFor();
    await page.getByRole("button", { name: "Show the solution" }).click();
    await page.getByText(/^The winning move is/).waitFor();
  }));

test("the sequence of 0.137 with its proof", () =>
  visit("#/sequences/octal(0.137)?to=40", async (page) => {
    await page.getByText(/Period 34.*proved/).first().waitFor();
  }));

test("an address is shared and opened again", async () => {
  let link = "";
  await visit("#/board/nim/3,5", async (page) => {
    await settled(page);
    await page.locator("ww-board .hit.usable").first().click();
    if (await page.locator(".chooser .chip").count()) await page.locator(".chooser .chip").first().click();
    await page.waitForURL((url) => !url.hash.endsWith("3,5"));
    link = new URL(page.url()).hash;
  });
  await visit(link, settled);
});

test("tables say that they need the program", () => visit("#/tables", (page) => page.getByText("Tables are built and read by the program.").waitFor()));
