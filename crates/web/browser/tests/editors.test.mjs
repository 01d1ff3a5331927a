import assert from "node:assert/strict";
import test from "node:test";
import { audit, element, fits, prolong, settled, visit } from "../harness.mjs";

test("heaps are edited by clicks, and cells painted", async () => {
  await visit("#/board/nim/3,5", async (page) => {
    await settled(page);
    await page.getByRole("button", { name: "Set up", exact: true }).click();
    await page.getByRole("button", { name: "number 2: one less" }).click();
    await page.waitForURL(/nim\/3,4/);
    await page.getByRole("button", { name: "Add one" }).click();
    await page.waitForURL(/nim\/3,4,1/);
    await page.getByRole("button", { name: "Done" }).click();
    assert.equal(await page.locator(".counters").count(), 0);
  });
  await visit("#/board/clobber/xo%7Cox", async (page) => {
    await settled(page);
    await page.getByRole("button", { name: "Set up", exact: true }).click();
    await page.getByRole("button", { name: "Columns +" }).click();
    await page.waitForFunction(() => document.querySelectorAll("ww-board .hit").length === 6);
    const sign = page.getByRole("group", { name: "Sign to paint" }).getByRole("button", { name: "o", exact: true });
    await sign.click();
    assert.equal(await sign.getAttribute("aria-pressed"), "true");
    await element(page, "c1").click();
    await page.waitForURL(/xo\.(%7C|\|)oxo/);
  });
});

test("a Hackenbush picture is drawn by clicks", () =>
  visit("#/board/hackenbush/0-1:b", async (page) => {
    await settled(page);
    const address = (text) => page.waitForURL((url) => decodeURIComponent(url.hash).includes(`hackenbush/${text}`));
    await page.getByRole("button", { name: "Set up", exact: true }).click();
    await page.getByRole("button", { name: "red", exact: true }).click();
    // Click the same vertex twice to add a branch.
    await element(page, "vertex 1").click();
    await element(page, "vertex 1").click();
    await address("0-1:b 1-2:r");
    await settled(page);
    await page.getByRole("button", { name: "green", exact: true }).click();
    await element(page, "ground").click({ position: { x: 8, y: 7 } });
    await element(page, "vertex 2").click();
    await address("0-1:b 1-2:r 0-2:g");
    await settled(page);
    await page.getByRole("button", { name: "take away" }).click();
    await element(page, "edge 1-2").click();
    await address("0-1:b 0-2:g");
    await page.getByRole("button", { name: "Done" }).click();
    await page.locator(".verdict").waitFor();
  }));

/** Waits until the address has this game and position, and the board is loaded. */
async function arrived(page, text) {
  await page.waitForURL((url) => decodeURIComponent(url.hash).replace(/\?.*/, "").endsWith(`board/${text}`));
  await settled(page);
}
const edit = (page) => page.getByRole("button", { name: "Set up", exact: true }).click();
const press = (page, name) => page.locator(".editing").getByRole("button", { name, exact: true }).click();

/** Clicks the midpoint of an edge, which is not the centre of its box if the edge is bent.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
async function onEdge(page, name) {
  const middle = await element(page, name).locator("path").first().evaluate((path) => {
    const way = /** @type {SVGPathElement} */ (/** @type {unknown} */ (path));
    const { x, y } = way.getPointAtLength(way.getTotalLength() / 2).matrixTransform(way.getScreenCTM() ?? undefined);
    return { x, y };
  });
  await page.mouse.click(middle.x, middle.y);
}

