import { type ProviderVendor, vendorAbilities } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import type { Logger } from '../kernel/logger.ts';
import type { NamedProvider, ProviderConnection } from '../kernel/provider-connection.ts';
import { type Sealing, UnsealError } from '../kernel/sealing.ts';
import { keyPurpose } from './provider-rows.ts';

interface ConnectionRow {
  provider_id: string;
  vendor: ProviderVendor;
  name: string;
  base_url: string | null;
  api_key: Buffer | null;
}

interface Options {
  sealing: Sealing;
  /** What the operator has set for all accounts. */
  operators: readonly ProviderConnection[];
  log: Logger;
}

/** What an account can name, without keys: its own in the order in which they were made, then the operator's. */
export async function namedProviders(
  db: Queryable,
  accountId: string,
  operators: readonly NamedProvider[],
): Promise<NamedProvider[]> {
  const rows = await db.query<{ vendor: ProviderVendor; name: string }>({
    name: 'named-providers',
    text: 'select vendor, name from providers where account_id = $1 order by provider_id',
    values: [accountId],
  });
  return [...rows.map((row) => ({ ...row, abilities: vendorAbilities[row.vendor] })), ...operators];
}

/** The same with their keys. */
export class ProviderConnections {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** One of the account's own; undefined where there is none, or its key cannot be read. */
  async find(db: Queryable, accountId: string, providerId: string): Promise<ProviderConnection | undefined> {
    const own = await this.#own(db, accountId);
    return own.find((provider) => provider.providerId === providerId)?.connection;
  }

  async of(db: Queryable, accountId: string): Promise<ProviderConnection[]> {
    const own = await this.#own(db, accountId);
    return [...own.map(({ connection }) => connection), ...this.#options.operators];
  }

  async #own(db: Queryable, accountId: string): Promise<{ providerId: string; connection: ProviderConnection }[]> {
    const rows = await db.query<ConnectionRow>({
      name: 'provider-connections',
      text: 'select provider_id, vendor, name, base_url, api_key from providers where account_id = $1 order by provider_id',
      values: [accountId],
    });
    return rows.flatMap(({ provider_id: providerId, vendor, name, base_url: baseUrl, api_key: sealed }) => {
      const apiKey = this.#open(providerId, sealed);
      if (apiKey === undefined) return [];
      return [{ providerId, connection: { vendor, name, baseUrl, apiKey, abilities: vendorAbilities[vendor] } }];
    });
  }

  /** Undefined: it cannot be read any more, and the provider is as if it were not there. */
  #open(providerId: string, sealed: Buffer | null): string | null | undefined {
    if (sealed === null) return null;
    const { sealing, log } = this.#options;
    try {
      return sealing.open(sealed, keyPurpose(providerId));
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      log.error({ err: error, provider_id: providerId }, 'the key of a provider cannot be read; enter it again');
      return undefined;
    }
  }
}
