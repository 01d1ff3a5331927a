// Shared by the tests: the engine of the folder WINWAYS_ENGINE in a worker, and the program WINWAYS.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { WINWAYS_ENGINE, WINWAYS } = process.env;
if (!WINWAYS_ENGINE || !WINWAYS) throw new Error("these tests are started by `crates/wasm/run`");
export const folder = pathToFileURL(WINWAYS_ENGINE + "/");
export const program = WINWAYS;

/** The memory of a request, in bytes: engines choose by it, so both have the same. */
export const MEMORY = 2 ** 30;

const { Engine } = await import(new URL("engine.js", folder).href);
const module = await WebAssembly.compile(await readFile(new URL("winways.wasm", folder)));

/** Starts an engine. @param {object} [options] */
export function start(options = {}) {
  return new Engine({ module, memory: MEMORY, ...options });
}

/** Starts `winways serve-stdio`, and returns a function that answers one line after the other. */
export function serve() {
  const child = spawn(program, ["serve-stdio", `--memory=${MEMORY}B`], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    pid: child.pid ?? 0,
    /** @param {string} text */
    async line(text) {
      child.stdin.write(`${text}\n`);
      const { value } = await lines.next();
      return `${value}\n`;
    },
    close: () => child.stdin.end(),
  };
}
