import assert from "node:assert/strict";
import test from "node:test";
import { audit, BASE, element, fits, hold, make, post, settled, shownOn, visit } from "../harness.mjs";

const status = (page) => page.locator(".match .status").innerText();
const button = (page, name) => page.getByRole("button", { name, exact: true });
/** Waits for the user's turn or the end. */
const turn = (page) => page.waitForFunction(() => /Your move|to move/.test(document.querySelector(".match .status")?.textContent ?? "") || document.querySelector(".match .status.over"));
const over = (page) => page.locator(".match .status.over").waitFor();
const reviewed = (page) => page.waitForFunction(() => / made .* mistake/.test(document.querySelector(".review p")?.textContent ?? ""));
const steps = (page) => page.locator(".match .course .step").allInnerTexts();

/** Makes the first move until the game is over. @param {import("playwright-core").Page} page */
async function playOut(page) {
  for (;;) {
    await turn(page);
    if (await page.locator(".match .status.over").count()) return;
    const before = (await steps(page)).length;
    await page.locator("ww-board .hit.usable").first().click();
    if (await page.locator(".chooser .chip").count()) await page.locator(".chooser .chip").first().click();
    await page.waitForFunction((before) => document.querySelector(".match .status.over") || document.querySelectorAll(".match .course .step").length > before, before);
  }
}

/** Returns the points that each move of a game lost, by a search of all lines of play. @param {string} game @param {string} start @param {string[]} line */
async function losses(game, start, line) {
  /** @type {Map<string, Promise<any>>} */
  const asked = new Map();
  const moves = (/** @type {string} */ position) => {
    const found = asked.get(position) ?? post("moves", position === start ? { game, position } : { game: position });
    asked.set(position, found);
    return found;
  };
  /** @type {Map<string, number>} */
  const values = new Map();
  /** Returns the points that the player to move gains from a position on. @param {string} position @returns {Promise<number>} */
  const value = async (position) => {
    const known = values.get(position);
    if (known !== undefined) return known;
    const here = await moves(position);
    // The engine knows who gets the rest when play has ended.
    let best = here.moves.length === 0 ? Number((await post("solve", { game: position })).value) : -Infinity;
    for (const move of here.moves) best = Math.max(best, await gain(position, move.to));
    values.set(position, best);
    return best;
  };
  const gain = async (/** @type {string} */ from, /** @type {string} */ to) => (await moves(from)).points_left - (await moves(to)).points_left - (await value(to));
  const lost = [];
  let position = start;
  for (const text of line) {
    const { to } = (await moves(position)).moves.find((/** @type {{text: string}} */ move) => move.text === text);
    lost.push((await value(position)) - (await gain(position, to)));
    position = to;
  }
  return lost;
}

/** Makes the move that Hint suggests, until the game is over. @param {import("playwright-core").Page} page */
async function playWithHints(page) {
  const board = page.locator(".match-board");
  for (;;) {
    await turn(page);
    if (await page.locator(".match .status.over").count()) return;
    const before = (await steps(page)).length;
    await button(page, "Hint").click();
    await page.getByText(/^Try /).waitFor();
    await make(board, await shownOn(board), (await page.locator(".note strong").innerText()).trim());
    await page.waitForFunction((before) => document.querySelector(".match .status.over") || document.querySelectorAll(".match .course .step").length > before, before);
  }
}

const DOMINEERING = "#/play/domineering/....%7C....%7C....%7C....";

