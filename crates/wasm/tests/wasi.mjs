// Runs a test program of wasm32-wasip1: `node wasi.mjs PROGRAM [ARGUMENT...]`. Cargo calls it as its runner.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const root = new URL("../../..", import.meta.url).pathname;
const [program, ...others] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...others], env: process.env, preopens: { [root]: root }, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
process.exitCode = wasi.start(await WebAssembly.instantiate(module, /** @type {WebAssembly.Imports} */ (wasi.getImportObject())));
