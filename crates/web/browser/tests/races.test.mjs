import assert from "node:assert/strict";
import test from "node:test";
import { fetched, hold, settled, visit } from "../harness.mjs";

/** Clicks while every answer of the server is half a second late. */

const LATE = 500;
const address = (/** @type {string} */ game, /** @type {string} */ position) => `#/board/${encodeURIComponent(game)}/${encodeURIComponent(position)}`;
const button = (page, name) => page.getByRole("button", { name, exact: true });
const position = (page) => page.getByLabel("Position", { exact: true }).inputValue();
const course = (page) => page.locator(".course .step").allInnerTexts();
const shown = (page) => page.locator("ww-board svg").getAttribute("aria-label");
const go = (page, hash) => page.evaluate((hash) => (location.hash = hash), hash);

/** Delays all further answers. @param {import("playwright-core").Page} page */
const delay = (page) =>
  page.route("**/api/v1/**", async (route) => {
    const response = await fetched(route).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, LATE));
    // The request may have been cancelled.
    if (response) await route.fulfill({ response }).catch(() => undefined);
  });

/** Opens an address of Analyse, and delays all further answers. @param {string} hash @param {(page: import("playwright-core").Page) => Promise<void>} run */
const delayed = (hash, run) =>
  visit(hash, async (page) => {
    await settled(page);
    await delay(page);
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

/** Clicks elements of the board at the same time. @param {import("playwright-core").Page} page @param {string[]} names  Of elements, or selectors of other elements. */
const clickAll = (page, names) =>
  page.evaluate((names) => {
    for (const name of names) document.querySelector(/^\w+$/.test(name) ? `ww-board .hit[aria-label^="${name},"]` : name)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }, names);

test("clicks in quick succession make one move each position", () =>
  delayed(address("domineering", "....|....|...."), async (page) => {
    // All clicks but the first one refer to the old board.
    await clickAll(page, ["a1", "a2", "b1", "c1", "d1", ".moves .chip", ".moves .chip", ".moves .chip"]);
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
    // No edit is lost by the change of the player.
    assert.equal(await position(page), "xo..|ox..|....");
    assert.match(await page.locator(".status").innerText(), /^Right to move/);
    for (const name of ["Clear", "Random"]) await button(page, name).click();
    await button(page, "Undo").click();
    await settled(page);
    await button(page, "Done").click();
  }));

test("the player is changed during an edit, in the edited position", () =>
  visit(address("clobber", "xo|ox"), async (page) => {
    await settled(page);
    const held = await hold(page, "moves", (body) => body.position === "xox" && !body.outcomes);
    await page.getByLabel("Position", { exact: true }).fill("xox");
    await button(page, "Set").click();
    while (held.length < 1) await page.waitForTimeout(5);
    for (const name of ["Right", "Left", "Right"]) await button(page, name).click();
    assert.equal(await shown(page), 'Board: clobber("xo|ox")');
    held[0].go();
    await page.waitForFunction(() => /xox/.test(document.querySelector("ww-board svg")?.getAttribute("aria-label") ?? ""));
    await settled(page);
    assert.equal(await position(page), "xox");
    assert.match(await page.locator(".status").innerText(), /^Right to move/);
    assert.match(page.url(), /to=right/);
    // Both are one step of the record.
    await button(page, "Undo").click();
    await settled(page);
    assert.equal(await position(page), "xo|ox");
    assert.match(await page.locator(".status").innerText(), /^Left to move/);
  }));

test("the player is changed although the edit is refused", () =>
  visit(
    address("clobber", "xo|ox"),
    async (page) => {
      await settled(page);
      const held = await hold(page, "moves", ({ position }) => position === "xq");
      await page.getByLabel("Position", { exact: true }).fill("xq");
      await button(page, "Set").click();
      while (held.length < 1) await page.waitForTimeout(5);
      await button(page, "Right").click();
      held[0].go();
      await page.locator("#position-fault mark").waitFor();
      await page.waitForFunction(() => /^Right to move/.test(document.querySelector(".status")?.textContent ?? ""));
      await settled(page);
      assert.equal(await shown(page), 'Board: clobber("xo|ox")');
      assert.match(page.url(), /to=right/);
    },
    { refusals: true },
  ));

const playing = (/** @type {string} */ hash, /** @type {(page: import("playwright-core").Page) => Promise<void>} */ run) =>
  visit(hash, async (page) => {
    await yours(page);
    await delay(page);
    await run(page);
    assert.equal(await page.locator(".fault").count(), 0);
  });
const yours = (page) => page.waitForFunction(() => /Your move/.test(document.querySelector(".match .status")?.textContent ?? ""));
const played = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".match .course .step").length === count, count);

test("in Play, clicks in quick succession make one move, and Winways answers it once", () =>
  playing("#/play/domineering/....%7C....%7C....?level=10&first=you", async (page) => {
    await clickAll(page, ["a1", "a2", "b1", "b2", "c1", "c2"]);
    await played(page, 2);
    await yours(page);
    await page.waitForTimeout(2 * LATE);
    assert.equal((await course(page)).length, 2);
  }));

test("in Play, Undo and Restart while Winways thinks take the move back, and the reply is not made", () =>
  playing("#/play/nim/3 4 5?level=10&first=you", async (page) => {
    for (const name of ["Undo", "Restart"]) {
      const reply = page.waitForRequest("**/api/v1/reply");
      await clickAll(page, [".token-hit"]);
      await reply;
      await button(page, name).click();
      await yours(page);
      await page.waitForTimeout(3 * LATE);
      assert.deepEqual(await course(page), []);
      assert.equal(await shown(page), "Board: nim(3,4,5)");
    }
  }));

test("in Play, a late hint is not shown on another position", () =>
  playing("#/play/nim/3 4 5?level=10&first=you", async (page) => {
    await button(page, "Hint").click();
    await clickAll(page, [".token-hit"]);
    await played(page, 2);
    await yours(page);
    assert.equal(await page.locator(".marks .preview").count(), 0);
    assert.equal(await page.locator(".note").innerText(), "");
  }));

test("in Play, the game is changed while Winways thinks", () =>
  playing("#/play/nim/3 4 5?level=10&first=you", async (page) => {
    const reply = page.waitForRequest("**/api/v1/reply");
    await clickAll(page, [".token-hit"]);
    await reply;
    await go(page, "#/play/kayles/5 7?level=10&first=you");
    await page.getByRole("heading", { name: "Kayles" }).waitFor();
    await yours(page);
    await page.waitForTimeout(2 * LATE);
    assert.equal(await shown(page), "Board: kayles(5,7)");
    assert.deepEqual(await course(page), []);
    // The first game is left: its move was kept.
    await page.goBack();
    await page.getByRole("heading", { name: "Nim" }).waitFor();
    await yours(page);
    await page.waitForFunction(() => /nim/.test(document.querySelector("ww-board svg")?.getAttribute("aria-label") ?? ""));
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
