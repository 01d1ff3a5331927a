import assert from "node:assert/strict";
import test from "node:test";
import { audit, element, fits, settled, visit } from "../harness.mjs";

/** Positions that are set up, games that are annotated, kept over a reload, and shared by an address. */

const address = (/** @type {string} */ game, /** @type {string} */ position) => `#/board/${encodeURIComponent(game)}/${encodeURIComponent(position)}`;
const button = (page, name) => page.getByRole("button", { name, exact: true });
const press = async (page, name) => {
  await button(page, name).click();
  await settled(page);
};
const position = (page) => page.getByLabel("Position", { exact: true }).inputValue();
const course = (page) => page.locator(".course .step").allInnerTexts();
const current = (page) => page.locator('.course .step[aria-current="step"]').innerText();
const note = (page) => page.getByLabel("Note on this position");

/** Waits until the position is on display. @param {import("playwright-core").Page} page @param {string} text */
async function arrived(page, text) {
  await page.waitForFunction((text) => /** @type {HTMLInputElement} */ (document.getElementById("position")).value === text, text);
  await settled(page);
}

/** Makes the move with this name in the list. @param {import("playwright-core").Page} page @param {string} text */
async function move(page, text) {
  await page.locator(".moves .chip").filter({ hasText: text }).first().click();
  await settled(page);
}

/** Returns the address that Share shows. @param {import("playwright-core").Page} page */
async function shared(page) {
  const field = page.getByLabel(/^Address of this game/);
  if (!(await field.isVisible())) await button(page, "Share").click();
  await page.waitForFunction(() => /game=/.test(/** @type {HTMLInputElement | null} */ (document.querySelector(".share input"))?.value ?? ""));
  return field.inputValue();
}

test("the size is changed by steppers, and the board cleared and filled at random; Undo undoes edits", () =>
  visit(address("clobber", "xo|ox"), async (page) => {
    await settled(page);
    await button(page, "Set up").click();
    await press(page, "Columns +");
    await arrived(page, "xo.|ox.");
    assert.equal(await page.getByRole("group", { name: "Columns" }).locator("output").innerText(), "3");
    await press(page, "Rows −");
    await arrived(page, "xo.");
    await press(page, "Clear");
    await arrived(page, "...");
    for (const before of ["xo.", "xo.|ox.", "xo|ox"]) {
      await press(page, "Undo");
      await arrived(page, before);
    }
    assert.equal(await button(page, "Undo").isDisabled(), true);
    for (const after of ["xo.|ox.", "xo."]) {
      await press(page, "Redo");
      await arrived(page, after);
    }
    await audit(page, "setting up");
    await page.setViewportSize({ width: 360, height: 780 });
    await fits(page, "setting up");
  }));

test("a random position is one of the game, and another one each time", async () => {
  for (const [game, start] of [["clobber", "xoxo|oxox|xoxo"], ["nim", "3,5,7"], ["domineering", "....|....|...."], ["hackenbush", "0-1:b"], ["mnk(3,3,3)", "...|...|..."], ["chess(KQK)", "8/8/8/5k2/8/8/1Q6/K7 w"], ["sum", 'nim(3,5) + col("...")']]) {
    await visit(
      address(game, start),
      async (page) => {
        await settled(page);
        /** @type {Set<string>} */
        const seen = new Set();
        for (let times = 0; times < 3; times += 1) {
          const before = await position(page);
          await button(page, "Random").click();
          await page.waitForFunction((before) => /** @type {HTMLInputElement} */ (document.getElementById("position")).value !== before, before).catch(() => undefined);
          await settled(page);
          assert.equal(await page.locator(".fault").count(), 0, game);
          seen.add(await position(page));
        }
        assert.ok(seen.size > 1, `${game}: ${[...seen]}`);
      },
      { refusals: true },
    );
  }
});

test("where play is over, a random position is sought from an earlier one", () =>
  visit(
    address("mnk(3,3,3)", "xx.|oo.|..."),
    async (page) => {
      await settled(page);
      await move(page, "c3");
      await arrived(page, "xxx|oo.|...");
      // The editor fills the board with one sign, which the game refuses.
      await page.evaluate(() => (Math.random = () => 0.5));
      await press(page, "Random");
      await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById("position")).value !== "xxx|oo.|...");
      await settled(page);
      assert.equal(await page.locator(".fault").count(), 0);
    },
    { refusals: true },
  ));

test("positions are pasted: lines of a board, a position with its game, an address", () =>
  visit(
    address("clobber", "xo|ox"),
    async (page) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await settled(page);
      const paste = async (/** @type {string} */ text) => {
        await page.evaluate((text) => navigator.clipboard.writeText(text), text);
        await button(page, "Paste").click();
      };
      await paste("xox\n oxo \nxox\n");
      await arrived(page, "xox|oxo|xox");
      await paste("nim(3,5)");
      await arrived(page, "3,5");
      await page.getByRole("heading", { name: "Nim", exact: true }).waitFor();
      await paste("domineering ..|..");
      await arrived(page, "..|..");
      await paste('nim(1) + col("..")');
      await arrived(page, 'nim(1) + col("..")');
      // Undo goes back to the other games.
      for (const [before, title] of [["..|..", "Domineering"], ["3,5", "Nim"], ["xox|oxo|xox", "Clobber"]]) {
        await press(page, "Undo");
        await arrived(page, before);
        await page.getByRole("heading", { name: title, exact: true }).waitFor();
      }
      await paste("see http://127.0.0.1:7878/#/board/kayles/7");
      await arrived(page, "7");
      await paste("¿qué?");
      await page.locator("#position-fault .fault").waitFor();
      assert.equal(await position(page), "7");
    },
    { refusals: true },
  ));

