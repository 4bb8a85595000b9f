import {
  type ChangeProvider,
  type CreateProvider,
  openModelProvider,
  type Provider,
  type ProviderVendor,
  ProviderVendor as Vendors,
} from '@parley/contract';
import { refusedPort } from '@parley/providers/refused-port';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { Sealing } from '../kernel/sealing.ts';
import { keyPurpose, PROVIDER_COLUMNS, type ProviderRow, toProvider } from './provider-rows.ts';

/** What is there without being connected. */
const RESERVED = ['builtin', openModelProvider];

/** All of them are read, and opened, before each call. */
const PROVIDERS_AT_MOST = 50;

export function noSuchProvider(providerId: string): RequestError {
  const message = `There is no provider ${providerId}. GET /v1/providers lists yours.`;
  return new RequestError('not_found', message, { param: 'provider_id' });
}

export async function listProviders(db: Queryable, accountId: string): Promise<Provider[]> {
  const rows = await db.query<ProviderRow>(
    `select ${PROVIDER_COLUMNS} from providers where account_id = $1 order by provider_id`,
    [accountId],
  );
  return rows.map(toProvider);
}

export async function findProvider(
  db: Queryable,
  accountId: string,
  providerId: string,
  lock: 'for update' | '' = '',
): Promise<Provider | undefined> {
  const rows = await db.query<ProviderRow>(
    `select ${PROVIDER_COLUMNS} from providers where account_id = $1 and provider_id = $2 ${lock}`,
    [accountId, providerId],
  );
  return rows[0] && toProvider(rows[0]);
}

/** What the vendor needs to be asked at all. @throws RequestError `unprocessable` */
function refuseIncomplete({
  vendor,
  base_url: baseUrl,
  api_key_set: hasKey,
}: Pick<Provider, 'vendor' | 'base_url' | 'api_key_set'>): void {
  if (vendor === 'openai-compatible') {
    if (baseUrl !== null) return;
    const message = `base_url is missing: ${vendor} has no address of its own.`;
    throw new RequestError('unprocessable', message, { param: 'base_url' });
  }
  if (vendor === 'azure' && baseUrl === null) {
    const message = `base_url is missing: ${vendor} has an address in each region, such as https://westeurope.api.cognitive.microsoft.com.`;
    throw new RequestError('unprocessable', message, { param: 'base_url' });
  }
  // A server of one's own in the place of the vendor may need none.
  if (hasKey || baseUrl !== null) return;
  const message = `api_key is missing: ${vendor} takes no request without one.`;
  throw new RequestError('unprocessable', message, { param: 'api_key' });
}

/** `fetch` makes no request to some ports: better said at once than in every call. @throws RequestError `unprocessable` */
function refusePort(baseUrl: string | null): void {
  const port = baseUrl === null ? null : refusedPort(baseUrl);
  if (port === null) return;
  const message = `base_url has port ${port}, which HTTP clients refuse, because it belongs to another protocol. Let the server listen on another one.`;
  throw new RequestError('unprocessable', message, { param: 'base_url' });
}

/** In the place of a vendor's name another vendor would be surprising. @throws RequestError */
async function refuseName(
  tx: Queryable,
  accountId: string,
  { name, vendor, providerId }: { name: string; vendor: ProviderVendor; providerId: string | null },
): Promise<void> {
  const wanted = name.toLowerCase();
  if (RESERVED.includes(wanted) || (wanted !== vendor && (Vendors.options as string[]).includes(wanted))) {
    const message = `${name} is what another vendor is called. Give this one another name.`;
    throw new RequestError('unprocessable', message, { param: 'name' });
  }
  const rows = await tx.query(
    'select 1 from providers where account_id = $1 and lower(name) = $2 and provider_id <> $3',
    [accountId, wanted, providerId ?? ''],
  );
  if (rows.length === 0) return;
  const message = `There is a provider ${name} already. Give this one another name.`;
  throw new RequestError('conflict', message, { param: 'name' });
}

