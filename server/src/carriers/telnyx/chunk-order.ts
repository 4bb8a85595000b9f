/** As many chunks wait for one that is late: 100 ms. */
const MOST_WAITING = 5;

/** Puts chunks of audio in order: Telnyx numbers them, and warns that they may overtake each other. */
export class ChunkOrder<T> {
  readonly #waiting = new Map<number, T>();
  #next: number | null = null;

  /** What may be played now, in order. A chunk that comes after its turn was given up is lost. */
  take(number: number, chunk: T): T[] {
    this.#next ??= number;
    if (number < this.#next) return [];
    this.#waiting.set(number, chunk);
    if (this.#waiting.size > MOST_WAITING) this.#next = Math.min(...this.#waiting.keys());
    return [...this.#inTurn()];
  }

  *#inTurn(): Iterable<T> {
    for (let at = this.#next!; ; at += 1) {
      const chunk = this.#waiting.get(at);
      if (chunk === undefined) return;
      this.#waiting.delete(at);
      this.#next = at + 1;
      yield chunk;
    }
  }
}
