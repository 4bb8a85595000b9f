import type { Queryable } from '../db/index.ts';

/**
 * Takes away a slot that has got free, if it has to go. When the plan was lowered and more slots are in use than it has now, a
 * slot goes, whichever call it was that ended: a retired one by itself, another one in the place of a retired one.
 */
export async function removeSlot(tx: Queryable, accountId: string, slotNo: number, isRetired: boolean): Promise<void> {
  if (isRetired || (await restoreRetired(tx, accountId))) {
    await tx.query('delete from call_slots where account_id = $1 and slot_no = $2', [accountId, slotNo]);
  }
}

/** Makes one retired slot that is in use a permitted one. False when the account has none. */
async function restoreRetired(tx: Queryable, accountId: string): Promise<boolean> {
  const restored = await tx.query({
    name: 'restore-retired',
    text: `update call_slots set retired = false where account_id = $1 and slot_no = (
             select slot_no from call_slots where account_id = $1 and retired and call_id is not null
             order by slot_no limit 1 for update skip locked)
           returning slot_no`,
    values: [accountId],
  });
  return restored.length > 0;
}

/** Gives back the slots of these further legs, which a batch may have waited for. */
export async function freeLegSlots(tx: Queryable, legIds: readonly string[]): Promise<void> {
  const freed = await tx.query<{ account_id: string; slot_no: number; retired: boolean; has_retired: boolean }>({
    name: 'free-leg-slots',
    text: `update call_slots set call_id = null, leg_id = null, owner = null, lease_until = null where leg_id = any($1)
           returning account_id, slot_no, retired, exists (select from call_slots others
             where others.account_id = call_slots.account_id and others.retired) as has_retired`,
    values: [legIds],
  });
  for (const { account_id, slot_no, retired, has_retired } of freed)
    if (has_retired) await removeSlot(tx, account_id, slot_no, retired);
  if (freed.length > 0) tx.notify('dispatch', 'slot');
}
