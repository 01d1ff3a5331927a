import assert from "node:assert/strict";
import test from "node:test";
import { audit, element, fetched, fits, settled, visit } from "../harness.mjs";

test("a value is said in words, and a long one is shortened and shown in full on demand", async () => {
  await visit("#/values/%7B4%7C%7C1%7C-2%7D%20%2B%20%5E", async (page) => {
    await page.locator(".in-words", { hasText: "about 1 3/4, hot (temperature 9/4)" }).first().waitFor();
    await audit(page, "a value");
  });
  await visit("#/board/domineering/....%7C....%7C....%7C....", async (page) => {
    await settled(page);
    const whole = page.locator(".facts .whole-value");
    await whole.locator("summary").click();
    const text = await whole.locator("output").innerText();
    assert.ok(text.length > 30, text);
    const [shown] = await page.locator(".facts .value math").evaluateAll((list) => list.map((one) => one.textContent ?? ""));
    assert.match(shown, /…/);
    assert.ok(shown.length < text.length, shown);
    await audit(page, "a long value");
    await page.setViewportSize({ width: 360, height: 780 });
    await fits(page, "a long value");
  });
});

test("a nimber of many digits is shown exactly", () =>
  visit("#/values/%2A5000000000000000000001%20%2B%20%2B-1", async (page) => {
    await page.locator("mn", { hasText: "5000000000000000000001" }).first().waitFor();
    await page.locator("span.follower mn", { hasText: "5000000000000000000001" }).first().waitFor();
  }));

test("a loopy value has sides, an outcome for each first player, and a drawing of its graph", async () => {
  await visit("#/values/tis", async (page) => {
    await page.getByText("if Left moves first, it is a draw; if Right does, Left wins").waitFor();
    const sides = page.locator(".facts dd");
    assert.deepEqual(await sides.allInnerTexts(), ["1", "0"]);
    await audit(page, "a value with two sides");
  });
  await visit("#/values/a%7B0%7C%7C%7C%7C0%7C%7C%7Ca%7C*%7C%7C*%7D", async (page) => {
    await page.locator(".typeset math").first().waitFor();
    const graph = page.locator("svg.loop");
    await graph.waitFor();
    assert.equal(await graph.locator("circle").count(), 6);
    assert.equal(await graph.locator("path[marker-end]").count(), 8);
    await audit(page, "a loopy value");
  });
});

test("a number has a drawing of its place in the tree of numbers", async () => {
  await visit("#/values/1%2F3%20%2B%201%2F%CF%89", async (page) => {
    const path = page.locator("svg.place-path");
    await path.waitFor();
    await page.getByText("+ -^2 (+ -)^ω +", { exact: true }).waitFor();
    // The word is drawn twice, then as a dotted line, and a last step leads to the number.
    assert.equal(await path.locator("path.left").count(), 4);
    assert.equal(await path.locator("path.right").count(), 3);
    assert.deepEqual(await path.locator("g text").allTextContents(), ["0", "1", "1/4", "3/8", "5/16", "11/32", "21/64", "1/3", "1/3+1/ω"]);
    assert.equal(await path.locator(".lost text").textContent(), "1/3+1/ω");
    await audit(page, "a number and its place");
    await page.setViewportSize({ width: 360, height: 780 });
    await fits(page, "a number and its place");
  });
  await visit("#/values/%CF%89%20-%201", async (page) => {
    const path = page.locator("svg.place-path");
    await path.waitFor();
    assert.deepEqual(await path.locator("g text").allTextContents(), ["0", "ω", "ω-1"]);
    assert.equal(await path.locator("path.long").count(), 1);
    assert.equal(await path.locator("text.length").textContent(), "ω");
  });
  await visit("#/values/5%2F8", async (page) => {
    await page.locator("svg.place-path").waitFor();
    assert.deepEqual(await page.locator("svg.place-path g text").allTextContents(), ["0", "1", "1/2", "3/4", "5/8"]);
  });
});

