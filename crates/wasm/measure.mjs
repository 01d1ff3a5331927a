// Prints the size of the engine, and the CPU times of the engine and the native program for the quick benchmark cases. If
// WINWAYS_SITE is set, also prints the time to the first answer of that site in Chromium.
//
//   WINWAYS=target/release/winways WINWAYS_ENGINE=FOLDER [WINWAYS_SITE=FOLDER CHROMIUM=PROGRAM] node crates/wasm/measure.mjs
import { readFile } from "node:fs/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { folder, serve, start } from "./tests/start.mjs";

const file = await readFile(new URL("winways.wasm", folder));
const mib = (/** @type {number} */ bytes) => `${(bytes / 2 ** 20).toFixed(2)} MiB`;
console.log(`engine ${mib(file.length)}, gzip ${mib(gzipSync(file, { level: 9 }).length)}, brotli ${mib(brotliCompressSync(file).length)}`);

/** Returns the CPU time of a process so far, in milliseconds. @param {number} pid */
async function cpuOf(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).replace(/.*\) /, "").split(" ");
  // In ticks of 10 ms.
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

const [engine, native] = [start(), serve()];
const lines = (await readFile(new URL("tests/bench.jsonl", import.meta.url), "utf8")).trim().split("\n");
await engine.line('{"eval":"1"}');
let [here, there] = [0, 0];
for (const line of lines) {
  const [begun, before] = [process.cpuUsage(), await cpuOf(native.pid)];
  await engine.line(line);
  const { user, system } = process.cpuUsage(begun);
  await native.line(line);
  const [own, other] = [(user + system) / 1000, (await cpuOf(native.pid)) - before];
  here += own;
  there += other;
  console.log(`${JSON.parse(line).id.padEnd(24)} ${own.toFixed(0).padStart(7)} ms ${other.toFixed(0).padStart(7)} ms`);
}
console.log(`${"all".padEnd(24)} ${here.toFixed(0).padStart(7)} ms ${there.toFixed(0).padStart(7)} ms, ${(here / there).toFixed(2)} times`);
engine.close();
native.close();

const { WINWAYS_SITE } = process.env;
if (WINWAYS_SITE) {
  const { browse, host } = await import("./tests/host.mjs");
  const [site, browser] = [await host(WINWAYS_SITE), await browse()];
  for (const [hash, shown] of Object.entries({ "": "ww-board svg", "#/board/nim/3,5,7": ".verdict .outcome" })) {
    const times = [];
    for (let visit = 0; visit < 5; visit += 1) {
      // A new page has no data from earlier visits.
      const page = await browser.newPage();
      const begun = performance.now();
      await page.goto(site.base + hash);
      await page.locator(shown).first().waitFor();
      times.push(performance.now() - begun);
      await page.close();
    }
    console.log(`first answer at ${hash || "the start"}: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
  }
  await browser.close();
  await site.close();
}