test("a game is chosen on the start page, with an opponent", () =>
  visit("#/play", async (page) => {
    await page.getByLabel("Opponent", { exact: true }).selectOption("10");
    await page.getByLabel("Who begins", { exact: true }).selectOption("winways");
    await page.getByRole("link", { name: "Nim, 1, 3, 5, 7" }).click();
    await page.waitForURL(/#\/play\/nim\/1(%20|\+| )3.*level=10&first=winways/);
    await turn(page);
    assert.equal((await steps(page)).length, 1, "Winways has moved");
    assert.match(await page.locator(".player.right").innerText(), /You[^]*Moves second/);
    // The start page offers to continue the game.
    await page.getByRole("link", { name: "Other games" }).click();
    await page.getByRole("link", { name: "Continue your game" }).click();
    await turn(page);
    assert.equal((await steps(page)).length, 1);
  }));

test("nothing is revealed during play, and a lost game is reviewed", () =>
  visit(`${DOMINEERING}?level=10&first=you`, async (page) => {
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => asked.push(request.url().replace(/.*\//, "")));
    await turn(page);
    // The corner loses, as the review tells.
    await element(page, "a4").click();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 2);
    await turn(page);
    assert.equal(asked.filter((path) => path === "solve").length, 0);
    assert.equal(await page.locator(".badge, .verdict, .match-board .win").count(), 0);
    assert.ok((await page.locator(".move-ring.last").count()) >= 2, "the last move is marked");
    await playOut(page);
    assert.match(await status(page), /^Winways wins/);
    await reviewed(page);
    assert.match(await page.locator(".review").innerText(), /You made [1-9]\d* mistakes?\. Winways made no mistakes\./);
    await page.locator(".review .step.mistake").first().click();
    const comment = page.locator(".comment");
    await page.waitForFunction(() => /a3-a4 was a mistake of yours/.test(document.querySelector(".comment")?.textContent ?? ""));
    assert.match(await comment.innerText(), /The winning moves were a2-a3, b2-b3, c2-c3, d2-d3\. Because:\s+Left wins by a2-a3: after /);
    // The board shows the position before the mistake, and a better move.
    assert.equal(await page.locator("ww-board svg").getAttribute("aria-label"), 'Board: domineering("....|....|....|....")');
    await page.waitForFunction(() => document.querySelector(".move-line.preview"));
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await audit(page, `a review, ${colorScheme}`);
    }
    // The whole game is open in Analyse.
    const moves = await steps(page);
    await page.getByRole("link", { name: "Open in Analyse" }).click();
    await page.waitForURL(/#\/board\/domineering/);
    await settled(page);
    assert.deepEqual(await page.locator("ww-play .course .step").allInnerTexts(), moves.map((text) => text.replace(/\?.*/s, "")));
  }));

test("a game is played to the end, rematched, and the sides are swapped", () =>
  visit("#/play/nim/1 2?level=10&first=you", async (page) => {
    await turn(page);
    // Leave two equal heaps.
    await page.locator('ww-board .token-hit[data-rest="1"]').last().click();
    await turn(page);
    await page.locator("ww-board .hit.usable").last().click();
    await over(page);
    assert.match(await status(page), /^You win\s+– Winways cannot move$/);
    await reviewed(page);
    assert.match(await page.locator(".review").innerText(), /You made no mistakes\./);
    await button(page, "Rematch").click();
    await page.waitForFunction(() => /Your move/.test(document.querySelector(".match .status")?.textContent ?? ""));
    assert.deepEqual(await steps(page), []);
    assert.equal(await page.locator(".review:visible").count(), 0);
    // A game that is over begins again if it is chosen again.
    await playOut(page);
    const address = new URL(page.url()).hash;
    await page.getByRole("link", { name: "Other games" }).click();
    await page.locator(".play-card").first().waitFor();
    assert.equal(await page.getByRole("link", { name: "Continue your game" }).count(), 0);
    await page.evaluate((hash) => (location.hash = hash), address);
    await page.waitForFunction(() => /Your move/.test(document.querySelector(".match .status")?.textContent ?? ""));
    await button(page, "Go second").click();
    await page.waitForURL(/first=winways/);
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 1);
    await turn(page);
  }));

test("Undo takes back a move and its reply, Hint suggests a move, a reload restores the game", () =>
  visit("#/play/kayles/5 7?level=10&first=you", async (page) => {
    await turn(page);
    await button(page, "Hint").click();
    await page.getByText(/^Try /).waitFor();
    assert.ok((await page.locator(".marks .preview").count()) > 0);
    const hint = (await page.locator(".note strong").innerText()).trim();
    await page.locator("ww-board .hit.usable").first().click();
    if (await page.locator(".chooser .chip").count()) await page.locator(".chooser .chip").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 2);
    await turn(page);
    const before = await steps(page);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 2);
    await turn(page);
    assert.deepEqual(await steps(page), before);
    await button(page, "Undo").click();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 0);
    await turn(page);
    assert.match(hint, /\S/);
  }));

