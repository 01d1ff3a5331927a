import assert from "node:assert/strict";
import test from "node:test";
import { BASE, element, fetched, hold, settled, visit } from "../harness.mjs";

/** Answers that arrive late, out of order, or not at all. */

/** Goes to an address without waiting for anything. @param {import("playwright-core").Page} page @param {string} hash */
const go = (page, hash) => page.evaluate((hash) => (location.hash = hash), hash);
/** Waits until `count` requests are held. @param {unknown[]} held @param {number} count @param {number} [most]  The time limit in milliseconds. */
const until = async (held, count, most = 45_000) => {
  for (const end = Date.now() + most; held.length < count; await new Promise((resolve) => setTimeout(resolve, 5))) {
    if (Date.now() > end) throw new Error(`${held.length} requests are held, not ${count}`);
  }
};
/**
 * Clicks until a request is held: a click is lost if the board is drawn anew between its parts.
 * @param {import("playwright-core").Locator} place
 * @param {unknown[]} held
 * @param {number} count
 */
const press = async (place, held, count) => {
  for (let left = 20; held.length < count; left -= 1) {
    await place.click();
    await until(held, count, 2000).catch((error) => {
      if (left === 0) throw error;
    });
  }
};
/** Releases answers in this order, and waits for their effects. @param {import("playwright-core").Page} page @param {{go: () => void, arrived: Promise<unknown>}[]} held */
const release = async (page, ...held) => {
  for (const one of held) {
    one.go();
    await one.arrived;
  }
  await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
};
const heading = (page) => page.locator("h1").first().innerText();
const shown = (page) => page.locator("ww-board svg").first().getAttribute("aria-label");
const course = (page) => page.locator(".course .step").allInnerTexts();

test("the board shows the game of its address, even if answers about other games arrive late", () =>
  visit("#/board/nim/3,5", async (page) => {
    await settled(page);
    const held = await hold(page, "games/*");
    // Go to another game and back, before its page arrives.
    await go(page, "#/board/domineering/..%7C..");
    await until(held, 1);
    // Until then, nothing of the previous game is visible.
    assert.equal(await heading(page), "domineering");
    assert.equal(await page.locator("ww-board svg").count(), 0);
    await go(page, "#/board/nim/3,5");
    await settled(page);
    await release(page, held[0]);
    assert.deepEqual([await heading(page), await shown(page)], ["Nim", "Board: nim(3,5)"]);
    assert.match(await page.title(), /^Nim/);
    // Open three games whose pages arrive in reverse order.
    await go(page, "#/board/clobber/xo%7Cox");
    await go(page, "#/board/col/..%7C..");
    await go(page, "#/board/snort/..%7C..");
    await until(held, 4);
    await release(page, held[3], held[2], held[1]);
    await settled(page);
    assert.deepEqual([await heading(page), await shown(page)], ["Snort", 'Board: snort("..|..")']);
    // A late answer does not bring back a board that was left.
    await go(page, "#/board/cram/..%7C..");
    await until(held, 5);
    await page.getByRole("link", { name: "Calculate", exact: true }).click();
    await page.locator(".values-page").waitFor();
    await release(page, held[4]);
    assert.match(await page.title(), /^Values/);
  }));

test("the moves of an earlier position are not shown", () =>
  visit("#/board/nim/3,5", async (page) => {
    await settled(page);
    const held = await hold(page, "moves", ({ outcomes }) => !outcomes);
    await go(page, "#/board/nim/1");
    await until(held, 1);
    await go(page, "#/board/nim/2");
    await until(held, 2);
    await release(page, held[1], held[0]);
    await settled(page);
    assert.equal(await shown(page), "Board: nim(2)");
    assert.equal(await page.getByLabel("Position", { exact: true }).inputValue(), "2");
  }));

