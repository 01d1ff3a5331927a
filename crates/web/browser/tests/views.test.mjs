import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import test from "node:test";
import { audit, BASE, fits, visit } from "../harness.mjs";

/** One address of each kind, with a selector that shows that it is loaded. */
const ADDRESSES = {
  home: ["#/", ".puzzle ww-board svg"],
  puzzle: ["#/puzzles?seed=4&rating=900", ".puzzle ww-board svg"],
  board: ["#/board/domineering/....%7C....%7C....", ".verdict"],
  partizan: ["#/board/clobber/xoxo%7Coxox?to=right", ".verdict"],
  heaps: ["#/board/nim/3,5,7", ".verdict"],
  rows: ["#/board/kayles/5,12", ".verdict"],
  strip: ["#/board/toads-and-frogs/ttt..fff", ".verdict"],
  stalks: ["#/board/red-blue-stalks/LLR%20RL%20LRRL", ".verdict"],
  hackenbush: ["#/board/hackenbush/0-1:g%201-2:b%201-3:r%203-4:b", ".verdict"],
  graph: ["#/board/graph%7B1%200,%202%200,%202%201%7D/1,2", ".verdict"],
  staircase: ["#/board/staircase-nim/3,1,4,1,5", ".verdict"],
  digits: ["#/board/calendar/2001,10,3", ".verdict"],
  pair: ["#/board/wythoff/5,8", ".verdict"],
  chess: ["#/board/chess(KQK)/8/8/8/5k2/8/8/1Q6/K7%20w", ".verdict"],
  sum: ["#/board/sum/nim(3,5)%20+%20domineering(%22..%7C..%22)", ".verdict"],
  games: ["#/games", ".game-card"],
  values: ["#/values/%7B4%7C%7C1%7C-2%7D", ".wall.left"],
  sequences: ["#/sequences/kayles?to=40", ".value-cells"],
  misere: ["#/misere/kayles?to=20&prove=0", ".cayley"],
  typeset: ["#/sequences/subtract%7B1%7C2%7D?to=40", ".value-cells math"],
  pairs: ["#/sequences/wythoff?to=8", ".pair"],
  compare: ["#/values?left=%7B1%7C-1%7D&right=%2A2", ".relation"],
  tables: ["#/tables", ".lesson-card"],
  table: ["#/tables/chase-5?rank=30&remoteness=8", ".tables-page ww-board svg"],
  quiz: ["#/learn/quiz?topic=heat&seed=5", ".exercise ww-board svg"],
  rules: ["#/rules", ".verdict"],
  lessons: ["#/learn", ".lesson-card"],
  lesson: ["#/learn/hot", ".exercise ww-board svg"],
};

const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

for (const [name, [address, sign]] of Object.entries(ADDRESSES)) {
  test(`${name} has no violation and fits, in light and dark, on a phone, a tablet and a wide screen; a reload shows the same`, () =>
    visit(address, async (page) => {
      const seen = async () => {
        await page.locator(sign).first().waitFor();
        await page.waitForFunction(() => !document.querySelector("ww-play[aria-busy]"));
        const board = page.locator("ww-board svg").first();
        // The exercises of a lesson are generated again.
        const shown = name !== "lesson" && (await board.count()) > 0 ? await board.getAttribute("aria-label") : "";
        return [await page.title(), await page.locator("h1").first().innerText(), shown];
      };
      const before = await seen();
      if (sign === ".verdict") await page.getByLabel("Mark", { exact: true }).selectOption("all");
      for (const width of [360, 768, 1280]) {
        for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
          await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
          await page.emulateMedia({ colorScheme });
          await audit(page, `${name}, ${colorScheme}, ${width} px`);
          await fits(page, `${name}, ${width} px`);
          if (shots) await page.screenshot({ path: `${shots}/${name}-${colorScheme}-${width}.png`, fullPage: true });
        }
      }
      await page.reload();
      assert.deepEqual(await seen(), before);
    }));
}

test("an unknown address shows an error", async () => {
  await visit("#/nowhere", async (page) => {
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
  });
  await visit(
    "#/board/no-such-game/1",
    async (page) => {
      await page.locator(".fault").first().waitFor();
      await audit(page, "no such game");
    },
    { refusals: true },
  );
});

/** The greatest number of requests of a first view for files of the page, and the sum of their compressed sizes in bytes. */
const MOST = { requests: 8, bytes: 60_000 };

for (const [view, path] of Object.entries({ first: "", analysis: "#/board/nim/3,5,7", values: "#/values/%7B4%7C%7C1%7C-2%7D", lessons: "#/learn" })) {
  test(`the files of the page are few and small: ${view}`, async () => {
    /** @type {number[]} */
    let sizes = [];
    await visit(path, async (page) => {
      await page.locator("main h1").first().waitFor();
      sizes = await page.evaluate(() => {
        const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
        return loaded.filter(({ name }) => !name.includes("/api/")).map((entry) => /** @type {PerformanceResourceTiming} */ (entry).encodedBodySize);
      });
    });
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(sizes.length >= 3 && sizes.length <= MOST.requests, `${sizes.length} requests`);
    assert.ok(bytes > 10_000 && bytes < MOST.bytes, `${bytes} bytes`);
  });
}

test("the page sends no requests to other servers", async () => {
  /** @type {string[]} */
  const elsewhere = [];
  await visit("", async (page) => {
    page.on("request", (request) => request.url().startsWith(BASE) || elsewhere.push(request.url()));
    await page.reload();
    await page.locator(".puzzle ww-board svg").waitFor();
    for (const section of ["Analyse", "Puzzles", "Calculate", "Sequences", "Your game", "Tables", "Learn"]) await page.getByRole("link", { name: section, exact: true }).click();
    await page.locator(".lesson-card").first().waitFor();
  });
  assert.deepEqual(elsewhere, []);
});