test("a tax cools a game down to its mean, and the axes have ticks", () =>
  visit("#/values/%7B5%7C1%7D", async (page) => {
    const cooled = page.locator(".cooled math");
    await page.locator('.cooled math[aria-label="{5|1}"]').waitFor();
    const slider = page.getByLabel("Tax", { exact: true });
    const say = async (/** @type {string} */ tax, /** @type {string} */ value) => {
      while ((await page.locator(".tax-amount").innerText()) !== tax) await slider.press("ArrowRight");
      await page.locator(`.cooled math[aria-label="${value}"]`).waitFor();
    };
    await say("1", "{4|2}");
    await page.getByText("Left, moving first, reaches 4; Right, moving first, reaches 2.").waitFor();
    await say("2", "3+*");
    await page.getByText("the walls meet at the mean, 3").waitFor();
    await say("9/4", "3");
    await page.getByText("the game is frozen at its mean, 3").waitFor();
    assert.equal(await cooled.count(), 1);
    const ticks = await page.locator(".axes .tick").allTextContents();
    for (const tick of ["5", "1", "0", "2"]) assert.ok(ticks.includes(tick), `${ticks}`);
  }));

test("the board shows values typeset, with their meaning", () =>
  visit("#/board/domineering/..%7C..%7C..", async (page) => {
    await settled(page);
    await page.locator(".facts .value math").waitFor();
    await page.locator(".facts .value .in-words").waitFor();
  }));

test("sequences are proved by default, or say that they cannot be", async () => {
  await visit("#/sequences/octal(0.77)?to=20", async (page) => {
    await page.getByText("Period 12 after a preperiod of 71: proved").waitFor();
    assert.equal(await page.locator(".value-cells li").count(), 21);
  });
  await visit("#/sequences/subtract%7Bsquares%7D?to=20", async (page) => {
    await page.getByText("No period is proved").waitFor();
    assert.equal(await page.locator(".value-cells li").count(), 21);
  });
  await visit("#/sequences/octal(0.77)?to=20&prove=0", async (page) => {
    await page.locator(".value-cells li").first().waitFor();
    assert.equal(await page.getByLabel(/^Keep searching/).isChecked(), false);
  });
});

test("a certificate is offered for a proved period of nim-values", async () => {
  const button = (/** @type {import("playwright-core").Page} */ page) => page.getByRole("button", { name: "Save the certificate" });
  await visit("#/sequences/subtract%7B1,3,4%7D?to=20", async (page) => {
    await page.locator(".value-cells li").first().waitFor();
    const download = page.waitForEvent("download");
    await button(page).click();
    assert.match((await download).suggestedFilename(), /\.certificate$/);
  });
  // An induction has no certificate.
  await visit("#/sequences/rims?to=20", async (page) => {
    await button(page).click();
    await page.getByText("There is no certificate: the proof (by induction over digits) has none.").waitFor();
  });
  for (const address of ["subtract%7B1%7C2%7D?to=20", "kayles?to=20&show=outcomes", "subtract%7B1,3,4%7D?to=20&show=misere"]) {
    await visit(`#/sequences/${address}`, async (page) => {
      await page.locator(".value-cells li").first().waitFor();
      assert.equal(await button(page).count(), 0, address);
    });
  }
});

test("a wrong number of heaps is an error of its field", () =>
  visit(
    "#/sequences/grundy?to=-5",
    async (page) => {
      await page.locator(".sequence-form .fault", { hasText: "up_to" }).waitFor();
      assert.equal(await page.locator(".sequence-form .excerpt").count(), 0);
      assert.equal(await page.getByLabel("Up to").getAttribute("aria-invalid"), "true");
      assert.equal(await page.locator("#table-game").getAttribute("aria-invalid"), null);
      await page.getByLabel("Up to").fill("5");
      await page.getByRole("button", { name: "Compute", exact: true }).click();
      await page.locator(".value-cells li").first().waitFor();
      assert.equal(await page.getByLabel("Up to").getAttribute("aria-invalid"), null);
    },
    {
      refusals: true,
      // The harness expects refusals with this status.
      prepare: (page) =>
        page.route("**/api/v1/table", async (route) => {
          // The page may be closed before the answer.
          const response = await fetched(route).catch(() => null);
          if (response) await route.fulfill({ response, status: response.ok() ? 200 : 422 }).catch(() => undefined);
        }),
    },
  ));

