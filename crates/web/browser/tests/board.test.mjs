import assert from "node:assert/strict";
import test from "node:test";
import { element, settled, visit } from "../harness.mjs";

/** The text of the status line. */
const status = (page) => page.locator(".status").innerText();
const choose = (page, label, text) => page.getByLabel(label, { exact: true }).selectOption({ label: text });

/** Waits until the engine has moved and the player with this name is to move, or the game is over. */
async function turnOf(page, name) {
  await page.waitForFunction((name) => {
    const text = document.querySelector(".status")?.textContent ?? "";
    return !document.querySelector("ww-play[aria-busy]") && (text.startsWith(name) || text.startsWith("No moves left"));
  }, name);
}

test("a board is played by clicks, Left first", () =>
  visit("#/board/domineering/....%7C....%7C....%7C....", async (page) => {
    await settled(page);
    await element(page, "a3").click();
    await element(page, "a4").click();
    await settled(page);
    await page.getByRole("button", { name: "a3-a4" }).waitFor();
    assert.match(await status(page), /^Right to move/);
  }));

test("Nim is won by clicks on tokens, against the engine", () =>
  visit("#/board/nim/1,2,4", async (page) => {
    await settled(page);
    await choose(page, "Opponent", "Winways moves second");
    for (let moves = 0; moves < 8 && !/No moves left/.test(await status(page)); moves += 1) {
      await choose(page, "Mark", "Winning moves");
      // A winning move is marked by a sign on the token to click.
      const mark = page.locator(".marks .badge.win").first();
      await mark.waitFor();
      const box = await mark.boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await turnOf(page, "First player");
    }
    assert.match(await status(page), /First player wins/);
    await page.locator(".verdict", { hasText: "First player has won" }).waitFor();
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

test("noughts and crosses against the engine, by clicks, is never lost with winning and drawing moves", () =>
  visit("#/board/mnk(3,3,3)/...%7C...%7C...", async (page) => {
    await settled(page);
    await choose(page, "Opponent", "Winways plays o");
    await choose(page, "Mark", "All moves");
    for (let moves = 0; moves < 5 && !/No moves left/.test(await status(page)); moves += 1) {
      await page.locator(".marks .badge.draw, .marks .badge.win").first().waitFor();
      const mark = (await page.locator(".marks .badge.win").count()) > 0 ? ".badge.win" : ".badge.draw";
      const box = await page.locator(`.marks ${mark}`).first().boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await turnOf(page, "x");
    }
    assert.match(await status(page), /No moves left: (a draw|x wins)/);
  }));

test("the chase is played to the end by clicks", () =>
  visit("#/board/chase/3%201%201%203%203", async (page) => {
    await settled(page);
    await choose(page, "Opponent", "Winways plays White");
    await choose(page, "Mark", "All moves");
    for (let moves = 0; moves < 12 && !/No moves left/.test(await status(page)); moves += 1) {
      await turnOf(page, "Black");
      if (!/No moves left/.test(await status(page))) {
        // Click the cells of the fastest winning move, `b3-b2 in 3`.
        await page.locator(".moves .chip.win").first().waitFor();
        const chips = await page.locator(".moves .chip.win").allInnerTexts();
        const after = (chip) => Number(/in (\d+)/.exec(chip)[1]);
        const fastest = chips.sort((one, other) => after(one) - after(other))[0];
        const [, from, to] = /([a-z]\d+)-([a-z]\d+)/.exec(fastest);
        await element(page, from).click();
        if (await page.locator(".chooser .chip").count()) await element(page, to).click();
        await turnOf(page, "Black");
      }
    }
    await page.waitForFunction(() => /No moves left/.test(document.querySelector(".status")?.textContent ?? ""));
    assert.match(await status(page), /wins/);
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
    assert.equal(await page.locator("h1").innerText(), "Toads and Frogs");
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

test("players have the game's names on the board, in its answers, and as opponents", async () => {
  const games = /** @type {[address: string, status: RegExp, opponents: string[], verdict: RegExp][]} */ ([
    ["cops(2; cycle 6)/0 1 3 cops", /^The side of the cops to move$/, ["Winways plays the side of the cops", "Winways plays the robber"], /^The side of the cops is to move and wins$/],
    ["fox-and-geese(4)/#g#g|.#.#|#.#.|.#f# fox", /^The fox to move$/, ["Winways plays the side of the geese", "Winways plays the fox"], /^The fox is to move and (wins|loses)$/],
    ["hare-and-hounds/#d..#|d...h|#d..# hounds", /^The side of the hounds to move$/, ["Winways plays the side of the hounds", "Winways plays the hare"], /^The side of the hounds is to move and (wins|loses)$/],
    ["awari(6)/1 0 0 1 0 0 1 1 1 1 0 0 south", /^South to move$/, ["Winways plays South", "Winways plays North"], /^South is to move and loses$/],
    ["connect-four(4x4)/....|xo..|xo..|xo..", /^x to move$/, ["Winways plays x", "Winways plays o"], /^x is to move and wins$/],
    ["chess(KQK)/8/8/8/5k2/8/8/1Q6/K7 w", /^White to move$/, ["Winways plays White", "Winways plays Black"], /^White is to move and wins$/],
    ["chase/3 1 1 3 3", /^White to move$/, ["Winways plays Black", "Winways plays White"], /^White is to move and loses$/],
    ["domineering/..|..", /^Left to move$/, ["Winways plays Left", "Winways plays Right"], /^Left is to move and wins$/],
    ["nim/1,2", /^First player to move$/, ["Winways moves first", "Winways moves second"], /^First player is to move and wins$/],
  ]);
  for (const [address, says, opponents, verdict] of games) {
    const [game, ...position] = address.split("/");
    await visit(`#/board/${encodeURIComponent(game)}/${encodeURIComponent(position.join("/"))}`, async (page) => {
      await settled(page);
      assert.match(await status(page), says);
      assert.deepEqual((await page.getByLabel("Opponent", { exact: true }).locator("option").allInnerTexts()).slice(2, 4), opponents);
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

test("the opponent that never errs wins every sum that it can win", async () => {
  // The sums, with the player who moves first and wins against every reply.
  for (const [sum, turn] of [
    ['clobber("xxo") + nim(1)', "left"],
    ['domineering("..|..") + nim(2)', "right"],
    ['clobber("xoo") + nim(1,2) + toads_and_frogs("t.f")', "right"],
    ['red_blue_stalks("LR R") + kayles(3)', "right"],
  ]) {
    await visit(`#/board/sum/${encodeURIComponent(sum)}${turn === "right" ? "?to=right" : ""}`, async (page) => {
      await settled(page);
      const name = turn === "left" ? "Left" : "Right";
      await page.locator(".verdict", { hasText: `${name} is to move and wins` }).waitFor();
      await choose(page, "Opponent", `Winways plays ${name}`);
      for (let moves = 0; moves < 20; moves += 1) {
        await turnOf(page, turn === "left" ? "Right" : "Left");
        const chips = page.locator(".moves .chip");
        const count = await chips.count();
        if (count === 0) break;
        await chips.nth(moves % count).click();
      }
      assert.match(await status(page), new RegExp(`No moves left: ${name} wins`), sum);
    });
  }
});
