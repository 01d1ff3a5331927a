/** The part of Node that the engine uses. */
declare module "node:worker_threads" {
  export class Worker {
    constructor(url: URL);
    on(name: "message" | "error", take: (message: unknown) => void): void;
    postMessage(message: object): void;
    terminate(): Promise<number>;
    unref(): void;
  }
}
