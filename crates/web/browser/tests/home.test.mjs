import assert from "node:assert/strict";
import test from "node:test";
import { audit, BASE, fits, make, post, shownOn, visit } from "../harness.mjs";

/** Waits until a small board expects a move of the visitor, or the game is over, and returns its position.
 * @param {import("playwright-core").Locator} board
 */
async function yours(board) {
  await board.locator(".live-status", { hasText: /Your move|win/ }).waitFor();
  return shownOn(board);
}

test("the first page says what it is, and its boards can be played and won", () =>
  visit("", async (page) => {
    await page.getByRole("heading", { name: "Can you beat it?" }).waitFor();
    const cards = page.locator(".challenge");
    assert.equal(await cards.count(), 3);
    // Nothing cryptic comes first.
    assert.doesNotMatch(await page.locator("main").innerText(), /\{|\|\|/);
    for (const [number, title] of ["Nim", "Domineering", "Hackenbush"].entries()) {
      const card = cards.nth(number);
      assert.equal(await card.getByRole("heading").innerText(), title);
      const board = card.locator("ww-live");
      for (;;) {
        const position = await yours(board);
        const said = await board.locator(".live-status").innerText();
        if (/win/.test(said)) {
          assert.equal(said, "You win. Well played!");
          break;
        }
        const { moves } = await post("solve", { game: position });
        const move = moves.find(({ player }) => player !== "right");
        await make(board, position, move.text);
        // The old invitation goes.
        await page.waitForFunction(([index, old]) => document.querySelectorAll(".challenge")[index]?.querySelector("svg")?.getAttribute("aria-label") !== old, [number, `Board: ${position}`]);
        await board.locator(".live-status", { hasText: /Winways:.*Your move|win/ }).waitFor();
      }
      await card.getByRole("button", { name: "Start again" }).click();
      assert.match(await yours(board), new RegExp(`^${title.toLowerCase()}`));
    }
  }));

test("the first own move takes at most two clicks", async () => {
  for (const [title, clicks] of /** @type {[string, string[]][]} */ ([["Nim", [".token-hit"]], ["Domineering", ['[aria-label^="b3,"]', '[aria-label^="b2,"]']], ["Hackenbush", ['[aria-label^="edge 0-5,"]']]])) {
    await visit("", async (page) => {
      const board = page.locator(".challenge", { hasText: title }).locator("ww-live");
      await yours(board);
      for (const place of clicks) await board.locator(place).first().click();
      await board.locator(".live-status", { hasText: "Winways" }).waitFor();
      // Its last move is marked.
      await board.locator(".live-status", { hasText: "Your move" }).waitFor();
      await page.waitForFunction((title) => [...document.querySelectorAll(".challenge")].find((one) => one.querySelector("h2")?.textContent === title)?.querySelector(".live-status")?.textContent?.startsWith("Winways: "), title);
    });
  }
});

test("the puzzle of the day is the same everywhere, and counts once", () =>
  visit("", async (page) => {
    const card = page.getByRole("region", { name: "Puzzle of the day" });
    const date = await page.evaluate(() => new Date().toISOString().slice(0, 10));
    const puzzle = await post("puzzle", { date, solution: true });
    const board = card.locator("ww-live");
    await board.locator(".live-status", { hasText: "Make the winning move." }).waitFor();
    assert.equal(await board.locator("svg").getAttribute("aria-label"), `Board: ${puzzle.position}`);
    await make(board, puzzle.position, puzzle.winning_move);
    await card.getByText("✓ Solved.").waitFor();
    await page.getByText("1 day in a row.").waitFor();
    await card.getByRole("link", { name: "More puzzles" }).click();
    await page.getByRole("heading", { name: "Puzzles" }).waitFor();
    await page.locator(".tally", { hasText: "Days in a row" }).waitFor();
    assert.match(await page.locator(".tally").innerText(), /Solved\s+1 of 1/);
    await page.getByRole("link", { name: "Puzzle of the day ✓" }).click();
    await page.locator(".puzzle", { hasText: "Puzzle of the day" }).waitFor();
  }));

test("a solved puzzle is played on with the same player to move", async () => {
  // The first puzzle in which Right, who would not move first by default, is to move.
  const ask = (/** @type {number} */ seed) => post("puzzle", { date: "", seed, rating: 900, solution: true });
  let seed = 1;
  let puzzle = await ask(seed);
  while (puzzle.to_move !== "right") puzzle = await ask(++seed);
  await visit(`#/puzzles?seed=${seed}&rating=900`, async (page) => {
    await page.locator(".puzzle").getByRole("button", { name: "Show the solution" }).click();
    await page.getByRole("link", { name: "Play it out" }).click();
    await page.waitForURL(/#\/play\/.*you=right/);
    await page.waitForFunction(() => /^Your move/.test(document.querySelector(".match .status")?.textContent ?? ""));
    const { player_names: names } = await post("moves", { game: puzzle.position });
    if (names) assert.equal(await page.locator(".match .status").innerText(), `Your move: you play ${names[1]}`);
  });
});

test("a puzzle gives hints, refutes a wrong move, shows its solution, and changes the rating once", () =>
  visit("#/puzzles?seed=4&rating=900", async (page) => {
    const asked = { date: "", seed: 4, rating: 900 };
    const puzzle = await post("puzzle", { ...asked, solution: true });
    const question = await (await fetch(`${BASE}api/v1/puzzle?seed=4&rating=900&wait=60`)).json();
    assert.deepEqual([question.winning_move, question.explanation], [null, []]);
    const card = page.locator(".puzzle");
    const board = card.locator("ww-live");
    await yours(board).catch(() => undefined);
    await card.getByRole("button", { name: "Hint" }).click();
    assert.equal(await card.locator(".hints li").count(), 1);
    const { moves } = await post("moves", { game: puzzle.position });
    const wrong = moves.find(({ text, player }) => text !== puzzle.winning_move && (player === "either" || player === puzzle.to_move));
    await make(board, puzzle.position, wrong.text);
    await card.getByText(`✕ ${wrong.text} does not win.`).waitFor();
    const tally = page.locator(".tally");
    assert.match(await tally.innerText(), /Solved\s+0 of 1/);
    const rating = async () => Number(/Your rating\s+(\d+)/.exec(await tally.innerText())?.[1]);
    const lower = await rating();
    assert.ok(lower < 800);
    await card.getByRole("button", { name: "Try again" }).click();
    await board.locator(".live-status", { hasText: "Make the winning move." }).waitFor();
    await make(board, puzzle.position, puzzle.winning_move);
    await card.getByText("✓ Solved.").waitFor();
    assert.equal(await rating(), lower);
    // The score survives a reload, and the next puzzle has another address.
    const address = page.url();
    await card.getByRole("link", { name: "Next puzzle" }).click();
    await page.waitForURL((url) => url.href !== address && /seed=\d+/.test(url.hash));
    await page.reload();
    await card.getByRole("button", { name: "Show the solution" }).click();
    await card.getByText(/^The winning move is/).waitFor();
    assert.match(await tally.innerText(), /Solved\s+0 of 2/);
    assert.ok((await rating()) < lower);
    await page.locator("ww-live .preview").first().waitFor({ state: "attached" });
  }));

test("what follows a board changes with each move", async () => {
  await visit("#/learn/nim", async (page) => {
    const table = page.locator(".digits").first();
    const digits = async () => (await table.locator("tbody tr").allInnerTexts()).map((row) => row.replace(/\s+/g, " "));
    await table.waitFor();
    assert.deepEqual(await digits(), ["heap of 3 0 1 1", "heap of 4 1 0 0", "heap of 5 1 0 1", "nim-sum 0 1 0"]);
    await page.locator(".lesson-board").first().locator('[data-element="0.0"] .token-hit[data-rest="1"]').click();
    await page.waitForFunction(() => document.querySelector(".digits")?.textContent?.includes("heap of 1"));
  });
  await visit("#/learn/sums", async (page) => {
    await page.getByText("3 has nim-value 3; 4 has nim-value 1. Nim-sum 2: the player to move wins.").waitFor();
  });
  await visit("#/learn/hot", async (page) => {
    await page.locator(".heat li.hottest", { hasText: "Board 2" }).waitFor();
    assert.equal(await page.locator(".glow").count(), 1);
  });
  await visit("#/learn/numbers", async (page) => {
    const said = page.locator(".stalk-value");
    await page.locator(".stalk-value", { hasText: "+1 −1/2 −1/4 = 1/4" }).waitFor();
    await page.getByRole("button", { name: "Add blue" }).click();
    await page.locator(".stalk-value", { hasText: "+1 −1/2 −1/4 +1/8 = 3/8" }).waitFor();
    await page.locator('.stalk .hit[aria-label^="edge 0-1,"]').press("Enter");
    await page.locator(".stalk-value", { hasText: "Only the ground is left" }).waitFor();
    await page.getByRole("button", { name: "Add red" }).click();
    await page.waitForFunction(() => /= −1$/.test(document.querySelector(".stalk-value")?.textContent ?? ""));
    assert.equal(await said.innerText(), "−1 = −1");
  });
});

test("what the lessons claim is true", async () => {
  const outcome = async (body) => (await post("solve", body)).outcome;
  assert.equal(await outcome({ game: "cops(1; cycle 5)", position: "0 2 cops" }), "D");
  assert.equal(await outcome({ game: "cops(1; path 5)", position: "0 2 cops" }), "N");
  assert.equal(await outcome({ game: "cops(2; cycle 5)", position: "0 0 2 cops" }), "N");
  assert.equal(await outcome({ game: "nim", position: "1 1 1", misere: true }), "P");
  assert.equal(await outcome({ game: "nim", position: "1 1 1 1", misere: true }), "N");
  const { value, temperature } = await post("solve", { game: "domineering", position: "...|..." });
  assert.deepEqual([value, temperature], ["{2|-1/2}", "5/4"]);
  assert.equal((await post("table", { table: "octal(0.007)", up_to: 10000, prove: true, values: false })).period ?? null, null);
});

test("a class has chosen lessons, and exercises that are the same for all", async () => {
  /** @type {string} */
  let link = "";
  await visit("#/learn/class", async (page) => {
    await page.getByRole("button", { name: "Make the link" }).click();
    await page.getByText("Choose a lesson or a kind of exercise.").waitFor();
    await page.getByLabel("Title").fill("Monday");
    await page.getByLabel("Nim", { exact: true }).check();
    await page.getByLabel("Hot or cold").check();
    await page.getByLabel("Seed").fill("5");
    await page.getByLabel("Number of exercises").fill("2");
    await page.getByRole("button", { name: "Make the link" }).click();
    link = (await page.locator(".class-link a").getAttribute("href")) ?? "";
  });
  assert.equal(link, "#/learn/class?title=Monday&lessons=nim&topics=heat&seed=5&count=2");
  await visit(link, async (page) => {
    await page.getByRole("heading", { name: "Monday" }).waitFor();
    assert.equal(await page.locator(".lesson-card").count(), 1);
    const exercise = await (await fetch(`${BASE}api/v1/quiz?topic=heat&seed=5&wait=60`)).json();
    await page.getByRole("button", { name: exercise.answer, exact: true }).click();
    await page.getByText("1 of 2 right").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.locator(".numbers [aria-pressed='true']", { hasText: "2" }).waitFor();
    await page.reload();
    await page.getByText("1 of 2 right").waitFor();
  });
});

test("the new pages fit, and are accessible", async () => {
  const pages = /** @type {Record<string, [string, string]>} */ ({
    home: ["", ".puzzle ww-board svg"],
    puzzle: ["#/puzzles?seed=4&rating=900", ".puzzle ww-board svg"],
    lesson: ["#/learn/nim", ".digits"],
    stalk: ["#/learn/numbers", ".stalk svg"],
    class: ["#/learn/class?lessons=nim&topics=heat&seed=5", ".exercise ww-board svg"],
    maker: ["#/learn/class", ".class-form"],
  });
  for (const [name, [hash, ready]] of Object.entries(pages)) {
    for (const scheme of /** @type {const} */ (["light", "dark"])) {
      for (const width of [360, 768, 1280]) {
        await visit(
          hash,
          async (page) => {
            await page.locator(ready).first().waitFor();
            await page.waitForFunction(() => !document.querySelector("[aria-busy]"));
            await audit(page, `${name}, ${scheme}, ${width}`);
            await fits(page, `${name}, ${width}`);
          },
          { width, scheme },
        );
      }
    }
  }
});
