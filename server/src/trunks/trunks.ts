import { isDeepStrictEqual } from 'node:util';
import { type ChangeTrunk, type CreateTrunk, defaultTrunkPort, type Trunk, trunkDefaults } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { Sealing } from '../kernel/sealing.ts';
import { refuseFallback } from './fallback-trunks.ts';
import { refuseWideNetworks } from './inbound-networks.ts';
import { refuseCarriedPassword, refuseCredentials } from './refuse-credentials.ts';
import { passwordPurpose } from './trunk-credentials.ts';
import { refuseForeignPlace, refuseTaken, type TrunkPlaces } from './trunk-places.ts';
import { TRUNK_COLUMNS, type TrunkRow, toTrunk } from './trunk-rows.ts';
import { setTrunkSlots } from './trunk-slots.ts';
import type { TrunkTarget } from './trunk-target.ts';

/** Every node follows the trunks, and learns them anew now. */
export const TRUNKS_CHANNEL = 'trunks';

/** Each is asked with OPTIONS again and again, by one node for all. */
const TRUNKS_AT_MOST = 50;

export function noSuchTrunk(trunkId: string): RequestError {
  const message = `There is no trunk ${trunkId}. GET /v1/trunks lists yours.`;
  return new RequestError('not_found', message, { param: 'trunk_id' });
}

export async function listTrunks(db: Queryable, accountId: string): Promise<Trunk[]> {
  const rows = await db.query<TrunkRow>(`select ${TRUNK_COLUMNS} from trunks where account_id = $1 order by trunk_id`, [
    accountId,
  ]);
  return rows.map(toTrunk);
}

export async function findTrunk(db: Queryable, accountId: string, trunkId: string): Promise<Trunk | undefined> {
  const rows = await db.query<TrunkRow>(`select ${TRUNK_COLUMNS} from trunks where account_id = $1 and trunk_id = $2`, [
    accountId,
    trunkId,
  ]);
  return rows[0] && toTrunk(rows[0]);
}

/** Locks it against changes until the end of the transaction. @throws RequestError `not_found` */
export async function lockTrunk(tx: Queryable, accountId: string, trunkId: string): Promise<Trunk> {
  const rows = await tx.query<TrunkRow>(
    `select ${TRUNK_COLUMNS} from trunks where account_id = $1 and trunk_id = $2 for update`,
    [accountId, trunkId],
  );
  if (!rows[0]) throw noSuchTrunk(trunkId);
  return toTrunk(rows[0]);
}

async function refuseTooMany(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('select 1 from accounts where account_id = $1 for no key update', [accountId]);
  const rows = await tx.query<{ trunks: number }>('select count(*) as trunks from trunks where account_id = $1', [
    accountId,
  ]);
  if (rows[0]!.trunks < TRUNKS_AT_MOST) return;
  const message = `An account has ${TRUNKS_AT_MOST} trunks at most. Remove one that is not in use.`;
  throw new RequestError('unprocessable', message);
}

/** What the service has for it. */
export interface TrunkChanging {
  places: TrunkPlaces;
  sealing: Sealing;
}

/**
 * `changing`: left out by the command line, which gives no password; the service looks for its place before each call as well.
 * @throws RequestError
 */
export async function createTrunk(
  db: Database,
  acting: Acting,
  request: CreateTrunk,
  changing?: TrunkChanging,
): Promise<Trunk> {
  const {
    status,
    password = null,
    ...settings
  } = {
    ...{ ...trunkDefaults, port: defaultTrunkPort(request.transport) },
    ...request,
  };
  refuseCredentials({ ...settings, password_set: password !== null });
  if (changing) await refuseTaken(changing.places, acting.accountId, settings);
  const trunkId = newId('trk');
  const sealed = password === null ? null : changing!.sealing.seal(password, passwordPurpose(trunkId));
  return db.transaction(async (tx) => {
    await refuseTooMany(tx, acting.accountId);
    await refuseForeignPlace(tx, acting.accountId, settings);
    await refuseWideNetworks(tx, acting.accountId, settings.inbound_addresses);
    await refuseFallback(tx, acting.accountId, trunkId, settings.fallback_trunk_id);
    const rows = await tx.query<TrunkRow>(
      `insert into trunks (trunk_id, account_id, name, host, port, transport, authentication, srtp,
         inbound_addresses, caller_id, max_calls, disabled, username, password, codecs, outbound_proxy, registration_mode,
         fallback_trunk_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning ${TRUNK_COLUMNS}`,
      [
        trunkId,
        acting.accountId,
        settings.name,
        settings.host,
        settings.port,
        settings.transport,
        settings.authentication,
        settings.srtp,
        settings.inbound_addresses,
        settings.caller_id,
        settings.max_calls,
        status === 'disabled',
        settings.username,
        sealed,
        settings.codecs,
        settings.outbound_proxy,
        settings.registration_mode,
        settings.fallback_trunk_id,
      ],
    );
    const trunk = toTrunk(rows[0]!);
    await setTrunkSlots(tx, trunk.trunk_id, trunk.max_calls);
    await audit(tx, acting, { action: 'trunk.created', target: trunk.trunk_id, after: trunk });
    tx.notify(TRUNKS_CHANNEL, '');
    return trunk;
  });
}

