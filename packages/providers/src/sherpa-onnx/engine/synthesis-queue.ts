/** Clauses that are spoken at the same time, in the order in which they were asked for. */
export class SynthesisQueue {
  readonly #concurrency: number;
  #running = 0;
  #waiting: (() => Promise<void>)[] = [];

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /** `job` never rejects. */
  add(job: () => Promise<void>): void {
    this.#waiting.push(job);
    this.#next();
  }

  #next(): void {
    if (this.#running >= this.#concurrency) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#running += 1;
    void job().finally(() => {
      this.#running -= 1;
      this.#next();
    });
  }
}
