import assert from "node:assert/strict";
import test from "node:test";
import { audit, element, settled, visit } from "../harness.mjs";

/** Access: roles and names of the elements of boards, the keyboard, live regions, contrast, a layout that stays. */

const address = (/** @type {string} */ game, /** @type {string} */ position) => `#/board/${encodeURIComponent(game)}/${encodeURIComponent(position)}`;
const live = (page) => page.locator(".live").innerText();
const status = (page) => page.locator(".status").innerText();
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");

/** Presses Tab until the focus matches a selector. @param {import("playwright-core").Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let steps = 0; steps < 90; steps += 1) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the Tab key does not lead to ${selector}`);
}

/** Moves the focus to an element of the board by the arrow keys. @param {import("playwright-core").Page} page @param {string} name */
async function toElement(page, name) {
  await tabTo(page, ".hit");
  const middle = (/** @type {Element} */ one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x + width / 2, y: y + height };
  };
  const end = await element(page, name).evaluate(middle);
  for (let steps = 0; steps < 80 && !(await focused(page)).startsWith(`${name},`); steps += 1) {
    const here = await page.locator(".hit:focus").evaluate(middle);
    const [dx, dy] = [end.x - here.x, end.y - here.y];
    await page.keyboard.press(Math.abs(dx) >= Math.abs(dy) ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp");
  }
  assert.ok((await focused(page)).startsWith(`${name},`), `${name}: ${await focused(page)}`);
}

/** Makes a move by the keyboard: elements of the board, and then the move with this text, if several match. */
async function move(page, names, text = "") {
  for (const name of names) {
    await toElement(page, name);
    await page.keyboard.press("Enter");
  }
  if (text) {
    await page.locator(".chooser .chip").first().waitFor();
    for (let steps = 0; steps < 60 && (await page.evaluate(() => document.activeElement?.textContent)) !== text; steps += 1) await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), text);
    await page.keyboard.press("Enter");
  }
  await settled(page);
}

/** Games without a mouse: the moves of both players, and the end. @type {[game: string, position: string, moves: [string[], string?][], end: RegExp][]} */
const GAMES = [
  ["domineering", "....|....", [[["a2"]], [["d1"]]], /wins$/],
  ["clobber", "xo|ox", [[["a2", "b2"]], [["b1", "a1"]]], /wins$/],
  ["nim", "1,2", [[["heap 2"], "heap 2 -> 1"], [["heap 1"]], [["heap 2"]]], /First player wins$/],
  ["sum", 'nim(1) + domineering("..|..")', [[["board 1, heap 1"]], [["board 2, a1"]]], /wins$/],
];
for (const [game, position, moves, end] of GAMES) {
  test(`${game} is played by the keyboard only, and each move and the verdict are in the live region`, () =>
    visit(address(game, position), async (page) => {
      await settled(page);
      for (const [number, [names, text]] of moves.entries()) {
        await move(page, names, text);
        const made = (await page.locator(".course .step").nth(number).innerText()).trim();
        assert.ok((await live(page)).includes(`: ${made}. `), `${made}: ${await live(page)}`);
        assert.match(await live(page), /(wins|loses|has won)\.$/);
      }
      // The rest is played by the moves of the list.
      for (let rest = 0; rest < 12 && !/No moves left/.test(await status(page)); rest += 1) {
        await tabTo(page, ".moves .chip");
        await page.keyboard.press("Enter");
        await settled(page);
      }
      assert.match(await status(page), end);
      assert.match(await live(page), /has won\.$/);
      // Undo is reached by Tab too.
      const steps = await page.locator(".course .step").count();
      await tabTo(page, '.tools button[title="Take back the last move"]');
      await page.keyboard.press("Enter");
      await settled(page);
      assert.equal(await page.locator('.course .step[aria-current="step"]').innerText(), await page.locator(".course .step").nth(steps - 2).innerText());
    }));
}

test("in Play, a sum is played by the keyboard only, and the replies of Winways are in the live region", () =>
  visit(`#/play/sum/${encodeURIComponent('nim(1,2) + domineering("..|..") + clobber("xo")')}?level=10&first=you`, async (page) => {
    const yours = () => page.waitForFunction(() => /Your move/.test(document.querySelector(".match .status")?.textContent ?? "") || document.querySelector(".match .status.over"));
    await yours();
    assert.equal(await page.locator(".match .status").getAttribute("role"), "status");
    for (let moves = 0; moves < 8 && (await page.locator(".match .status.over").count()) === 0; moves += 1) {
      const before = await page.locator(".match .course .step").count();
      await tabTo(page, ".hit");
      const usable = await page.locator(".hit.usable").first().getAttribute("aria-label");
      await toElement(page, String(usable).replace(/,[^,]*$/, ""));
      await page.keyboard.press("Enter");
      if ((await page.locator(".chooser .chip").count()) > 0) {
        await tabTo(page, ".chooser .chip");
        await page.keyboard.press("Enter");
      }
      await page.waitForFunction((before) => document.querySelector(".match .status.over") || document.querySelectorAll(".match .course .step").length > before, before);
      await yours();
      const steps = await page.locator(".match .course .step").allInnerTexts();
      if ((await page.locator(".match .status.over").count()) === 0) assert.ok((await status(page)).includes(`Winways played ${steps.at(-1)}.`), await status(page));
    }
    assert.match(await status(page), /^(You win|Winways wins)/);
  }));