async function refuseTooMany(tx: Queryable, accountId: string): Promise<void> {
  const rows = await tx.query<{ providers: number }>(
    'select count(*) as providers from providers where account_id = $1',
    [accountId],
  );
  if (rows[0]!.providers < PROVIDERS_AT_MOST) return;
  const message = `An account has ${PROVIDERS_AT_MOST} providers at most. Remove one that is not in use.`;
  throw new RequestError('unprocessable', message);
}

/** Two of one name that are made at once are made one after the other. */
async function lockAccount(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('select 1 from accounts where account_id = $1 for no key update', [accountId]);
}

/** @throws RequestError */
export async function createProvider(
  db: Database,
  sealing: Sealing,
  acting: Acting,
  { vendor, name = vendor, base_url: baseUrl = null, api_key: apiKey = null }: CreateProvider,
): Promise<Provider> {
  refuseIncomplete({ vendor, base_url: baseUrl, api_key_set: apiKey !== null });
  refusePort(baseUrl);
  return db.transaction(async (tx) => {
    await lockAccount(tx, acting.accountId);
    await refuseTooMany(tx, acting.accountId);
    await refuseName(tx, acting.accountId, { name, vendor, providerId: null });
    const providerId = newId('prv');
    const rows = await tx.query<ProviderRow>(
      `insert into providers (provider_id, account_id, vendor, name, base_url, api_key)
       values ($1, $2, $3, $4, $5, $6) returning ${PROVIDER_COLUMNS}`,
      [
        providerId,
        acting.accountId,
        vendor,
        name,
        baseUrl,
        apiKey === null ? null : sealing.seal(apiKey, keyPurpose(providerId)),
      ],
    );
    const provider = toProvider(rows[0]!);
    await audit(tx, acting, { action: 'provider.created', target: providerId, after: provider });
    return provider;
  });
}

/** The provider after the change. A key that is sent is a change, whichever it is. @throws RequestError */
export async function changeProvider(
  db: Database,
  sealing: Sealing,
  acting: Acting,
  providerId: string,
  { api_key: apiKey, ...change }: ChangeProvider,
): Promise<Provider> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, acting.accountId);
    const before = await findProvider(tx, acting.accountId, providerId, 'for update');
    if (!before) throw noSuchProvider(providerId);
    const wanted = { ...before, ...change, api_key_set: apiKey === undefined ? before.api_key_set : apiKey !== null };
    refuseIncomplete(wanted);
    refusePort(change.base_url ?? null);
    if (wanted.name !== before.name) await refuseName(tx, acting.accountId, { ...wanted, providerId });
    const isSame = wanted.name === before.name && wanted.base_url === before.base_url && apiKey === undefined;
    if (isSame) return before;
    const sealed = apiKey == null ? null : sealing.seal(apiKey, keyPurpose(providerId));
    const rows = await tx.query<ProviderRow>(
      `update providers set name = $2, base_url = $3, api_key = case when $4 then $5 else api_key end,
         updated_at = clock_timestamp()
       where provider_id = $1 returning ${PROVIDER_COLUMNS}`,
      [providerId, wanted.name, wanted.base_url, apiKey !== undefined, sealed],
    );
    const after = toProvider(rows[0]!);
    const isNewKey = apiKey !== undefined;
    await audit(tx, acting, {
      action: 'provider.updated',
      target: providerId,
      before,
      after: { ...after, key_changed: isNewKey },
    });
    return after;
  });
}

/** @throws RequestError `not_found` */
export async function deleteProvider(db: Database, acting: Acting, providerId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await findProvider(tx, acting.accountId, providerId, 'for update');
    if (!before) throw noSuchProvider(providerId);
    await tx.query('delete from providers where provider_id = $1', [providerId]);
    await audit(tx, acting, { action: 'provider.deleted', target: providerId, before });
  });
}
