import type { CarrierAccount, ChangeCarrier, CreateCarrier } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { Sealing } from '../kernel/sealing.ts';
import { unixSeconds } from '../kernel/unix-seconds.ts';

/** Every node follows the carrier accounts, and learns them anew now. */
export const CARRIERS_CHANNEL = 'carriers';

/** Each node has all of them in memory, and reads them again and again. */
const CARRIERS_AT_MOST = 20;

interface CarrierRow {
  carrier_id: string;
  kind: CarrierAccount['kind'];
  name: string;
  external_id: string;
  public_key: string | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'carrier_id, kind, name, external_id, public_key, created_at, updated_at';

/** A secret opens for its own row alone. */
export const secretPurpose = (carrierId: string) => `carrier ${carrierId}`;

function toCarrier({ carrier_id, kind, name, external_id: externalId, ...row }: CarrierRow): CarrierAccount {
  const times = { created_at: unixSeconds(row.created_at), updated_at: unixSeconds(row.updated_at) };
  switch (kind) {
    case 'twilio':
      return { carrier_id, kind, name, account_sid: externalId, auth_token_set: true, ...times };
    case 'telnyx':
      return {
        ...{ carrier_id, kind, name, connection_id: externalId, public_key: row.public_key ?? '' },
        ...{ api_key_set: true, ...times },
      };
  }
}

/** What is stored of an account that is connected. */
function given(body: CreateCarrier) {
  switch (body.kind) {
    case 'twilio':
      return { name: 'Twilio', externalId: body.account_sid, secret: body.auth_token, publicKey: null };
    case 'telnyx':
      return { name: 'Telnyx', externalId: body.connection_id, secret: body.api_key, publicKey: body.public_key };
  }
}

/** The field that identifies an account of the kind. */
const namedBy = { twilio: 'account_sid', telnyx: 'connection_id' } as const;

/** The fields of a change that only accounts of the other kind have. */
const foreignTo = { twilio: ['api_key', 'public_key'], telnyx: ['auth_token'] } as const;

function noSuchCarrier(carrierId: string): RequestError {
  const message = `There is no carrier account ${carrierId}. GET /v1/carriers lists yours.`;
  return new RequestError('not_found', message, { param: 'carrier_id' });
}

export async function listCarriers(db: Queryable, accountId: string): Promise<CarrierAccount[]> {
  const rows = await db.query<CarrierRow>(`select ${COLUMNS} from carriers where account_id = $1 order by carrier_id`, [
    accountId,
  ]);
  return rows.map(toCarrier);
}

/** @throws RequestError `not_found` */
export async function getCarrier(
  db: Queryable,
  accountId: string,
  carrierId: string,
  lock: 'for update' | '' = '',
): Promise<CarrierAccount> {
  const rows = await db.query<CarrierRow>(
    `select ${COLUMNS} from carriers where account_id = $1 and carrier_id = $2 ${lock}`,
    [accountId, carrierId],
  );
  if (!rows[0]) throw noSuchCarrier(carrierId);
  return toCarrier(rows[0]);
}

/** @throws RequestError `conflict` where it is connected already, `unprocessable` where there are too many */
export async function createCarrier(
  db: Database,
  sealing: Sealing,
  acting: Acting,
  body: CreateCarrier,
): Promise<CarrierAccount> {
  return db.transaction(async (tx) => {
    await refuseTooMany(tx, acting.accountId);
    const carrierId = newId('crr');
    const { name, externalId, secret, publicKey } = given(body);
    const sealed = sealing.seal(secret, secretPurpose(carrierId));
    const rows = await tx.query<CarrierRow>(
      `insert into carriers (carrier_id, account_id, kind, name, external_id, secret, public_key)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (account_id, external_id) do nothing returning ${COLUMNS}`,
      [carrierId, acting.accountId, body.kind, body.name ?? name, externalId, sealed, publicKey],
    );
    if (!rows[0]) throw await connectedAlready(tx, acting.accountId, { externalId, param: namedBy[body.kind] });
    const carrier = toCarrier(rows[0]);
    await audit(tx, acting, { action: 'carrier.created', target: carrierId, after: carrier });
    tx.notify(CARRIERS_CHANNEL, '');
    return carrier;
  });
}

/** A secret that is sent is a change, whichever it is. @throws RequestError `not_found`; `unprocessable` for a field of another kind */
export async function changeCarrier(
  db: Database,
  sealing: Sealing,
  acting: Acting,
  carrierId: string,
  change: ChangeCarrier,
): Promise<CarrierAccount> {
  return db.transaction(async (tx) => {
    const before = await getCarrier(tx, acting.accountId, carrierId, 'for update');
    const unknown = foreignTo[before.kind].find((field) => field in change);
    if (unknown !== undefined) {
      throw new RequestError('unprocessable', `A ${before.kind} account has no ${unknown}.`, { param: unknown });
    }
    const { name = before.name, public_key: publicKey } = change;
    const secret = change.auth_token ?? change.api_key;
    const isKnown = before.kind !== 'telnyx' || (publicKey ?? before.public_key) === before.public_key;
    if (name === before.name && isKnown && secret === undefined) return before;
    const sealed = secret === undefined ? null : sealing.seal(secret, secretPurpose(carrierId));
    const rows = await tx.query<CarrierRow>(
      `update carriers set name = $2, secret = coalesce($3, secret), public_key = coalesce($4, public_key),
         updated_at = clock_timestamp()
       where carrier_id = $1 returning ${COLUMNS}`,
      [carrierId, name, sealed, publicKey ?? null],
    );
    const after = toCarrier(rows[0]!);
    const audited = { before, after: { ...after, token_changed: secret !== undefined } };
    await audit(tx, acting, { action: 'carrier.updated', target: carrierId, ...audited });
    tx.notify(CARRIERS_CHANNEL, '');
    return after;
  });
}

/** @throws RequestError `not_found`; `conflict` while there are numbers of it */
export async function deleteCarrier(db: Database, acting: Acting, carrierId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await getCarrier(tx, acting.accountId, carrierId, 'for update');
    const rows = await tx.query<{ numbers: number }>(
      'select count(*)::int as numbers from numbers where carrier_id = $1',
      [carrierId],
    );
    const { numbers } = rows[0]!;
    if (numbers > 0) {
      const which = numbers === 1 ? '1 number is' : `${numbers} numbers are`;
      const remedy = 'Release them first, with DELETE /v1/numbers/{number_id}.';
      throw new RequestError('conflict', `${which} of this account. ${remedy}`, { param: 'carrier_id' });
    }
    await tx.query('delete from carriers where carrier_id = $1', [carrierId]);
    await audit(tx, acting, { action: 'carrier.deleted', target: carrierId, before });
    tx.notify(CARRIERS_CHANNEL, '');
  });
}

async function refuseTooMany(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('select 1 from accounts where account_id = $1 for no key update', [accountId]);
  const rows = await tx.query<{ carriers: number }>(
    'select count(*)::int as carriers from carriers where account_id = $1',
    [accountId],
  );
  if (rows[0]!.carriers < CARRIERS_AT_MOST) return;
  const message = `An account has ${CARRIERS_AT_MOST} carrier accounts at most. Remove one that is not in use.`;
  throw new RequestError('unprocessable', message);
}

async function connectedAlready(
  tx: Queryable,
  accountId: string,
  { externalId, param }: { externalId: string; param: string },
): Promise<RequestError> {
  const rows = await tx.query<{ carrier_id: string }>(
    'select carrier_id from carriers where account_id = $1 and external_id = $2',
    [accountId, externalId],
  );
  const message = `${externalId} is connected already, as ${rows[0]?.carrier_id}.`;
  return new RequestError('conflict', message, { param });
}
