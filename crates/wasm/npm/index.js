/** Answers questions about combinatorial games with an engine in a worker. */

import { Engine } from "./engine.js";

/** An error in a question. `problem` contains the field, the position in its text, the expected input, and help. */
export class WinwaysError extends Error {
  name = "WinwaysError";

  /** @param {any} problem */
  constructor(problem) {
    super([problem.detail, problem.expected && `expected ${problem.expected.replace(/^expected /, "")}`, problem.help].filter(Boolean).join("; "));
    this.problem = problem;
  }
}

/** @type {Promise<Engine> | undefined} */
let engine;
/** @type {import("./index.js").Settings} */
let settings = {};

async function compiled() {
  const url = new URL("./winways.wasm", import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    // The server may not send the MIME type of WebAssembly.
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  }
}

function started() {
  engine ??= compiled().then((module) => new Engine({ module, ...settings }));
  return engine;
}

/** @param {import("./index.js").Settings} wanted */
export function configure(wanted) {
  if (engine) throw new Error("the engine is running: call `configure` before the first question, or after `close`");
  settings = wanted;
}

export async function close() {
  const running = engine;
  engine = undefined;
  (await running)?.close();
}

/** @param {{status?: number, body: string}} reply @returns {any} */
function read({ status, body }) {
  const json = JSON.parse(body);
  if (status !== 200) throw new WinwaysError(json);
  return json;
}

/**
 * @param {string} operation
 * @param {object} fields
 * @param {{signal?: AbortSignal, stop?: AbortSignal, progress?: (event: any) => void}} options
 */
export async function ask(operation, fields, options = {}) {
  const { signal, stop, progress, ...others } = options;
  return read(await (await started()).post(operation, JSON.stringify({ ...fields, ...others }), { signal, stop, progress }));
}

/** @param {any} game @param {string} [position] @param {object} [options] */
export const solve = (game, position, options) => ask("solve", { game, position }, options);

/** @param {any} game @param {string} [position] @param {object} [options] */
export const moves = (game, position, options) => ask("moves", { game, position }, options);

/** @param {string} expression @param {object} [options] */
export const evaluate = (expression, options) => ask("eval", { eval: expression }, options);

/** @param {any} game @param {object} [options] */
export const table = (game, options) => ask("table", { table: game }, options);

/** @param {string} [words] */
export async function games(words = "") {
  return read(await (await started()).get("games", [["search", words]]));
}

/** @param {any} game @param {string} [position] @returns {Promise<string>} */
export const draw = async (game, position) => (await ask("picture", { game, position, format: "svg" })).text;
