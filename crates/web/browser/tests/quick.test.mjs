import assert from "node:assert/strict";
import test from "node:test";
import { prolong, settled, visit } from "../harness.mjs";

/** Clicks buttons and elements of the board by their names, synchronously, so that no answer arrives in between.
 * @param {import("playwright-core").Page} page
 * @param {...string} names
 */
const quickly = (page, ...names) =>
  page.evaluate((names) => {
    const label = (/** @type {Element} */ one) => one.getAttribute("aria-label") ?? one.textContent ?? "";
    for (const name of names) {
      const target =
        [...document.querySelectorAll("ww-board .hit")].find((one) => label(one).startsWith(`${name},`)) ??
        [...document.querySelectorAll(".editing button, .setup button, .sum button")].find((one) => label(one) === name);
      if (!target) throw new Error(`there is no ${name}`);
      target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
  }, names);

/** Waits until the address has this game and position, and the board is loaded. */
async function arrived(page, text) {
  await page
    .waitForURL((url) => decodeURIComponent(url.hash).replace(/\?.*/, "").endsWith(`board/${text}`))
    .catch(() => assert.equal(decodeURIComponent(new URL(page.url()).hash), `#/board/${text}`));
  await settled(page);
}
const edit = (page) => page.getByRole("button", { name: "Set up", exact: true }).click();

/** For each editor: a board, the clicks, and the resulting board. @type {[from: string, clicks: string[], to: string][]} */
const CASES = [
  ["nim/3,5", ["number 2: one less", "number 2: one less", "Add one", "number 1: one more", "Add one", "Remove last"], "nim/4,3,1"],
  ["nim/1,1", ["Remove last", "Remove last", "number 1: one less", "number 1: one less", "number 1: one more"], "nim/1"],
  ["turning-turtles/3,5", ["2", "5", "4"], "turning-turtles/2,3,4"],
  ["clobber/xo|ox", ["o", "a2", "Columns +", "b1", "Rows +", "Rows +", "Rows −"], "clobber/oo.|oo.|..."],
  ["clobber/xo|ox", ["Columns −", "b2", "Columns −", "Columns −", "a1"], "clobber/x|x"],
  ["hackenbush/0-1:b", ["red", "vertex 1", "vertex 1", "green", "vertex 1", "ground", "take away", "edge 0-1"], "hackenbush/1-2:r 1-0:g"],
  ["hackenbush/0-1:b 1-2:r", ["Clear", "blue", "New branch", "New branch"], "hackenbush/0-1:b 0-2:b"],
  ["graph{1 0}/1", ["join", "vertex 1", "vertex 1", "token", "vertex 0"], "graph{1 0, 1 2}/0,1"],
  ["clobber-on-graphs/cycle 4 xoxo", ["New vertex", "New vertex", "o", "vertex 0", "take away", "vertex 2"], "clobber-on-graphs/0-1 0-3 4 5 0:o 1:o 3:o"],
  ["poset/1<2", ["New vertex", "New vertex", "join", "vertex 1", "vertex 1"], "poset/1<2 1<5 3 4"],
  ["red-blue-stalks/LR", ["red", "vertex 2", "vertex 2", "New stalk", "blue", "edge 1-2"], "red-blue-stalks/LLRR R"],
  ["red-blue-stalks/LR L", ["take away", "edge 0-1", "red", "New stalk", "New stalk", "Remove last"], "red-blue-stalks/L R"],
  ["chess(KQK)/8/8/8/5k2/8/8/1Q6/K7 w", ["White Q", "a8", "Black K", "h8", "Black to move"], "chess(KQK)/Q6k/8/8/8/8/8/8/K7 b"],
  ["chase/3,1,1,3,3", ["Black", "b2", "White", "a3", "Black to move"], "chase/3,1,1,2,2,black"],
  ["cops(2; cycle 6)/0 1 3 cops", ["Robber", "vertex 4", "Cop 2", "vertex 2", "The robber to move"], "cops(2; cycle 6)/0 2 4 robber"],
];

test("all quick edits of a board are applied, in order", async () => {
  for (const [from, clicks, to] of CASES) {
    await visit(`#/board/${from.split("/")[0]}/${encodeURIComponent(from.slice(from.indexOf("/") + 1))}`, async (page) => {
      await settled(page);
      await edit(page);
      await quickly(page, ...clicks);
      await arrived(page, to);
    });
  }
});

test("a rejected quick edit changes nothing, and later edits continue from there", () =>
  visit(
    "#/board/hare-and-hounds(3)/%23d..%23%7Cd...h%7C%23d..%23%20hounds",
    async (page) => {
      await settled(page);
      await edit(page);
      // Two hounds are not a position until a third one is placed elsewhere.
      await quickly(page, "d hound", "vertex b3");
      await page.locator("#position-fault .fault").waitFor();
      await quickly(page, "vertex b3", "vertex c3");
      await arrived(page, "hare-and-hounds(3)/#.d.#|d...h|#d..# hounds");
      assert.equal(await page.locator("#position-fault .fault").count(), 0);
    },
    { refusals: true },
  ));

const SUM = ["nim(3,5)", 'domineering("..|..")', 'hackenbush("0-1:b")', 'red_blue_stalks("LR")'];
const address = (/** @type {string[]} */ boards) => `#/board/sum/${encodeURIComponent(boards.join(" + "))}`;

test("all quick edits of the boards of a sum are applied", () =>
  visit(address(SUM), async (page) => {
    await settled(page);
    await edit(page);
    await quickly(page, "1 Nim", "number 2: one less", "board 2, a2", "board 4, vertex 2", "board 2, b1", "Columns +", "1 Nim", "number 2: one less", "Add one", "board 3, vertex 1", "board 3, ground", "board 4, vertex 2");
    await arrived(page, 'sum/nim(3,3,1) + domineering("#..|.#.") + hackenbush("0-1:b 1-0:b") + red_blue_stalks("LRLL")');
    // Boards are removed while others are being edited.
    await quickly(page, "Remove board 3", "Remove board 1", "board 2, b2", "board 4, ground");
    await arrived(page, 'sum/domineering("##.|.#.") + red_blue_stalks("LRLL L")');
    // A rejected board does not persist in later edits.
    await page.getByLabel("Board 2", { exact: true }).fill("nim(x)");
    await page.getByLabel("Board 2", { exact: true }).press("Enter");
    await page.locator("#position-fault .fault").waitFor();
    await quickly(page, "board 1, c1", "board 1, c2");
    await arrived(page, 'sum/domineering("###|.##") + red_blue_stalks("LRLL L")');
    assert.deepEqual(await page.locator(".parts input").evaluateAll((list) => list.map((one) => /** @type {HTMLInputElement} */ (one).value)), ['domineering("###|.##")', 'red_blue_stalks("LRLL L")']);
  }, { refusals: true }));

test("boards are added while another is edited, and removed until one is left", () =>
  visit("#/board/nim/3,5", async (page) => {
    await settled(page);
    await edit(page);
    await page.getByText("Add a board").click();
    await page.getByLabel("Find a game").fill("cake");
    await page.getByRole("button", { name: "Eatcake", exact: true }).waitFor();
    const [cutcake, eatcake] = await page.evaluate(async () => {
      const games = await (await fetch("api/v1/games")).json();
      return ["cutcake", "eatcake"].map((name) => `${name}("${games.find((one) => one.name === name).example.position}")`);
    });
    await quickly(page, "number 1: one more", "Cutcake", "number 1: one more", "Eatcake", "number 2: one less");
    await arrived(page, `sum/nim(5,4) + ${cutcake} + ${eatcake}`);
    await quickly(page, "1 Nim", "number 1: one less", "Remove board 3", "number 1: one less", "Remove board 2", "number 1: one less");
    await arrived(page, "nim/2,4");
    await page.getByRole("heading", { name: "Nim", exact: true }).waitFor();
    await quickly(page, "number 1: one less", "number 1: one less");
    await arrived(page, "nim/0,4");
  }));

/** A board whose value is computed until the request is cancelled. */
const LARGE = 'domineering("...|...")';

test("leaving the section or editing the sum cancels the request for the value of a large board", { timeout: 120_000 }, () => {
  /** The tasks of the large board only. @type {Awaited<ReturnType<typeof prolong>>} */
  let tasks;
  const prepare = async (/** @type {import("playwright-core").Page} */ page) => (tasks = await prolong(page, "solve", { which: ({ game }) => game === LARGE }));
  return visit(address(["nim(1)", LARGE]), async (page) => {
    const { begun, ended } = tasks;
    const until = async (/** @type {() => boolean} */ holds) => {
      while (!holds()) await page.waitForTimeout(20);
    };
    await until(() => begun.length === 1);
    await page.getByRole("link", { name: "Learn", exact: true }).click();
    await until(() => ended.includes(begun[0]));
    await page.goBack();
    await until(() => begun.length === 2);
    await edit(page);
    // The edit itself cancels the task, before any answer about the next position.
    await page.route("**/api/v1/moves", async (route) => {
      await until(() => ended.includes(begun[1]));
      await route.continue();
    });
    await quickly(page, "1 Nim", "number 1: one more");
    await until(() => ended.includes(begun[1]));
    await arrived(page, `sum/nim(2) + ${LARGE}`);
    // It is requested again, since it is still on display.
    await until(() => begun.length === 3);
    await page.getByRole("button", { name: "Remove board 2" }).click();
    await until(() => ended.includes(begun[2]));
    await arrived(page, "nim/2");
  }, { prepare });
});
