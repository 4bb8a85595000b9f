/** What is given at once to one statement, at most. */
const MOST_ITEMS = 50;

interface Waiting<Item> {
  readonly item: Item;
  readonly written: PromiseWithResolvers<void>;
}

/** Writes of many calls in one statement: what comes while one is under way goes together with the next. */
export class GroupedWrites<Item> {
  readonly #write: (items: readonly Item[]) => Promise<void>;
  #waiting: Waiting<Item>[] = [];
  #isWriting = false;

  /** @param write all of these or none; doing it twice does nothing */
  constructor(write: (items: readonly Item[]) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when it is written, and rejects when it cannot be; what was written with it is not concerned. */
  add(item: Item): Promise<void> {
    const written = Promise.withResolvers<void>();
    this.#waiting.push({ item, written });
    if (!this.#isWriting) void this.#writeAll();
    return written.promise;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) await this.#writeGroup(this.#waiting.splice(0, MOST_ITEMS));
    this.#isWriting = false;
  }

  async #writeGroup(group: readonly Waiting<Item>[]): Promise<void> {
    try {
      await this.#write(group.map(({ item }) => item));
      for (const { written } of group) written.resolve();
    } catch (error) {
      if (group.length === 1) group[0]!.written.reject(error);
      else for (const one of group) await this.#writeGroup([one]);
    }
  }
}
