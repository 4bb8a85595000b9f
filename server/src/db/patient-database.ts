import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { ListenHandler, Subscription } from './listener.ts';
import type { Statement } from './queryable.ts';
import type { Transaction, TransactionOptions } from './transaction.ts';
import { isUnavailable } from './unavailable.ts';

const FIRST_RETRY_MS = 50;
/** A server that is back serves the next attempt within this: a lease that lasts 20 s is renewed in time. */
const LONGEST_RETRY_MS = 1000;

export interface PatientDatabaseOptions {
  /** Called once for each outage, by the first query that fails. */
  onUnavailable?(error: unknown): void;
}

/**
 * A database whose work is tried again for as long as the server is away. A commit whose confirmation was lost may have
 * taken effect: all work that is given to it must do nothing the second time.
 */
export class PatientDatabase implements Database {
  readonly #inner: Database;
  readonly #closing = new AbortController();
  readonly #onUnavailable: (error: unknown) => void;
  #isOut = false;

  constructor(inner: Database, options: PatientDatabaseOptions = {}) {
    this.#inner = inner;
    this.#onUnavailable = options.onUnavailable ?? (() => {});
  }

  query<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    return this.#patiently(() => this.#inner.query<Row>(statement, values));
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return this.#patiently(() => this.#inner.transaction(work, options));
  }

  notify(channel: string, payload: string): void {
    this.#inner.notify(channel, payload);
  }

  listen(channel: string, handler: ListenHandler): Promise<Subscription> {
    return this.#inner.listen(channel, handler);
  }

  /** Idempotent. What still waits for the server fails with its last error. */
  close(): Promise<void> {
    this.#closing.abort();
    return this.#inner.close();
  }

  async #patiently<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this.#closing;
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)) {
      try {
        const result = await work();
        this.#isOut = false;
        return result;
      } catch (error) {
        if (signal.aborted || !isUnavailable(error)) throw error;
        if (!this.#isOut) this.#onUnavailable(error);
        this.#isOut = true;
        await delay(retryMs, undefined, { signal }).catch(() => {
          throw error;
        });
      }
    }
  }
}