test("Undo while Winways thinks cancels its move", () =>
  visit("#/play/nim/3 4 5?level=10&first=you", async (page) => {
    await turn(page);
    const held = await hold(page, "reply");
    await page.locator("ww-board .token-hit").first().click();
    await page.getByText("Winways is thinking").waitFor();
    while (held.length < 1) await page.waitForTimeout(10);
    await button(page, "Undo").click();
    await turn(page);
    held[0].go();
    await held[0].arrived;
    assert.deepEqual(await steps(page), []);
    assert.match(await status(page), /^Your move/);
  }));

test("two people play at one screen, and a draw is a draw", () =>
  visit("#/play/mnk(3,3,3)/...%7C...%7C...?level=0", async (page) => {
    for (const cell of ["b2", "a1", "a3", "c1", "b1", "b3", "c2", "a2", "c3"]) {
      const before = (await steps(page)).length;
      await element(page, cell).click();
      await page.waitForFunction((before) => document.querySelector(".match .status.over") || document.querySelectorAll(".match .course .step").length > before, before);
    }
    await over(page);
    assert.equal(await status(page), "A draw");
    await reviewed(page);
  }));

test("a game of points has a score, which a reload keeps", () =>
  visit("#/play/dots-and-boxes/d.d.d%7C.b.b.%7Cd.d.d?level=0", async (page) => {
    const scores = () => page.locator(".match .score").allInnerTexts();
    const make = async (/** @type {string[]} */ cells) => {
      for (const cell of cells) {
        await element(page, cell).click();
        await page.waitForFunction((cell) => document.querySelector(".match .course li:last-child .step")?.textContent === cell, cell);
      }
    };
    await make(["b3", "a2", "b1"]);
    // Right closes the first box and moves again.
    await element(page, "c2").click();
    await element(page, "d3").click();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 4);
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 4);
    const [left, right] = await scores();
    assert.deepEqual([parseInt(left, 10), parseInt(right, 10)], [0, 1]);
    await make(["e2"]);
    await element(page, "d1").click();
    await over(page);
    assert.match(await status(page), /^Right wins\s+– 2 to 0 points$/);
    // The review compares each move with all lines of play.
    await reviewed(page);
    const lost = await losses("dots-and-boxes", "d.d.d|.b.b.|d.d.d", (await steps(page)).map((text) => text.replace(/−.*/s, "")));
    assert.ok(lost.some((points) => points > 0) && lost.some((points) => points === 0), String(lost));
    const signs = (await page.locator(".review .step").allInnerTexts()).map((text) => Number(/−(\d+)/.exec(text)?.[1] ?? 0));
    assert.deepEqual(signs, lost);
    const sum = (/** @type {number} */ parity) => lost.filter((_, index) => index % 2 === parity).reduce((one, other) => one + other, 0);
    for (const [name, total] of [["Left", sum(0)], ["Right", sum(1)]]) {
      const said = (await page.locator(".review p").first().innerText()).split(". ").find((one) => one.startsWith(String(name))) ?? "";
      assert.match(said, total === 0 ? /made no mistakes/ : new RegExp(`which lost ${total} points?`));
    }
    const first = lost.findIndex((points) => points > 0);
    await page.locator(".review .step").nth(first).click();
    await page.waitForFunction(() => / lost \d points? for (Left|Right)\. The best moves? (was|were) /.test(document.querySelector(".comment")?.textContent ?? ""));
    await page.waitForFunction(() => document.querySelector(".marks .preview"));
  }));