test("boards of cells are grids of rows, and all their cells are reached and named", () =>
  visit(address("domineering", "v...|v...|.hh."), async (page) => {
    await settled(page);
    assert.equal(await page.getByRole("grid").getByRole("row").count(), 3);
    assert.equal(await page.getByRole("row").first().getByRole("gridcell").count(), 4);
    await tabTo(page, ".hit");
    // Occupied cells are read too.
    await page.keyboard.press("Control+Home");
    assert.equal(await focused(page), "a3, half of a domino");
    await page.keyboard.press("End");
    assert.match(await focused(page), /^d3, free: /);
    await page.keyboard.press("PageDown");
    assert.match(await focused(page), /^a2, /);
    await page.keyboard.press("Control+End");
    assert.match(await focused(page), /^d1, /);
    // Enter on an occupied cell makes no move.
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".course .step").count(), 0);
    const description = await page.locator("ww-board svg").getAttribute("aria-describedby");
    assert.match(await page.locator(`#${description}`).innerText(), /Arrow keys/);
  }));

test("the arrow keys reach every element of every game of the catalogue", () =>
  visit("#/games", async (page) => {
    const unreached = await page.evaluate(async () => {
      const { drawView } = await import("./js/figures/figures.js");
      const { target } = await import("./js/board/grid.js");
      const games = await (await fetch("api/v1/games")).json();
      const unreached = [];
      for (const { name, example } of games) {
        const answer = await (await fetch("api/v1/moves?wait=60", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ ...example, max_moves: 1 }) })).json();
        if (!answer.view) continue;
        const { spots } = drawView(answer.view);
        const [first] = spots.keys();
        const seen = new Set([first]);
        for (const one of seen) for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) if (one) seen.add(/** @type {string} */ (target(spots, one, new KeyboardEvent("keydown", { key }))));
        for (const [element, spot] of spots) if (!seen.has(element) || !spot.name || !spot.says) unreached.push(`${name} ${spot.name}`);
      }
      return unreached;
    });
    assert.deepEqual(unreached, []);
  }));

/** Returns the contrast of two colours. @param {string} one @param {string} other */
function contrast(one, other) {
  const light = (/** @type {string} */ colour) => {
    const [r, g, b] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test("the lines of boards have a contrast of 3:1", async () => {
  for (const [where, selector] of [[address("domineering", "..|.#"), ".cell"], [address("staircase-nim", "3,1"), ".stairs"], [address("nim", "3,5"), ".token"], [address("graph{1 0}", "1"), ".vertex"]]) {
    await visit(where, async (page) => {
      await settled(page);
      for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
        await page.emulateMedia({ colorScheme });
        for (const style of await page.locator(selector).evaluateAll((all) => all.map((one) => [getComputedStyle(one).stroke, getComputedStyle(one).fill, getComputedStyle(/** @type {Element} */ (one.closest(".stage"))).backgroundColor]))) {
          const [line, inside, outside] = style;
          // The line of an element without its own contrast separates it from what is around it.
          assert.ok(Math.max(contrast(line, inside), contrast(inside, outside)) >= 3, `${selector}, ${colorScheme}: ${style}`);
          assert.ok(contrast(line, outside) >= 3, `${selector}, ${colorScheme}: ${style}`);
        }
      }
    });
  }
});

/** The highest score of layout shifts; Core Web Vitals call 0.1 good. */
const MOST_SHIFT = 0.05;

test("the layout does not jump, on a phone and a wide screen, while a board loads, moves are made, and answers arrive", async () => {
  for (const width of [360, 1280]) {
    for (const where of [address("domineering", "....|....|....|...."), address("nim", "3,5"), address("clobber", "xo|ox")]) {
      await visit(
        where,
        async (page) => {
          await settled(page);
          for (let moves = 0; moves < 2; moves += 1) {
            await page.locator(".moves .chip").first().evaluate((chip) => /** @type {HTMLElement} */ (chip).click());
            await settled(page);
          }
          await page.getByRole("button", { name: "Undo", exact: true }).evaluate((button) => /** @type {HTMLElement} */ (button).click());
          await settled(page);
          const shifts = await page.evaluate(() => /** @type {any} */ (window).shifts);
          const score = shifts.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.value, 0);
          assert.ok(score < MOST_SHIFT, `${where}, ${width} px: ${JSON.stringify(shifts)}`);
        },
        {
          width,
          prepare: (page) =>
            page.addInitScript(() => {
              /** @type {any} */ (window).shifts = [];
              const name = (/** @type {any} */ { node }) => node?.className?.baseVal ?? node?.className ?? node?.nodeName;
              const observer = new PerformanceObserver((list) => {
                for (const one of /** @type {any[]} */ (list.getEntries())) if (!one.hadRecentInput) /** @type {any} */ (window).shifts.push({ value: one.value, nodes: one.sources.map(name) });
              });
              observer.observe({ type: "layout-shift", buffered: true });
            }),
        },
      );
    }
  }
});

test("on a phone the verdict and Undo are beside the board, without scrolling", async () => {
  for (const [game, position] of [["domineering", "....|....|....|...."], ["nim", "3,5"], ["clobber", "xoxo|oxox|xoxo"], ["hackenbush", "0-1:g 1-2:b 1-3:r 3-4:b"]]) {
    await visit(
      address(game, position),
      async (page) => {
        await settled(page);
        await page.locator(".moves .chip").first().evaluate((chip) => /** @type {HTMLElement} */ (chip).click());
        await settled(page);
        assert.match(await live(page), /\. .*(wins|loses|has won)\.$/);
        await page.evaluate(() => scrollTo(0, 0));
        for (const part of [page.locator("ww-board svg"), page.locator(".live"), page.getByRole("button", { name: "Undo", exact: true })]) {
          const box = await part.boundingBox();
          assert.ok(box && box.y >= 0 && box.y + box.height <= 780, `${game}: ${part} ${JSON.stringify(box)}`);
        }
        await audit(page, `${game} on a phone`);
      },
      { width: 360 },
    );
  }
});
