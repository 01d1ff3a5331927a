import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { audit, BASE, fits, settled, visit } from "../harness.mjs";

/** One address of each kind, with a selector that shows that it is loaded. */
const ADDRESSES = {
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
  test(`${name} has no violation and fits, in light and dark, on a phone and a wide screen; a reload shows the same`, () =>
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
      for (const width of [360, 1280]) {
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

test("the page is small, and sends no requests to other servers", async () => {
  const page = fileURLToPath(new URL("../../page/", import.meta.url));
  const files = readdirSync(page, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  // Each file as it is compressed for sending. A view loads a part of them.
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(`${file.parentPath ?? file.path}/${file.name}`)).length, 0);
  assert.ok(bytes > 20_000 && bytes < 200_000, `${bytes} bytes`);
  /** @type {string[]} */
  const elsewhere = [];
  await visit("", async (page) => {
    page.on("request", (request) => request.url().startsWith(BASE) || elsewhere.push(request.url()));
    await page.reload();
    await settled(page);
    for (const section of ["Values", "Sequences", "Your game", "Tables", "Learn"]) await page.getByRole("link", { name: section, exact: true }).click();
    await page.locator(".lesson-card").first().waitFor();
  });
  assert.deepEqual(elsewhere, []);
});
