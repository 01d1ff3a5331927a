import assert from "node:assert/strict";
import test from "node:test";
import { element, settled, visit } from "../harness.mjs";

/** Clicks while every answer of the server is half a second late. */

const LATE = 500;
const address = (/** @type {string} */ game, /** @type {string} */ position) => `#/board/${encodeURIComponent(game)}/${encodeURIComponent(position)}`;
const button = (page, name) => page.getByRole("button", { name, exact: true });
const position = (page) => page.getByLabel("Position", { exact: true }).inputValue();
const course = (page) => page.locator(".course .step").allInnerTexts();
const shown = (page) => page.locator("ww-board svg").getAttribute("aria-label");
const go = (page, hash) => page.evaluate((hash) => (location.hash = hash), hash);

/** Opens an address, and delays all further answers. @param {string} hash @param {(page: import("playwright-core").Page) => Promise<void>} run */
const delayed = (hash, run) =>
  visit(hash, async (page) => {
    await settled(page);
    await page.route("**/api/v1/**", async (route) => {
      const response = await route.fetch().catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, LATE));
      // The request may have been cancelled.
      if (response) await route.fulfill({ response }).catch(() => undefined);
    });
    await run(page);
    await settled(page);
    // The board, the address, the record and the field agree.
    const { text, hash: end, field } = await page.evaluate(() => ({
      text: document.querySelector("ww-board svg")?.getAttribute("aria-label") ?? "",
      hash: decodeURIComponent(location.hash),
      field: /** @type {HTMLInputElement} */ (document.getElementById("position")).value,
    }));
    assert.ok(text.includes(field), `${text}: ${field}`);
    assert.equal(end.replace(/^#\/board\/[^/]*\//, "").replace(/\?.*/, ""), field);
    assert.equal(await page.locator(".fault").count(), 0);
  });

/** Clicks without waiting for anything. @param {import("playwright-core").Locator} what */
const at = (what) => what.first().evaluate((one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true })));

test("clicks in quick succession make one move each position", () =>
  delayed(address("domineering", "....|....|...."), async (page) => {
    await at(element(page, "a1"));
    // These clicks refer to the old board.
    for (const name of ["a2", "b1", "c1", "d1"]) await at(element(page, name));
    for (let clicks = 0; clicks < 3; clicks += 1) await at(page.locator(".moves .chip"));
    await settled(page);
    assert.equal((await course(page)).length, 1);
    assert.match(await page.locator(".status").innerText(), /^Right to move/);
  }));

test("Undo during a request goes back, and late answers change nothing", () =>
  delayed(address("nim", "3,5"), async (page) => {
    await page.locator(".moves .chip").first().click();
    await button(page, "Undo").click();
    await settled(page);
    assert.equal(await position(page), "3,5");
    assert.equal(await shown(page), "Board: nim(3,5)");
    assert.deepEqual([(await course(page)).length, await page.locator(".course [aria-current]").count()], [1, 0]);
    // Undo, Redo and Start, faster than the answers.
    for (const name of ["Redo", "Undo", "Redo"]) await button(page, name).click();
    await settled(page);
    assert.equal(await page.locator(".course [aria-current]").count(), 1);
    await button(page, "Start").click();
    await settled(page);
    assert.equal(await shown(page), "Board: nim(3,5)");
  }));

test("Undo while the opponent thinks takes the own move back, and the reply is not made", () =>
  delayed(address("nim", "3,5"), async (page) => {
    await page.getByLabel("Opponent", { exact: true }).selectOption("right");
    await page.locator(".moves .chip").first().click();
    const reply = page.waitForRequest("**/api/v1/reply");
    await reply;
    await button(page, "Undo").click();
    await settled(page);
    await page.waitForTimeout(2 * LATE);
    assert.equal(await position(page), "3,5");
    assert.equal((await course(page)).length, 1);
  }));

test("the game is changed during a request", () =>
  delayed(address("nim", "3,5"), async (page) => {
    await page.locator(".moves .chip").first().click();
    await go(page, address("domineering", "..|.."));
    await go(page, address("clobber", "xo|ox"));
    await settled(page);
    await page.getByRole("heading", { name: "Clobber", exact: true }).waitFor();
    await settled(page);
    assert.equal(await position(page), "xo|ox");
    assert.deepEqual(await course(page), []);
    // Back to the game before, and on, by the browser.
    await page.goBack();
    await page.goForward();
    await page.getByRole("heading", { name: "Clobber", exact: true }).waitFor();
    await settled(page);
    assert.equal(await shown(page), 'Board: clobber("xo|ox")');
  }));

test("edits, the turn and Undo overtake each other", () =>
  delayed(address("clobber", "xo|ox"), async (page) => {
    await button(page, "Set up").click();
    for (const name of ["Columns +", "Rows +", "Columns +"]) await button(page, name).click();
    await button(page, "Right").click();
    await settled(page);
    const before = await position(page);
    assert.ok(["xo|ox", "xo..|ox..|...."].includes(before), before);
    for (const name of ["Clear", "Random"]) await button(page, name).click();
    await button(page, "Undo").click();
    await settled(page);
    await button(page, "Done").click();
  }));

test("a note is kept with the position it was written on", () =>
  delayed(address("nim", "3,5"), async (page) => {
    await page.locator(".moves .chip").first().click();
    await page.getByLabel("Note on this position").fill("after the move");
    await button(page, "Undo").click();
    assert.equal(await page.getByLabel("Note on this position").inputValue(), "");
    await page.getByLabel("Note on this position").fill("at the start");
    await button(page, "Redo").click();
    await settled(page);
    assert.equal(await page.getByLabel("Note on this position").inputValue(), "after the move");
    assert.deepEqual(await page.locator(".course .remark").allInnerTexts(), ["at the start", "after the move"]);
  }));
