/** What is given at once to one statement, at most. */
const MOST_ITEMS = 50;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly written: PromiseWithResolvers<Result>;
}

export interface GroupedWritesOptions {
  /**
   * From the beginning of one write to that of the next, at least: under load, what comes within it is written together. The
   * first after a pause does not wait. Left out: 0.
   */
  readonly paceMs?: number;
  /** Writes under way, at most: what comes while there are so many goes together with the next. Left out: 1. */
  readonly concurrency?: number;
}

/** Writes of many calls in one statement: what has to wait for its write is written together. */
export class GroupedWrites<Item, Result = void> {
  readonly #write: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #paceMs: number;
  readonly #concurrency: number;
  #waiting: Waiting<Item, Result>[] = [];
  #underWay = 0;
  #lastBeganMs = Number.NEGATIVE_INFINITY;
  /** Until the pace lets the next begin. */
  #timer: NodeJS.Timeout | null = null;

  /** @param write all of these or none, and the result of each; doing it twice does nothing */
  constructor(
    write: (items: readonly Item[]) => Promise<readonly Result[]>,
    { paceMs = 0, concurrency = 1 }: GroupedWritesOptions = {},
  ) {
    this.#write = write;
    this.#paceMs = paceMs;
    this.#concurrency = concurrency;
  }

  /** Resolves when it is written, and rejects when it cannot be; what was written with it is not concerned. */
  add(item: Item): Promise<Result> {
    const written = Promise.withResolvers<Result>();
    this.#waiting.push({ item, written });
    this.#begin();
    return written.promise;
  }

  #begin(): void {
    if (this.#timer !== null || this.#underWay >= this.#concurrency || this.#waiting.length === 0) return;
    const waitMs = this.#lastBeganMs + this.#paceMs - performance.now();
    if (waitMs > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = null;
        this.#begin();
      }, waitMs);
      return;
    }
    this.#lastBeganMs = performance.now();
    this.#underWay += 1;
    void this.#writeGroup(this.#waiting.splice(0, MOST_ITEMS)).then(() => {
      this.#underWay -= 1;
      this.#begin();
    });
    this.#begin();
  }

  async #writeGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#write(group.map(({ item }) => item));
      for (const [index, { written }] of group.entries()) written.resolve(results[index]!);
    } catch (error) {
      if (group.length === 1) group[0]!.written.reject(error);
      else for (const one of group) await this.#writeGroup([one]);
    }
  }
}
