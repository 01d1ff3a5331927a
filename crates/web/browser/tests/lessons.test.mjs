import assert from "node:assert/strict";
import test from "node:test";
import { visit } from "../harness.mjs";

/** Shows a lesson with one exercise. @param {import("playwright-core").Page} page @param {string} fields */
const lessonOf = (page, fields) => page.route("**/lessons/hot.md", (route) => route.fulfill({ contentType: "text/markdown", body: `# Hot games\n\n\`\`\`exercise\n${fields}\n\`\`\`\n` }));

test("the answer of an exercise names the winning moves of the player to move only", () =>
  visit(
    "#/learn/hot",
    async (page) => {
      const board = page.locator(".exercise ww-board");
      // Only one move of Left touches this cell.
      await board.locator('[data-element="1.0"]').press("Enter");
      assert.equal(await page.locator(".judged.wrong p").first().innerText(), "✕ No. Not board 2: a2-a3. The answer is board 1: a1-a2, board 1: b1-b2.");
    },
    { prepare: (page) => lessonOf(page, "ask: move\ngame: domineering\nposition: ..|..||.|.|.") },
  ));

test("an impartial position is tepid, or cold if its value is zero", async () => {
  for (const [heap, right] of [["0", "cold"], ["1", "tepid"], ["5", "tepid"]]) {
    await visit(
      "#/learn/hot",
      async (page) => {
        await page.locator(".exercise").getByRole("button", { name: right, exact: true }).click();
        await page.locator(".judged.right").waitFor();
      },
      { prepare: (page) => lessonOf(page, `ask: heat\ngame: nim\nposition: ${heap}`) },
    );
  }
});
