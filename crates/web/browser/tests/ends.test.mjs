// The ends of games in Play, and interrupted games.
import assert from "node:assert/strict";
import test from "node:test";
import { BASE, element, make, shownOn, visit } from "../harness.mjs";

const status = (page) => page.locator(".match .status").innerText();
/** Waits for the user's turn or the end. */
const turn = (page) => page.waitForFunction(() => /Your move|to move/.test(document.querySelector(".match .status")?.textContent ?? "") || document.querySelector(".match .status.over"));
const over = (page) => page.locator(".match .status.over").waitFor();
const reviewed = (page) => page.waitForFunction(() => / made .* mistake/.test(document.querySelector(".review p")?.textContent ?? ""));
const steps = (page) => page.locator(".match .course .step").allInnerTexts();

/** Makes moves by the pits that they empty; South moves first. @param {import("playwright-core").Page} page @param {number[]} pits */
async function sow(page, pits, players = ["South", "North"]) {
  for (const [index, pit] of pits.entries()) {
    await element(page, `${players[index % 2]} ${pit}`).click();
    await page.waitForFunction((count) => document.querySelector(".match .status.over") || document.querySelectorAll(".match .course .step").length === count, index + 1);
  }
}

const scoresOf = async (/** @type {import("playwright-core").Page} */ page) => (await page.locator(".match .score").allInnerTexts()).map((text) => parseInt(text, 10));

test("the points that nobody has taken go to the player whom the rules name, or to nobody", async () => {
  // South has a stone, but no move that leaves North one.
  await visit("#/play/awari(3)/0 0 0 0 0 0 0 0 0 0 0 1 north?level=0", async (page) => {
    await sow(page, [6], ["North"]);
    await over(page);
    assert.match(await status(page), /^South wins\s+– 1 to 0 points$/);
    assert.deepEqual(await scoresOf(page), [1, 0]);
  });
  // Only a token to its left takes the coin.
  const rules = "game: Coins\nboard: strip\npieces: a, t\nboth: . -> t\npoints: t a -> t # in right = 1\nstart: #a.\n";
  await visit(`#/play/own/%23a.?level=0&file=${encodeURIComponent(rules)}`, async (page) => {
    await turn(page);
    await element(page, "3").click();
    await over(page);
    assert.match(await status(page), /^A draw\s+– 0 to 0 points$/);
    assert.deepEqual(await scoresOf(page), [0, 0]);
  });
});

test("the player with more points wins when a position occurs three times", () =>
  visit("#/play/awari(6)/1 0 0 1 1 0 0 1 0 0 0 2 south?level=0", async (page) => {
    const cycle = [2, 6, 3, 4, 4, 5, 5, 1, 6, 2, 1, 3];
    await sow(page, [1, 6, 5, ...cycle, ...cycle]);
    await over(page);
    assert.match(await status(page), /^North wins\s+– 2 to 0 points when the position occurred three times$/);
    assert.deepEqual(await scoresOf(page), [0, 2]);
  }));

test("a draw by repetition makes no move a mistake", () =>
  visit("#/play/chase/5 1 1 5 5?level=0", async (page) => {
    const cycle = ["a5-b5", "e1-e2", "b5-a5", "e2-e1"];
    for (const [index, text] of [...cycle, ...cycle].entries()) {
      const board = page.locator(".match-board");
      await page.waitForFunction((count) => document.querySelectorAll(".match .course .step").length === count, index);
      await make(board, await shownOn(board), text);
    }
    await over(page);
    assert.match(await status(page), /^A draw\s+– the position occurred three times$/);
    await reviewed(page);
    assert.match(await page.locator(".review").innerText(), /made no mistakes\. .* made no mistakes\.(?! Against)/);
  }));

test("a reload keeps the time left on the clocks", () =>
  visit(
    "#/play/nim/3 4 5?level=10&first=you&clock=1",
    async (page) => {
      const time = async () => /0:(\d\d)/.exec(await page.locator(".player.left .clock").innerText())?.[1];
      await turn(page);
      await page.locator("ww-board .token-hit").first().click();
      await page.clock.runFor(600);
      await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 2);
      await turn(page);
      await page.clock.runFor(20_000);
      const before = Number(await time());
      assert.ok(before <= 40, String(before));
      await page.reload();
      await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 2);
      await turn(page);
      const after = Number(await time());
      assert.ok(after <= before && after >= before - 5, `${before}, ${after}`);
    },
    { prepare: (page) => page.clock.install() },
  ));

test("each tab has its own game", () =>
  visit("#/play/nim/3 4 5?level=0", async (page) => {
    await turn(page);
    await page.locator("ww-board .token-hit").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 1);
    const before = await steps(page);
    const other = await page.context().newPage();
    await other.goto(`${BASE}#/play`);
    // A new tab offers the game that was played last.
    await other.getByRole("link", { name: "Continue your game" }).waitFor();
    await other.goto(`${BASE}#/play/kayles/5 7?level=0`);
    await turn(other);
    await other.locator("ww-board .hit.usable").first().click();
    if (await other.locator(".chooser .chip").count()) await other.locator(".chooser .chip").first().click();
    await other.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 1);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 1);
    assert.deepEqual(await steps(page), before);
    await other.reload();
    await other.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 1);
  }));
