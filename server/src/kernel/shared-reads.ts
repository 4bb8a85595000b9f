/**
 * Shares reads at peaks: a caller that asks while a read is under way shares the next one, so that no result is older
 * than its request. Only for reads outside of transactions.
 */
export class SharedReads<Result> {
  readonly #running = new Map<string, Promise<Result>>();
  readonly #waiting = new Map<string, Promise<Result>>();

  /** @param key what is read: the same for questions with the same result */
  read(key: string, ask: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key);
    if (!running) return this.#start(key, ask);
    const known = this.#waiting.get(key);
    if (known) return known;
    const begin = () => {
      this.#waiting.delete(key);
      return this.#start(key, ask);
    };
    const waiting = running.then(begin, begin);
    this.#waiting.set(key, waiting);
    return waiting;
  }

  #start(key: string, ask: () => Promise<Result>): Promise<Result> {
    const running = ask().finally(() => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    });
    this.#running.set(key, running);
    return running;
  }
}
