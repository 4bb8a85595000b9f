import type { Provider, ProviderVendor } from '@parley/contract';

export interface ProviderRow {
  provider_id: string;
  vendor: ProviderVendor;
  name: string;
  base_url: string | null;
  api_key_set: boolean;
  created_at: Date;
  updated_at: Date;
}

export const PROVIDER_COLUMNS =
  'provider_id, vendor, name, base_url, api_key is not null as api_key_set, created_at, updated_at';

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

export function toProvider({ created_at: createdAt, updated_at: updatedAt, ...row }: ProviderRow): Provider {
  return { ...row, created_at: unixSeconds(createdAt), updated_at: unixSeconds(updatedAt) };
}

/** A key opens for its own row alone. */
export const keyPurpose = (providerId: string) => `provider ${providerId}`;

/**
 * A text that is another one as soon as one of the account's providers is added, changed or deleted: by the transactions that
 * wrote their rows. Null: it has none.
 * @param account an expression
 */
export const providersStamp = (account: string) =>
  `(select string_agg(provider_id || ' ' || providers.xmin::text, ',' order by provider_id) from providers where providers.account_id = ${account})`;
