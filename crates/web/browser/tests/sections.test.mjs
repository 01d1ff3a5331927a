import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { audit, fits, prolong, settled, visit } from "../harness.mjs";

test("the calculator answers, keeps its history and its names, and underlines errors", () =>
  visit(
    "#/values",
    async (page) => {
      const input = page.getByLabel(/^An expression/);
      const ask = async (text) => {
        await input.fill(text);
        await page.keyboard.press("Enter");
      };
      await ask("g = {4||1|-2}");
      await page.locator(".value-text", { hasText: "{4||1|-2}" }).waitFor();
      await ask("mean(g)");
      await page.locator(".value-text", { hasText: "7/4" }).waitFor();
      assert.deepEqual(await page.locator(".history code").allInnerTexts(), ["mean(g)", "g = {4||1|-2}"]);
      assert.deepEqual(await page.locator(".history math").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))), ["7/4", "{4||1|-2}"]);
      await page.locator(".history .entry").nth(1).click();
      await page.locator(".value-text", { hasText: "{4||1|-2}" }).waitFor();
      await ask("{1|-1} + foo");
      assert.equal(await page.locator(".calculator .excerpt mark").innerText(), "foo");
      assert.match(await page.locator(".calculator .fault").innerText(), /has no value/);
      // Names survive a reload, and the address is that of the last expression.
      await ask("g + 1");
      await page.locator(".value-text", { hasText: "{5||2|-1}" }).waitFor();
      await page.reload();
      await page.locator(".value-text", { hasText: "{5||2|-1}" }).waitFor();
    },
    { refusals: true },
  ));

test("a name gets a new value from its old one", () =>
  visit("#/values", async (page) => {
    const ask = async (/** @type {string} */ text, /** @type {string} */ value) => {
      await page.getByLabel(/^An expression/).fill(text);
      await page.keyboard.press("Enter");
      await page.locator(".asked", { hasText: text }).waitFor();
      await page.locator(".value-text", { hasText: new RegExp(`^${value}$`) }).waitFor();
    };
    await ask("k = 1", "1");
    await ask("k = k + 1", "2");
    await ask("5 + 5", "10");
    await ask("k", "2");
    await ask("k = k + 1", "3");
    // A reload does not repeat the assignment.
    await page.reload();
    await page.locator(".value-text", { hasText: /^3$/ }).waitFor();
    await ask("k + 0", "3");
    // An assignment that nothing uses is forgotten.
    await ask("g = 7", "7");
    await ask("g = 8", "8");
    assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage.getItem("winways.names") ?? "")), ["k = 1", "k = k + 1", "k = k + 1", "g = 8"]);
  }));

test("the catalogue is a list of groups, and the results of a search are not", () =>
  visit("#/games", async (page) => {
    const shown = page.locator(".game-card:visible");
    await shown.filter({ hasText: "Nim" }).first().waitFor();
    assert.equal(await shown.filter({ hasText: "Domineering" }).count(), 0);
    for (const text of await page.locator(".group summary .quiet").allInnerTexts()) assert.match(text, /^(1 game|([2-9]|\d\d+) games)$/);
    await page.locator("summary", { hasText: "Boards" }).click();
    await shown.filter({ hasText: "Domineering" }).first().waitFor();
    await page.getByLabel("Find a game").fill("hackenbush");
    await shown.filter({ hasText: "Red-blue-green Hackenbush" }).waitFor();
    assert.equal(await page.locator(".group").count(), 0);
  }));

test("a thermograph has exact corners, and the options unfold", () =>
  visit("#/values/%7B4%7C%7C1%7C-2%7D", async (page) => {
    await page.locator(".wall.left").waitFor();
    // Of {1|-2} the mean is -1/2. The left wall is 4 minus the tax.
    await page.locator('.corner-hit.right[aria-label*="7/4 at temperature 9/4"]').focus();
    assert.equal(await page.locator(".corner").innerText(), "right wall: 7/4 at temperature 9/4");
    const tree = page.locator(".follower").first();
    await tree.locator("summary", { hasText: /^\{1\|−2\}$/ }).click();
    await tree.locator("math", { hasText: /^−2$/ }).waitFor();
  }));

