import type { OwnedNumber } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import { NUMBER_COLUMNS, type NumberRow, toOwnedNumber } from './owned-numbers.ts';

interface NewNumber {
  phone: string;
  source: OwnedNumber['source'];
  trunkId: string | null;
  agentId: string | null;
  /** What the seller calls it; null: no carrier account has it. */
  sellerId: string | null;
  carrierId: string | null;
  isBought: boolean;
}

/** An account's first number is its default: its calls need one to come from. Undefined: the number is taken. */
export async function insertNumber(
  tx: Queryable,
  accountId: string,
  { phone, source, trunkId, agentId, sellerId, carrierId, isBought }: NewNumber,
): Promise<OwnedNumber | undefined> {
  const rows = await tx.query<NumberRow>(
    `insert into numbers (number_id, account_id, phone, source, trunk_id, agent_id, seller_id, carrier_id, is_bought,
       is_default)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9,
       not exists (select from numbers where account_id = $2 and is_default))
     on conflict (phone) do nothing returning ${NUMBER_COLUMNS}`,
    [newId('num'), accountId, phone, source, trunkId, agentId, sellerId, carrierId, isBought],
  );
  return rows[0] && toOwnedNumber(rows[0]);
}
