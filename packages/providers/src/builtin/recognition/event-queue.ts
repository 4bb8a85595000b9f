/** Events pushed by one side and iterated by the other, once. */
export class EventQueue<T> implements AsyncIterable<T> {
  private readonly events: T[] = [];
  private wake: (() => void) | null = null;
  private ended = false;
  private error: Error | null = null;

  push(event: T): void {
    if (this.ended) return;
    this.events.push(event);
    this.wake?.();
  }

  /** The iteration ends after the events that are waiting; with `error` it throws then. Idempotent. */
  end(error: Error | null = null): void {
    if (this.ended) return;
    this.ended = true;
    this.error = error;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      yield* this.events.splice(0);
      if (this.events.length > 0) continue;
      if (this.ended) break;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = null;
    }
    if (this.error) throw this.error;
  }
}
