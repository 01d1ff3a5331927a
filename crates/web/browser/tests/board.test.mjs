import assert from "node:assert/strict";
import test from "node:test";
import { element, settled, visit } from "../harness.mjs";

/** The text of the status line. */
const status = (page) => page.locator(".status").innerText();

test("a board is played by clicks, Left first", () =>
  visit("#/board/domineering/....%7C....%7C....%7C....", async (page) => {
    await settled(page);
    await element(page, "a3").click();
    await element(page, "a4").click();
    await settled(page);
    await page.getByRole("button", { name: "a3-a4" }).waitFor();
    assert.match(await status(page), /^Right to move/);
  }));

test("Domineering is played to the end by clicks on cells", () =>
  visit("#/board/domineering/..%7C..", async (page) => {
    await settled(page);
    await page.locator(".verdict", { hasText: "Left is to move and wins" }).waitFor();
    await element(page, "a1").click();
    await settled(page);
    assert.match(await status(page), /No moves left: Left wins/);
    assert.equal(await page.locator(".fill-left-tint.line-left").count(), 1);
    assert.match(page.url(), /v\.%7Cv\.|v\.\|v\./);
    await page.getByRole("button", { name: "Undo" }).click();
    await settled(page);
    await page.getByRole("button", { name: "Right", exact: true }).click();
    await settled(page);
    await element(page, "b2").click();
    await settled(page);
    assert.match(await status(page), /No moves left: Right wins/);
  }));

test("only winning moves of the player to move are counted", () =>
  visit("#/board/domineering/....%7C....%7C....", async (page) => {
    const count = page.locator(".facts > div", { hasText: "Winning moves" }).locator("dd");
    // The value is negative, so Right wins after every move of Left.
    for (const [player, text] of [["Right", "wins"], ["Left", "loses"]]) {
      await page.getByRole("button", { name: player, exact: true }).click();
      await page.locator(".verdict", { hasText: `${player} is to move and ${text}` }).waitFor();
      await settled(page);
      assert.equal(await count.innerText(), String(await page.locator(".moves .chip.win").count()));
    }
    assert.equal(await count.innerText(), "0");
  }));

test("a Hackenbush picture is cut edge by edge", () =>
  visit("#/board/hackenbush/0-1:g%201-2:b%201-3:r%203-4:b", async (page) => {
    await settled(page);
    await element(page, "edge 3-4").click();
    await settled(page);
    await element(page, "edge 1-3").click();
    await settled(page);
    await element(page, "edge 0-1").click();
    await settled(page);
    assert.match(await status(page), /No moves left: Left wins/);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await settled(page);
    assert.equal(await page.locator("ww-board .hit > path").count(), 4);
    // The moves are kept, so Redo works.
    await page.getByRole("button", { name: "Redo" }).click();
    await settled(page);
    assert.equal(await page.locator("ww-board .hit > path").count(), 3);
  }));

test("a game is played with the keyboard only", () =>
  visit("#/board/domineering/....%7C....", async (page) => {
    await settled(page);
    // Press Tab from the start of the page until the board has the focus.
    for (let steps = 0; steps < 40; steps += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement?.classList.contains("hit"))) break;
    }
    const focus = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    assert.match(await focus(), /^a2, free: /);
    await page.keyboard.press("ArrowRight");
    assert.match(await focus(), /^b2, free: /);
    await page.keyboard.press("ArrowDown");
    assert.match(await focus(), /^b1, free: /);
    await page.keyboard.press("Enter");
    await settled(page);
    assert.match(await status(page), /^Right to move/);
    assert.equal(await page.locator(".fill-left-tint.line-left").count(), 1);
    // Right has no element to click, so the focus can move on to the tools, and back with Undo.
    await page.getByRole("button", { name: "Undo" }).focus();
    await page.keyboard.press("Enter");
    await settled(page);
    assert.equal(await page.locator(".fill-left-tint.line-left").count(), 0);
  }));

test("a selection of moves is narrowed down, and cancelled with Escape", () =>
  visit("#/board/clobber/xo%7Cox", async (page) => {
    await settled(page);
    await element(page, "a2").focus();
    await page.keyboard.press("Enter");
    await page.locator(".chooser .chip").first().waitFor();
    assert.equal(await page.locator(".chooser .chip").count(), 3);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".chooser .chip").count(), 0);
    await page.keyboard.press("Enter");
    await element(page, "b2").click();
    await settled(page);
    assert.match(page.url(), /\.x%7Cox|\.x\|ox/);
  }));

test("a piece is dragged", () =>
  visit("#/board/clobber/xo%7Cox", async (page) => {
    await settled(page);
    await element(page, "a2").dragTo(element(page, "a1"));
    await settled(page);
    assert.match(page.url(), /\.o(%7C|\|)xx/);
  }));

test("variations are kept, and reached by clicks", () =>
  visit("#/board/nim/1,1", async (page) => {
    await settled(page);
    await page.locator(".moves .chip").nth(0).click();
    await settled(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await settled(page);
    await page.locator(".moves .chip").nth(1).click();
    await settled(page);
    assert.equal(await page.locator(".course .step").count(), 2);
    await page.locator(".course .variation .step").click();
    await settled(page);
    assert.match(page.url(), /nim\/0,1/);
    // The browser's back button goes back in the game.
    await page.goBack();
    await settled(page);
    assert.match(page.url(), /nim\/1,0/);
    assert.equal(await page.locator(".course .step").count(), 2);
  }));

test("an invalid position is underlined, and the board is unchanged", () =>
  visit(
    "#/board/domineering/..%7C..",
    async (page) => {
      await settled(page);
      await page.getByLabel("Position", { exact: true }).fill("..|.q");
      await page.getByRole("button", { name: "Set", exact: true }).click();
      assert.equal(await page.locator("#position-fault mark").innerText(), "q");
      assert.equal(await page.locator("ww-board .hit").count(), 4);
      await page.getByLabel("Position", { exact: true }).fill("...|...");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.querySelectorAll("ww-board .hit").length === 6);
      assert.equal(await page.locator("#position-fault mark").count(), 0);
    },
    { refusals: true },
  ));

