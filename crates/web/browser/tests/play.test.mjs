import assert from "node:assert/strict";
import test from "node:test";
import { audit, element, fits, hold, settled, visit } from "../harness.mjs";

const status = (page) => page.locator(".match .status").innerText();
const button = (page, name) => page.getByRole("button", { name, exact: true });
/** Waits for the user's turn or the end. */
const turn = (page) => page.waitForFunction(() => /Your move|to move/.test(document.querySelector(".match .status")?.textContent ?? "") || document.querySelector(".match .status.over"));
const over = (page) => page.locator(".match .status.over").waitFor();
const reviewed = (page) => page.waitForFunction(() => / made .* mistake/.test(document.querySelector(".review p")?.textContent ?? ""));
const steps = (page) => page.locator(".match .course .step").allInnerTexts();

/** Makes the first move until the game is over. @param {import("playwright-core").Page} page */
async function playOut(page) {
  for (;;) {
    await turn(page);
    if (await page.locator(".match .status.over").count()) return;
    const before = (await steps(page)).length;
    await page.locator("ww-board .hit.usable").first().click();
    if (await page.locator(".chooser .chip").count()) await page.locator(".chooser .chip").first().click();
    await page.waitForFunction((before) => document.querySelector(".match .status.over") || document.querySelectorAll(".match .course .step").length > before, before);
  }
}

const DOMINEERING = "#/play/domineering/....%7C....%7C....%7C....";

test("a game is chosen on the start page, with an opponent", () =>
  visit("#/play", async (page) => {
    await page.getByLabel("Opponent", { exact: true }).selectOption("10");
    await page.getByLabel("Who begins", { exact: true }).selectOption("winways");
    await page.getByRole("link", { name: "Nim, 1, 3, 5, 7" }).click();
    await page.waitForURL(/#\/play\/nim\/1(%20|\+| )3.*level=10&first=winways/);
    await turn(page);
    assert.equal((await steps(page)).length, 1, "Winways has moved");
    assert.match(await page.locator(".player.right").innerText(), /You[^]*Moves second/);
    // The start page offers to continue the game.
    await page.getByRole("link", { name: "Other games" }).click();
    await page.getByRole("link", { name: "Continue your game" }).click();
    await turn(page);
    assert.equal((await steps(page)).length, 1);
  }));

test("nothing is revealed during play, and a lost game is reviewed", () =>
  visit(`${DOMINEERING}?level=10&first=you`, async (page) => {
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => asked.push(request.url().replace(/.*\//, "")));
    await turn(page);
    // The corner loses, as the review tells.
    await element(page, "a4").click();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 2);
    await turn(page);
    assert.equal(asked.filter((path) => path === "solve").length, 0);
    assert.equal(await page.locator(".badge, .verdict, .match-board .win").count(), 0);
    assert.ok((await page.locator(".move-ring.last").count()) >= 2, "the last move is marked");
    await playOut(page);
    assert.match(await status(page), /^Winways wins/);
    await reviewed(page);
    assert.match(await page.locator(".review").innerText(), /You made [1-9]\d* mistakes?\. Winways made no mistakes\./);
    await page.locator(".review .step.mistake").first().click();
    const comment = page.locator(".comment");
    await page.waitForFunction(() => /a3-a4 was a mistake of yours/.test(document.querySelector(".comment")?.textContent ?? ""));
    assert.match(await comment.innerText(), /The winning moves were a2-a3, b2-b3, c2-c3, d2-d3\. Because:\s+Left wins by a2-a3: after /);
    // The board shows the position before the mistake, and a better move.
    assert.equal(await page.locator("ww-board svg").getAttribute("aria-label"), 'Board: domineering("....|....|....|....")');
    await page.waitForFunction(() => document.querySelector(".move-line.preview"));
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await audit(page, `a review, ${colorScheme}`);
    }
    // The whole game is open in Analyse.
    const moves = await steps(page);
    await page.getByRole("link", { name: "Open in Analyse" }).click();
    await page.waitForURL(/#\/board\/domineering/);
    await settled(page);
    assert.deepEqual(await page.locator("ww-play .course .step").allInnerTexts(), moves.map((text) => text.replace(/\?.*/s, "")));
  }));

test("a game is played to the end, rematched, and the sides are swapped", () =>
  visit("#/play/nim/1 2?level=10&first=you", async (page) => {
    await turn(page);
    // Leave two equal heaps.
    await page.locator('ww-board .token-hit[data-rest="1"]').last().click();
    await turn(page);
    await page.locator("ww-board .hit.usable").last().click();
    await over(page);
    assert.match(await status(page), /^You win\s+– no move is left$/);
    await reviewed(page);
    assert.match(await page.locator(".review").innerText(), /You made no mistakes\./);
    await button(page, "Rematch").click();
    await page.waitForFunction(() => /Your move/.test(document.querySelector(".match .status")?.textContent ?? ""));
    assert.deepEqual(await steps(page), []);
    assert.equal(await page.locator(".review:visible").count(), 0);
    // A game that is over begins again if it is chosen again.
    await playOut(page);
    const address = new URL(page.url()).hash;
    await page.getByRole("link", { name: "Other games" }).click();
    await page.locator(".play-card").first().waitFor();
    assert.equal(await page.getByRole("link", { name: "Continue your game" }).count(), 0);
    await page.evaluate((hash) => (location.hash = hash), address);
    await page.waitForFunction(() => /Your move/.test(document.querySelector(".match .status")?.textContent ?? ""));
    await button(page, "Let the other begin").click();
    await page.waitForURL(/first=winways/);
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 1);
    await turn(page);
  }));

test("Undo takes back a move and its reply, Hint suggests a move, a reload restores the game", () =>
  visit("#/play/kayles/5 7?level=10&first=you", async (page) => {
    await turn(page);
    await button(page, "Hint").click();
    await page.getByText(/^Try /).waitFor();
    assert.ok((await page.locator(".marks .preview").count()) > 0);
    const hint = (await page.locator(".note strong").innerText()).trim();
    await page.locator("ww-board .hit.usable").first().click();
    if (await page.locator(".chooser .chip").count()) await page.locator(".chooser .chip").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 2);
    await turn(page);
    const before = await steps(page);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 2);
    await turn(page);
    assert.deepEqual(await steps(page), before);
    await button(page, "Undo").click();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 0);
    await turn(page);
    assert.match(hint, /\S/);
  }));

