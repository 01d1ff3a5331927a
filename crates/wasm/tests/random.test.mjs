// Random requests: every one is answered, and no instance ends.
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { program, start } from "./start.mjs";

const count = process.env.WINWAYS_REQUESTS ?? "1000";
const abuse = process.env.WINWAYS_ABUSE;

test(`${count} random requests`, async () => {
  assert.ok(abuse, "WINWAYS_ABUSE is the path of the example abuse");
  /** @type {string[]} */
  const reasons = [];
  let current = "";
  const engine = start({ seconds: 0.1, memory: 2 ** 26, onRestart: (reason) => reasons.push(`${reason}: ${current}`) });
  const requests = createInterface({ input: spawn(abuse, ["lines", program, count, "1"]).stdout });
  let answered = 0;
  for await (current of requests) {
    const answer = JSON.parse(await engine.line(current));
    assert.ok("answer" in answer || "error" in answer, current);
    answered += 1;
  }
  engine.close();
  assert.equal(answered, Number(count));
  assert.deepEqual(reasons, []);
});
