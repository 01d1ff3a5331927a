import assert from "node:assert/strict";
import test from "node:test";
import { settled, visit } from "../harness.mjs";

// Whole games without a mouse: Tab moves to the board, arrow keys move on it, Enter chooses.

const status = (page) => page.locator(".status").innerText();
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

/** Moves the focus to the board with the Tab key. */
async function toBoard(page) {
  await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement?.classList.contains("hit") ?? false)) return;
  }
  assert.fail("the Tab key does not lead to the board");
}

/** Moves the focus to an element of the board with the arrow keys, along a shortest path. */
async function toElement(page, name) {
  const seen = new Set();
  const queue = [/** @type {string[]} */ ([])];
  const start = await focused(page);
  if (start.startsWith(`${name},`)) return;
  // Breadth-first search: each path is walked from the start.
  const origin = page.locator("ww-board .hit:focus");
  const home = await origin.getAttribute("data-element");
  for (let way = queue.shift(); way; way = queue.shift()) {
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) {
      await page.locator(`ww-board .hit[data-element="${home}"]`).focus();
      for (const step of [...way, key]) await page.keyboard.press(step);
      const here = await focused(page);
      if (here.startsWith(`${name},`)) return;
      if (!seen.has(here)) {
        seen.add(here);
        queue.push([...way, key]);
      }
    }
  }
  assert.fail(`the arrow keys do not lead to ${name}, only to ${[...seen].join("; ")}`);
}

/** Chooses elements, and the move with this text if several match. */
async function move(page, names, text) {
  for (const name of names) {
    await toBoard(page);
    await toElement(page, name);
    await page.keyboard.press("Enter");
  }
  if (text) {
    const chips = page.locator(".chooser .chip");
    await chips.first().waitFor();
    for (let steps = 0; steps < 60; steps += 1) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate(() => document.activeElement?.textContent)) === text) break;
    }
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), text);
    await page.keyboard.press("Enter");
  }
  await settled(page);
}

test("Nim", () =>
  visit("#/board/nim/1,2", async (page) => {
    await settled(page);
    await move(page, ["heap 2"], "heap 2 -> 1");
    await move(page, ["heap 1"]);
    await move(page, ["heap 2"]);
    assert.match(await status(page), /No moves left: First player wins/);
  }));

test("Domineering", () =>
  visit("#/board/domineering/....%7C....", async (page) => {
    await settled(page);
    for (const cell of ["a1", "d2", "b1", "d1"]) await move(page, [cell]);
    assert.equal(await page.locator(".fill-left-tint.line-left, .fill-right-tint.line-right").count(), 4);
    assert.match(await status(page), /No moves left: Right wins/);
  }));

test("Hackenbush", () =>
  visit("#/board/hackenbush/0-1:g%201-2:b%201-3:r%203-4:b", async (page) => {
    await settled(page);
    await move(page, ["edge 3-4"]);
    await move(page, ["edge 1-3"]);
    await move(page, ["edge 0-1"]);
    assert.match(await status(page), /No moves left: Left wins/);
  }));

test("noughts and crosses", () =>
  visit("#/board/mnk(3,3,3)/...%7C...%7C...", async (page) => {
    await settled(page);
    for (const cell of ["b2", "a1", "c1", "b1", "a3"]) await move(page, [cell]);
    assert.match(await status(page), /No moves left: x wins/);
  }));

test("the chase", () =>
  visit("#/board/chase/3,1,1,3,3", async (page) => {
    await settled(page);
    // Play the moves of the best line on the board.
    await page.getByRole("button", { name: "Best line", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(/Best play, 6 plies/).waitFor();
    for (const text of await page.locator(".course .step").allInnerTexts()) {
      const [from, to] = text.split("-");
      await toBoard(page);
      await toElement(page, from);
      await page.keyboard.press("Enter");
      if (await page.locator(".chooser .chip").count()) {
        await toElement(page, to);
        await page.keyboard.press("Enter");
      }
      await settled(page);
      assert.match(await page.locator('.course [aria-current="step"]').innerText(), new RegExp(text));
    }
    assert.match(await status(page), /No moves left: Black wins/);
  }));

test("a position is edited", () =>
  visit("#/board/clobber/xo%7Cox", async (page) => {
    await settled(page);
    await page.getByRole("button", { name: "Set up", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "Sign to paint" }).getByRole("button", { name: "o", exact: true }).focus();
    await page.keyboard.press("Enter");
    await toBoard(page);
    await toElement(page, "a2");
    await page.keyboard.press("Enter");
    await page.waitForURL(/oo(%7C|\|)ox/);
  }));
