import type { Queryable } from '../db/index.ts';
import type { ProviderConnection } from '../kernel/provider-connection.ts';
import { SharedReads } from '../kernel/shared-reads.ts';
import type { ProviderConnections } from './connections.ts';

/** So many accounts are what a busy node serves at a time. */
const KEPT = 500;

interface KnownConnections {
  readonly stamp: string | null;
  readonly connections: ProviderConnection[];
}

/** An account's providers for calls that begin: read once for those that wait for it, and again when they have changed. */
export class SharedConnections {
  readonly #connections: Pick<ProviderConnections, 'of'>;
  readonly #reads = new SharedReads<ProviderConnection[]>();
  readonly #known = new Map<string, KnownConnections>();

  constructor(connections: Pick<ProviderConnections, 'of'>) {
    this.#connections = connections;
  }

  /** @param stamp as `providersStamp` has it: what is given back is as new, or newer. Not for transactions. */
  async of(db: Queryable, accountId: string, stamp: string | null): Promise<ProviderConnection[]> {
    const known = this.#known.get(accountId);
    const isCurrent = known?.stamp === stamp;
    const connections = isCurrent
      ? known.connections
      : await this.#reads.read(accountId, () => this.#connections.of(db, accountId));
    // Used last, dropped last.
    this.#known.delete(accountId);
    this.#known.set(accountId, { stamp, connections });
    if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value!);
    return connections;
  }
}
