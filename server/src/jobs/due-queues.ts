import type { Queryable } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';

/** NOTIFY wakes the workers; this is for jobs whose time comes, and for notifications that were lost. */
const POLL_MS = 1000;

interface DueQueuesOptions {
  db: Queryable;
  /** Of pg-boss. */
  schema: string;
  /** Of the queues that are worked on. */
  names(): string[];
  onDue(name: string): void;
  log: Logger;
}

/**
 * Looks every second which queues have jobs whose time has come: one prepared statement, where a fetch from each queue is
 * planned anew each time and was half of what the database of an idle service did.
 */
export class DueQueues {
  readonly #options: DueQueuesOptions;
  readonly #poll: NodeJS.Timeout;
  #looking: Promise<void> | null = null;

  constructor(options: DueQueuesOptions) {
    this.#options = options;
    this.#poll = setInterval(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = null;
      });
    }, POLL_MS);
  }

  /** Idempotent. */
  async close(): Promise<void> {
    clearInterval(this.#poll);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { db, schema, names, onDue, log } = this.#options;
    try {
      // As the library itself selects the jobs that it hands out.
      const due = await db.query<{ name: string }>({
        name: 'due-queues',
        text: `select name from unnest($1::text[]) as queue (name) where exists (
                 select 1 from ${schema}.job where job.name = queue.name and job.state < 'active' and not job.blocked
                   and job.start_after <= ${schema}.job_now())`,
        values: [names()],
      });
      for (const { name } of due) onDue(name);
    } catch (error) {
      log.error({ err: error }, 'the queues could not be looked at; it is tried again');
    }
  }
}
