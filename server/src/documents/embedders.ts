import type { ProviderVendor } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import type { ProviderConnection } from '../kernel/provider-connection.ts';
import type { ProviderConnections } from '../providers/connections.ts';

/** Texts as vectors of length 1. */
export interface Embedder {
  /** As in `provider/model`: vectors of another model cannot be compared. */
  readonly model: string;
  embed(texts: readonly string[], as: 'query' | 'passage', signal: AbortSignal): Promise<Float32Array[]>;
}

export type OpenEmbedder = (connection: ProviderConnection, signal: AbortSignal) => Promise<Embedder | null>;

/** A server of one's own comes first: nothing leaves the house, and nothing is charged. */
const PREFERENCE: readonly ProviderVendor[] = ['openai-compatible', 'openai', 'google', 'mistral'];
const OPEN_WITHIN_MS = 5000;
/** A server of one's own may be given a model for it. */
const KEPT_MS = 300_000;
const FAILURE_KEPT_MS = 30_000;

/** Who embeds for an account; those who cannot are asked again after a while. */
export class Embedders {
  readonly #connections: Pick<ProviderConnections, 'of'>;
  readonly #open: OpenEmbedder;
  readonly #log: Logger;
  readonly #known = new Map<string, { untilMs: number; embedder: Promise<Embedder | null> }>();

  constructor(options: { connections: Pick<ProviderConnections, 'of'>; open: OpenEmbedder; log: Logger }) {
    this.#connections = options.connections;
    this.#open = options.open;
    this.#log = options.log;
  }

  /** Null: no provider embeds. */
  async of(db: Queryable, accountId: string): Promise<Embedder | null> {
    const connections = await this.#connections.of(db, accountId);
    for (const vendor of PREFERENCE) {
      const connection = connections.find((one) => one.vendor === vendor);
      const embedder = connection ? await this.#openKept(connection) : null;
      if (embedder) return embedder;
    }
    return null;
  }

  #openKept(connection: ProviderConnection): Promise<Embedder | null> {
    const { vendor, name, baseUrl, apiKey } = connection;
    const key = JSON.stringify([vendor, name, baseUrl, apiKey]);
    const kept = this.#known.get(key);
    if (kept && kept.untilMs > performance.now()) return kept.embedder;
    const entry = { untilMs: performance.now() + KEPT_MS, embedder: Promise.resolve<Embedder | null>(null) };
    entry.embedder = this.#open(connection, AbortSignal.timeout(OPEN_WITHIN_MS)).catch((error: unknown) => {
      entry.untilMs = performance.now() + FAILURE_KEPT_MS;
      this.#log.warn(
        { err: error, vendor },
        'a provider could not be asked for embeddings; documents are found by words',
      );
      return null;
    });
    this.#known.set(key, entry);
    if (this.#known.size > 200) this.#known.delete(this.#known.keys().next().value!);
    return entry.embedder;
  }
}
