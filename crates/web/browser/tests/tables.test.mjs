import assert from "node:assert/strict";
import test from "node:test";
import { settled, visit } from "../harness.mjs";

// The server has a table of `chase 5`, which the script `run` builds.

test("a solved table is browsed: counts by length, a position by its rank and by its board, the farthest ones", () =>
  visit("#/tables", async (page) => {
    await page.locator(".lesson-card", { hasText: "chase 5" }).click();
    await page.getByRole("heading", { name: "chase 5" }).waitFor();
    // In 50 positions play has ended. In 144, the player to move loses after 12 moves.
    await page.getByText("The numbers").click();
    const rows = await page.locator(".lengths tbody tr").evaluateAll((list) => list.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.deepEqual(rows[0], ["0", "0", "50"]);
    assert.deepEqual(rows.at(-1), ["12", "0", "144"]);
    assert.equal(await page.locator(".bar.won").count(), 13);

    await page.getByLabel("Look up by").selectOption("rank");
    await page.getByLabel("What to look up").fill("30");
    await page.getByRole("button", { name: "Look up" }).click();
    await page.getByRole("heading", { name: "Rank 30" }).waitFor();
    await page.getByText("White is to move and loses").waitFor();
    assert.match(await page.locator('section[aria-label="The position"] code').first().innerText(), /^chase\(5,1,2,2,1\)$/);

    await page.getByLabel("Look up by").selectOption("position");
    await page.getByLabel("What to look up").fill("1 2 2 1 black");
    await page.getByRole("button", { name: "Look up" }).click();
    await page.getByText("Black is to move and wins").waitFor();

    await page.getByRole("link", { name: "chase(5,1,2,1,4)" }).click();
    await page.locator('section[aria-label="The position"] .facts dd', { hasText: "12 plies" }).waitFor();
    await page.getByRole("link", { name: "12 plies from the end" }).click();
    await page.waitForFunction(() => {
      const rows = [...document.querySelectorAll('section[aria-label="Positions"] tbody tr')];
      return rows.length === 50 && rows.every((row) => row.lastElementChild?.textContent === "12");
    });
    const first = await page.locator('section[aria-label="Positions"] tbody a').first().innerText();
    await page.getByRole("link", { name: "More" }).click();
    await page.waitForFunction((first) => document.querySelector('section[aria-label="Positions"] tbody a')?.textContent !== first, first);
    await page.goBack();
    await page.waitForFunction((first) => document.querySelector('section[aria-label="Positions"] tbody a')?.textContent === first, first);

    await page.locator('section[aria-label="Positions"] tbody a').first().click();
    await page.getByRole("link", { name: "Open on the board" }).click();
    await settled(page);
    await page.locator(".facts dd", { hasText: "12 plies" }).waitFor();
    await page.getByText(/From a solved table/).waitFor();
  }));

test("invalid ranks, positions and tables are reported", () =>
  visit(
    "#/tables/chase-5?rank=1250",
    async (page) => {
      await page.locator(".fault").first().waitFor();
      await page.getByLabel("Look up by").selectOption("position");
      await page.getByLabel("What to look up").fill("9 9 9 9");
      await page.getByRole("button", { name: "Look up" }).click();
      await page.locator(".fault mark").first().waitFor();
      await page.goto(page.url().replace(/#.*/, "#/tables/none"));
      await page.getByText("There is no table `none`.").waitFor();
    },
    { refusals: true },
  ));
