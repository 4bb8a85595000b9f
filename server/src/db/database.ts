import pg from 'pg';
import { Listener, type ListenHandler, type Subscription } from './listener.ts';
import { Notifier } from './notifier.ts';
import { type Queryable, runQuery, type Statement } from './queryable.ts';
import { runTransaction, type Transaction, type TransactionOptions } from './transaction.ts';

export interface Database extends Queryable {
  /**
   * Commits what `work` did when it resolves, rolls back when it throws. Runs `work` again, a few times, when it
   * collided with another transaction (40001, 40P01): it must do nothing but SQL.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Calls `handler` for each NOTIFY on `channel`, and with `reconnected` when some may have been missed. Resolves when
   * PostgreSQL listens. A handler must not throw.
   */
  listen(channel: string, handler: ListenHandler): Promise<Subscription>;
  /** Waits for running queries and closes all connections. Idempotent. */
  close(): Promise<void>;
}

export class PooledDatabase implements Database {
  readonly #pool: pg.Pool;
  readonly #listener: Listener;
  readonly #notifier: Notifier;
  #closed: Promise<void> | undefined;

  /** @param notifyPaceMs of its notifications, as `Notifier` says */
  constructor(config: pg.PoolConfig, notifyPaceMs?: number) {
    this.#pool = new pg.Pool(config);
    // An idle connection that breaks is replaced at the next query; an 'error' without a listener ends the process.
    this.#pool.on('error', () => {});
    // The pool listens only while a connection is idle, and the server's last words may come with the response that
    // releases it, before the next user has listened. The failure itself reaches us through the next query.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#listener = new Listener(config);
    this.#notifier = new Notifier(this.#pool, notifyPaceMs);
  }

  query<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    return runQuery<Row>(this.#pool, statement, values);
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return runTransaction(this.#pool, (channel, payload) => this.notify(channel, payload), work, options);
  }

  notify(channel: string, payload: string): void {
    this.#notifier.notify(channel, payload);
  }

  listen(channel: string, handler: ListenHandler): Promise<Subscription> {
    return this.#listener.listen(channel, handler);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await this.#notifier.flush();
    await Promise.all([this.#listener.close(), this.#pool.end()]);
  }
}