test("a sum of positions is answered, and opened on the board", () =>
  visit("#/values/nim(3,5)%20+%20kayles(7)", async (page) => {
    await page.locator(".verdict").waitFor();
    await page.getByRole("link", { name: "Open on the board" }).click();
    await settled(page);
    assert.match(page.url(), /board\/sum\/nim/);
    assert.equal(await page.locator("ww-board svg text", { hasText: /^\+$/ }).count(), 1);
  }));

test("a table has its plot and its period; a long one is cancelled", () =>
  visit("#/sequences/subtract%7B1,3,4%7D?to=60&prove=1", async (page) => {
    await page.getByText(/Period 7 after a preperiod of 0/).waitFor();
    assert.equal(await page.locator(".value-cells li").count(), 61);
    assert.equal(await page.locator(".value-cells li.starts").count(), 9);
    assert.equal(await page.locator(".dots").count(), 1);
    await prolong(page, "table", { which: ({ table }) => table === "octal(0.007)", smaller: (body) => ({ ...body, up_to: 500 }) });
    await page.getByLabel(/^Game, or/).fill("octal(0.007)");
    await page.getByLabel("Up to").fill("1000000");
    await page.getByRole("button", { name: "Compute" }).click();
    await page.waitForFunction(() => /positions/.test(document.querySelector(".busy")?.textContent ?? ""));
    await page.getByRole("button", { name: "Cancel" }).click();
    // The partial result is shown.
    await page.locator(".notice", { hasText: "Partial answer: interrupted" }).waitFor();
    assert.equal(await page.locator(".value-cells li").count(), 501);
    await page.getByLabel(/^Keep searching/).uncheck();
    await page.getByLabel(/^Game, or/).fill("kayles");
    await page.getByLabel("Up to").fill("20");
    await page.getByRole("button", { name: "Compute" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".value-cells li").length === 21);
  }));

