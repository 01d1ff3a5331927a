// Shared by all tests: a browser, pages that record console messages, and the accessibility audit.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** The address of the server, with a trailing slash. */
export const BASE = process.env.WINWAYS_URL;
if (!BASE) throw new Error("WINWAYS_URL is not set: these tests are started by `crates/web/browser/run`");

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  // The browser's sandbox does not work for root, the user in most containers.
  const isRoot = process.getuid?.() === 0;
  const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM, args: isRoot ? ["--no-sandbox"] : [] });
  // Retry once: Chromium itself may crash while it starts, before any code of the page runs.
  browser = await launch().catch(launch);
});
after(() => browser?.close());

/**
 * Opens an address in a new page and runs a test there. The test fails on any console message. The browser itself logs answers
 * with status 422 and failed connections. A test that provokes them sets `refusals`.
 * @param {string} hash
 * @param {(page: import("playwright-core").Page) => Promise<void>} run
 * @param {{width?: number, scheme?: "light" | "dark", refusals?: boolean, prepare?: (page: import("playwright-core").Page) => Promise<unknown>}} [how]
 */
export async function visit(hash, run, { width = 1280, scheme = "light", refusals = false, prepare } = {}) {
  const context = await browser.newContext({ viewport: { width, height: width < 500 ? 780 : 900 }, colorScheme: scheme, hasTouch: width < 500, reducedMotion: "reduce" });
  const page = await context.newPage();
  // No test waits for a long answer without cancelling it.
  page.setDefaultTimeout(45_000);
  /** @type {string[]} */
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.stack ?? error.message));
  try {
    await prepare?.(page);
    await page.goto(BASE + hash);
    await run(page);
    const unexpected = refusals ? said.filter((text) => !/status of 422|net::ERR_/.test(text)) : said;
    assert.deepEqual(unexpected, [], "the console says something");
  } finally {
    await context.close();
  }
}

/** Waits until the board shows a position with its moves and its analysis.
 * @param {import("playwright-core").Page} page
 */
export async function settled(page) {
  await page.locator("ww-board svg").first().waitFor();
  await page.waitForFunction(() => document.querySelector("ww-play:not([aria-busy])") && !document.querySelector("ww-play .busy:not([hidden])"));
}

/** Creates a promise with its resolver. */
function gate() {
  let open = () => {};
  const opened = new Promise((resolve) => (open = () => resolve(undefined)));
  return { open, opened };
}

/**
 * Holds the server's answers to some requests until they are released.
 * @param {import("playwright-core").Page} page
 * @param {string} path  `moves`, `games/nim`.
 * @param {(body: any) => boolean} [which]
 */
export async function hold(page, path, which = () => true) {
  /** The held requests, in order. `go` releases the answer. @type {{body: any, go: () => void, arrived: Promise<unknown>}[]} */
  const held = [];
  await page.route(`**/api/v1/${path}`, async (route) => {
    const body = route.request().postDataJSON();
    if (!which(body)) return route.fallback();
    const [let_go, arrival] = [gate(), gate()];
    held.push({ body, go: let_go.open, arrived: arrival.opened });
    const response = await fetched(route).catch(() => null);
    await let_go.opened;
    // The request may have been cancelled.
    if (response) await route.fulfill({ response }).catch(() => undefined);
    arrival.open();
  });
  return held;
}

/** Fetches the answer to a request. The server may close an idle connection just as it is used again. @param {import("playwright-core").Route} route */
export const fetched = (route) => route.fetch({ maxRetries: 3 });

/**
 * Makes requests long: each becomes a task with progress, until the page cancels it. Its answer is then built from the
 * server's answer to a smaller request.
 * @param {import("playwright-core").Page} page
 * @param {string} path
 * @param {{which?: (body: any) => boolean, smaller?: (body: any) => object}} how
 */