test("loopy games are compared, although their difference may be a draw", async () => {
  for (const [left, right, says] of [
    ["over", "over", "G and H are equal. G − H is a draw under best play."],
    ["on", "on", "G and H are equal. G − H is a draw under best play."],
    ["tis", "0", "G is greater than H. In G − H, if Left moves first, it is a draw; if Right does, Left wins."],
    ["over", "1/2", "G is less than H: Right wins G − H, moving first or second."],
    ["dud", "0", "G is confused with H. G − H is a draw under best play."],
  ]) {
    await visit(`#/values?left=${left}&right=${encodeURIComponent(right)}`, (page) => page.getByText(says, { exact: true }).waitFor());
  }
});

test("the atlas computes the periods of a family, and leads to each sequence", () =>
  visit("#/sequences", async (page) => {
    await page.getByText("The atlas: periods of known games").click();
    await page.getByText("14 of 14 games computed").waitFor();
    const row = page.locator(".atlas tr", { hasText: "kayles" }).first();
    assert.deepEqual((await row.locator("td").allInnerTexts()).slice(1, 3), ["71", "12"]);
    await page.getByLabel("Family").selectOption("threes");
    await page.locator(".atlas td", { hasText: "328,226,140,474" }).waitFor();
    await audit(page, "the atlas");
    await page.setViewportSize({ width: 360, height: 780 });
    await fits(page, "the atlas");
    await page.getByLabel("Family").selectOption("pairs");
    await page.getByRole("link", { name: "subtract{2,3}" }).click();
    await page.locator(".value-cells li").first().waitFor();
  }));

test("tables are explained, with the commands that build a small one", () =>
  visit(
    "#/tables",
    async (page) => {
      await page.getByRole("heading", { name: "Build your first table" }).waitFor();
      await page.getByLabel("Board", { exact: true }).selectOption("chase");
      await page.locator("pre", { hasText: "winways database build chase 8 --out tables/chase-8" }).waitFor();
      await audit(page, "no tables");
      await page.getByRole("link", { name: "Look at the board first" }).click();
      await settled(page);
    },
    { prepare: (page) => page.route("**/api/v1/tables", (route) => route.fulfill({ json: [] })) },
  ));

test("pieces, pits and bars are drawn from the scene of the engine", async () => {
  await visit("#/board/chess(KQK)/8%2F8%2F8%2F5k2%2F8%2F8%2F1Q6%2FK7%20w", async (page) => {
    await settled(page);
    assert.ok((await page.locator("ww-board .fill-white-piece").count()) > 0);
    await element(page, "b2").waitFor();
    assert.match((await element(page, "b2").getAttribute("aria-label")) ?? "", /^b2, queen, Left's/);
  });
  await visit("#/board/awari(6)/0%200%200%200%201%202%201%200%201%200%200%200%20south", async (page) => {
    await settled(page);
    const [south, north] = await Promise.all(["South 6", "South 5"].map((name) => element(page, name).boundingBox()));
    assert.ok(south && north && Math.abs(south.y - north.y) < 1 && south.x > north.x, "the pits of South are a row");
    assert.ok((await page.locator("ww-board .fill-seed").count()) > 0);
  });
  await visit("#/board/chomp/3%2C4", async (page) => {
    await settled(page);
    await element(page, "b2").click();
    await settled(page);
    assert.equal(await page.locator("ww-board .fill-chocolate").count() > 0, true);
    assert.match(page.url(), /chomp/);
  });
});