test("Undo while Winways thinks cancels its move", () =>
  visit("#/play/nim/3 4 5?level=10&first=you", async (page) => {
    await turn(page);
    const held = await hold(page, "reply");
    await page.locator("ww-board .token-hit").first().click();
    await page.getByText("Winways is thinking").waitFor();
    while (held.length < 1) await page.waitForTimeout(10);
    await button(page, "Undo").click();
    await turn(page);
    held[0].go();
    await held[0].arrived;
    assert.deepEqual(await steps(page), []);
    assert.match(await status(page), /^Your move/);
  }));

test("two people play at one screen, and a draw is a draw", () =>
  visit("#/play/mnk(3,3,3)/...%7C...%7C...?level=0", async (page) => {
    for (const cell of ["b2", "a1", "a3", "c1", "b1", "b3", "c2", "a2", "c3"]) {
      const before = (await steps(page)).length;
      await element(page, cell).click();
      await page.waitForFunction((before) => document.querySelector(".match .status.over") || document.querySelectorAll(".match .course .step").length > before, before);
    }
    await over(page);
    assert.equal(await status(page), "A draw");
    await reviewed(page);
  }));

test("a game of points has a score, which a reload keeps", () =>
  visit("#/play/dots-and-boxes/d.d.d%7C.b.b.%7Cd.d.d?level=0", async (page) => {
    const scores = () => page.locator(".match .score").allInnerTexts();
    const make = async (/** @type {string[]} */ cells) => {
      for (const cell of cells) {
        await element(page, cell).click();
        await page.waitForFunction((cell) => document.querySelector(".match .course li:last-child .step")?.textContent === cell, cell);
      }
    };
    await make(["b3", "a2", "b1"]);
    // Right closes the first box and moves again.
    await element(page, "c2").click();
    await element(page, "d3").click();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 4);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 4);
    const [left, right] = await scores();
    assert.deepEqual([parseInt(left, 10), parseInt(right, 10)], [0, 1]);
    await make(["e2"]);
    await element(page, "d1").click();
    await over(page);
    assert.match(await status(page), /^Right wins\s+– 2 to 0 points$/);
    assert.equal(await page.locator(".review:visible").count(), 0);
  }));

test("a player whose time is up has lost", () =>
  visit(
    "#/play/nim/3 4 5?level=10&first=you&clock=1",
    async (page) => {
      await turn(page);
      await page.locator("ww-board .token-hit").first().click();
      await page.clock.runFor(600);
      await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 2);
      await turn(page);
      await page.clock.runFor(61_000);
      await over(page);
      assert.match(await status(page), /^Winways wins\s+– on time$/);
      assert.match(await page.locator(".player.left .clock").innerText(), /^0:00$/);
    },
    { prepare: (page) => page.clock.install() },
  ));

test("a position too large to be searched has an honest opponent", () =>
  visit(
    "#/play/domineering/8x8?level=10&first=winways",
    async (page) => {
      await turn(page);
      assert.equal((await steps(page)).length, 1);
      await page.getByText("the last move of Winways is a guess").waitFor();
    },
    {
      // The limit of time is replaced by one of memory, which does not depend on the machine.
      prepare: (page) =>
        page.route("**/api/v1/reply", (route) => {
          const { timeout, ...body } = route.request().postDataJSON();
          assert.ok(timeout <= 2);
          return route.continue({ postData: JSON.stringify({ ...body, memory: 1 << 16 }) });
        }),
    },
  ));

test("the targets of a chosen piece are marked", () =>
  visit("#/play/hare-and-hounds(3)?level=5&first=you", async (page) => {
    await turn(page);
    await element(page, "vertex b1").click();
    await page.locator("ww-board.choosing .hit.possible:not(.chosen)").first().waitFor();
    assert.equal(await page.locator("ww-board.choosing .hit.possible:not(.chosen)").count(), 3);
  }));

test("the start page and a game fit phones, with the turn and Undo in sight, without violations", async () => {
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    for (const width of [360, 768, 1280]) {
      await visit(
        "#/play",
        async (page) => {
          await page.locator(".play-card .thumb svg").first().waitFor();
          await audit(page, `the start page, ${scheme}, ${width}`);
          await fits(page, `the start page, ${width}`);
          await page.locator(".play-card a.chip").first().click();
          await turn(page);
          await audit(page, `a game, ${scheme}, ${width}`);
          await fits(page, `a game, ${width}`);
          for (const target of [page.locator(".match .status"), button(page, "Undo")]) {
            const box = await target.boundingBox();
            assert.ok(box && box.y + box.height <= (width < 500 ? 780 : 900), `${await target.innerText()} is at ${box?.y}`);
          }
        },
        { width, scheme },
      );
    }
  }
});
