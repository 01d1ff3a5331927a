/** The worker: one instance of the engine, which answers one message at a time. */

import { Engine, failed, failedLine, initSync } from "./winways.js";

/** @typedef {import("./engine.js").Question} Question */

/** @type {(message: object) => void} */
let post;
/** Shared memory that contains the id of the active request once that request is cancelled. @type {Int32Array | undefined} */
let flag;
/** @type {Engine} */
let engine;
let active = 0;
/** The message of the panic that ended the instance. @type {string | undefined} */
let panic;

/** The functions that the instance calls. */
const host = {
  now: () => performance.now(),
  isCancelled: () => flag !== undefined && Atomics.load(flag, 0) === active,
  /** @param {string} json */
  progress: (json) => post({ id: active, progress: json }),
  /** @param {string} message */
  panicked: (message) => (panic = message),
};
Object.assign(globalThis, { winwaysHost: host });

/** @param {Question} question */
function answer({ kind, operation = "", text = "", fields = [], cause = "", seconds }) {
  if (kind === "line") return { body: cause ? failedLine(text, cause) : engine.line(text, seconds) };
  const names = fields.map(([name]) => name);
  const texts = fields.map(([, value]) => value);
  const reply = cause ? failed(cause) : kind === "get" ? engine.get(operation, names, texts, seconds) : engine.post(operation, text, seconds);
  const found = { status: reply.status, body: reply.body };
  reply.free();
  return found;
}

/** @param {any} message */
function take(message) {
  if (message.module) {
    flag = message.flag;
    initSync({ module: message.module });
    engine = new Engine(message.memory);
    return;
  }
  active = message.id;
  try {
    post({ id: active, answer: answer(message) });
  } catch (error) {
    // An instance without memory ends without a panic.
    const cause = panic === undefined && error instanceof WebAssembly.RuntimeError ? "memory" : "defect";
    post({ id: active, trap: panic ?? String(error), cause });
  }
}

if (typeof self === "undefined") {
  void import("node:worker_threads").then(({ parentPort }) => {
    post = (message) => parentPort?.postMessage(message);
    parentPort?.on("message", take);
  });
} else {
  post = (message) => self.postMessage(message);
  self.addEventListener("message", (event) => take(event.data));
}