test("an expression has a table of values for the numbers of a variable, which grows", () =>
  visit(
    "#/sequences",
    async (page) => {
      await page.getByLabel("Sequence of", { exact: true }).selectOption("expression");
      const [expression, range] = [page.getByLabel("Expression with a variable"), page.getByLabel("For each")];
      const compute = () => page.getByRole("button", { name: "Compute" }).click();
      await compute();
      await page.getByText("Values: period 1 from n = 1, adding * per period (observed in the computed values, not proved).").waitFor();
      assert.deepEqual(await page.locator(".value-cells li").allTextContents(), ["1: 1", "2: 0", "3: 1", "4: 0", "5: 1", "6: 0", "7: 1", "8: 0"]);
      assert.match(page.url(), /#\/sequences\/cram\(grid\(2,n\)\)\?for=n%3D1..8$/);
      await audit(page, "the table of an expression");

      await expression.fill("domineering(grid(k,2))");
      await range.fill("k=1..3");
      await compute();
      await page.getByRole("region", { name: "The values" }).waitFor();
      const rows = () => page.locator('[aria-label="The values"] tbody tr').evaluateAll((list) => list.map((row) => [...row.children].map((cell) => cell.textContent)));
      const seen = await rows();
      assert.deepEqual(seen.map(([number, , winner, mean, temperature]) => [number, winner, mean, temperature]), [["1", "Right", "-1", "-1"], ["2", "the next player", "0", "1"], ["3", "the next player", "-3/4", "5/4"]]);
      await page.reload();
      await page.getByRole("region", { name: "The values" }).waitFor();
      assert.deepEqual(await rows(), seen);
      await page.setViewportSize({ width: 360, height: 780 });
      await fits(page, "the table of an expression");

      // The first rows are shown while the others are computed, and stay when the work is stopped.
      await expression.fill("nim(n) + ^");
      await range.fill("n=1..10^9");
      await compute();
      await page.getByText("More values are being computed").waitFor();
      assert.equal((await rows())[0][0], "1");
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.locator(".notice", { hasText: "Partial answer: interrupted" }).waitFor();
      assert.deepEqual((await rows())[0].slice(2), ["the next player", "0", "0"]);

      // Errors are shown in the field that they are about.
      for (const [text, numbers, wrong, marked] of [
        ["nim(n)", "n=3..1", range, "3..1"],
        ["nim(n,k)", "n=1..3", expression, "k"],
        ["chase(n,1,1,n,n)", "n=3..4", expression, "chase(n,1,1,n,n)"],
      ]) {
        await expression.fill(String(text));
        await range.fill(String(numbers));
        await compute();
        await page.locator(".fault mark", { hasText: String(marked) }).waitFor();
        assert.equal(await /** @type {import("playwright-core").Locator} */ (wrong).getAttribute("aria-invalid"), "true");
      }

      await page.getByLabel("The expression names the game of a rule file").check();
      await page.getByLabel("Rules", { exact: true }).fill("name: halves\nheap n -> n-1 | n/2 where n >= 1\n");
      await expression.fill("halves(n)");
      await range.fill("n=0..4");
      await compute();
      await page.waitForFunction(() => document.querySelectorAll(".value-cells li").length === 5);
      assert.deepEqual(await page.locator(".value-cells li").allTextContents(), ["0: 0", "1: 1", "2: 0", "3: 2", "4: 1"]);
    },
    { refusals: true },
  ));

test("the sequence of a rule file has a plot, a period, a certificate and an address", () =>
  visit(
    "#/sequences",
    async (page) => {
      await page.getByLabel("Sequence of", { exact: true }).selectOption("file");
      const text = page.getByLabel("Rules", { exact: true });
      await text.fill("game: Mine\nheap n -> n-k where 1 <= k <= 2 extra\n");
      assert.equal(await page.locator("#rules-fault mark").innerText(), "extra");
      await page.getByRole("button", { name: /^Go to line 2/ }).click();
      assert.equal(await text.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), "extra");
      await text.fill("game: Mine\nheap n -> n-k where 1 <= k <= 2\n");
      await page.getByText("The file is a game: Mine.").waitFor();
      await page.getByLabel("Up to").fill("12");
      await page.getByLabel(/^Keep searching/).check();
      await page.getByRole("button", { name: "Compute" }).click();
      const seen = async () => {
        await page.getByText(/Period 3 after a preperiod of 0.*proved/).waitFor();
        assert.deepEqual(await page.locator(".value-cells li").evaluateAll((list) => list.map((one) => one.lastChild?.textContent)), [..."0120120120120"]);
        assert.equal(await page.locator(".dots").count(), 1);
      };
      await seen();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save the certificate" }).click();
      assert.match(readFileSync(await (await download).path(), "utf8"), /^winways period certificate 1\ngame mine\npreperiod 0\nperiod 3\n/);
      await page.reload();
      await seen();
      assert.match(await text.inputValue(), /game: Mine/);
      await audit(page, "the sequence of a rule file");
      await page.setViewportSize({ width: 360, height: 780 });
      await fits(page, "the sequence of a rule file");
      // Errors are shown at their places.
      await text.fill("board: grid\npieces: x left, o right\neach: @ . -> . @\nstart: xo|.x\n");
      await page.getByText(/^The file is a game/).waitFor();
      await page.getByRole("button", { name: "Compute" }).click();
      await page.locator("#rules-fault", { hasText: "no positions that are single heaps" }).waitFor();
    },
    { refusals: true },
  ));