test("a player who closes a box moves again, and loses without a move", () =>
  visit("#/play/nimstring-boxes/dld%7Clb.%7Cd.d?level=0", async (page) => {
    await element(page, "c2").click();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 1);
    await element(page, "b1").click();
    // The second player closes the box, must move again, and cannot.
    await over(page);
    assert.match(await status(page), /wins/);
    assert.deepEqual(await steps(page), ["c2", "b1, again"]);
  }));

test("a player whose time is up has lost", () =>
  visit(
    "#/play/nim/3 4 5?level=10&first=you&clock=1",
    async (page) => {
      await turn(page);
      await page.locator("ww-board .token-hit").first().click();
      await page.clock.runFor(600);
      await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 2);
      await turn(page);
      await page.clock.runFor(61_000);
      await over(page);
      assert.match(await status(page), /^Winways wins\s+– on time$/);
      assert.match(await page.locator(".player.left .clock").innerText(), /^0:00$/);
    },
    { prepare: (page) => page.clock.install() },
  ));

test("a position too large to be searched has an honest opponent", () =>
  visit(
    "#/play/domineering/8x8?level=10&first=winways",
    async (page) => {
      await turn(page);
      assert.equal((await steps(page)).length, 1);
      await page.getByText("the last move of Winways is a guess").waitFor();
    },
    {
      // The limit of time is replaced by one of memory, which does not depend on the machine.
      prepare: (page) =>
        page.route("**/api/v1/reply", (route) => {
          const { timeout, ...body } = route.request().postDataJSON();
          assert.ok(timeout <= 2);
          return route.continue({ postData: JSON.stringify({ ...body, memory: 1 << 16 }) });
        }),
    },
  ));

test("the targets of a chosen piece are marked", () =>
  visit("#/play/hare-and-hounds(3)?level=5&first=you", async (page) => {
    await turn(page);
    await element(page, "vertex b1").click();
    await page.locator("ww-board.choosing .hit.possible:not(.chosen)").first().waitFor();
    assert.equal(await page.locator("ww-board.choosing .hit.possible:not(.chosen)").count(), 3);
  }));

test("the start page and a game fit phones, with the turn and Undo in sight, without violations", async () => {
  for (const scheme of /** @type {const} */ (["light", "dark"])) {
    for (const width of [360, 768, 1280]) {
      await visit(
        "#/play",
        async (page) => {
          await page.locator(".play-card .thumb svg").first().waitFor();
          await audit(page, `the start page, ${scheme}, ${width}`);
          await fits(page, `the start page, ${width}`);
          await page.locator(".play-card a.chip").first().click();
          await turn(page);
          await audit(page, `a game, ${scheme}, ${width}`);
          await fits(page, `a game, ${width}`);
          for (const target of [page.locator(".match .status"), button(page, "Undo")]) {
            const box = await target.boundingBox();
            assert.ok(box && box.y + box.height <= (width < 500 ? 780 : 900), `${await target.innerText()} is at ${box?.y}`);
          }
        },
        { width, scheme },
      );
    }
  }
});

test("a won game is won with hints against the opponent that never errs, and a drawn one is drawn", async () => {
  const games = /** @type {[address: string, end: RegExp][]} */ ([
    ["nim/1 2 4", /^You win/],
    ["mnk(3,3,3)/...|...|...", /^A draw/],
    ["chase/3 1 1 3 3", /^(You win|Winways wins)/],
    ["red_blue_stalks/LR R LL", /^You win/],
  ]);
  for (const [address, end] of games) {
    await visit(`#/play/${address}?level=10&first=you`, async (page) => {
      await playWithHints(page);
      assert.match(await status(page), end, address);
      await reviewed(page);
      if (/You win|A draw/.test(await status(page))) assert.match(await page.locator(".review").innerText(), /You made no mistakes\./);
    });
  }
});