test("the player to move is switched without an end of the game", () =>
  visit(address("domineering", "...|..."), async (page) => {
    await settled(page);
    await move(page, "a1-a2");
    await press(page, "Left");
    assert.match(await page.locator(".status").innerText(), /^Left to move/);
    assert.deepEqual(await course(page), ["a1-a2", "Left to move"]);
    await move(page, "b1-b2");
    assert.deepEqual(await course(page), ["a1-a2", "Left to move", "b1-b2"]);
    for (let steps = 0; steps < 3; steps += 1) await press(page, "Undo");
    assert.equal(await position(page), "...|...");
    assert.match(await page.locator(".status").innerText(), /^Left to move/);
    assert.equal((await course(page)).length, 3);
  }));

/** Plays two lines with notes. @param {import("playwright-core").Page} page */
async function annotate(page) {
  await settled(page);
  await note(page).fill("Nimsumme 3 ⊕ 5 = 6 — 勝ち? <b>");
  await move(page, "heap 5 -> 3");
  await note(page).fill("balanced\nat last");
  await move(page, "heap 3 -> 1");
  await press(page, "Undo");
  await press(page, "Undo");
  await move(page, "heap 5 -> 4");
}

/** Fails unless the tree of `annotate` is on display. @param {import("playwright-core").Page} page */
async function annotated(page) {
  await settled(page);
  assert.deepEqual(await course(page), ["heap 5 -> 4", "heap 5 -> 3", "heap 3 -> 1"]);
  assert.deepEqual(await page.locator(".course .remark").allInnerTexts(), ["Nimsumme 3 ⊕ 5 = 6 — 勝ち? <b>", "balanced\nat last"]);
  assert.equal(await current(page), "heap 5 -> 4");
}

test("a reload restores the line, its variations, notes and marks", () =>
  visit(address("nim", "3,5"), async (page) => {
    await annotate(page);
    await annotated(page);
    await page.getByLabel("Mark", { exact: true }).selectOption("winning");
    await page.reload();
    await annotated(page);
    assert.equal(await page.getByLabel("Mark", { exact: true }).inputValue(), "winning");
    await page.locator(".marks .badge.win").first().waitFor();
    await press(page, "Undo");
    assert.equal(await note(page).inputValue(), "Nimsumme 3 ⊕ 5 = 6 — 勝ち? <b>");
    // Another tab has the notes of this browser, but not the game.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await settled(other);
    assert.deepEqual(await course(other), []);
    assert.equal(await note(other).inputValue(), "Nimsumme 3 ⊕ 5 = 6 — 勝ち? <b>");
    await other.close();
  }));