test("quick clicks on a board make no moves of an earlier position", () =>
  visit("#/board/domineering/....%7C....", async (page) => {
    await settled(page);
    const held = await hold(page, "moves", ({ outcomes }) => !outcomes);
    // Left clicks twice. The second click refers to the old board.
    await press(element(page, "a1"), held, 1);
    await element(page, "b1").click({ force: true });
    await page.locator(".moves .chip").first().click();
    assert.deepEqual(await course(page), ["a1-a2"]);
    await release(page, held[0]);
    await settled(page);
    assert.deepEqual(await course(page), ["a1-a2"]);
    assert.match(decodeURIComponent(page.url()), /domineering\/\^\.\.\.\|v\.\.\.\?to=right$|domineering\/v\.\.\.\|v\.\.\.\?to=right$/);
    assert.match(await page.locator(".status").innerText(), /^Right to move/);
    // The game continues from there.
    await press(element(page, "b1"), held, 2);
    await release(page, held[1]);
    await settled(page);
    assert.deepEqual(await course(page), ["a1-a2", "b1-c1"]);
    // Quick Undo and Redo follow the record.
    for (const name of ["Undo", "Undo", "Redo"]) await page.getByRole("button", { name, exact: true }).click();
    await until(held, 5);
    await release(page, held[4], held[2], held[3]);
    await settled(page);
    assert.equal(await page.locator('.course [aria-current="step"]').innerText(), "a1-a2");
    assert.equal(await page.locator(".fill-left-tint.line-left").count(), 1);
    assert.equal(await page.locator(".fill-right-tint.line-right").count(), 0);
  }));

test("lessons, tables, values, comparisons and sequences show the last request", async () => {
  await visit("#/learn", async (page) => {
    await page.locator(".lesson-card").first().waitFor();
    /** @type {(() => void)[]} */
    const waiting = [];
    await page.route("**/lessons/*.md", async (route) => {
      const response = await fetched(route);
      await new Promise((resolve) => waiting.push(() => resolve(undefined)));
      await route.fulfill({ response }).catch(() => undefined);
    });
    await go(page, "#/learn/nim");
    await until(waiting, 1);
    await go(page, "#/learn/hot");
    await until(waiting, 2);
    waiting[1]();
    await page.locator(".lesson h1").waitFor();
    const title = await heading(page);
    waiting[0]();
    await release(page);
    assert.equal(await heading(page), title);
    assert.match(await page.title(), new RegExp(`^${title}`));
  });
  await visit("#/values", async (page) => {
    // Not the cooled game beside the thermograph, which may be asked for at any time.
    const held = await hold(page, "eval", ({ eval: text }) => !text.startsWith("cool("));
    await go(page, "#/values/*2");
    await until(held, 1);
    await go(page, "#/values/*3");
    await until(held, 2);
    await release(page, held[1], held[0]);
    assert.deepEqual(await page.locator(".value-text").allInnerTexts(), ["*3"]);
    await go(page, "#/values?left=1&right=0");
    await until(held, 3);
    await go(page, "#/values?left=0&right=1");
    await until(held, 4);
    await release(page, held[3], held[2]);
    assert.equal(await page.locator(".relation strong").innerText(), "<");
  });
  await visit("#/sequences/nim?to=3", async (page) => {
    await page.locator(".value-cells li").first().waitFor();
    const held = await hold(page, "table");
    await go(page, "#/sequences/nim?to=5");
    await until(held, 1);
    await go(page, "#/sequences/nim?to=7");
    await until(held, 2);
    await release(page, held[1], held[0]);
    assert.equal(await page.locator(".value-cells li").count(), 8);
  });
  await visit("#/tables", async (page) => {
    await page.locator(".lesson-card").first().waitFor();
    const held = await hold(page, "query");
    await go(page, "#/tables/chase-5?rank=30");
    await until(held, 1);
    await go(page, "#/tables/chase-5?rank=31");
    await until(held, 2);
    await release(page, held[1], held[0]);
    await page.getByRole("heading", { name: "Rank 31" }).waitFor();
    assert.equal(await page.getByRole("heading", { name: "Rank 30" }).count(), 0);
  });
});

