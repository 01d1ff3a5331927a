// The engine in a worker gives byte for byte the answers of the program.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { serve, start } from "./start.mjs";

const [engine, native] = [start(), serve()];
after(() => {
  engine.close();
  native.close();
});

/** Fails if the two answer a request differently. @param {object | string} request */
async function compare(request) {
  const text = typeof request === "string" ? request : JSON.stringify(request);
  const [found, expected] = await Promise.all([engine.line(text), native.line(text)]);
  assert.equal(found, expected, text);
  return JSON.parse(found);
}

/** Questions about examples that take more than a second: the kind of the question and the game. */
const SLOW = new Set(
  ["misere cutcake", "misere maundy-cake", "table tripling-nim", "table zero-move-nim", "table take-no-more", "verify red-blue-stalks"].concat(
    ["verify chess", "verify connect-four", "verify awari", "verify dots-and-boxes", "misere chess", "verify impartial", "misere turning-corners"],
  ),
);

test("the quick cases of the benchmark, with their node counts", async () => {
  const lines = (await readFile(new URL("bench.jsonl", import.meta.url), "utf8")).trim().split("\n");
  for (const line of lines) {
    const { answer } = await compare(line);
    assert.ok(answer, line);
  }
  assert.ok(lines.length > 20);
});

test("every example of the catalogue and of the calculator", async () => {
  const { answer: games } = await compare({ id: 1, games: "" });
  let count = 0;
  for (const { name, example } of games) {
    await compare({ id: name, game: name });
    const { game, position } = example;
    for (const request of [
      { solve: game, position, explain: true },
      { moves: game, position, outcomes: true, scene: true },
      { solve: game, position, misere: true, max_moves: 3 },
      { table: game, up_to: 12 },
      { picture: game, position },
    ]) {
      const kind = request.misere ? "misere" : Object.keys(request)[0];
      if (SLOW.has(`${kind} ${name}`)) continue;
      await compare({ id: count, ...request });
      count += 1;
    }
  }
  const { answer: functions } = await compare({ id: 2, functions: "" });
  for (const { example } of functions) {
    await compare({ id: count, eval: example });
    count += 1;
  }
  assert.ok(count > 300, `${count} questions`);
});

test("theorems hold in searches there too", async () => {
  const { answer: games } = await compare({ id: 1, games: "" });
  let count = 0;
  for (const { name } of games.filter((/** @type {{name: string}} */ { name }) => !SLOW.has(`verify ${name}`))) {
    const { answer } = await compare({ id: name, verify: name, up_to: 2 });
    for (const { holds, cases } of answer ?? []) {
      // The smallest size of some games has no position to compare.
      assert.equal(holds, cases > 0 ? true : null, name);
      count += cases;
    }
  }
  assert.ok(count > 10_000, `${count} comparisons`);
});

test("numbers beyond the address space", async () => {
  for (const request of [
    { solve: "domineering", position: "4294967297x2" },
    { solve: "nim", position: "18446744073709551615 4294967296 4294967297" },
    { solve: "kayles", position: "4294967301" },
    { solve: "nim", position: "4294967301 3", max_moves: 4294967297 },
    { solve: "hackenbush", position: "4294967296-4294967297:b 0-4294967296:r" },
    { solve: "subtract{1,4294967297}", position: "4294967300" },
    { solve: "green-stalks", position: "4294967299 4" },
    { solve: "chase", position: "4294967301 1 1 2 2" },
    { table: "nim", from: 4294967295, up_to: 4294967298 },
    { table: "wythoff", up_to: 4294967298 },
    { eval: "2^4294967296" },
    { eval: "1/2^40 * 2^40" },
    { eval: "4294967297.*" },
    { quiz: "", seed: 4294967297 },
    { rules: "board: graph path 4294967298\npieces: x left\nleft: x -> .\n" },
    { positions: "none", max: 4294967297 },
    { tables: "" },
    { count: "chase-5" },
  ]) {
    await compare({ id: 3, ...request });
  }
});

test("damaged requests have the same errors and places", async () => {
  for (const text of ["", "{", '{"id":1}', '{"solve":"nimm","position":"3"}', '{"solve":"nim","position":"3 x"}', '{"id":[1,"a"],"eval":"nim(3"}', '{"eval":1}', '{"solve":"nim","position":"1","max_moves":-1}', '{"solve":"nim","positon":"1"}', '{"eval":"1","timeout":-1}', '{"rules":"game: x"}', "[1]", "null", '{"eval":"1"}}', '{"id":"é","eval":"÷"}']) {
    if (text) await compare(text);
  }
});