test("a rule file is opened from disk and passed between the sections, and a long run is cancelled", async () => {
  await visit("#/sequences", async (page) => {
    await page.getByLabel("Sequence of", { exact: true }).selectOption("file");
    const file = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Open a file" }).click();
    await (await file).setFiles({ name: "queen.game", mimeType: "text/plain", buffer: Buffer.from("game: Queen\nheap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1\n") });
    await page.getByText("The file is a game: Queen.").waitFor();
    await page.getByLabel("Up to").fill("6");
    await page.getByRole("button", { name: "Compute" }).click();
    await page.locator(".pair").first().waitFor();
    // The lost pairs of Wythoff: (0,0), (1,2), (2,1), (3,5), (5,3)
    assert.equal(await page.locator(".pair.lost").count(), 5);
  });
  await visit(`#/rules?file=${encodeURIComponent("game: Halves\nheap n -> a, b where a + b = n - 3\n")}`, async (page) => {
    await page.getByRole("link", { name: "Its sequence of values" }).click();
    await page.locator(".asked", { hasText: "halves" }).waitFor();
    assert.equal(await page.locator(".value-cells li").count(), 101);
    await prolong(page, "table", { smaller: (body) => ({ ...body, up_to: 500 }) });
    await page.getByLabel("Up to").fill("1000000");
    await page.getByRole("button", { name: "Compute" }).click();
    await page.locator(".busy", { hasText: /positions/ }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator(".notice", { hasText: "Partial answer: interrupted" }).waitFor();
    await page.getByRole("link", { name: "Play it" }).click();
    await settled(page);
    await page.getByText("The file is a game: Halves.").waitFor();
    assert.match(await page.getByLabel("Rules", { exact: true }).inputValue(), /a \+ b = n - 3/);
  });
});

/** Answers requests for a sequence with these fields.
 * @param {import("playwright-core").Page} page
 * @param {object} answer
 */
const tell = (page, answer) => page.route("**/api/v1/table", (route) => route.fulfill({ json: { game: "kayles", from: 0, complete: true, stopped: null, ...answer } }));

test("a table of a million values has its plot, with no more dots than pixels, and its cells", () =>
  visit(
    "#/sequences/kayles?to=1000000",
    async (page) => {
      const dots = async () => [...((await page.locator(".dots").getAttribute("d")) ?? "").matchAll(/M (\S+) (\S+)/g)].map(([, x, y]) => `${x} ${y}`);
      await page.locator(".dots").waitFor();
      const box = await page.locator(".zoomed svg").boundingBox();
      const all = await dots();
      assert.ok(all.length > 1000 && all.length <= box.width * box.height, `${all.length} dots`);
      assert.equal(new Set(all).size, all.length);
      // There are dots for each of the eight values.
      const heights = new Set(all.map((dot) => dot.split(" ")[1]));
      assert.equal(heights.size, 8);
      assert.equal(await page.locator(".value-cells li").count(), 1000);
      await page.getByText("The first 1000 of 1000001 are shown").waitFor();
      for (let zoom = 0; zoom < 18; zoom += 1) await page.getByRole("button", { name: "Zoom in" }).click();
      const [, first, last] = /^(\d+) to (\d+)$/.exec(await page.locator(".zoom [role=status]").innerText()) ?? [];
      assert.equal((await dots()).length, Number(last) - Number(first) + 1);
    },
    { prepare: (page) => tell(page, { values: Array.from({ length: 1_000_001 }, (_, heap) => (heap * 5) % 8) }) },
  ));

test("a map of a million pairs is painted, and one of fewer drawn", async () => {
  const pairs = (side) => Array.from({ length: side }, (_, b) => Array.from({ length: side }, (_, a) => a ^ b));
  await visit(
    "#/sequences/wythoff?to=999",
    async (page) => {
      const canvas = page.locator(".zoomed canvas");
      await canvas.waitFor();
      // Each pair is a pixel. Lost pairs are on the diagonal from the lower left corner, in their own colour.
      const seen = await canvas.evaluate((one) => {
        const picture = /** @type {HTMLCanvasElement} */ (one);
        const pen = /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d"));
        const { data } = pen.getImageData(0, 0, picture.width, picture.height);
        const colour = (/** @type {number} */ a, /** @type {number} */ b) => [...data.slice(4 * (a + (picture.height - 1 - b) * picture.width)).slice(0, 4)];
        return { size: [picture.width, picture.height], lost: [colour(0, 0), colour(999, 999)], won: colour(1, 0) };
      });
      assert.deepEqual(seen.size, [1000, 1000]);
      assert.deepEqual(seen.lost[0], seen.lost[1]);
      assert.equal(seen.lost[0][3], 255);
      assert.ok(seen.won[3] > 0 && seen.won[3] < 60, `${seen.won}`);
      const width = async () => (await canvas.boundingBox())?.width;
      assert.equal(await width(), 4000);
      await page.getByRole("button", { name: "Zoom out" }).click();
      assert.equal(await width(), 3000);
      await audit(page, "a map of a million pairs");
    },
    { prepare: (page) => tell(page, { shape: "pairs", values: pairs(1000) }) },
  );
  await visit(
    "#/sequences/wythoff?to=99",
    async (page) => {
      await page.locator(".pair").first().waitFor();
      assert.equal(await page.locator(".pair").count(), 10_000);
      assert.equal(await page.locator(".pair.lost").count(), 100);
    },
    { prepare: (page) => tell(page, { shape: "pairs", values: pairs(100) }) },
  );
});

test("pairs are a map, outcomes of misère play a strip", async () => {
  await visit("#/sequences/wythoff?to=6", async (page) => {
    await page.locator(".pair").first().waitFor();
    assert.equal(await page.locator(".pair").count(), 49);
    // (0,0), (1,2), (2,1), (3,5), (5,3)
    assert.equal(await page.locator(".pair.lost").count(), 5);
  });
  await visit("#/sequences/nim?to=6&show=misere", async (page) => {
    await page.locator(".value-cells li").first().waitFor();
    assert.match((await page.locator(".value-cells li").allInnerTexts()).join(" ").replace(/[^NP]/g, ""), /^NPNNNNN$/);
  });
});

test("a misère quotient has its order, its elements, its products, and a drawing", () =>
  // An address of an earlier version, which leads to the section.
  visit("#/sequences/octal(0.75)?to=10&show=quotient", async (page) => {
    await page.getByText(/Order 8, with 2 P-positions\. Period \d+ after a preperiod of \d+: proved.*The quotient holds for all heaps/).waitFor();
    assert.match(page.url(), /#\/misere\/octal\(0\.75\)\?to=10$/);
    assert.match(await page.locator(".result .facts").innerText(), /Order\s+8\s+P-positions\s+2: /);
    assert.equal(await page.locator("svg.cayley[role=img] circle").count(), 8);
    assert.equal(await page.locator("svg.cayley .lost").count(), 2);
    await page.getByText("Products as a table").click();
    const rows = await page.locator("details tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    // 1 times a generator is the generator, and a times a is 1.
    assert.deepEqual(rows[0].slice(0, 3), ["1", "a", "b"]);
    assert.equal(rows.find(([name]) => name === "a")?.[1], "1");
    await audit(page, "a misère quotient");
  }));

test("a misère quotient is shown for its first heaps", () =>
  visit("#/misere/kayles?to=20&prove=0", async (page) => {
    await page.getByText(/Order 24, with \d+ P-positions.*The quotient holds for heaps up to 20/).waitFor();
    const heap = page.getByLabel("The largest heap");
    assert.equal(await heap.inputValue(), "20");
    await heap.fill("4");
    await page.getByText("Heaps up to 4: order 6").waitFor();
    // Tame quotients: 2, then 6, then 12 elements.
    await page.locator("svg.cayley[aria-label*='heaps up to 4']").waitFor();
    assert.equal(await page.locator("svg.cayley[role=img][aria-label*='heaps up to 4'] circle").count(), 6);
    await heap.fill("5");
    await page.locator("svg.cayley[aria-label*='heaps up to 5']").waitFor();
    assert.equal(await page.locator("svg.cayley[aria-label*='heaps up to 5'] circle").count(), 12);
    await audit(page, "a misère quotient heap by heap");
  }));

test("the quotient says who wins a sum of heaps under misère play", () =>
  visit(
    "#/misere/kayles?to=8&prove=0",
    async (page) => {
      const heaps = page.getByLabel("Heaps", { exact: true });
      await heaps.fill("1 1 1");
      await page.getByRole("button", { name: "Who wins?" }).click();
      await page.getByText("The player to move loses.").waitFor();
      await heaps.fill("40 52 63");
      await page.getByRole("button", { name: "Who wins?" }).click();
      await page.getByText(/The player to move wins, by heap 63 -> 1 \+ 61, /).waitFor();
      await page.getByText("heap 40 maps to ab^2, heap 52 maps to ab^2, heap 63 maps to g").waitFor();
      await audit(page, "a sum of heaps under misère play");
      await heaps.fill("3 x");
      await page.getByRole("button", { name: "Who wins?" }).click();
      await page.locator(".fault mark").waitFor();
    },
    { refusals: true },
  ));

test("wrong games have no misère quotient, and rule files have one", async () => {
  await visit(
    "#/misere/octal(0.98)",
    async (page) => {
      await page.locator(".fault[role=alert]").waitFor();
      assert.equal(await page.getByLabel("Game, or a take-and-break code").getAttribute("aria-invalid"), "true");
      await page.evaluate(() => (location.hash = "#/misere/domineering"));
      await page.locator(".fault[role=alert]").waitFor();
    },
    { refusals: true },
  );
  const rules = "game: Take one or two\nheap n -> n - 1 | n - 2\n";
  await visit(`#/misere?to=6&prove=0&file=${encodeURIComponent(rules)}`, async (page) => {
    await page.getByText(/Order 6, with 2 P-positions/).waitFor();
  });
});

test("a table of entailing moves names the loony heaps", () =>
  visit("#/sequences/top-entails?to=12", async (page) => {
    await page.getByText("Loony heaps: 1, 3.").waitFor();
    const cells = await page.locator(".value-cells li").allInnerTexts();
    assert.match(cells[3], /loony/);
    assert.match(cells[8], /3\s*$/);
    await audit(page, "a table with loony heaps");
  }));

test("triples are a table and a map of each layer", () => {
  const to = 4;
  // The values by definition: one heap becomes smaller, or the first and the third by the same number.
  /** @type {Map<string, number>} */
  const values = new Map();
  const value = (/** @type {number[]} */ ...heaps) => values.get(heaps.join()) ?? 0;
  for (let a = 0; a <= to; a += 1)
    for (let b = 0; b <= to; b += 1)
      for (let c = 0; c <= to; c += 1) {
        const options = new Set();
        for (let k = 1; k <= to; k += 1) for (const [x, y, z] of [[k, 0, 0], [0, k, 0], [0, 0, k], [k, 0, k]]) if (x <= a && y <= b && z <= c) options.add(value(a - x, b - y, c - z));
        let mex = 0;
        while (options.has(mex)) mex += 1;
        values.set(`${a},${b},${c}`, mex);
      }
  const rules = "game: Three\nheap (a, b, c) -> (a-k, b, c) | (a, b-k, c) | (a, b, c-k) | (a-k, b, c-k) where k >= 1\n";
  return visit(`#/sequences?to=${to}&file=${encodeURIComponent(rules)}`, async (page) => {
    const layer = page.getByRole("spinbutton", { name: "Layer of a" });
    for (let a = 0; a <= to; a += 1) {
      await layer.fill(String(a));
      const table = await page.locator(".result tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => Number(cell.textContent))));
      const all = [...Array(to + 1).keys()];
      assert.deepEqual(table, all.map((b) => [b, ...all.map((c) => value(a, b, c))]));
      assert.equal(await page.locator(".pair").count(), 25);
      assert.equal(await page.locator(".pair.lost").count(), table.flatMap(([, ...row]) => row).filter((one) => one === 0).length);
    }
    await page.getByText("Lost for the player to move: (0, 0, 0) (0, 1, 1)").waitFor();
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await audit(page, `triples, ${colorScheme}`);
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await fits(page, "triples");
  });
});

test("a rule file with an error is corrected and played, and has an address", () =>
  visit(
    "#/rules",
    async (page) => {
      await settled(page);
      const text = page.getByLabel("Rules", { exact: true });
      await text.fill("game: Mine\nheap n -> n-k where 1 <= k <= 2 extra\n");
      assert.equal(await page.locator("#rules-fault mark").innerText(), "extra");
      await page.getByRole("button", { name: /^Go to line 2/ }).click();
      assert.equal(await text.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), "extra");
      await text.fill("game: Mine\nheap n -> n-k where 1 <= k <= 2\n");
      await page.getByText("The file is a game: Mine.").waitFor();
      await page.locator(".moves .chip", { hasText: "heap 5 -> 4" }).waitFor();
      assert.equal(await page.locator("#rules-fault mark").count(), 0);
      await page.locator(".moves .chip", { hasText: "heap 5 -> 4" }).click();
      await settled(page);
      await page.waitForFunction(() => location.hash.includes("Mine"));
      await page.reload();
      await settled(page);
      assert.match(await text.inputValue(), /game: Mine/);
      await page.locator(".moves .chip", { hasText: "heap 4 -> 3" }).waitFor();
    },
  ));

test("a lesson checks a wrong answer and a right one, and stores the progress", () =>
  visit("#/learn/positions", async (page) => {
    const first = page.locator(".exercise").first();
    await first.locator("ww-board .shapes text").waitFor();
    const lost = async () => Number(await first.locator("ww-board .shapes text").textContent()) % 4 === 0;
    await first.getByRole("button", { name: (await lost()) ? /^N:/ : /^P:/ }).click();
    await first.locator(".judged.wrong").waitFor();
    assert.ok((await first.locator(".judged .reasons li").count()) > 0, "an explanation after a wrong answer");
    await first.getByRole("button", { name: "Next", exact: true }).click();
    await first.locator(".judged").waitFor({ state: "detached" });
    await first.getByRole("button", { name: /^N:/ }).waitFor();
    await first.locator("ww-board .shapes text").waitFor();
    await first.getByRole("button", { name: (await lost()) ? /^P:/ : /^N:/ }).click();
    await first.locator(".judged.right").waitFor();
    await page.getByRole("link", { name: "All lessons" }).click();
    await page.getByText("1 of 3 answered").waitFor();
  }));

test("an exercise that asks for a move is answered on the board", () =>
  visit("#/learn/positions", async (page) => {
    const exercise = page.locator(".exercise").nth(1);
    await exercise.locator("ww-board .shapes text").waitFor();
    const tokens = Number(await exercise.locator("ww-board .shapes text").textContent());
    // A winning move leaves a multiple of 4. The token to click is named by the remainder.
    const hit = exercise.locator(".hit").first();
    await hit.focus();
    await page.keyboard.press("Enter");
    await exercise.locator(".chooser .chip", { hasText: `-> ${tokens - (tokens % 4)}` }).click();
    await exercise.locator(".judged.right").waitFor();
  }));

test("every lesson loads, with working boards and exercises", () =>
  visit("#/learn", async (page) => {
    await page.locator(".lesson-card").first().waitFor();
    const addresses = await page.locator(".lesson-card").evaluateAll((cards) => cards.map((card) => card.getAttribute("href")));
    assert.ok(addresses.length >= 11);
    for (const address of addresses) {
      await page.goto(page.url().replace(/#.*/, "") + address);
      await page.locator(".lesson h1").waitFor();
      await page.waitForFunction(() => [...document.querySelectorAll(".exercise, ww-play")].every((one) => one.querySelector("ww-board svg")));
      await page.waitForFunction(() => !document.querySelector("ww-play[aria-busy]"));
      assert.equal(await page.locator(".fault").count(), 0, address);
    }
  }));

test("names are completed, values typeset and copied", () =>
  visit("#/values", async (page) => {
    const input = page.getByLabel(/^An expression/);
    await input.pressSequentially("g = {5/8^^*|-1}");
    await page.keyboard.press("Enter");
    await page.locator(".typeset math mfrac").first().waitFor();
    assert.match((await page.locator(".typeset").first().innerText()).replace(/\s/g, ""), /⇑∗/);
    assert.equal(await page.locator(".typeset math").first().getAttribute("aria-label"), await page.locator(".value-text").innerText());
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy as LaTeX" }).click();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\\left\\\{\\tfrac\{5\}\{8\}.*\\Uparrow \{\\ast\}\\mathrel\{\|\}-1\\right\\\}$/);
    await page.getByRole("button", { name: "Copy as TikZ" }).click();
    await page.waitForFunction(async () => /tikzpicture/.test(await navigator.clipboard.readText()));
    for (const [name, ending] of [["SVG", "svg"], ["PNG", "png"]]) {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: `Save as ${name}` }).click();
      assert.equal((await download).suggestedFilename(), `thermograph.${ending}`);
    }
    // By keys only: complete a function, then a defined name.
    await input.fill("");
    await input.pressSequentially("temp");
    await page.getByRole("option", { name: /^temperature/ }).waitFor();
    assert.equal(await input.getAttribute("aria-expanded"), "true");
    await page.keyboard.press("ArrowDown");
    assert.match(await page.evaluate(() => document.getElementById(document.activeElement?.getAttribute("aria-activedescendant") ?? "")?.textContent ?? ""), /^temperature/);
    await page.keyboard.press("Enter");
    assert.equal(await input.inputValue(), "temperature(");
    assert.equal(await page.getByRole("option").count(), 0);
    await input.pressSequentially("g)");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.waitForURL(/temperature/);
    await page.locator(".asked", { hasText: "temperature(g)" }).waitFor();
  }));

test("two games are compared", () =>
  visit(
    "#/values",
    async (page) => {
      const compare = async (left, right) => {
        await page.getByLabel("G", { exact: true }).fill(left);
        await page.getByLabel("H", { exact: true }).fill(right);
        await page.getByRole("button", { name: "Compare" }).click();
      };
      for (const [left, right, sign, says] of [
        ["{1|-1}", "*2", "∥", "the player who moves first wins G − H"],
        ["^", "0", ">", "Left wins G − H"],
        ["nim(3)", "*3", "=", "the player who moves second wins G − H"],
        ["v*", "1/8", "<", "Right wins G − H"],
      ]) {
        await compare(left, right);
        await page.getByText(says).waitFor();
        assert.equal(await page.locator(".relation strong").innerText(), sign);
      }
      await page.reload();
      await page.locator(".relation strong", { hasText: "<" }).waitFor();
      await compare("{1|-1} + foo", "0");
      assert.equal(await page.locator("section[aria-label='Compare two games'] mark").innerText(), "foo");
    },
    { refusals: true },
  ));

test("a plot is zoomed by buttons and by dragging, a map of pairs by buttons", async () => {
  await visit("#/sequences/kayles", async (page) => {
    const says = page.locator(".zoom [role=status]");
    await page.locator(".dots").waitFor();
    const dots = async () => ((await page.locator(".dots").getAttribute("d")) ?? "").split("M").length - 1;
    assert.deepEqual([await says.innerText(), await dots()], ["0 to 100", 101]);
    await page.getByRole("button", { name: "Zoom in" }).click();
    assert.deepEqual([await says.innerText(), await dots()], ["25 to 75", 51]);
    await page.getByRole("button", { name: "Go right" }).focus();
    await page.keyboard.press("Enter");
    assert.equal(await says.innerText(), "50 to 100");
    await page.getByRole("button", { name: "Show all" }).click();
    const box = await page.locator(".zoomed svg").boundingBox();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + 60, { steps: 3 });
    await page.mouse.up();
    const [, first, last] = /^(\d+) to (\d+)$/.exec(await says.innerText()) ?? [];
    assert.ok(Number(first) > 40 && Number(last) < 80 && Number(last) - Number(first) > 20, `${first} to ${last}`);
  });
  await visit("#/sequences/wythoff?to=6", async (page) => {
    const side = async () => Number(await page.locator(".pair").first().getAttribute("width"));
    await page.locator(".pair").first().waitFor();
    const before = await side();
    await page.getByRole("button", { name: "Zoom in" }).click();
    assert.ok((await side()) > before * 1.4);
    await page.getByRole("button", { name: "Zoom out" }).click();
    await page.getByRole("button", { name: "Zoom out" }).click();
    assert.ok((await side()) < before * 0.8);
    assert.equal(await page.locator(".pair.lost").count(), 5);
  });
});

test("the certificate of a proved period is saved", () =>
  visit("#/sequences/kayles?prove=1", async (page) => {
    await page.getByText(/Period 12 after a preperiod of 71/).waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the certificate" }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), "kayles.certificate");
    assert.match(readFileSync(await file.path(), "utf8"), /^winways period certificate 1\ngame kayles\npreperiod 71\nperiod 12\n/);
  }));

test("exercises on any game have hints, and are checked and explained", () =>
  visit("#/learn/quiz?topic=heat&seed=5", async (page) => {
    await page.getByText("Is it hot, tepid or cold?").waitFor();
    await page.getByRole("button", { name: "Hint" }).click();
    assert.equal(await page.locator(".verdict-line li").count(), 1);
    await page.getByRole("button", { name: "Hint" }).click();
    assert.equal(await page.locator(".verdict-line li").count(), 2);
    await page.getByRole("button", { name: "hot", exact: true }).click();
    await page.locator(".judged.wrong", { hasText: "The answer is cold." }).waitFor();
    assert.ok((await page.locator(".judged .reasons li").count()) > 0, "an explanation after a wrong answer");
    await page.getByText("0 of 1 correct").waitFor();
    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForURL(/seed=6/);
    // Until the next exercise arrives, the fields are those of the last one.
    await page.locator(".judged").waitFor({ state: "detached" });
    await page.getByLabel("About").selectOption({ label: "Winning moves" });
    await page.waitForURL(/topic=move&seed=6/);
    // Ask the engine for a winning move, and type it.
    const answer = await page.evaluate(async () => (await (await fetch("api/v1/quiz?topic=move&seed=6&wait=60")).json()).answer.split("; ")[0]);
    await page.getByLabel("Your answer").fill("nonsense");
    await page.getByRole("button", { name: "Answer" }).click();
    await page.getByText("Not understood").waitFor();
    await page.getByLabel("Your answer").fill(answer);
    await page.getByRole("button", { name: "Answer" }).click();
    await page.locator(".judged.right").waitFor();
    await page.getByText("1 of 2 correct").waitFor();
  }));