test("the opponent that never errs wins every sum that it can win", async () => {
  // The sums, with the player who moves first and wins against every reply.
  for (const [sum, winner] of [
    ['clobber("xxo") + nim(1)', "left"],
    ['domineering("..|..") + nim(2)', "right"],
    ['clobber("xoo") + nim(1,2) + toads_and_frogs("t.f")', "right"],
    ['red_blue_stalks("LR R") + kayles(3)', "right"],
  ]) {
    const you = winner === "left" ? "right" : "left";
    await visit(`#/play/sum/${encodeURIComponent(sum)}?level=10&first=winways&you=${you}`, async (page) => {
      const board = page.locator(".match-board");
      for (let move = 0; ; move += 1) {
        await turn(page);
        if (await page.locator(".match .status.over").count()) break;
        const before = (await steps(page)).length;
        const position = await shownOn(board);
        const own = (await post("moves", { game: position })).moves.filter((/** @type {any} */ { player }) => player === "either" || player === you);
        await make(board, position, own[move % own.length].text);
        await page.waitForFunction((before) => document.querySelector(".match .status.over") || document.querySelectorAll(".match .course .step").length > before, before);
      }
      assert.match(await status(page), /^Winways wins\s+– you cannot move$/, sum);
    });
  }
});

test("a sum is played from Analyse", () =>
  visit(`#/board/sum/${encodeURIComponent('clobber("xxo") + nim(2)')}?to=right`, async (page) => {
    await settled(page);
    await page.getByRole("link", { name: "Play this" }).click();
    await page.getByText("Your move: you play Right").waitFor();
    assert.equal(await page.locator("h1").innerText(), "A sum of games");
    assert.equal(await shownOn(page.locator(".match-board")), 'clobber("xxo") + nim(2)');
    await playOut(page);
    await reviewed(page);
    await page.getByRole("link", { name: "Open in Analyse" }).click();
    await page.waitForURL(/#\/board\/sum\//);
    await settled(page);
    assert.ok((await page.locator("ww-play .course .step").count()) > 0);
  }));

const OWN = "game: Clobber of my own\nboard: grid\npieces: x left, o right\neach: @ & -> . @ in all directions\nstart: xo|ox\n";

test("a game of your own is played from its rule file, reviewed, and played again", () =>
  visit(`#/rules?file=${encodeURIComponent(OWN)}`, async (page) => {
    await settled(page);
    await page.getByRole("link", { name: "Play this" }).click();
    await page.waitForURL(/#\/play\/own\/.*file=/);
    await turn(page);
    await page.getByRole("heading", { name: "Clobber of my own" }).waitFor();
    assert.match(await status(page), /^Your move: you play Left/);
    await element(page, "a1").click();
    assert.equal(await page.locator(".chooser").count(), 1);
    await button(page, "Hint").click();
    await page.getByText(/^Try /).waitFor();
    await page.locator(".chooser .chip").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length >= 1);
    await turn(page);
    const before = await steps(page);
    await page.reload();
    await page.waitForFunction((count) => document.querySelectorAll(".match .course .step").length === count, before.length);
    await turn(page);
    assert.deepEqual(await steps(page), before);
    await playOut(page);
    await reviewed(page);
    await button(page, "Rematch").click();
    await page.waitForFunction(() => /Your move/.test(document.querySelector(".match .status")?.textContent ?? ""));
    assert.deepEqual(await steps(page), []);
    await playOut(page);
    await reviewed(page);
    const moves = await page.locator(".review .step").allInnerTexts();
    await page.getByRole("link", { name: "Open in Analyse" }).click();
    await page.waitForURL(/#\/rules\//);
    // The rules are read before the record of the game, and a board is settled without it.
    await page.locator("ww-play .course .step").nth(moves.length - 1).waitFor();
    await settled(page);
    assert.deepEqual(await page.locator("ww-play .course .step").allInnerTexts(), moves.map((text) => text.replace(/\?.*/s, "")));
  }));

test("misère play is announced, and has the other winner", () =>
  visit("#/board/nim/1,1?misere=1", async (page) => {
    await settled(page);
    await page.getByRole("link", { name: "Play this" }).click();
    await page.waitForURL(/misere=1/);
    await turn(page);
    await page.getByText("Misère play: the player who cannot move wins.").waitFor();
    assert.doesNotMatch(await page.locator(".play-about").innerText(), /last to take wins/);
    await playWithHints(page);
    assert.match(await status(page), /^You win\s+– you cannot move$/);
    await reviewed(page);
  }));

test("every game of the catalogue is found on the start page", () =>
  visit("#/play", async (page) => {
    await page.locator(".play-card .thumb svg").first().waitFor();
    assert.equal(await page.locator(".play-card").count(), 12);
    await page.getByLabel("Find any game").fill("qqqq");
    await page.getByText("There is no game with this name.").waitFor();
    await page.getByLabel("Find any game").fill("eatcake");
    await page.getByRole("link", { name: "Eatcake", exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/play\/eatcake\//);
    await turn(page);
    // Before its page has arrived, the game has its name in place of its title.
    await page.getByRole("heading", { name: "Eatcake", exact: true }).waitFor();
    await page.getByRole("link", { name: "Other games" }).click();
    await page.getByLabel("Find any game").fill("");
    await page.getByRole("link", { name: "play a game of your own" }).click();
    await page.getByRole("heading", { name: "Your own game" }).waitFor();
  }));

test("the size, the opponent and who begins are changed beside the board", () =>
  visit(
    "#/play/mnk(3,3,3)/...%7C...%7C...?level=5&first=you",
    async (page) => {
      await turn(page);
      const open = () => page.getByText("Change the opponent, the clock or the size").click();
      await open();
      assert.equal(await page.getByLabel("Size", { exact: true }).count(), 0);
      await page.getByLabel("Rows", { exact: true }).fill("4");
      await page.getByLabel("Columns", { exact: true }).fill("5");
      await page.getByLabel("Opponent", { exact: true }).selectOption("0");
      await button(page, "Begin a new game").click();
      await page.waitForURL(/#\/play\/mnk\(4,5,3\)\?.*level=0/);
      await page.waitForFunction(() => document.querySelectorAll("ww-board .hit").length === 20);
      assert.match(await status(page), /^x to move$/);
      // A size that the game refuses.
      await open();
      await page.getByLabel("Rows", { exact: true }).fill("99");
      await button(page, "Begin a new game").click();
      await page.locator(".match .fault").waitFor();
      // The same settings begin the same game again.
      await page.goBack();
      await page.waitForFunction(() => document.querySelectorAll("ww-board .hit").length === 20);
      await element(page, "b2").click();
      await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 1);
      await open();
      await button(page, "Begin a new game").click();
      await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 0 && /x to move/.test(document.querySelector(".match .status")?.textContent ?? ""));
    },
    { refusals: true },
  ));

test("the usual sizes of a game are chosen beside the board", () =>
  visit("#/play/domineering/....%7C....%7C....%7C....?level=5&first=you", async (page) => {
    await turn(page);
    await page.getByText("Change the opponent, the clock or the size").click();
    const size = page.getByLabel("Size", { exact: true });
    assert.equal(await size.locator("option:checked").innerText(), "4 × 4");
    await size.selectOption({ label: "5 × 5" });
    await button(page, "Begin a new game").click();
    await page.waitForFunction(() => document.querySelectorAll("ww-board .hit").length === 25);
    await turn(page);
    // A set-up position is none of the usual ones.
    await page.goto(`${BASE}#/play/domineering/v..%7Cv..?level=5&first=you`);
    await turn(page);
    await page.getByText("Change the opponent, the clock or the size").click();
    await page.waitForFunction(() => document.querySelector(".new-game option:checked")?.textContent === "This position");
    await button(page, "Begin a new game").click();
    await turn(page);
    assert.match(await shownOn(page.locator(".match-board")), /domineering\("v/);
  }));

test("the player to move stays the same if the other side is chosen", () =>
  visit("#/play/domineering/v...%7Cv...%7C....%7C....?level=10&you=right&first=you", async (page) => {
    await turn(page);
    assert.match(await status(page), /you play Right/);
    await page.getByText("Change the opponent, the clock or the size").click();
    await page.getByLabel("Who begins", { exact: true }).selectOption("winways");
    await button(page, "Begin a new game").click();
    await page.waitForURL(/first=winways&you=left/);
    await turn(page);
    assert.match(await page.locator(".match .course .step").first().getAttribute("class") ?? "", /right/);
    assert.match(await status(page), /you play Left/);
  }));

/** Records the animations of the page. @param {import("playwright-core").Page} page */
const recordAnimations = (page) =>
  page.addInitScript(() => {
    const animate = Element.prototype.animate;
    /** @type {any} */ (window).animated = [];
    Element.prototype.animate = function (/** @type {any} */ frames, options) {
      /** @type {any} */ (window).animated.push({ ...frames[0], inside: this.closest("ww-board") !== null });
      return animate.call(this, frames, options);
    };
  });

test("pieces slide from the old place to the new one, unless less motion is preferred", async () => {
  for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    await visit(
      "#/play/clobber/xo.%7C...%7C.ox?level=0",
      async (page) => {
        await turn(page);
        const centre = (/** @type {string} */ name) =>
          element(page, name).evaluate((hit) => {
            const { x, y, width, height } = /** @type {SVGGElement} */ (hit).getBBox();
            return [x + width / 2, y + height / 2];
          });
        const [[x, y], [toX, toY]] = [await centre("a3"), await centre("b3")];
        await element(page, "a3").click();
        await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 1);
        const slides = (await page.evaluate(() => /** @type {any} */ (window).animated)).flatMap((/** @type {any} */ one) => /translate\((.*)px, (.*)px\)/.exec(one.transform ?? "")?.slice(1).map(Number) ?? []);
        if (reducedMotion === "reduce") assert.deepEqual(slides, []);
        else {
          assert.ok(slides.length >= 2, "something slides");
          for (let index = 0; index < slides.length; index += 2) assert.ok(Math.abs(slides[index] - (x - toX)) < 1 && Math.abs(slides[index + 1] - (y - toY)) < 1, `${slides}, not ${[x - toX, y - toY]}`);
        }
        // The picture in the end is the one without an animation.
        await page.waitForFunction(() => document.getAnimations().length === 0);
        const drawn = () => page.locator("ww-board svg .shapes > *").evaluateAll((parts) => parts.map((part) => part.outerHTML).sort());
        const after = await drawn();
        await page.reload();
        await page.waitForFunction(() => document.querySelectorAll(".match .course .step").length === 1);
        assert.deepEqual(await drawn(), after);
      },
      { prepare: async (page) => void (await page.emulateMedia({ reducedMotion }), await recordAnimations(page)) },
    );
  }
});

test("new pieces appear without sliding, and nothing below the board moves", () =>
  visit(
    "#/play/domineering/....%7C....%7C....%7C....?level=0",
    async (page) => {
      await turn(page);
      await page.evaluate(() => (/** @type {any} */ (window).shifts = []));
      for (const [cell, count] of /** @type {[string, number][]} */ ([["a4", 1], ["c4", 2], ["b2", 3]])) {
        await element(page, cell).press("Enter");
        if (await page.locator(".chooser .chip").count()) await page.locator(".chooser .chip").first().press("Enter");
        await page.waitForFunction((count) => document.querySelectorAll(".match .course .step").length === count, count);
      }
      const frames = await page.evaluate(() => /** @type {any} */ (window).animated);
      assert.ok(frames.some((/** @type {any} */ one) => one.inside && "opacity" in one));
      assert.ok(frames.every((/** @type {any} */ one) => !one.transform));
      const shifts = await page.evaluate(() => /** @type {any} */ (window).shifts);
      assert.ok(shifts.reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one, 0) < 0.05, String(shifts));
    },
    {
      prepare: async (page) => {
        await page.emulateMedia({ reducedMotion: "no-preference" });
        await recordAnimations(page);
        await page.addInitScript(() => {
          /** @type {any} */ (window).shifts = [];
          new PerformanceObserver((list) => {
            for (const one of /** @type {any[]} */ (list.getEntries())) if (!one.hadRecentInput) /** @type {any} */ (window).shifts.push(one.value);
          }).observe({ type: "layout-shift", buffered: true });
        });
      },
    },
  ));
