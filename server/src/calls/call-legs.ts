import type { LegToken, Route } from '../carriers/carrier.ts';
import type { Queryable } from '../db/index.ts';
import type { VendorUsage } from '../kernel/vendor-usage.ts';
import { trunkOfRoute } from '../trunks/trunk-route.ts';
import { freeTrunkSlot, lockedTrunkSlot, trunkSlotsExceeded } from '../trunks/trunk-slots.ts';
import type { LiveCall } from './call-record.ts';
import { freeLegSlots } from './call-slots.ts';
import { Limits } from './limits.ts';
import { telephonyUsage } from './telephony-usage.ts';

/** A leg beside the one that a call begins with. */
export interface NewLeg {
  legId: string;
  call: LiveCall;
  route: Route;
}

/**
 * Admits a further leg of a live call: its row, a slot of the account and one of the trunk, with the lease of the call. Returns
 * its number in the call. In a transaction.
 * @throws RequestError `rate_limited` when all slots are taken
 */
export async function insertLeg(tx: Queryable, { legId, call, route }: NewLeg): Promise<number> {
  const trunkId = trunkOfRoute(route.name);
  const rows = await tx.query<{ leg_no: number | null; has_slot: boolean }>({
    name: 'insert-leg',
    text: `with own as (select owner, lease_until from call_slots where call_id = $2 and leg_id is null),
           slot as (
             select slot_no from call_slots where account_id = $3 and call_id is null and not retired
             order by slot_no limit 1 for update skip locked), ${lockedTrunkSlot('$6')},
           placed as (
             insert into call_legs (leg_id, call_id, leg_no, route, simulated)
             select $1, $2, (select coalesce(max(leg_no), 0) + 1 from call_legs where call_id = $2), $4, $5
             from own, slot, trunk_open
             returning leg_id, leg_no),
           taken as (
             update call_slots set call_id = $2, leg_id = placed.leg_id, owner = own.owner, lease_until = own.lease_until
             from slot, placed, own where call_slots.account_id = $3 and call_slots.slot_no = slot.slot_no),
           taken_of_trunk as (
             update trunk_slots set call_id = $2, leg_id = placed.leg_id from trunk_slot, placed
             where trunk_slots.trunk_id = trunk_slot.trunk_id and trunk_slots.slot_no = trunk_slot.slot_no)
           select (select leg_no from placed) as leg_no, exists (select from slot) as has_slot`,
    values: [legId, call.call_id, call.account_id, route.name, route.simulated, trunkId],
  });
  const { leg_no: legNo, has_slot: hasSlot } = rows[0]!;
  if (legNo !== null) return legNo;
  if (hasSlot && trunkId !== null) throw await trunkSlotsExceeded(tx, trunkId);
  throw await new Limits(tx, call.account_id).slotsExceeded();
}

/** A leg was answered: another process can end it from now on. */
export async function storeLegAnswered(db: Queryable, legId: string, token: LegToken, answeredAt: Date): Promise<void> {
  await db.query(
    'update call_legs set dialog = $2, answered_at = coalesce(answered_at, $3) where leg_id = $1 and ended_at is null',
    [legId, JSON.stringify(token), answeredAt],
  );
}

export async function storeLegToken(db: Queryable, legId: string, token: LegToken): Promise<void> {
  await db.query('update call_legs set dialog = $2 where leg_id = $1 and ended_at is null', [
    legId,
    JSON.stringify(token),
  ]);
}

/** A leg is over, and its slots are free again. Twice is as once. In a transaction. */
export async function endLeg(tx: Queryable, legId: string, endedAt: Date): Promise<void> {
  await tx.query(
    'update call_legs set ended_at = greatest($2, placed_at), dialog = null where leg_id = $1 and ended_at is null',
    [legId, endedAt],
  );
  await freeLegSlots(tx, [legId]);
  await freeTrunkSlot(tx, { legId });
}

/** The call is over, and all its further legs with it. Returns what they have cost of the network. In a transaction. */
export async function endLegs(tx: Queryable, callId: string, endedAt: Date): Promise<VendorUsage[]> {
  const legs = await tx.query<EndedLeg>({
    name: 'read-legs',
    text: 'select leg_id, route, simulated, answered_at, ended_at from call_legs where call_id = $1 order by leg_no',
    values: [callId],
  });
  for (const { leg_id, ended_at } of legs) if (ended_at === null) await endLeg(tx, leg_id, endedAt);
  return legs.flatMap((leg) => telephonyUsage({ ...leg, channel: 'phone', trunk_id: null }, leg.ended_at ?? endedAt));
}

interface EndedLeg {
  leg_id: string;
  route: string;
  simulated: boolean;
  answered_at: Date | null;
  ended_at: Date | null;
}
