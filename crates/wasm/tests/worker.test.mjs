// The worker: names, progress, cancellation, limits, and the start after the end of an instance.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "node:fs/promises";
import { folder, start } from "./start.mjs";

/** A question that takes minutes. */
const LONG = JSON.stringify({ game: "domineering", position: "........|........|........|........|........|........|........|........" });

/** Reads a number in LEB128. @param {Uint8Array} bytes @param {number} at @returns {[number, number]}  The number, and the place after it. */
function number(bytes, at) {
  let [value, shift] = [0, 0];
  for (; ; at += 1, shift += 7) {
    value += (bytes[at] & 127) << shift;
    if (bytes[at] < 128) return [value, at + 1];
  }
}

/** @param {number} value */
function leb128(value) {
  const bytes = [];
  for (; value > 127; value >>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

/** Compiles the engine with another maximum of memory. @param {number} most  In pages of 64 KiB. */
async function smallModule(most) {
  const bytes = await readFile(new URL("winways.wasm", folder));
  for (let at = 8; ; ) {
    const [size, start] = number(bytes, at + 1);
    if (bytes[at] === 5) {
      // One memory, its flags and its minimum.
      const [least] = number(bytes, start + 2);
      const section = [1, 1, ...leb128(least), ...leb128(most)];
      return WebAssembly.compile(Buffer.concat([bytes.subarray(0, at), Buffer.from([5, ...leb128(section.length), ...section]), bytes.subarray(start + size)]));
    }
    at = start + size;
  }
}

test("lines remember names, and requests with addresses do not", async () => {
  const engine = start();
  await engine.line('{"eval":"g = {1|-1}"}');
  assert.match(await engine.line('{"eval":"g + g"}'), /"value":"0"/);
  const { status, body } = await engine.post("eval", '{"eval":"g"}');
  assert.equal(status, 422, body);
  const page = await engine.get("game", [["name", "nim"]]);
  assert.equal(page.status, 200);
  assert.equal(JSON.parse(page.body).name, "nim");
  assert.equal((await engine.get("quiz", [["seed", "1"], ["seed", "2"]])).status, 400);
  engine.close();
});

test("long work reports its progress and stops at its time limit", async () => {
  const engine = start();
  let events = 0;
  const text = JSON.stringify({ ...JSON.parse(LONG), timeout: 1.5 });
  const { body } = await engine.post("solve", text, {
    progress: ({ positions, needed }) => {
      assert.ok(positions >= 0 && needed >= 0);
      events += 1;
    },
  });
  const { complete, stopped } = JSON.parse(body);
  assert.equal(complete, false);
  assert.match(stopped, /time/);
  assert.ok(events > 0);
  engine.close();
});

test("cancelled work ends, and the next request is answered", async () => {
  const engine = start();
  const control = new AbortController();
  const long = engine.post("solve", LONG, { signal: control.signal, progress: () => control.abort() });
  await assert.rejects(long, { name: "AbortError" });
  assert.equal((await engine.post("solve", '{"game":"nim","position":"1 2"}')).status, 200);
  // A request that waits is removed.
  const other = new AbortController();
  const first = engine.post("eval", '{"eval":"1"}');
  const second = engine.post("eval", '{"eval":"2"}', { signal: other.signal });
  other.abort();
  await assert.rejects(second, { name: "AbortError" });
  assert.equal((await first).status, 200);
  engine.close();
});

test("stopped work gives the partial answer", async () => {
  const engine = start();
  const stop = new AbortController();
  const { body } = await engine.post("solve", LONG, { stop: stop.signal, progress: () => stop.abort() });
  assert.match(JSON.parse(body).stopped, /^interrupted/);
  engine.close();
});

test("work beyond the memory of a request has a limit as its answer", async () => {
  const engine = start();
  const { body } = await engine.post("solve", JSON.stringify({ ...JSON.parse(LONG), memory: 2 ** 20 }));
  assert.match(JSON.parse(body).stopped, /memory/);
  engine.close();
});

test("an instance without memory is replaced, and the request is answered by a limit", async () => {
  /** @type {string[]} */
  const reasons = [];
  const engine = start({ module: await smallModule(256), onRestart: (/** @type {string} */ reason) => reasons.push(reason) });
  const line = await engine.line(`{"id":7,"solve":${LONG.slice('{"game":'.length)}`);
  const { id, error } = JSON.parse(line);
  assert.equal(id, 7);
  assert.equal(error?.type, "urn:winways:error:limit", line);
  assert.equal(reasons.length, 1);
  assert.match(await engine.line('{"eval":"1 + 1"}'), /"value":"2"/);
  engine.close();
});

test("requests wait for a free worker, and several workers answer at once", async () => {
  const engine = start({ workers: 2 });
  const control = new AbortController();
  const long = engine.post("solve", LONG, { signal: control.signal });
  const short = await Promise.all([1, 2, 3].map((heap) => engine.post("solve", JSON.stringify({ game: "nim", position: `${heap}` }))));
  assert.deepEqual(short.map(({ status }) => status), [200, 200, 200]);
  control.abort();
  await assert.rejects(long, { name: "AbortError" });
  engine.close();
  await assert.rejects(engine.line('{"eval":"1"}'), /closed/);
});
