import type { OwnedNumber } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { unixSeconds } from '../kernel/unix-seconds.ts';

export interface NumberRow {
  number_id: string;
  phone: string;
  source: OwnedNumber['source'];
  trunk_id: string | null;
  agent_id: string | null;
  carrier_id: string | null;
  is_bought: boolean;
  is_default: boolean;
  created_at: Date;
}

export const NUMBER_COLUMNS =
  'number_id, phone, source, trunk_id, agent_id, carrier_id, is_bought, is_default, created_at';

export function toOwnedNumber({ phone, created_at: createdAt, ...row }: NumberRow): OwnedNumber {
  const { number_id, ...rest } = row;
  return { number_id, phone_number: phone, ...rest, created_at: unixSeconds(createdAt) };
}

export async function listNumbers(db: Queryable, accountId: string): Promise<OwnedNumber[]> {
  const rows = await db.query<NumberRow>(
    `select ${NUMBER_COLUMNS} from numbers where account_id = $1 order by number_id`,
    [accountId],
  );
  return rows.map(toOwnedNumber);
}

export async function findNumber(db: Queryable, accountId: string, numberId: string): Promise<OwnedNumber | undefined> {
  const rows = await db.query<NumberRow>(
    `select ${NUMBER_COLUMNS} from numbers where account_id = $1 and number_id = $2`,
    [accountId, numberId],
  );
  return rows[0] && toOwnedNumber(rows[0]);
}

/** Locks it against changes until the end of the transaction. */
export async function lockNumber(tx: Queryable, accountId: string, numberId: string): Promise<OwnedNumber | undefined> {
  const rows = await tx.query<NumberRow>(
    `select ${NUMBER_COLUMNS} from numbers where account_id = $1 and number_id = $2 for update`,
    [accountId, numberId],
  );
  return rows[0] && toOwnedNumber(rows[0]);
}

/** Which of its numbers is the default is decided by one transaction at a time. */
export async function lockDefaultNumber(tx: Queryable, accountId: string): Promise<void> {
  await tx.query('select 1 from accounts where account_id = $1 for no key update', [accountId]);
}
