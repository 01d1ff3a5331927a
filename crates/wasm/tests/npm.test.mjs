// The tarball of the package in an empty project: under Node, for the type checker, and in a page without a bundler.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { browse, host } from "./host.mjs";

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
  const page = '<!doctype html><script type="module">import "./node_modules/winways/board.js";</script><winways-board game="domineering" position="..|.." marks="winning"></winways-board>';
  await writeFile(join(project, "index.html"), page);
  const server = await host(project);
  const browser = await browse();
  try {
    const opened = await browser.newPage();
    await opened.goto(server.base);
    const board = opened.locator("winways-board");
    await board.locator("svg .hit.usable").first().click();
    await opened.waitForFunction(() => document.querySelector("winways-board")?.getAttribute("position") !== "..|.." || document.querySelector(".chooser .chip"));
    if (await board.locator(".chooser .chip").count()) await board.locator(".chooser .chip").first().click();
    await opened.waitForFunction(() => document.querySelector("winways-board")?.getAttribute("position") !== "..|..");
    await opened.waitForFunction(() => document.querySelector("winways-board ww-board svg"));
    assert.equal(await board.getAttribute("data-error"), null);
  } finally {
    await browser.close();
    await server.close();
  }
});
