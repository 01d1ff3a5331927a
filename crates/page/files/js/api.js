/** Requests to the server, or to the engine of a static site. */

import { h } from "./dom.js";
import { parse } from "./json.js";

/** An error that the server reports for a request. */
export class Refusal extends Error {
  /** @param {Fault} fault */
  constructor(fault) {
    super(fault.detail);
    this.fault = fault;
  }
}

/** A sequence of requests in which each request cancels the previous one. */
export class Latest {
  #abort = new AbortController();

  get signal() {
    return this.#abort.signal;
  }

  end() {
    this.#abort.abort();
  }

  /** Cancels the previous request, and returns the signal for the next one. */
  next() {
    this.end();
    this.#abort = new AbortController();
    return this.signal;
  }
}

/**
 * Returns a promise that settles like the given one, but is rejected if the signal is aborted first.
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} signal
 */
export function wanted(promise, signal) {
  return promise.finally(() => signal.throwIfAborted());
}

/**
 * The engine in this browser, which the script of a static site sets before the page starts.
 * @type {{answer: (path: string, body: string | undefined, how: How) => Promise<{status: number, body: string}>} | undefined}
 */
const engine = Reflect.get(globalThis, "winwaysEngine");

/** True if the page runs without a server. */
export const isStatic = engine !== undefined;

const BASE = "api/v1/";
/** The pause before a retry if the server does not answer, in milliseconds. */
const RETRY_PAUSE = 1000;
const away = h("p", { class: "away", role: "status" });
document.body.append(away);

/** @param {boolean} isAway */
function say(isAway) {
  away.textContent = isAway ? "The server does not answer: is `winways serve` still running? Trying again …" : "";
}

/**
 * Sends a request repeatedly until the server answers.
 * @param {string} url
 * @param {RequestInit} [init]
 * @param {AbortSignal} [stop]  Stops the retries, but not a request in progress.
 */
export async function reach(url, init = {}, stop) {
  for (;;) {
    try {
      const response = await fetch(url, init);
      say(false);
      return response;
    } catch (error) {
      if (isAbort(error)) throw error;
      say(true);
      if (stop?.aborted) throw new Refusal({ detail: "The server does not answer." });
      await pause(RETRY_PAUSE, init.signal);
    }
  }
}

/** @param {Response} response @returns {Promise<any>} */
async function read(response) {
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const text = await response.text();
  const body = isJson ? parse(text) : text;
  if (response.ok) return body;
  throw new Refusal(isJson ? body : { detail: `The server answered with status ${response.status}.` });
}

/**
 * Waits for an answer. Long work sends progress events. Aborting `signal` cancels the work. Aborting `stop` also stops the work, but
 * returns the partial answer.
 * @param {string} path
 * @param {string | undefined} body  The body of a POST.
 * @param {How} how
 * @returns {Promise<any>}
 */
async function answer(path, body, how) {
  if (!engine) return answerOfServer(path, body, how);
  const reply = await engine.answer(path, body, how);
  const json = parse(reply.body);
  if (reply.status >= 400) throw new Refusal(json);
  return json;
}

/** @param {string} path @param {string | undefined} body @param {How} how @returns {Promise<any>} */
async function answerOfServer(path, body, how) {
  const init = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body };
  const { signal, stop } = how;
  for (let attempt = 0; ; attempt += 1) {
    const response = await reach(BASE + path, { ...init, signal }, stop);
    if (response.status === 429 && attempt < 5) {
      const seconds = Number(response.headers.get("retry-after") ?? 1);
      await pause(Math.min(Math.max(seconds, 0.2), 10) * 1000, signal);
      continue;
    }
    if (response.status !== 202) return read(response);
    const found = await follow((await response.json()).task, how);
    if (found) return found;
    // A restarted server does not know the task.
    if (attempt >= 5) throw new Refusal({ detail: "The connection to the server was lost." });
  }
}

/** @param {string} path @param {AbortSignal} [signal] */
export function get(path, signal) {
  return answer(path, undefined, { signal });
}

/** @param {string} path @param {object} body @param {How} [how] */
export function ask(path, body, how = {}) {
  // Request the picture of each view.
  const asked = path === "moves" ? { scene: true, ...body } : body;
  return answer(path, JSON.stringify(asked), how);
}

/** @param {number} milliseconds @param {AbortSignal | null} [signal] */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("cancelled", "AbortError"));
    });
  });
}

/**
 * Follows the events of a task, and returns its answer, or null if the server does not know the task. An abort cancels the task.
 * @param {string} task
 * @param {How} how
 * @returns {Promise<any>}
 */
function follow(task, { signal, stop, progress }) {
  return new Promise((resolve, reject) => {
    const path = `${BASE}tasks/${encodeURIComponent(task)}`;
    const events = new EventSource(`${path}/events`);
    const halt = () => fetch(path, { method: "DELETE" }).catch(() => undefined);
    const end = () => {
      events.close();
      signal?.removeEventListener("abort", cancel);
      stop?.removeEventListener("abort", halt);
    };
    const cancel = () => {
      reject(new DOMException("cancelled", "AbortError"));
      // The server removes a task that has no listener.
      void halt().finally(end);
    };
    if (signal?.aborted) return cancel();
    signal?.addEventListener("abort", cancel);
    // Only a listener receives the partial answer.
    if (stop?.aborted) events.addEventListener("open", halt);
    stop?.addEventListener("abort", halt);
    events.addEventListener("open", () => say(false));
    events.addEventListener("progress", (event) => progress?.(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    events.addEventListener("answer", (event) => {
      end();
      resolve(parse(/** @type {MessageEvent} */ (event).data));
    });
    events.addEventListener("error", (event) => {
      const data = /** @type {MessageEvent} */ (event).data;
      if (data === undefined && events.readyState === EventSource.CONNECTING) return say(true);
      end();
      if (data === undefined) return resolve(null);
      reject(new Refusal(JSON.parse(data)));
    });
  });
}

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/** Fetches an immutable resource, and caches it. @param {string} path */
export function once(path) {
  const found = known.get(path) ?? get(path);
  known.set(path, found);
  found.catch(() => known.delete(path));
  return found;
}

/** Fetches the catalogue. @returns {Promise<Game[]>} */
export const games = () => once("games");

/** Fetches the page of a game. @param {string} name  May include parameters. @returns {Promise<GamePage>} */
export const gamePage = (name) => once(`games/${encodeURIComponent(name)}`);

/** Returns true if an error only reports that a request was cancelled. @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Converts an error to a fault for display. @param {unknown} error @returns {Fault} */
export function faultOf(error) {
  if (error instanceof Refusal) return error.fault;
  return { detail: error instanceof Error ? error.message : String(error) };
}