test("misère play has an address, and another winner", () =>
  visit("#/board/nim/1,1", async (page) => {
    await settled(page);
    await page.locator(".verdict", { hasText: "is to move and loses" }).waitFor();
    await page.getByLabel(/^Misère/).check();
    await page.locator(".verdict", { hasText: "is to move and wins" }).waitFor();
    assert.match(page.url(), /misere=1/);
    await page.reload();
    await page.locator(".verdict", { hasText: "is to move and wins" }).waitFor();
  }));

test("a game is found in the catalogue", () =>
  visit("#/games", async (page) => {
    await page.getByLabel("Find a game").fill("frogs");
    await page.locator(".game-card", { hasText: "Toads and Frogs" }).first().click();
    await settled(page);
    await page.getByRole("heading", { name: "Toads and Frogs", exact: true }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: /toads-and-frogs/ }).waitFor();
  }));

test("a picture of the position is saved", () =>
  visit("#/board/nim/1,2", async (page) => {
    await settled(page);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    for (const [name, ending] of [["SVG", ".svg"], ["LaTeX", ".tex"], ["PNG", ".png"]]) {
      const download = page.waitForEvent("download");
      await page.getByRole("group", { name: "Save a picture" }).getByRole("button", { name, exact: true }).click();
      assert.equal((await download).suggestedFilename(), `nim-1-2${ending}`);
    }
  }));

/** Returns the facts of the answer by their names. @param {import("playwright-core").Page} page */
const facts = (page) => page.locator(".panel .facts > div").evaluateAll((all) => Object.fromEntries(all.map((one) => [...one.children].map((part) => part.textContent))));

test("players have the game's names on the board, and in its answers", async () => {
  const games = /** @type {[address: string, status: RegExp, verdict: RegExp][]} */ ([
    ["cops(2; cycle 6)/0 1 3 cops", /^The side of the cops to move$/, /^The side of the cops is to move and wins$/],
    ["fox-and-geese(4)/#g#g|.#.#|#.#.|.#f# fox", /^The fox to move$/, /^The fox is to move and (wins|loses)$/],
    ["hare-and-hounds/#d..#|d...h|#d..# hounds", /^The side of the hounds to move$/, /^The side of the hounds is to move and (wins|loses)$/],
    ["awari(6)/1 0 0 1 0 0 1 1 1 1 0 0 south", /^South to move$/, /^South is to move and loses$/],
    ["connect-four(4x4)/....|xo..|xo..|xo..", /^x to move$/, /^x is to move and wins$/],
    ["chess(KQK)/8/8/8/5k2/8/8/1Q6/K7 w", /^White to move$/, /^White is to move and wins$/],
    ["chase/3 1 1 3 3", /^White to move$/, /^White is to move and loses$/],
    ["domineering/..|..", /^Left to move$/, /^Left is to move and wins$/],
    ["nim/1,2", /^First player to move$/, /^First player is to move and wins$/],
  ]);
  for (const [address, says, verdict] of games) {
    const [game, ...position] = address.split("/");
    await visit(`#/board/${encodeURIComponent(game)}/${encodeURIComponent(position.join("/"))}`, async (page) => {
      await settled(page);
      assert.match(await status(page), says);
      assert.match(await page.locator(".verdict strong").innerText(), verdict);
    });
  }
});

test("a losing player has best moves but no winning moves, and the end is counted in plies", async () => {
  await visit("#/board/awari(6)/1%200%200%201%200%200%201%201%201%201%200%200%20south", async (page) => {
    await settled(page);
    const { "Winning moves": winning, "Best moves": best } = await facts(page);
    assert.deepEqual([winning, best], [undefined, "2"]);
    assert.equal(await page.locator(".moves .chip.win").count(), 0);
  });
  await visit("#/board/awari(6)/1%200%200%201%201%200%201%200%200%201%201%200%20south", async (page) => {
    await settled(page);
    assert.equal((await facts(page))["Drawing moves"], "2");
  });
  await visit("#/board/chess(KQK)/8%2F8%2F8%2F5k2%2F8%2F8%2F1Q6%2FK7%20w", async (page) => {
    await settled(page);
    assert.equal((await facts(page))["Ends in"], "19 plies (10 moves of White)");
    assert.match((await page.locator(".moves .chip.win").first().innerText()).replace(/\s+/g, " "), /in \d+ plies$/);
  });
});

test("in a sum a move is marked by its outcome for the player who makes it", () =>
  visit(`#/board/sum/${encodeURIComponent('clobber("xxo") + nim(1)')}`, async (page) => {
    await settled(page);
    const chip = page.locator(".moves .chip", { hasText: "nim: heap 1 -> 0" });
    // Clobber xxo is worth up. Taking the nimber leaves up, in which Left wins, moving first or second.
    await page.locator(".moves .chip.win", { hasText: "nim: heap 1 -> 0" }).waitFor();
    await page.getByRole("button", { name: "Right", exact: true }).click();
    await page.locator(".moves .chip.loss", { hasText: "nim: heap 1 -> 0" }).waitFor();
    await settled(page);
    // The record stores the result of the move for the player who made it.
    await chip.click();
    await settled(page);
    await page.locator(".verdict", { hasText: "Left is to move and wins" }).waitFor();
  }));
