import type { Database, Transaction } from '../../db/index.ts';
import type { ListenHandler, Subscription } from '../../db/listener.ts';
import type { Statement } from '../../db/queryable.ts';

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const broken = () => new Error('Connection terminated unexpectedly');

/** A real database that a test takes away, or whose confirmations it loses. */
export class FailingDatabase implements Database {
  readonly #inner: Database;
  isAway = false;
  /** How often something was wanted of it while it was away. */
  refusals = 0;
  /** So many transactions from now on take effect, and their callers do not hear of it. */
  lostConfirmations = 0;

  constructor(inner: Database) {
    this.#inner = inner;
  }

  async query<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    if (this.isAway) this.#refuse();
    return this.#inner.query<Row>(statement, values);
  }

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.isAway) this.#refuse();
    const result = await this.#inner.transaction(work);
    if (this.lostConfirmations === 0) return result;
    this.lostConfirmations -= 1;
    throw broken();
  }

  #refuse(): never {
    this.refusals += 1;
    throw refused();
  }

  notify(channel: string, payload: string): void {
    if (!this.isAway) this.#inner.notify(channel, payload);
  }

  listen(channel: string, handler: ListenHandler): Promise<Subscription> {
    return this.#inner.listen(channel, handler);
  }

  async close(): Promise<void> {}
}
