import assert from "node:assert/strict";
import test from "node:test";
import { hold, settled, visit } from "../harness.mjs";

/** Answers are shown as they come: the outcome, the winning moves, the value, the thermograph. */

test("the outcome comes before the winning moves, these before the value, and the thermograph last", () => {
  /** @type {Awaited<ReturnType<typeof hold>>[]} */
  const held = [];
  const until = async (page, /** @type {number} */ index) => {
    while (held[index].length === 0) await page.waitForTimeout(5);
  };
  return visit(
    "#/board/domineering/..%7C..",
    async (page) => {
      // The first request is for the outcome only, with a short limit.
      await until(page, 0);
      assert.ok(held[0][0].body.timeout <= 1);
      assert.equal(await page.locator(".verdict").count(), 0);
      held[0][0].go();
      await page.getByText("Left is to move and wins").waitFor();
      assert.equal(await page.locator(".facts .value, .chip.win").count(), 0);
      await until(page, 1);
      held[1][0].go();
      await page.locator(".moves .chip.win").first().waitFor();
      assert.equal(await page.locator(".moves .chip.win").count(), 2);
      assert.equal(await page.locator(".facts .value").count(), 0);
      await page.locator(".answer").getByText("Still working on the value").waitFor();
      await until(page, 2);
      held[2][0].go();
      await page.locator(".facts .value").waitFor();
      assert.equal(await page.locator(".panel .wall").count(), 0);
      await until(page, 3);
      held[3][0].go();
      await page.waitForFunction(() => document.querySelector(".panel .wall.left"));
      await settled(page);
    },
    {
      prepare: async (page) => {
        held.push(await hold(page, "solve", ({ outcome_only: isFirst }) => isFirst === true));
        held.push(await hold(page, "moves", ({ outcomes, outcome_only: isFirst }) => outcomes && isFirst === true));
        held.push(await hold(page, "solve", ({ outcome_only: isFirst }) => !isFirst));
        held.push(await hold(page, "thermograph"));
      },
    },
  );
});

test("an outcome that is not found soon is not known yet, and a move can be made meanwhile", () =>
  visit(
    "#/board/domineering/8x8",
    async (page) => {
      await page.locator(".verdict", { hasText: "Not known yet" }).waitFor();
      await page.locator(".answer").getByText("Still searching").waitFor();
      await page.locator(".moves .chip").first().click();
      await page.waitForFunction(() => document.querySelectorAll(".course .step").length === 1);
      await page.locator(".verdict", { hasText: "Not known yet" }).waitFor();
      await page.getByRole("button", { name: "Cancel", exact: true }).click();
      await settled(page);
      await page.getByRole("button", { name: "Search again" }).waitFor();
    },
    {
      // A limit of memory does not depend on the speed of the machine.
      prepare: (page) =>
        page.route("**/api/v1/solve", (route) => {
          const body = route.request().postDataJSON();
          if (!body.outcome_only) return route.fallback();
          return route.continue({ postData: JSON.stringify({ ...body, memory: 1 << 16 }) });
        }),
    },
  ));

test("a game is continued from Analyse in Play", () =>
  visit("#/board/domineering/v..%7Cv..%7C...?to=right", async (page) => {
    await settled(page);
    await page.getByRole("link", { name: "Play this" }).click();
    await page.waitForURL(/#\/play\/domineering\/v\.\.\|v\.\.\|\.\.\.\?.*you=right/);
    await page.getByText("Your move: you play Right").waitFor();
  }));