test("an exercise checks the last answer, on the position on display", () =>
  visit("#/learn/quiz?topic=heat&seed=5", async (page) => {
    await page.getByText("Is it hot, tepid or cold?").waitFor();
    const held = await hold(page, "quiz");
    await page.getByRole("button", { name: "hot", exact: true }).click();
    await until(held, 1);
    await page.getByRole("button", { name: "cold", exact: true }).click();
    await until(held, 2);
    await release(page, held[1], held[0]);
    await page.locator(".judged.right").waitFor();
    assert.equal(await page.locator(".judged.wrong").count(), 0);
  }));

test("the skip link moves to the content and keeps the address", () =>
  visit("#/board/nim/3,5", async (page) => {
    await settled(page);
    await page.locator(".skip").focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
    assert.equal(await shown(page), "Board: nim(3,5)");
    assert.match(page.url(), /#\/board\/nim\/3,5$/);
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate(() => document.activeElement?.closest("main") !== null));
  }));

test("names of object properties are unknown addresses", async () => {
  for (const name of ["toString", "constructor", "__proto__", "hasOwnProperty"]) {
    await visit(`#/${name}`, async (page) => {
      await page.getByRole("heading", { name: "Page not found" }).waitFor();
    });
  }
  await visit("#/learn/constructor", (page) => page.getByText("There is no lesson `constructor`.").waitFor());
  await visit("#/tables/__proto__", (page) => page.getByText("There is no table `__proto__`.").waitFor());
  await visit("#/board/toString/3", (page) => page.locator(".fault").first().waitFor(), { refusals: true });
});

/** Puts a gate between the page and the server, which can be closed. @param {import("playwright-core").Page} page */
async function gate(page) {
  const state = { isStopped: false, refused: 0 };
  await page.route("**/*", async (route) => {
    if (!state.isStopped) return route.fallback();
    state.refused += 1;
    await route.abort("connectionrefused");
  });
  return state;
}

test("requests to a stopped server are repeated, with a message, until it answers", () =>
  visit(
    "#/board/nim/3,5",
    async (page) => {
      await settled(page);
      const server = await gate(page);
      const away = page.getByText("The server does not answer");
      // A move, a new game, a section whose module is not loaded, a lesson.
      for (const [leave, arrive] of /** @type {[() => Promise<unknown>, () => Promise<unknown>][]} */ ([
        [() => page.locator(".moves .chip").first().click(), async () => settled(page)],
        [() => go(page, "#/board/clobber/xo%7Cox"), async () => (await settled(page), assert.equal(await heading(page), "Clobber"))],
        [() => go(page, "#/values/1%2F2"), () => page.locator(".value-text", { hasText: "1/2" }).waitFor()],
        [() => go(page, "#/learn/nim"), () => page.locator(".lesson h1").waitFor()],
        [() => go(page, "#/sequences/kayles?to=12"), () => page.locator(".value-cells li").nth(12).waitFor()],
        [() => go(page, "#/tables"), () => page.locator(".lesson-card").first().waitFor()],
      ])) {
        server.isStopped = true;
        server.refused = 0;
        await leave();
        await away.waitFor();
        while (server.refused < 2) await page.waitForTimeout(20);
        server.isStopped = false;
        await arrive();
        assert.equal(await away.count(), 0);
      }
    },
    { refusals: true },
  ));

test("a task that the server has lost is started again", () =>
  visit(
    "#/values",
    async (page) => {
      let lost = 0;
      await page.route("**/api/v1/eval", async (route) => {
        if (lost > 0) return route.fallback();
        lost += 1;
        await route.fulfill({ status: 202, json: { task: "of-a-server-before" } });
      });
      await page.route("**/tasks/of-a-server-before/events", (route) => route.fulfill({ status: 422, json: {} }));
      await go(page, "#/values/1%2F2");
      await page.locator(".value-text", { hasText: "1/2" }).waitFor();
      assert.equal(lost, 1);
    },
    { refusals: true },
  ));

test("a server without tables has an empty list of them", () =>
  visit(
    "#/tables",
    async (page) => {
      await page.getByText("The server has no tables.").waitFor();
      assert.ok(BASE);
    },
    { prepare: (page) => page.route("**/api/v1/tables", (route) => route.fulfill({ json: [] })) },
  ));
