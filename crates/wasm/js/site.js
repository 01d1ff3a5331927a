/** Starts a static site: the engine answers the requests of the page in place of `winways serve`. */

import { Engine } from "./engine.js";

/** @typedef {import("./engine.js").How} How */

/** The limits of a request, as in `winways serve`. */
const SECONDS = 60;
const WORKERS = 4;

/** The operation of an address that ends with a name (`games/nim`), by its first part. @type {Record<string, string>} */
const OF_NAME = { games: "game", verify: "verify" };

async function compiled() {
  const url = new URL("./winways.wasm", import.meta.url);
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    // The server may not send the MIME type of WebAssembly.
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  }
}

async function load() {
  // Wait for the first paint.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return new Engine({ module: await compiled(), seconds: SECONDS, workers: Math.min(WORKERS, navigator.hardwareConcurrency || 1) });
}

const engine = load();

/**
 * Answers a request of the page.
 * @param {string} path  The address below `api/v1/`.
 * @param {string | undefined} body  The body of a POST.
 * @param {How} how
 */
async function answer(path, body, how) {
  const { pathname, searchParams } = new URL(path, "http://page/");
  const [first, name] = pathname.slice(1).split("/").map(decodeURIComponent);
  const started = await engine;
  if (body !== undefined) return started.post(first, body, how);
  if (name === undefined) return started.get(first, [...searchParams], how);
  return started.get(OF_NAME[first] ?? first, [["name", name], ...searchParams], how);
}

Object.assign(globalThis, { winwaysEngine: { answer } });
if ("serviceWorker" in navigator && isSecureContext) void navigator.serviceWorker.register("sw.js").catch(() => undefined);
