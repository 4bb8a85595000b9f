/** Events pushed on one side, iterated on the other, in order; one consumer. */
export class EventQueue<Event> implements AsyncIterable<Event> {
  readonly #waiting: Event[] = [];
  #wake: (() => void) | null = null;
  #closed = false;

  push(event: Event): void {
    if (this.#closed) return;
    this.#waiting.push(event);
    this.#wake?.();
  }

  /** Idempotent: what was pushed before is still delivered, then the iteration ends. */
  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Event> {
    for (;;) {
      const event = this.#waiting.shift();
      if (event !== undefined) {
        yield event;
      } else if (this.#closed) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = null;
      }
    }
  }
}
