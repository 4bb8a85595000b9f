/** The events of a stream or session as they come: kept, and waited for. */
export class EventLog<T> {
  readonly events: T[] = [];
  /** What the iteration has thrown. */
  error: Error | null = null;
  hasEnded = false;
  #wake: (() => void)[] = [];

  constructor(source: AsyncIterable<T>) {
    void this.#consume(source);
  }

  /** Resolves with the first event from the index `from` on that is so; rejects when the iteration ends before. */
  async first<E extends T>(isWanted: (event: T) => event is E, from?: number): Promise<E>;
  async first(isWanted: (event: T) => boolean, from?: number): Promise<T>;
  async first(isWanted: (event: T) => boolean, from = 0): Promise<T> {
    for (;;) {
      const found = this.events.slice(from).find(isWanted);
      if (found !== undefined) return found;
      if (this.hasEnded) throw this.error ?? new Error('the iteration ended before');
      await new Promise<void>((resolve) => this.#wake.push(resolve));
    }
  }

  /** Resolves when the iteration is over, with what it threw. */
  async ended(): Promise<Error | null> {
    while (!this.hasEnded) await new Promise<void>((resolve) => this.#wake.push(resolve));
    return this.error;
  }

  async #consume(source: AsyncIterable<T>): Promise<void> {
    try {
      for await (const event of source) {
        this.events.push(event);
        this.#notify();
      }
    } catch (cause) {
      this.error = cause as Error;
    }
    this.hasEnded = true;
    this.#notify();
  }

  #notify(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}
