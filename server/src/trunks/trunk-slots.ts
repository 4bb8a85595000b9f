import type { Queryable } from '../db/index.ts';

/**
 * Makes the rows that stand for the calls that a trunk carries at once; none for a trunk without a limit. No live call
 * ends: a slot that is in use beyond the limit is retired, and goes when its call ends. Calls that began while there was
 * no limit are not counted.
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
