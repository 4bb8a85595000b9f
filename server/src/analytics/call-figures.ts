import type { Database } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';

/** A reader of figures waits for the count first; counting this often keeps the wait short. */
const COUNT_EVERY_MS = 30_000;
const COUNTED_AT_ONCE = 500;

interface CallFiguresOptions {
  db: Database;
  /** Numbers the events by which it is known what is to be counted. */
  events: { catchUp(): Promise<void> };
  log: Logger;
}

/**
 * Keeps the figures of calls by quarters of an hour up to date. Calls are counted after they were analyzed, apart from
 * the transactions that end them: all calls share a row of figures, and none shall wait for its lock.
 */
export class CallFigures {
  readonly #options: CallFiguresOptions;
  readonly #timer: NodeJS.Timeout;
  #counting: Promise<void> | null = null;

  constructor(options: CallFiguresOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.catchUp().catch((error: unknown) =>
        options.log.error({ err: error }, 'calls could not be counted; they are tried again'),
      );
    }, COUNT_EVERY_MS);
  }

  /** Everything that is analyzed now is counted, by this node or by another one that is at it. */
  async catchUp(): Promise<void> {
    await this.#counting;
    this.#counting ??= this.#count().finally(() => {
      this.#counting = null;
    });
    await this.#counting;
  }

  /** Idempotent. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#counting?.catch(() => {});
  }

  async #count(): Promise<void> {
    const { db, events } = this.#options;
    await events.catchUp();
    for (let counted = COUNTED_AT_ONCE; counted === COUNTED_AT_ONCE; ) {
      const [row] = await db.query<{ counted: number }>({
        name: 'count-analyzed-calls',
        text: 'select counted from count_analyzed_calls($1)',
        values: [COUNTED_AT_ONCE],
      });
      counted = row!.counted;
    }
  }
}