test("a custom graph is drawn: vertices, edges, tokens", () =>
  visit("#/board/graph%7B1%200%7D/1", async (page) => {
    await settled(page);
    await edit(page);
    // Add an edge to a new vertex, and one between existing vertices by dragging.
    await element(page, "vertex 1").click();
    await element(page, "vertex 1").click();
    await arrived(page, "graph{1 0, 1 2}/1");
    await element(page, "vertex 0").dragTo(element(page, "vertex 2"));
    await arrived(page, "graph{0 2, 1 0, 1 2}/1");
    await press(page, "token");
    await element(page, "vertex 0").click();
    await arrived(page, "graph{0 2, 1 0, 1 2}/0,1");
    await press(page, "take away");
    await onEdge(page, "edge 1-2");
    await arrived(page, "graph{0 2, 1 0}/0,1");
    await audit(page, "the editor of graphs");
    await page.setViewportSize({ width: 360, height: 780 });
    await fits(page, "the editor of graphs");
    await press(page, "join");
    // By keyboard: an edge from vertex 2 back to vertex 1 would be a cycle, which is rejected with an error at the position.
    await element(page, "vertex 2").focus();
    await page.keyboard.press("Enter");
    await element(page, "vertex 1").focus();
    await page.keyboard.press("Enter");
    await page.locator("#position-fault .fault").waitFor();
    assert.match(page.url(), /0,1$/);
  }, { refusals: true }));

test("edges of a custom graph are coloured", () =>
  visit("#/board/coloured-graph%7B1%200%20L,%202%200%7D/1", async (page) => {
    await settled(page);
    await edit(page);
    await press(page, "red");
    await element(page, "edge 2-0").click();
    await arrived(page, "coloured-graph{1 0 L, 2 0 R}/1");
    await press(page, "blue");
    await element(page, "edge 1-0").click();
    await arrived(page, "coloured-graph{2 0 R}/-");
  }));

test("a board on a graph has vertices, edges and letters", () =>
  visit("#/board/clobber-on-graphs/cycle%204%20xoxo", async (page) => {
    await settled(page);
    await edit(page);
    await press(page, "New vertex");
    await arrived(page, "clobber-on-graphs/0-1 0-3 1-2 2-3 4 0:x 1:o 2:x 3:o");
    await element(page, "vertex 4").dragTo(element(page, "vertex 0"));
    await arrived(page, "clobber-on-graphs/0-1 0-3 0-4 1-2 2-3 0:x 1:o 2:x 3:o");
    await press(page, "o");
    await element(page, "vertex 4").click();
    await arrived(page, "clobber-on-graphs/0-1 0-3 0-4 1-2 2-3 0:x 1:o 2:x 3:o 4:o");
    await press(page, "take away");
    await element(page, "vertex 2").click();
    await arrived(page, "clobber-on-graphs/0-1 0-3 0-4 0:x 1:o 3:o 4:o");
  }));

test("an order is drawn", () =>
  visit("#/board/poset/1%3C2", async (page) => {
    await settled(page);
    await edit(page);
    await press(page, "New vertex");
    await arrived(page, "poset/1<2 3");
    await page.locator('ww-board .hit[aria-label*="vertex 2,"]').click();
    await page.locator('ww-board .hit[aria-label*="vertex 3,"]').click();
    await arrived(page, "poset/1<2 2<3");
  }));

test("stalks grow, are coloured and cut", () =>
  visit("#/board/red-blue-stalks/LR", async (page) => {
    await settled(page);
    await edit(page);
    await press(page, "red");
    await element(page, "vertex 2").click();
    await arrived(page, "red-blue-stalks/LRR");
    await press(page, "blue");
    await press(page, "New stalk");
    await arrived(page, "red-blue-stalks/LRR L");
    await element(page, "edge 1-2").click();
    await arrived(page, "red-blue-stalks/LLR L");
    await press(page, "take away");
    await element(page, "edge 1-2").click();
    await arrived(page, "red-blue-stalks/L L");
  }));

