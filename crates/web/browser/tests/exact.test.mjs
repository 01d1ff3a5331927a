// Numbers that a `Number` of JavaScript would round, and counts that follow from them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { visit } from "../harness.mjs";

test("large integers of an answer stay exact in tables and in saved files, and texts stay as they are", async () => {
  await visit("#/games", async (page) => {
    const seen = await page.evaluate(async () => {
      const { parse, stringify } = await import("./js/json.js");
      const text = '{"values":[[9007199254740993,1],null,-9007199254740993],"nimber":5000000000000000000001,"note":"#9007199254740993 \\"9007199254740993","nodes":9007199254740993,"mean":0.12345678901234567,"list":[1e300]}';
      const answer = parse(text);
      const kinds = [answer.values[0][0], answer.values[0][1], answer.values[2], answer.nimber, answer.nodes, answer.mean, answer.list[0]].map((one) => `${typeof one} ${one}`);
      return { kinds, note: answer.note, small: parse('{"values":[9007199254740991]}').values[0], saved: stringify({ values: answer.values, note: answer.note }) };
    });
    assert.deepEqual(seen.kinds, ["bigint 9007199254740993", "number 1", "bigint -9007199254740993", "bigint 5000000000000000000001", "number 9007199254740992", "number 0.12345678901234566", "number 1e+300"]);
    assert.equal(seen.note, '#9007199254740993 "9007199254740993');
    assert.equal(seen.small, 9007199254740991);
    assert.equal(seen.saved, '{"values":[[9007199254740993,1],null,-9007199254740993],"note":"#9007199254740993 \\"9007199254740993"}');
  });
  await visit("#/sequences/nim(9007199254740992%2Bn)?for=n%3D1..3", async (page) => {
    await page.locator(".value-cells li").nth(2).waitFor();
    const values = ["9007199254740993", "9007199254740994", "9007199254740995"];
    assert.deepEqual(await page.locator(".value-cells li").allTextContents(), values.map((value, place) => `${place + 1}: ${value}`));
    await page.locator("figure.chart .dots").waitFor({ state: "attached" });
    const saved = async (/** @type {string} */ name) => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name }).click();
      return readFileSync(await (await download).path(), "utf8");
    };
    assert.equal(await saved("Save as CSV"), `n,value\n1,${values[0]}\n2,${values[1]}\n3,${values[2]}\n`);
    assert.match(await saved("Save as JSON"), /"values": \[\s*9007199254740993,\s*9007199254740994,\s*9007199254740995\s*\]/);
  });
});

test("large numbers of heaps stay exact in a table", () =>
  visit("#/sequences/nim(n)?for=n%3D9007199254740991..9007199254740994", async (page) => {
    await page.locator(".value-cells li").nth(3).waitFor();
    const heaps = ["9007199254740991", "9007199254740992", "9007199254740993", "9007199254740994"];
    assert.deepEqual(await page.locator(".value-cells li").allTextContents(), heaps.map((heap) => `${heap}: ${heap}`));
  }));

test("the results that the players reach at a tax are exact", async () => {
  for (const [value, sentence] of [
    ["{1|1/2048}", "Left, moving first, reaches 1; Right, moving first, reaches 1/2048."],
    ["{9007199254740993|0}", "Left, moving first, reaches 9007199254740993; Right, moving first, reaches 0."],
  ]) {
    await visit(`#/values/${encodeURIComponent(value)}`, async (page) => {
      await page.locator(".cooled", { hasText: "moving first" }).waitFor();
      assert.equal(await page.locator(".cooled .quiet").innerText(), sentence);
    });
  }
});

test("fractions are exact, and ticks are left out where numbers for drawing coincide", () =>
  visit("#/games", async (page) => {
    const seen = await page.evaluate(async () => {
      const { between, compare, exact, minus, ticks, written } = await import("./js/values/fractions.js");
      const { taxResult } = await import("./js/values/cooling.js");
      const { placed } = await import("./js/values/thermograph.js");
      const of = (/** @type {string} */ text) => exact(text) ?? { above: 0n, below: 0n };
      const point = (/** @type {string} */ place, /** @type {string} */ value) => ({ place: of(place), value: of(value) });
      const wall = [{ value: "ω", temperature: "-1" }];
      return {
        texts: ["6/-4", "-6/4", "0/5", "1/0", "1/3", "-7", "ω"].map((text) => (exact(text) ? written(of(text)) : null)),
        between: written(between(point("-1", "2"), point("2047/4096", "2049/4096"), of("1/3"))),
        minus: written(minus(of("1/4"), of("3/4"))),
        compared: [compare(of("1/3"), of("1/2")), compare(of("9007199254740993"), of("9007199254740992"))],
        small: ticks(-0.5, 0.5, 8).map(written),
        large: ticks(0, 1e22, 5).map(written),
        close: ticks(2 ** 53, 2 ** 53 + 2, 8).length,
        unknown: taxResult(placed({ mean: "0", temperature: "1", left: wall, right: wall }), of("0")),
      };
    });
    assert.deepEqual(seen, {
      texts: [null, "-3/2", "0", null, "1/3", "-7", null],
      between: "2/3",
      minus: "-1/2",
      compared: [-1, 1],
      small: ["-1/2", "-3/8", "-1/4", "-1/8", "0", "1/8", "1/4", "3/8", "1/2"],
      large: ["0", "2000000000000000000000", "4000000000000000000000", "6000000000000000000000", "8000000000000000000000", "10000000000000000000000"],
      close: 0,
      unknown: "",
    });
  }));

test("nim-sums are exact beyond 32 bits", () =>
  visit("#/games", async (page) => {
    const [sum, total] = await page.evaluate(async () => {
      const { nimSum, table } = await import("./js/lessons/follow.js");
      const digits = [...table([2n ** 31n, 2n ** 31n + 1n])[0].querySelectorAll("tr.total td")].map((cell) => cell.textContent);
      return [String(nimSum([2n ** 31n, 2n ** 60n, 1n])), digits.join("")];
    });
    assert.equal(sum, String(2n ** 60n + 2n ** 31n + 1n));
    assert.equal(total, `${"0".repeat(31)}1`);
  }));

test("the moves of the winner are counted according to the player to move", async () => {
  for (const [vertex, ends] of [
    ["0", "3 plies (1 move of Second player)"],
    ["1", "2 plies (1 move of First player)"],
  ]) {
    await visit(`#/board/${encodeURIComponent("loopy-graph{0 1, 1 2, 2 3}")}/${vertex}?misere=1`, async (page) => {
      await page.locator(".panel .facts dd", { hasText: "plies" }).waitFor();
      assert.equal(await page.locator(".panel .facts > div", { hasText: "Ends in" }).locator("dd").innerText(), ends);
    });
  }
});

test("a line of best play without moves has reached the end, or a limit", () =>
  visit("#/games", async (page) => {
    const said = await page.evaluate(async () => {
      const { describe } = await import("./js/board/best-line.js");
      const line = /** @type {any} */ ({ moves: [], winner: null });
      const stopped = "the time limit was reached after 57638 positions";
      return [describe({ ...line, complete: true, stopped: null }), describe({ ...line, complete: false, stopped })];
    });
    assert.deepEqual(said, ["No move is left.", "No best move was found: the time limit was reached after 57638 positions."]);
  }));
