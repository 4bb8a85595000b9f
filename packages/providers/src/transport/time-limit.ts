/** A signal that aborts when something takes too long. It counts until `end`. */
export class TimeLimit {
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(limitMs: number) {
    this.#timer = setTimeout(() => this.#abort.abort(), limitMs).unref();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get hasPassed(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Idempotent. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