test("pieces are placed: chess, the chase, cops, hare and hounds", async () => {
  await visit("#/board/chess(KQK)/8/8/8/5k2/8/8/1Q6/K7%20w", async (page) => {
    await settled(page);
    await edit(page);
    await press(page, "White Q");
    await page.locator(".hits .hit").nth(0).click();
    await arrived(page, "chess(KQK)/Q7/8/8/5k2/8/8/8/K7 w");
    await press(page, "Black to move");
    await arrived(page, "chess(KQK)/Q7/8/8/5k2/8/8/8/K7 b");
  });
  await visit("#/board/chase/3,1,1,3,3", async (page) => {
    await settled(page);
    await edit(page);
    await press(page, "Black");
    await element(page, "b2").click();
    await arrived(page, "chase/3,1,1,2,2");
    await press(page, "Black to move");
    await arrived(page, "chase/3,1,1,2,2,black");
  });
  await visit("#/board/cops(2;%20cycle%206)/0%201%203%20cops", async (page) => {
    await settled(page);
    await edit(page);
    await press(page, "Robber");
    await element(page, "vertex 4").click();
    await arrived(page, "cops(2; cycle 6)/0 1 4 cops");
  });
  await visit("#/board/hare-and-hounds(3)/%23d..%23%7Cd...h%7C%23d..%23%20hounds", async (page) => {
    await settled(page);
    await edit(page);
    // Removing a hound leaves two, which is not a position, so the board is unchanged.
    await press(page, "d hound");
    await element(page, "vertex b3").click();
    await page.locator("#position-fault .fault").waitFor();
    assert.equal(await page.locator(`ww-board .hit[aria-label$="'s"]`).count(), 4);
  }, { refusals: true });
});

test("coins, tokens on a strip, letters, pairs and signs of rule files are edited by clicks", async () => {
  await visit("#/board/turning-turtles/3,5", async (page) => {
    await settled(page);
    await edit(page);
    await page.locator(".hits .hit").nth(1).click();
    await arrived(page, "turning-turtles/2,3,5");
  });
  await visit("#/board/toppling-dominoes/llr", async (page) => {
    await settled(page);
    await edit(page);
    await press(page, "e");
    await page.locator(".hits .hit").nth(0).click();
    await arrived(page, "toppling-dominoes/elr");
  });
  await visit("#/board/cutcake/4,9%205,3", async (page) => {
    await settled(page);
    await edit(page);
    await page.getByRole("button", { name: "number 2: one less" }).click();
    await arrived(page, "cutcake/4,8 5,3");
  });
});

/** One board of each kind. */
const SUM = ["nim(3,5)", 'domineering("..|..")', 'hackenbush("0-1:b")', 'toads_and_frogs("t.f")', 'red_blue_stalks("LR")'];
/** Waits until the address has these boards, and they are loaded. */
async function sum(page, boards) {
  await page.waitForURL((url) => decodeURIComponent(url.hash).replace(/\?.*/, "").endsWith(`board/sum/${boards.join(" + ")}`));
  await settled(page);
}

test("every board of a sum is edited by its own editor: heaps, cells, edges, pieces, stalks", () =>
  visit(`#/board/sum/${encodeURIComponent(SUM.join(" + "))}`, async (page) => {
    await settled(page);
    await edit(page);
    const boards = [...SUM];
    const is = (/** @type {number} */ board, /** @type {string} */ text) => sum(page, boards.with(board, (boards[board] = text)));
    await page.getByRole("group", { name: "Board to edit" }).getByRole("button", { name: "1 Nim", exact: true }).click();
    await press(page, "number 2: one less");
    await is(0, "nim(3,4)");
    await press(page, "Add one");
    await is(0, "nim(3,4,1)");
    // A click on another board edits that board.
    await element(page, "board 2, a2").click();
    await is(1, 'domineering("#.|..")');
    assert.equal(await page.locator(".editing [aria-pressed=true]").first().innerText(), "2 Domineering");
    await press(page, "Columns +");
    await is(1, 'domineering("#..|...")');
    await element(page, "board 3, vertex 1").click();
    await press(page, "red");
    await element(page, "board 3, vertex 1").dragTo(element(page, "board 3, ground"));
    await is(2, 'hackenbush("0-1:b 1-0:r")');
    await element(page, "board 4, 2").click();
    await is(3, 'toads_and_frogs("ttf")');
    await element(page, "board 5, vertex 2").click();
    await is(4, 'red_blue_stalks("LRL")');
    // A drag from one board to another has no effect.
    await element(page, "board 5, vertex 1").dragTo(element(page, "board 3, vertex 1"));
    await sum(page, boards);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await audit(page, `a sum that is edited, ${colorScheme}`);
    }
    // Each board has its value, and so has the sum.
    await page.waitForFunction(() => [...document.querySelectorAll(".parts output")].every((one) => one.textContent !== "…"));
    const worth = await page.locator(".parts output math").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    // 3 ⊕ 4 ⊕ 1; a blue and a red edge from the ground; LRL is 1 - 1/2 + 1/4.
    assert.deepEqual([worth[0], worth[2], worth[4]], ["*6", "0", "3/4"]);
    await page.locator(".facts .value dd").waitFor();
    await page.getByRole("button", { name: "Remove board 3" }).click();
    boards.splice(2, 1);
    await sum(page, boards);
    await page.reload();
    await sum(page, boards);
  }));

