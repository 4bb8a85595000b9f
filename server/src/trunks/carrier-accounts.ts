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
  account_sid: string;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'carrier_id, kind, name, account_sid, created_at, updated_at';

/** A token opens for its own row alone. */
export const tokenPurpose = (carrierId: string) => `carrier ${carrierId}`;

function toCarrier({ created_at: createdAt, updated_at: updatedAt, ...row }: CarrierRow): CarrierAccount {
  return { ...row, auth_token_set: true, created_at: unixSeconds(createdAt), updated_at: unixSeconds(updatedAt) };
}

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
  { kind, name = 'Twilio', account_sid: accountSid, auth_token: token }: CreateCarrier,
): Promise<CarrierAccount> {
  return db.transaction(async (tx) => {
    await refuseTooMany(tx, acting.accountId);
    const carrierId = newId('crr');
    const rows = await tx.query<CarrierRow>(
      `insert into carriers (carrier_id, account_id, kind, name, account_sid, auth_token)
       values ($1, $2, $3, $4, $5, $6) on conflict (account_id, account_sid) do nothing returning ${COLUMNS}`,
      [carrierId, acting.accountId, kind, name, accountSid, sealing.seal(token, tokenPurpose(carrierId))],
    );
    if (!rows[0]) throw await connectedAlready(tx, acting.accountId, accountSid);
    const carrier = toCarrier(rows[0]);
    await audit(tx, acting, { action: 'carrier.created', target: carrierId, after: carrier });
    tx.notify(CARRIERS_CHANNEL, '');
    return carrier;
  });
}

/** A token that is sent is a change, whichever it is. @throws RequestError `not_found` */
export async function changeCarrier(
  db: Database,
  sealing: Sealing,
  acting: Acting,
  carrierId: string,
  { name, auth_token: token }: ChangeCarrier,
): Promise<CarrierAccount> {
  return db.transaction(async (tx) => {
    const before = await getCarrier(tx, acting.accountId, carrierId, 'for update');
    if ((name ?? before.name) === before.name && token === undefined) return before;
    const sealed = token === undefined ? null : sealing.seal(token, tokenPurpose(carrierId));
    const rows = await tx.query<CarrierRow>(
      `update carriers set name = $2, auth_token = coalesce($3, auth_token), updated_at = clock_timestamp()
       where carrier_id = $1 returning ${COLUMNS}`,
      [carrierId, name ?? before.name, sealed],
    );
    const after = toCarrier(rows[0]!);
    const change = { before, after: { ...after, token_changed: token !== undefined } };
    await audit(tx, acting, { action: 'carrier.updated', target: carrierId, ...change });
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
      const which = numbers === 1 ? '1 number was' : `${numbers} numbers were`;
      const remedy = 'Release them first, with DELETE /v1/numbers/{number_id}.';
      throw new RequestError('conflict', `${which} bought through this account. ${remedy}`, { param: 'carrier_id' });
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

async function connectedAlready(tx: Queryable, accountId: string, accountSid: string): Promise<RequestError> {
  const rows = await tx.query<{ carrier_id: string }>(
    'select carrier_id from carriers where account_id = $1 and account_sid = $2',
    [accountId, accountSid],
  );
  const message = `${accountSid} is connected already, as ${rows[0]?.carrier_id}.`;
  return new RequestError('conflict', message, { param: 'account_sid' });
}
