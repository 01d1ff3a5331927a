/** The engine in workers, for browsers, Node and Deno. */

/**
 * A request in the form that a worker receives.
 * @typedef {{kind: "line" | "post" | "get", operation?: string, text?: string, fields?: string[][], cause?: string, seconds: number}} Question
 * @typedef {{status?: number, body: string}} Answer
 * @typedef {{signal?: AbortSignal, stop?: AbortSignal, progress?: (event: any) => void}} How
 * @typedef {{question: Question, how: How, resolve: (answer: Answer) => void, reject: (error: unknown) => void}} Job
 * @typedef {{postMessage: (message: object) => void, end: () => void}} Port
 * @typedef {{module: WebAssembly.Module, memory: number, onRestart: (reason: string) => void}} Setup
 */

/** The grace period of cancelled work before its worker is terminated, in milliseconds. */
const GRACE = 150;
/** The grace period of work that polls for its cancellation, in milliseconds. */
const SEEN_GRACE = 1000;

const isNode = typeof Worker === "undefined";

/**
 * Starts a worker and calls `take` with each of its messages, and with a `trap` message if the worker fails.
 * @param {(message: any) => void} take
 * @returns {Promise<Port>}
 */
async function start(take) {
  const url = new URL("./worker.js", import.meta.url);
  const ended = (/** @type {unknown} */ error) => take({ trap: String(error), cause: "memory" });
  if (isNode) {
    const threads = await import("node:worker_threads");
    const worker = new threads.Worker(url);
    worker.on("message", take);
    worker.on("error", ended);
    // A program may end while an engine waits for requests.
    worker.unref();
    return { postMessage: (message) => worker.postMessage(message), end: () => void worker.terminate() };
  }
  const worker = new Worker(url, { type: "module" });
  worker.addEventListener("message", (event) => take(event.data));
  worker.addEventListener("error", (event) => ended(event.message));
  return { postMessage: (message) => worker.postMessage(message), end: () => worker.terminate() };
}

/** Returns shared memory through which work can be cancelled, if the page may use it. */
function sharedFlag() {
  const isAllowed = typeof SharedArrayBuffer !== "undefined" && (globalThis.crossOriginIsolated ?? true);
  return isAllowed ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
}

/** One worker with one instance of the engine. It is restarted when its instance ends. */
class Runner {
  #setup;
  #ready;
  /** @type {() => void} */
  #done;
  /** @type {Port | undefined} */
  #port;
  #flag = sharedFlag();
  #generation = 0;
  #id = 0;
  /** @type {Job | undefined} */
  #job;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Keeps a program of Node running while it waits. @type {ReturnType<typeof setInterval> | undefined} */
  #awake;
  #unhear = () => {};

  /** @param {Setup} setup @param {() => void} done  Called after each job. */
  constructor(setup, done) {
    this.#setup = setup;
    this.#done = done;
    this.#ready = this.#begin();
  }

  get isIdle() {
    return this.#job === undefined;
  }