export async function prolong(page, path, { which = () => true, smaller = (body) => body }) {
  const tasks = { /** @type {string[]} */ begun: [], /** @type {string[]} */ ended: [] };
  /** @type {Map<string, object>} */
  const bodies = new Map();
  await page.route(`**/api/v1/${path}`, async (route) => {
    const body = route.request().postDataJSON();
    if (!which(body)) return route.fallback();
    const task = `long-${path}-${bodies.size}`;
    bodies.set(task, body);
    tasks.begun.push(task);
    await route.fulfill({ status: 202, json: { task } });
  });
  await page.route(`**/api/v1/tasks/long-${path}-*`, async (route) => {
    tasks.ended.push(route.request().url().replace(/.*\//, ""));
    await route.fulfill({ status: 204 });
  });
  await page.route(`**/api/v1/tasks/long-${path}-*/events`, async (route) => {
    const task = route.request().url().replace(/.*\/(.*)\/events/, "$1");
    // The stream ends after each event, and the browser reconnects.
    let events = 'retry: 20\nevent: progress\ndata: {"positions": 12345, "total": null}\n\n';
    if (tasks.ended.includes(task)) {
      const answer = await fetch(`${BASE}api/v1/${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(smaller(bodies.get(task))) });
      events = `event: answer\ndata: ${JSON.stringify({ ...(await answer.json()), complete: false, stopped: "interrupted" })}\n\n`;
    }
    await route.fulfill({ contentType: "text/event-stream", body: events }).catch(() => undefined);
  });
  return tasks;
}

/** Locates an element of the board by its name, such as `a1` or `edge 0-1`.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export function element(page, name) {
  return page.locator(`ww-board .hit[aria-label^="${name},"]`);
}

/** Fails if axe reports a violation.
 * @param {import("playwright-core").Page} page
 * @param {string} where
 */
export async function audit(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160) + " " + (node.any[0]?.message ?? "")).slice(0, 3).join(" ;; ")}`);
  assert.deepEqual(told, [], where);
}

/** Fails if the page is wider than the window.
 * @param {import("playwright-core").Page} page
 * @param {string} where
 */
export async function fits(page, where) {
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= window, `${where}: ${wide} px wide in a window of ${window}`);
  const outside = await page.evaluate(() => {
    const isOutside = (/** @type {Element} */ one) => one.getBoundingClientRect().right > (one.closest(".card")?.getBoundingClientRect().right ?? Infinity) + 1;
    return [...document.querySelectorAll(".card :is(input, select, textarea, .value-cells li)")].filter(isOutside).map((one) => one.outerHTML.slice(0, 80));
  });
  assert.deepEqual(outside, [], `${where}: reaches out of its card`);
}

/** Asks the server, and waits for long work. @param {string} path @param {object} body */
export async function post(path, body) {
  const answer = await fetch(`${BASE}api/v1/${path}?wait=60`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  assert.equal(answer.status, 200, path);
  return answer.json();
}

/** Returns the position on a board. @param {import("playwright-core").Locator} board */
export const shownOn = async (board) => ((await board.locator("svg").first().getAttribute("aria-label")) ?? "").replace("Board: ", "");

/** Makes a move on a board by the elements that it touches, or by the token of a heap.
 * @param {import("playwright-core").Locator} board
 * @param {string} position
 * @param {string} text
 * @param {string | {rules: string}} [game]  The game, if the position is not written with its name.
 */
export async function make(board, position, text, game) {
  const { moves } = await post("moves", game ? { game, position } : { game: position });
  const move = moves.find((one) => one.text === text);
  const rest = /-> (\d+)$/.exec(text)?.[1];
  const token = board.locator(`[data-element="${move.touches[0].join(".")}"] .token-hit[data-rest="${rest}"]`);
  if ((await token.count()) > 0) return token.click();
  const isMade = async () => (await board.getAttribute("aria-busy")) !== null || (await shownOn(board)) !== position;
  for (const touch of move.touches) {
    await board.locator(`[data-element="${touch.join(".")}"]`).press("Enter");
    // The first elements may determine the move.
    if ((await isMade()) || (await board.locator(".chooser button").count()) === 0) return;
  }
  const chip = board.getByRole("button", { name: text, exact: true });
  // The elements may have determined the move after all, and the chips may be gone.
  const gone = async (/** @type {unknown} */ error) => {
    if (!(await isMade())) throw error;
  };
  if ((await chip.count()) > 0) await chip.click({ timeout: 10_000 }).catch(gone);
}
