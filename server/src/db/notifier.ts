import type pg from 'pg';
import { runQuery } from './queryable.ts';

/**
 * NOTIFY inside a transaction serializes the commits of all: PostgreSQL holds one lock from it until the commit. Outside,
 * and several in one statement, it costs next to nothing. This is how long the first of them waits for company.
 */
const COALESCE_MS = 5;

const NOTIFY = {
  name: 'notify',
  text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as n (channel, payload)',
};

interface Notification {
  channel: string;
  payload: string;
}

/**
 * Sends notifications after their commits, many in one statement and equal ones once. They are hints: those of a process
 * that dies, and of a server that is away, are lost, and every listener looks for itself now and then.
 */
export class Notifier {
  readonly #pool: pg.Pool;
  readonly #paceMs: number;
  #waiting: Notification[] = [];
  readonly #known = new Set<string>();
  #sending: Promise<void> | null = null;
  #lastSentMs = Number.NEGATIVE_INFINITY;

  /** @param paceMs from one statement to the next, at least: the first after a pause does not wait for it */
  constructor(pool: pg.Pool, paceMs = 0) {
    this.#pool = pool;
    this.#paceMs = paceMs;
  }

  notify(channel: string, payload: string): void {
    const key = `${channel} ${payload}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#waiting.push({ channel, payload });
    this.#sending ??= this.#sendAll();
  }

  /** Resolves when everything that was given has left, or could not. */
  async flush(): Promise<void> {
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const paceMs = this.#lastSentMs + this.#paceMs - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(COALESCE_MS, paceMs)));
      this.#lastSentMs = performance.now();
      const notifications = this.#waiting;
      this.#waiting = [];
      this.#known.clear();
      const channels = notifications.map(({ channel }) => channel);
      const payloads = notifications.map(({ payload }) => payload);
      await runQuery(this.#pool, { ...NOTIFY, values: [channels, payloads] }).catch(() => {});
    }
    this.#sending = null;
  }
}
