import type { Queryable } from '../db/index.ts';
import type { ProviderConnection } from '../kernel/provider-connection.ts';
import { SharedReads } from '../kernel/shared-reads.ts';
import type { ProviderConnections } from './connections.ts';

/** An account's providers for calls that begin at the same time: read once for those that wait for it. Not for transactions. */
export class SharedConnections {
  readonly #connections: Pick<ProviderConnections, 'of'>;
  readonly #reads = new SharedReads<ProviderConnection[]>();

  constructor(connections: Pick<ProviderConnections, 'of'>) {
    this.#connections = connections;
  }

  of(db: Queryable, accountId: string): Promise<ProviderConnection[]> {
    return this.#reads.read(accountId, () => this.#connections.of(db, accountId));
  }
}
