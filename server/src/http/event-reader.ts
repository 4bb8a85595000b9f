/** A stream whose key was revoked, or whose session was ended, is closed after this time at most. */
const CHECK_MS = 5000;
/** A client that takes nothing for so long is gone, or might as well be. */
const STALL_MS = 60_000;

interface ReaderOptions {
  /** What is sent, until it is `ended`. */
  text(ended: AbortSignal): AsyncGenerator<string, void, undefined>;
  isStillAllowed(): Promise<boolean>;
  /** Called once, whichever side ended it. */
  onEnd(): void;
}

/** One client of a stream: ends when it is not allowed to read any more, and is cut off when it does not read. */
export class Reader implements AsyncIterableIterator<string> {
  readonly #options: ReaderOptions;
  readonly #ended = new AbortController();
  readonly #cut = new AbortController();
  readonly #text: AsyncGenerator<string, void, undefined>;
  readonly #watch: NodeJS.Timeout;
  #askedMs = performance.now();
  /** Asked for text that is not there yet: nothing that is there is refused. */
  #isWaiting = false;
  #isOver = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#text = options.text(this.#ended.signal);
    this.#watch = setInterval(() => void this.#look(), CHECK_MS);
  }

  /** Aborted when the connection shall be closed, whatever is still in it. */
  get cut(): AbortSignal {
    return this.#cut.signal;
  }

  async next(): Promise<IteratorResult<string, void>> {
    this.#isWaiting = true;
    try {
      const result = await this.#text.next();
      if (result.done) this.#end();
      return result;
    } catch {
      // The database is away: the client connects again, and goes on where it was.
      this.#end();
      return { done: true, value: undefined };
    } finally {
      this.#isWaiting = false;
      this.#askedMs = performance.now();
    }
  }

  /** The client is gone. */
  async return(): Promise<IteratorResult<string, void>> {
    this.#end();
    await this.#text.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #look(): Promise<void> {
    const isStalled = !this.#isWaiting && performance.now() - this.#askedMs > STALL_MS;
    // A database that does not answer says nothing about the key.
    const isAllowed = await this.#options.isStillAllowed().catch(() => true);
    if (isAllowed && !isStalled) return;
    // One that waits for text ends as if there were no more; another one has something in its way.
    if (!this.#isWaiting) this.#cut.abort();
    this.#end();
  }

  #end(): void {
    this.#ended.abort();
    clearInterval(this.#watch);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#options.onEnd();
  }
}
