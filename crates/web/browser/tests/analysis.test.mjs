import assert from "node:assert/strict";
import test from "node:test";
import { audit, element, fits, settled, visit } from "../harness.mjs";

const status = (page) => page.locator(".status").innerText();
const button = (page, name) => page.getByRole("button", { name, exact: true });

test("the line of best play is added and stepped through, and the value is plotted over the game", () =>
  visit("#/board/chase/3%201%201%203%203", async (page) => {
    await settled(page);
    await button(page, "Best line").click();
    await page.getByText(/Best play, 6 plies to the end/).waitFor();
    assert.equal(await page.locator(".course .step").count(), 6);
    // No move has been made yet.
    assert.match(await status(page), /^White to move/);
    // The start and each move. Black always wins, one move sooner each time.
    await page.locator(".moment").nth(6).waitFor();
    const says = await page.locator(".moment").evaluateAll((dots) => dots.map((dot) => dot.getAttribute("aria-label")));
    assert.equal(says.length, 7);
    assert.match(says[0], /^at the start: Black wins in 6 plies$/);
    assert.match(says[3], /^after move 3, .*: Black wins in 3 plies$/);
    assert.match(says[6], /Black wins and the game is over$/);
    for (let move = 1; move <= 6; move += 1) {
      await button(page, "Redo").click();
      await settled(page);
      assert.equal(await page.locator('.course [aria-current="step"]').innerText(), await page.locator(".course .step").nth(move - 1).innerText());
    }
    assert.match(await status(page), /No moves left: Black wins/);
    // Dots go to their positions, by mouse and by keyboard.
    await page.locator(".moment .moment-area").nth(2).click();
    await settled(page);
    await page.locator(".moment.now").focus();
    await page.keyboard.press("ArrowLeft");
    await settled(page);
    assert.match(await page.locator(".moment.now").getAttribute("aria-label"), /^after move 1,/);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await audit(page, `the value over the game, ${colorScheme}`);
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await fits(page, "the value over the game");
  }));

test("a line of best play is found for a game that is not ranked, and in an endless draw", async () => {
  await visit("#/board/nim/1,2,4", async (page) => {
    await settled(page);
    await button(page, "Best line").click();
    await page.getByText(/Best play, \d+ (ply|plies) to the end/).waitFor();
    const moves = await page.locator(".course .step").count();
    assert.equal(moves % 2, 1, "the first player has the last move");
    assert.equal(await page.locator(".moment").count(), 0, "without lengths there is nothing to plot");
  });
  await visit("#/board/loopy-graph%7B0%201,%201%200%7D/0", async (page) => {
    await settled(page);
    await page.locator(".verdict", { hasText: "A draw under best play" }).waitFor();
    await button(page, "Best line").click();
    await page.getByText(/Best play, 2 plies to the draw/).waitFor();
    assert.equal(await page.locator(".moment.draw").count(), 3);
  });
});

test("boards of a sum are added and removed by clicks, each with its value", () =>
  visit("#/board/nim/3,5", async (page) => {
    await settled(page);
    await page.getByText("Add a board").click();
    await page.getByLabel("Find a game").fill("domineering");
    await page.locator(".adding .chip", { hasText: "Domineering" }).first().click();
    await page.waitForURL(/board\/sum\/nim/);
    await settled(page);
    assert.equal(await page.locator(".parts li").count(), 2);
    const worth = (board) => page.getByLabel(`Value of board ${board}`);
    await page.waitForFunction(() => [...document.querySelectorAll(".parts output")].every((one) => one.textContent !== "…"));
    assert.equal(await worth(1).locator("math").getAttribute("aria-label"), "*6");
    // Change a board by its text.
    await page.getByLabel("Board 2", { exact: true }).fill('domineering("..|..")');
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => decodeURIComponent(url.hash).includes('domineering("..|..")'));
    await settled(page);
    await page.waitForFunction(() => [...document.querySelectorAll(".parts output math")].map((one) => one.getAttribute("aria-label")).join() === "*6,+-1");
    // The value of the sum.
    await page.locator(".facts .value math[aria-label=\"+-(1+*6)\"]").waitFor();
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await audit(page, `a sum, ${colorScheme}`);
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await fits(page, "a sum");
    await page.getByRole("button", { name: "Remove board 1" }).click();
    await page.waitForURL(/board\/domineering\//);
    await settled(page);
    assert.equal(await page.locator(".parts li").count(), 0);
    await page.goBack();
    await settled(page);
    assert.equal(await page.locator(".parts li").count(), 2);
  }));

test("the outcome and a winning move are shown before the value is found", () =>
  visit("#/board/domineering/6x6", async (page) => {
    // The work continues meanwhile.
    await page.waitForFunction(() => {
      const said = document.querySelector(".answer")?.textContent ?? "";
      return /N: the next player wins/.test(said) && /[a-f][1-6]-[a-f][1-6] wins\./.test(said) && document.querySelector(".busy:not([hidden])");
    });
    assert.match(await page.locator(".answer").innerText(), /Left is to move and wins/);
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await settled(page);
    assert.match(await page.locator(".answer").innerText(), /Left is to move and wins/);
  }));
