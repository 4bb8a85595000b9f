/** A provider's events: pushed by its adapter, iterated by the conversation, in order and once. */
export class ProviderEvents<T> implements AsyncIterable<T> {
  #events: T[] = [];
  #wake: (() => void) | null = null;
  #ended = false;
  #error: Error | null = null;

  push(event: T): void {
    if (this.#ended) return;
    this.#events.push(event);
    this.#wake?.();
  }

  /** Forgets what was not taken yet. */
  clear(): void {
    this.#events = [];
  }

  /** The iteration ends after the events that are waiting; with `error` it throws then. Idempotent. */
  end(error: Error | null = null): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      if (this.#events.length > 0) {
        yield this.#events.shift()!;
        continue;
      }
      if (this.#ended) break;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
    if (this.#error) throw this.#error;
  }
}