test("the boards of a sum are edited by the keyboard and by touch", async () => {
  await visit(`#/board/sum/${encodeURIComponent('nim(1) + clobber("xo|ox")')}`, async (page) => {
    await settled(page);
    await page.getByRole("button", { name: "Set up", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "number 1: one more" }).focus();
    await page.keyboard.press("Enter");
    await sum(page, ["nim(2)", 'clobber("xo|ox")']);
    // The focus stays on the button.
    await page.keyboard.press("Enter");
    await sum(page, ["nim(3)", 'clobber("xo|ox")']);
    await page.getByRole("button", { name: "2 Clobber" }).focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "2 Clobber");
    await element(page, "board 2, a2").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await sum(page, ["nim(3)", 'clobber("xx|ox")']);
  });
  await visit(
    `#/board/sum/${encodeURIComponent('nim(1) + clobber("xo|ox")')}`,
    async (page) => {
      await settled(page);
      await page.getByRole("button", { name: "Set up", exact: true }).tap();
      await element(page, "board 2, a1").tap();
      await sum(page, ["nim(1)", 'clobber("xo|xx")']);
      await fits(page, "a sum that is edited");
    },
    { width: 360 },
  );
});

/** A board for which every request takes until it is cancelled. */
const LARGE = Array(8).fill("........").join("|");
const isLarge = (/** @type {any} */ { position }) => position === LARGE;

/** Opens the board. @param {(page: import("playwright-core").Page, asked: Awaited<ReturnType<typeof prolong>>) => Promise<void>} run */
function visitLarge(run) {
  /** @type {Awaited<ReturnType<typeof prolong>>} */
  let asked;
  const prepare = async (/** @type {import("playwright-core").Page} */ page) => {
    asked = await prolong(page, "solve", { which: isLarge, smaller: (body) => ({ ...body, position: "..|.." }) });
    await prolong(page, "moves", { which: (body) => isLarge(body) && body.outcomes, smaller: (body) => ({ ...body, outcomes: false }) });
  };
  return visit(`#/board/domineering/${encodeURIComponent(LARGE)}`, (page) => run(page, asked), { prepare });
}

test("a long request shows progress and is cancelled by a button, with a partial answer", () =>
  visitLarge(async (page) => {
    const cancel = page.getByRole("button", { name: "Cancel" });
    await cancel.waitFor();
    await page.locator(".busy", { hasText: /12,345 positions/ }).waitFor();
    await page.locator("ww-play:not([aria-busy]) ww-board svg").waitFor();
    await audit(page, "a board that is worked on");
    await cancel.click();
    await page.locator(".notice", { hasText: "Partial answer" }).waitFor();
    await settled(page);
    assert.equal(await cancel.count(), 0);
  }));

