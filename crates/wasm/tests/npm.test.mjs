// The tarball of the package in an empty project: under Node, for the type checker, and in a page without a bundler.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { chromium } from "../../web/browser/node_modules/playwright-core/index.mjs";

const run = promisify(execFile);
const browserTests = new URL("../../web/browser/", import.meta.url).pathname;
let project = "";

before(async () => {
  const packed = process.env.WINWAYS_NPM ?? "";
  const tarball = (await readdir(packed)).find((name) => name.endsWith(".tgz"));
  assert.ok(tarball, "WINWAYS_NPM is the folder that scripts/npm made");
  project = await mkdtemp(join(tmpdir(), "winways-npm-"));
  await writeFile(join(project, "package.json"), '{"private": true, "type": "module"}');
  await run("npm", ["install", "--offline", "--no-fund", "--no-audit", join(packed, tarball)], { cwd: project });
});
after(() => rm(project, { recursive: true, force: true }));

const PROGRAM = `
import { close, draw, evaluate, games, moves, solve, table, WinwaysError } from "winways";
const text: string | null = (await solve("nim", "7 8 9", { explain: true })).value;
const names: string[] = (await moves("domineering", "..|..", { outcomes: true })).moves.map((move) => move.text);
const sum = await evaluate("{1|-1} + {1|-1}");
const heaps = await table("octal(0.137)", { prove: true, values: false });
const found = (await games("dominoes")).map((game) => game.name);
const picture: string = await draw("domineering", "..|..");
let place: number[] | undefined;
try {
  await solve("nim", "3 x");
} catch (error) {
  if (error instanceof WinwaysError) place = error.problem.span?.bytes;
}
await close();
console.log(JSON.stringify({ text, names, sum: sum.value, heaps: "period" in heaps ? heaps.period : null, found, picture: picture.slice(0, 4), place }));
`;

test("under Node, with types", async () => {
  await writeFile(join(project, "program.ts"), PROGRAM);
  const config = { compilerOptions: { strict: true, module: "nodenext", target: "es2022", lib: ["es2023", "dom"], types: [] }, include: ["program.ts"] };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(config));
  await run(join(browserTests, "node_modules/.bin/tsc"), ["--project", project]);
  const { stdout } = await run("node", ["program.js"], { cwd: project });
  const { found, names, ...others } = JSON.parse(stdout);
  assert.deepEqual(others, { text: "*6", sum: "0", heaps: 34, picture: "<svg", place: [2, 3] });
  assert.ok(names.length === 4 && found.includes("domineering"), stdout);
});

test("the examples of the README run", async () => {
  const readme = await readFile(join(project, "node_modules/winways/README.md"), "utf8");
  const examples = [...readme.matchAll(/```js\n([^`]*)```/g)].map(([, text]) => text);
  assert.ok(examples.length >= 4);
  for (const [index, text] of examples.entries()) {
    const file = join(project, `example-${index}.js`);
    await writeFile(file, `${text}\nimport { close } from "winways";\nawait close();\n`);
    const { stdout } = await run("node", [file], { cwd: project });
    const expected = [...text.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line);
    assert.ok(stdout.length > 0);
    for (const line of expected) assert.ok(stdout.includes(line), `${stdout} is not ${line}`);
  }
});

test("in a page without a bundler", async () => {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const page = '<!doctype html><script type="module">import "./node_modules/winways/board.js";</script><winways-board game="domineering" position="..|.." marks="winning"></winways-board>';
  await writeFile(join(project, "index.html"), page);
  const server = createServer(async (request, response) => {
    const path = request.url === "/" ? "/index.html" : (request.url ?? "");
    const data = await readFile(join(project, path)).catch(() => null);
    response.writeHead(data ? 200 : 404, { "content-type": /** @type {Record<string, string>} */ (types)[extname(path)] ?? "text/plain" });
    response.end(data);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  try {
    const opened = await browser.newPage();
    await opened.goto(`http://127.0.0.1:${port}/`);
    const board = opened.locator("winways-board");
    await board.locator("svg .hit.usable").first().click();
    await opened.waitForFunction(() => document.querySelector("winways-board")?.getAttribute("position") !== "..|.." || document.querySelector(".chooser .chip"));
    if (await board.locator(".chooser .chip").count()) await board.locator(".chooser .chip").first().click();
    await opened.waitForFunction(() => document.querySelector("winways-board")?.getAttribute("position") !== "..|..");
    await opened.waitForFunction(() => document.querySelector("winways-board ww-board svg"));
    assert.equal(await board.getAttribute("data-error"), null);
  } finally {
    await browser.close();
    server.close();
  }
});
