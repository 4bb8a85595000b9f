import type { Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';

/** When a slot gets free is unknown. */
const SLOT_RETRY_S = 5;

/**
 * Creates the rows that represent the calls that a trunk carries at once; none for a trunk without a limit. No live
 * call ends: a slot that is in use beyond the limit is retired, and goes when its call ends. Calls that began while
 * there was no limit are not counted.
 */
export async function setTrunkSlots(tx: Queryable, trunkId: string, maxCalls: number | null): Promise<void> {
  await tx.query('delete from trunk_slots where trunk_id = $1 and call_id is null', [trunkId]);
  await tx.query(
    `update trunk_slots set retired = place > $2 from (
       select slot_no as no, row_number() over (order by slot_no) as place from trunk_slots where trunk_id = $1) as ranked
     where trunk_id = $1 and slot_no = no`,
    [trunkId, maxCalls ?? 0],
  );
  await tx.query(
    `insert into trunk_slots (trunk_id, slot_no)
     select $1, no from generate_series(
       (select coalesce(max(slot_no) + 1, 0) from trunk_slots where trunk_id = $1),
       (select coalesce(max(slot_no) + 1, 0) - count(*) + $2 - 1 from trunk_slots where trunk_id = $1)) as no`,
    [trunkId, maxCalls ?? 0],
  );
}

/**
 * SQL, for the `with` of a statement: `trunk_slot` locks a free slot of a trunk, `trunk_open` has a row when a call may go
 * through, which it may without a slot where the trunk has no limit, or there is none (null) or it is gone.
 */
export const lockedTrunkSlot = (trunkId: string) => `
  trunk_slot as (
    select trunk_id, slot_no from trunk_slots where trunk_id = ${trunkId} and call_id is null and not retired
    order by slot_no limit 1 for update skip locked),
  trunk_open as (
    select where exists (select from trunk_slot)
      or not exists (select from trunks where trunk_id = ${trunkId} and max_calls is not null))`;

/** Takes a slot for a call. False when all are taken. */
export async function takeTrunkSlot(tx: Queryable, trunkId: string, callId: string): Promise<boolean> {
  const rows = await tx.query<{ is_open: boolean }>({
    name: 'take-trunk-slot',
    text: `with ${lockedTrunkSlot('$1')},
           taken as (
             update trunk_slots set call_id = $2 from trunk_slot
             where trunk_slots.trunk_id = $1 and trunk_slots.slot_no = trunk_slot.slot_no)
           select exists (select from trunk_open) as is_open`,
    values: [trunkId, callId],
  });
  return rows[0]!.is_open;
}

/**
 * SQL: all slots of the trunk that a route leads through are taken; of other routes, what follows the colon is no trunk. A
 * scalar subquery, which looks at one trunk, where `exists` would be joined with all of them.
 */
export const trunkIsFull = (route: string) => `
  coalesce((select max_calls is not null and not exists (
      select from trunk_slots where trunk_slots.trunk_id = trunks.trunk_id and call_id is null and not retired)
    from trunks where trunk_id = substr(${route}, length('trunk:') + 1)), false)`;

/** Whose slot it is: the call's, or that of one of its further legs. */
type SlotHolder = { callId: string } | { legId: string };

/**
 * Gives a slot back, if there is one. When the limit was lowered and more slots are in use than it has now, a
 * slot goes, whichever call it was that ended: a retired one by itself, another one in the place of a retired one.
 */
export async function freeTrunkSlot(tx: Queryable, holder: SlotHolder): Promise<void> {
  const rows = await tx.query<{ trunk_id: string; slot_no: number; retired: boolean; has_retired: boolean }>({
    name: 'free-trunk-slot',
    text: `update trunk_slots set call_id = null, leg_id = null
           where (call_id = $1 and leg_id is null) or leg_id = $2
           returning trunk_id, slot_no, retired, exists (select from trunk_slots others
             where others.trunk_id = trunk_slots.trunk_id and others.retired) as has_retired`,
    values: 'callId' in holder ? [holder.callId, null] : [null, holder.legId],
  });
  const slot = rows[0];
  if (!slot?.has_retired) return;
  if (!slot.retired && !(await restoreRetired(tx, slot.trunk_id))) return;
  await tx.query('delete from trunk_slots where trunk_id = $1 and slot_no = $2', [slot.trunk_id, slot.slot_no]);
}

async function restoreRetired(tx: Queryable, trunkId: string): Promise<boolean> {
  const restored = await tx.query(
    `update trunk_slots set retired = false where trunk_id = $1 and slot_no = (
       select slot_no from trunk_slots where trunk_id = $1 and retired and call_id is not null
       order by slot_no limit 1 for update skip locked)
     returning slot_no`,
    [trunkId],
  );
  return restored.length > 0;
}

/** 429, with an estimate. */
export async function trunkSlotsExceeded(tx: Queryable, trunkId: string): Promise<RequestError> {
  const [trunk] = await tx.query<{ name: string; max_calls: number | null }>(
    'select name, max_calls from trunks where trunk_id = $1',
    [trunkId],
  );
  const message = `The trunk ${trunk?.name ?? trunkId} carries ${trunk?.max_calls ?? 0} calls at once, and all of them are taken. Try again when one has ended.`;
  return new RequestError('rate_limited', message, { retryAfterS: SLOT_RETRY_S });
}