test("editing the position cancels the request and sends the next one", () =>
  visitLarge(async (page, { begun, ended }) => {
    await page.locator(".busy", { hasText: /\d positions/ }).waitFor();
    await edit(page);
    await press(page, "Rows −");
    for (let row = 0; row < 7; row += 1) {
      const cells = 8 * (7 - row);
      await page.waitForFunction((cells) => document.querySelectorAll("ww-board .hit").length === cells, cells);
      if (row < 6) await press(page, "Rows −");
    }
    while (ended.length < begun.length) await page.waitForTimeout(20);
    assert.deepEqual(ended, begun);
    // The six boards in between were skipped. On the last one, Left has no move.
    await page.locator(".verdict", { hasText: "Right has won" }).waitFor();
    assert.equal(await page.locator("ww-board .hit").count(), 8);
    await settled(page);
    assert.equal(await page.getByRole("button", { name: "Cancel" }).count(), 0);
  }));

test("returning to a section resumes its request", () =>
  visitLarge(async (page, { begun, ended }) => {
    const cancel = page.getByRole("button", { name: "Cancel" });
    await cancel.waitFor();
    await page.getByRole("link", { name: "Learn", exact: true }).click();
    await page.locator(".lesson-card").first().waitFor();
    await page.goBack();
    await page.locator(".busy", { hasText: /\d positions/ }).waitFor();
    assert.ok(begun.length > 1 && ended.includes(begun[0]));
    await cancel.click();
    await page.locator(".notice", { hasText: "Partial answer" }).waitFor();
  }));

test("every game of the catalogue with a picture has an editor", () =>
  visit("#/games", async (page) => {
    const all = await page.evaluate(async () => (await fetch("api/v1/games")).json());
    const without = await page.evaluate(async (games) => {
      const { editorFor } = await import("./js/board/edit/editor.js");
      const { inner } = await import("./js/positions.js");
      const without = [];
      for (const { name, example } of games) {
        const entry = await (await fetch(`api/v1/games/${encodeURIComponent(name)}`)).json();
        const body = JSON.stringify({ ...example, max_moves: 1 });
        const answer = await (await fetch("api/v1/moves?wait=60", { method: "POST", headers: { "content-type": "application/json" }, body })).json();
        if (answer.view && !editorFor(entry, { game: answer.game, position: inner(answer.position), view: answer.view }, () => undefined)) without.push(`${name} ${inner(answer.position)}`);
      }
      return without;
    }, all);
    assert.deepEqual(without, []);
  }));

test("the size of a board is a parameter of its game", () =>
  visit("#/board/mnk(3,3,3)/xo.%7C.x.%7C..o", async (page) => {
    await settled(page);
    await edit(page);
    await press(page, "Rows +");
    await arrived(page, "mnk(4,3,3)/...|...|...|...");
    await press(page, "Marks in a line +");
    await arrived(page, "mnk(4,3,4)/...|...|...|...");
    assert.equal(await page.locator(".editing").getByRole("button", { name: "Marks in a line +", exact: true }).isDisabled(), true);
    // A line is no longer than the board.
    await press(page, "Rows −");
    await arrived(page, "mnk(3,3,3)/...|...|...");
    await page.goto(page.url().replace(/#.*/, "#/board/fox-and-geese(3)"));
    await settled(page);
    await edit(page);
    assert.equal(await page.locator(".editing").getByRole("button", { name: "Squares on a side −", exact: true }).isDisabled(), true);
    await press(page, "Squares on a side +");
    await page.waitForFunction(() => document.querySelectorAll("ww-board .hit").length === 16);
  }));

test("the letters of a board on a graph keep their colours", () =>
  visit("#/board/col/0-1%201-2%200:b%202:r", async (page) => {
    await settled(page);
    await edit(page);
    await press(page, "r red");
    await element(page, "vertex 1").click();
    await arrived(page, "col/0-1 1-2 0:b 1:r 2:r");
    await press(page, ". free");
    await element(page, "vertex 0").click();
    await arrived(page, "col/0-1 1-2 1:r 2:r");
  }));