/** Whether it is reachable is for OPTIONS to say: `active` leaves a trunk unreachable that is. Without authentication there are no credentials, and what is not registered has no mode of that. */
function changed(before: Trunk, { password, status, ...settings }: ChangeTrunk): Trunk {
  const forgotten = settings.authentication === 'none' ? { username: null, password_set: false } : {};
  const unregistered =
    (settings.authentication ?? 'register') === 'register' ? {} : { registration_mode: 'single' as const };
  const isSet = password === undefined ? {} : { password_set: password !== null };
  const wanted = { ...before, ...forgotten, ...unregistered, ...settings, ...isSet };
  if (status === 'disabled' || (status === 'active' && before.status === 'disabled')) wanted.status = status;
  return wanted;
}

const isMoved = (before: Trunk, change: Partial<TrunkTarget>) => {
  const placeOf = ({ host, port, transport, outbound_proxy }: TrunkTarget) => ({
    host,
    port,
    transport,
    outbound_proxy,
  });
  return !isDeepStrictEqual(placeOf(before), placeOf({ ...before, ...change }));
};

/** The trunk after the change. It is asked with OPTIONS anew when it may be another host. @throws RequestError */
export async function changeTrunk(
  db: Database,
  acting: Acting,
  trunkId: string,
  change: ChangeTrunk,
  { places, sealing }: TrunkChanging,
): Promise<Trunk> {
  const known = await findTrunk(db, acting.accountId, trunkId);
  if (known && isMoved(known, change)) await refuseTaken(places, acting.accountId, { ...known, ...change });
  return db.transaction(async (tx) => {
    const before = await lockTrunk(tx, acting.accountId, trunkId);
    const wanted = changed(before, change);
    refuseCredentials(wanted);
    const { password } = change;
    refuseCarriedPassword(before, wanted, password);
    if (isDeepStrictEqual(wanted, before) && password == null) return before;
    const isDisabled = wanted.status === 'disabled';
    const isElsewhere = isMoved(before, wanted);
    if (change.inbound_addresses) {
      await refuseWideNetworks(tx, acting.accountId, wanted.inbound_addresses, trunkId);
    }
    if (isElsewhere) await refuseForeignPlace(tx, acting.accountId, wanted);
    await refuseFallback(tx, acting.accountId, trunkId, change.fallback_trunk_id ?? null);
    const knowsUsBy = ({ authentication, username, registration_mode: mode }: Trunk) => ({
      authentication,
      username,
      mode,
    });
    const isOther = password != null || !isDeepStrictEqual(knowsUsBy(wanted), knowsUsBy(before));
    const isNews = isElsewhere || isOther || isDisabled !== (before.status === 'disabled');
    const sealed = password == null ? null : sealing.seal(password, passwordPurpose(trunkId));
    const rows = await tx.query<TrunkRow>(
      `update trunks set name = $2, host = $3, port = $4, inbound_addresses = $5, caller_id = $6, max_calls = $7,
         disabled = $8, srtp = $10, updated_at = clock_timestamp(), failures = case when $9 then 0 else failures end,
         check_at = case when $9 then clock_timestamp() else check_at end, authentication = $11, username = $12,
         password = case when $13 then coalesce($14, password) end, transport = $15,
         registration_state = case when not $9 then registration_state end,
         registration_detail = case when not $9 then registration_detail end,
         registration_expires_at = case when not $9 then registration_expires_at end, codecs = $16,
         outbound_proxy = $17, registration_mode = $18, fallback_trunk_id = $19
       where trunk_id = $1 returning ${TRUNK_COLUMNS}`,
      [
        trunkId,
        wanted.name,
        wanted.host,
        wanted.port,
        wanted.inbound_addresses,
        wanted.caller_id,
        wanted.max_calls,
        isDisabled,
        isNews,
        wanted.srtp,
        wanted.authentication,
        wanted.username,
        wanted.password_set,
        sealed,
        wanted.transport,
        wanted.codecs,
        wanted.outbound_proxy,
        wanted.registration_mode,
        wanted.fallback_trunk_id,
      ],
    );
    const after = toTrunk(rows[0]!);
    if (after.max_calls !== before.max_calls) await setTrunkSlots(tx, trunkId, after.max_calls);
    const passwordChanged = password != null;
    await audit(tx, acting, {
      action: 'trunk.updated',
      target: trunkId,
      before,
      after: { ...after, password_changed: passwordChanged },
    });
    tx.notify(TRUNKS_CHANNEL, '');
    return after;
  });
}

/** @throws RequestError when the account has no such trunk, or numbers are connected from it. */
export async function deleteTrunk(db: Database, acting: Acting, trunkId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await lockTrunk(tx, acting.accountId, trunkId);
    const rows = await tx.query<{ numbers: number }>('select count(*) as numbers from numbers where trunk_id = $1', [
      trunkId,
    ]);
    const { numbers } = rows[0]!;
    if (numbers > 0) {
      const those = numbers === 1 ? '1 number is' : `${numbers} numbers are`;
      const message = `${those} connected from this trunk. Release ${numbers === 1 ? 'it' : 'them'} first, with DELETE /v1/numbers/{number_id}.`;
      throw new RequestError('conflict', message, { param: 'trunk_id' });
    }
    await tx.query('delete from trunks where trunk_id = $1', [trunkId]);
    await audit(tx, acting, { action: 'trunk.deleted', target: trunkId, before });
    tx.notify(TRUNKS_CHANNEL, '');
  });
}
