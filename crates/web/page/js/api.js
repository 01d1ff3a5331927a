/** Requests to the server. */

/** What the server says is wrong with a request. */
export class Refusal extends Error {
  /**
   * @param {Fault} fault
   * @param {number} status
   */
  constructor(fault, status) {
    super(fault.message);
    this.fault = fault;
    this.status = status;
  }
}

const BASE = "api/v1/";

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function send(path, init = {}) {
  try {
    return await fetch(BASE + path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal({ message: "The server does not answer.", help: "Is `winways serve` still running?" }, 0);
  }
}

/**
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function read(response) {
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const body = isJson ? await response.json() : await response.text();
  if (response.ok) return body;
  const fault = isJson && body.error ? body.error : { message: `The server answered with status ${response.status}.` };
  throw new Refusal(fault, response.status);
}

/**
 * Waits for an answer; long work is followed by its events, and is cancelled with the signal. The signal `stop` ends it too, but what
 * was found until then is the answer.
 * @param {string} path
 * @param {RequestInit} init
 * @param {How} how
 * @returns {Promise<any>}
 */
async function answer(path, init, how) {
  const { signal } = how;
  for (let attempt = 0; ; attempt += 1) {
    const response = await send(path, { ...init, signal });
    if (response.status === 429 && attempt < 5) {
      const seconds = Number(response.headers.get("retry-after") ?? 1);
      await pause(Math.min(Math.max(seconds, 0.2), 10) * 1000, signal);
      continue;
    }
    if (response.status === 202) return follow((await response.json()).task, how);
    return read(response);
  }
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
export function get(path, signal) {
  return answer(path, {}, { signal });
}

/**
 * @param {string} path
 * @param {object} body
 * @param {How} [how]
 */
export function ask(path, body, how = {}) {
  return answer(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }, how);
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 */
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
 * Follows a task by its events. An abort cancels it at the server.
 * @param {string} task
 * @param {How} how
 * @returns {Promise<any>}
 */
function follow(task, { signal, stop, progress }) {
  return new Promise((resolve, reject) => {
    const path = `tasks/${encodeURIComponent(task)}`;
    const events = new EventSource(`${BASE}${path}/events`);
    const halt = () => send(path, { method: "DELETE" }).catch(() => undefined);
    const end = () => {
      events.close();
      signal?.removeEventListener("abort", cancel);
      stop?.removeEventListener("abort", halt);
    };
    const cancel = () => {
      reject(new DOMException("cancelled", "AbortError"));
      // Without one who listens there would be no task to end.
      void halt().finally(end);
    };
    if (signal?.aborted) return cancel();
    signal?.addEventListener("abort", cancel);
    // The answer waits for one who listens.
    if (stop?.aborted) events.addEventListener("open", halt);
    stop?.addEventListener("abort", halt);
    events.addEventListener("progress", (event) => progress?.(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    events.addEventListener("answer", (event) => {
      end();
      resolve(JSON.parse(/** @type {MessageEvent} */ (event).data));
    });
    events.addEventListener("error", (event) => {
      const data = /** @type {MessageEvent} */ (event).data;
      if (data === undefined && events.readyState === EventSource.CONNECTING) return;
      end();
      const fault = data === undefined ? { message: "The connection to the server was lost." } : JSON.parse(data);
      reject(new Refusal(fault.error ?? fault, 0));
    });
  });
}

/** @type {Promise<Game[]> | null} */
let catalogue = null;

/** The catalogue; asked for once. */
export function games() {
  catalogue ??= get("games");
  catalogue.catch(() => {
    catalogue = null;
  });
  return catalogue;
}

/** @type {Map<string, Promise<GamePage>>} */
const gamePages = new Map();

/** All there is about a game; asked for once. @param {string} name  Also with parameters. */
export function gamePage(name) {
  let page = gamePages.get(name);
  if (!page) {
    page = get(`games/${encodeURIComponent(name)}`);
    gamePages.set(name, page);
    page.catch(() => gamePages.delete(name));
  }
  return page;
}

/** Whether an error only says that nobody waits for the answer any more. @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * What there is to say about an error.
 * @param {unknown} error
 * @returns {Fault}
 */
export function faultOf(error) {
  if (error instanceof Refusal) return error.fault;
  return { message: error instanceof Error ? error.message : String(error) };
}
