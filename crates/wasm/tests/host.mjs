// Shared by the tests in Chromium: a plain file server, without headers of its own, and the browser CHROMIUM.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "../../web/browser/node_modules/playwright-core/index.mjs";

/** @type {Record<string, string>} */
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".json": "application/json", ".png": "image/png" };

/** Serves a folder at a path of a free port. @param {string} folder @param {string} place  The path, from `/` to `/`. */
export async function host(folder, place = "/") {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://x").pathname);
    let file = join(folder, path.slice(place.length));
    if (path.startsWith(place) && existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    if (!path.startsWith(place) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    base: `http://127.0.0.1:${port}${place}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const browse = () => chromium.launch({ executablePath: process.env.CHROMIUM, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