  async #begin() {
    const generation = (this.#generation += 1);
    const port = await start((message) => {
      if (generation === this.#generation) this.#take(message);
    });
    if (generation !== this.#generation) return port.end();
    this.#port = port;
    port.postMessage({ module: this.#setup.module, memory: this.#setup.memory, flag: this.#flag });
  }

  /** @param {Job} job */
  run(job) {
    this.#job = job;
    if (isNode) this.#awake ??= setInterval(() => {}, 1 << 30);
    const { signal, stop } = job.how;
    const abort = () => {
      job.reject(new DOMException("cancelled", "AbortError"));
      this.#cancel(() => this.#restart("cancelled"));
    };
    const halt = () => this.#cancel(() => this.#fail("cancelled", "cancelled"), 0);
    this.#unhear = () => {
      signal?.removeEventListener("abort", abort);
      stop?.removeEventListener("abort", halt);
    };
    signal?.addEventListener("abort", abort);
    stop?.addEventListener("abort", halt);
    this.#send(job.question);
    if (stop?.aborted) halt();
  }

  /** @param {Question} question */
  #send(question) {
    this.#id += 1;
    const message = { id: this.#id, ...question };
    void this.#ready.then(() => this.#port?.postMessage(message), (error) => this.#end((job) => job.reject(error)));
  }

  /** Cancels the work, and calls `otherwise` if it continues. @param {() => void} otherwise @param {number} [grace] */
  #cancel(otherwise, grace = GRACE) {
    if (this.#flag) Atomics.store(this.#flag, 0, this.#id);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(otherwise, this.#flag ? SEEN_GRACE : grace);
  }

  /** @param {any} message */
  #take({ id, answer, progress, trap, cause }) {
    if (trap !== undefined) return this.#fail(cause, trap);
    if (id !== this.#id) return;
    if (progress !== undefined) this.#job?.how.progress?.(JSON.parse(progress));
    else this.#end((job) => job.resolve(answer));
  }

  /** Restarts the worker, which then answers the job with an error. @param {string} cause @param {string} reason */
  #fail(cause, reason) {
    const job = this.#job;
    // The restarted worker failed as well.
    if (job?.question.cause) return this.#end(() => job.reject(new Error(reason)));
    this.#renew(reason);
    if (!job) return;
    this.#job = { ...job, question: { ...job.question, cause } };
    this.#send(this.#job.question);
  }

  /** @param {string} reason */
  #restart(reason) {
    this.#renew(reason);
    this.#end(() => {});
  }

  /** @param {string} reason */
  #renew(reason) {
    clearTimeout(this.#timer);
    this.#port?.end();
    this.#port = undefined;
    this.#ready = this.#begin();
    this.#setup.onRestart(reason);
  }

  /** @param {(job: Job) => void} settle */
  #end(settle) {
    const job = this.#job;
    clearTimeout(this.#timer);
    clearInterval(this.#awake);
    this.#awake = undefined;
    this.#unhear();
    this.#job = undefined;
    if (job) settle(job);
    this.#done();
  }

  close() {
    this.#generation += 1;
    this.#port?.end();
    this.#end((job) => job.reject(new DOMException("closed", "AbortError")));
  }
}

/** An engine in workers. Requests beyond the number of workers wait in a queue. */
export class Engine {
  /** @type {Runner[]} */
  #runners = [];
  /** @type {Job[]} */
  #waiting = [];
  #isClosed = false;
  #setup;
  #most;
  #seconds;

  /**
   * @param {object} options
   * @param {WebAssembly.Module} options.module  The compiled engine.
   * @param {number} [options.memory]  The maximum memory of a request in bytes.
   * @param {number} [options.seconds]  The time limit of a request.
   * @param {number} [options.workers]  The maximum number of requests answered at the same time.
   * @param {(reason: string) => void} [options.onRestart]  Called with the reason after a worker was restarted.
   */
  constructor({ module, memory = 2 ** 30, seconds = Infinity, workers = 1, onRestart = () => {} }) {
    this.#setup = { module, memory, onRestart };
    this.#most = workers;
    this.#seconds = seconds;
    this.#runners.push(this.#runner());
  }

  #runner() {
    return new Runner(this.#setup, () => this.#next());
  }

  /** @param {Omit<Question, "seconds">} question @param {How} how @returns {Promise<Answer>} */
  #ask(question, how) {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new Error("the engine is closed");
      how.signal?.throwIfAborted();
      /** @type {Job} */
      const job = { question: { ...question, seconds: this.#seconds }, how, resolve, reject };
      this.#waiting.push(job);
      how.signal?.addEventListener("abort", () => {
        const place = this.#waiting.indexOf(job);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(new DOMException("cancelled", "AbortError"));
      });
      this.#next();
    });
  }

  /** Assigns waiting requests to idle workers. Lines go to the first worker, which stores the names that they assign. */
  #next() {
    for (const job of [...this.#waiting]) {
      const isLine = job.question.kind === "line";
      let runner = isLine ? this.#runners.slice(0, 1).find((one) => one.isIdle) : this.#runners.find((one) => one.isIdle);
      if (!runner && !isLine && this.#runners.length < this.#most) this.#runners.push((runner = this.#runner()));
      if (!runner) continue;
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      runner.run(job);
    }
  }

  /** Answers a line of `winways serve-stdio`. @param {string} text @param {How} [how] */
  async line(text, how = {}) {
    return (await this.#ask({ kind: "line", text }, how)).body;
  }

  /** Answers a POST of `winways serve`. @param {string} operation @param {string} text  The body. @param {How} [how] */
  post(operation, text, how = {}) {
    return this.#ask({ kind: "post", operation, text }, how);
  }

  /** Answers a GET of `winways serve`. @param {string} operation @param {string[][]} fields  Names and texts. @param {How} [how] */
  get(operation, fields, how = {}) {
    return this.#ask({ kind: "get", operation, fields }, how);
  }

  /** Terminates all workers. */
  close() {
    this.#isClosed = true;
    this.#waiting.splice(0).forEach((job) => job.reject(new DOMException("closed", "AbortError")));
    this.#runners.splice(0).forEach((runner) => runner.close());
  }
}