test("a shared address holds the whole game with its variations and notes", async () => {
  let link = "";
  await visit(address("nim", "3,5"), async (page) => {
    await annotate(page);
    link = await shared(page);
    await button(page, "QR code").click();
    await page.getByRole("img", { name: "QR code of the address" }).waitFor();
    await audit(page, "sharing");
    await page.setViewportSize({ width: 360, height: 780 });
    await fits(page, "sharing");
  });
  assert.match(link, /^[\x21-\x7e]+$/);
  assert.ok(link.length < 400, `${link.length} characters`);
  await visit(link.slice(link.indexOf("#")), async (page) => {
    await annotated(page);
    // The address on display is that of the position, and a reload still shows the game.
    await page.waitForURL((url) => !url.hash.includes("game="));
    await page.reload();
    await annotated(page);
    // The game is shared on, with an own note.
    await note(page).fill("mine");
    await page.waitForFunction((link) => /** @type {HTMLInputElement} */ (document.querySelector(".share input")).value !== link, link);
    link = (await shared(page)).replace(/^[^#]*/, "");
  });
  await visit(link, async (page) => {
    await settled(page);
    assert.deepEqual(await page.locator(".course .remark").allInnerTexts(), ["Nimsumme 3 ⊕ 5 = 6 — 勝ち? <b>", "mine", "balanced\nat last"]);
  });
});

test("edits, other games and the player to move are in a shared address", async () => {
  let link = "";
  await visit(address("domineering", "..|..") + "?to=right", async (page) => {
    await settled(page);
    await button(page, "Set up").click();
    await press(page, "Columns +");
    await arrived(page, "...|...");
    await button(page, "Done").click();
    await move(page, "a1-b1");
    await page.getByText("Add a board").click();
    await page.getByLabel("Find a game").fill("nim");
    await page.getByRole("button", { name: "Nim", exact: true }).click();
    await page.getByRole("heading", { name: "A sum" }).waitFor();
    await settled(page);
    link = await shared(page);
  });
  await visit(link.slice(link.indexOf("#")), async (page) => {
    await settled(page);
    await page.getByRole("heading", { name: "A sum" }).waitFor();
    assert.deepEqual(await course(page), ["edited", "a1-b1", "edited"]);
    assert.match(await page.locator(".status").innerText(), /^Left to move/);
    await press(page, "Undo");
    await page.getByRole("heading", { name: "Domineering" }).waitFor();
    await press(page, "Start");
    assert.equal(await position(page), "..|..");
    assert.match(await page.locator(".status").innerText(), /^Right to move/);
  });
});

test("a long game fits in an address, and a long address is pointed out", () =>
  visit(address("nim", Array(30).fill("9").join(",")), async (page) => {
    await settled(page);
    await button(page, "Best line").click();
    await page.getByText(/^Best play, /).waitFor();
    const moves = (await course(page)).length;
    assert.ok(moves >= 30, `${moves} moves`);
    const link = await shared(page);
    // Less than the positions alone.
    assert.ok(link.length < moves * 60, `${moves} moves: ${link.length} characters`);
    if (link.length > 2000) await page.getByText(/Some programs cut addresses/).waitFor();
    await page.goto("about:blank");
    await page.goto(link);
    await settled(page);
    assert.equal((await course(page)).length, moves);
  }));

test("an address that is cut or damaged shows its position and a message", async () => {
  let link = "";
  await visit(address("nim", "3,5"), async (page) => {
    await annotate(page);
    link = (await shared(page)).replace(/^[^#]*/, "");
  });
  const [head, packed] = link.split("game=");
  for (const wrong of [packed.slice(0, -20), `1${packed.slice(5)}`, "2abc", "0", "1", "x", "0bnVsbA", `0${btoa('{"rows":[[-1,"3,5","",0,"","nim"],[7,"3","",9]]}')}`, "%E0%A4%A"]) {
    await visit(`${head}game=${wrong}`, async (page) => {
      await page.locator(".board-page .fault", { hasText: "cannot be read" }).first().waitFor();
      await settled(page);
      assert.equal(await position(page), "3,4", wrong);
      assert.deepEqual(await course(page), []);
      await audit(page, "an unreadable address");
      // The message goes away with the next address.
      await page.evaluate(() => (location.hash = "#/board/nim/1,2"));
      await arrived(page, "1,2");
      assert.equal(await page.locator(".board-page .fault").count(), 0);
    });
  }
});

test("the embed code shows a bare board, which is played", () =>
  visit(address("domineering", "...|..."), async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await settled(page);
    await move(page, "a1-a2");
    await shared(page);
    await button(page, "Copy embed code").click();
    await button(page, "Copied").waitFor();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    const source = (/ src="([^"]*)"/.exec(code)?.[1] ?? "").replace(/&#(\d+);/g, (_, sign) => String.fromCharCode(Number(sign)));
    assert.match(code, / title="Domineering" /);
    await page.setViewportSize({ width: 640, height: 620 });
    await page.goto(source);
    await settled(page);
    for (const hidden of [".site", ".panel", ".below", ".board-head"]) assert.equal(await page.locator(hidden).isVisible(), false, hidden);
    assert.equal(await page.locator(".fill-left-tint.line-left, .fill-right-tint.line-right").count(), 1);
    await element(page, "b1").click();
    await settled(page);
    assert.equal(await page.locator(".fill-left-tint.line-left, .fill-right-tint.line-right").count(), 2);
    assert.match(await page.locator(".live").innerText(), /has won\.$/);
    await audit(page, "a bare board");
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight), false);
  }));

/** The code of a text in version 1-L with mask 0, as another encoder draws it. */
const CODE = [
  "#######..#.#..#######",
  "#.....#...##..#.....#",
  "#.###.#.####..#.###.#",
  "#.###.#..###..#.###.#",
  "#.###.#...#...#.###.#",
  "#.....#....#..#.....#",
  "#######.#.#.#.#######",
  "........##..#........",
  "###.#####.##.##...#..",
  "..#.#....#.##.#.#.###",
  ".##.####....##..##..#",
  "....##..###.....##...",
  ".#.#.##...#.#...#...#",
  "........#.####.###.##",
  "#######.#..####.##.##",
  "#.....#.##..##..##...",
  "#.###.#.##.#...#.#..#",
  "#.###.#..##.#.###.#..",
  "#.###.#.#.#.##..##..#",
  "#.....#.#.#.##.....#.",
  "#######.#...#...#..##",
];

test("QR codes have the modules of the standard", () =>
  visit("#/games", async (page) => {
    const rows = await page.evaluate(async () => (await import("./js/board/qr.js")).encode("a/#?a/#?a/#?a/#?a")?.map((row) => row.map((isDark) => (isDark ? "#" : ".")).join("")));
    assert.deepEqual(rows, CODE);
    const longest = await page.evaluate(async () => {
      const { encode } = await import("./js/board/qr.js");
      return [encode("x".repeat(2953))?.length, encode("x".repeat(2954))];
    });
    assert.deepEqual(longest, [177, null]);
  }));
