import { isDeepStrictEqual } from 'node:util';
import type { ChangeNumber, OwnedNumber } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';
import { lockDefaultNumber, lockNumber, NUMBER_COLUMNS, type NumberRow, toOwnedNumber } from './owned-numbers.ts';
import { requireAgent } from './require-agent.ts';

/**
 * The number after the change; undefined when the account has no such number. A change without effect is not stored.
 */
export async function changeNumber(
  db: Database,
  acting: Acting,
  numberId: string,
  change: ChangeNumber,
): Promise<OwnedNumber | undefined> {
  const { accountId } = acting;
  return db.transaction(async (tx) => {
    if (change.is_default) await lockDefaultNumber(tx, accountId);
    const before = await lockNumber(tx, accountId, numberId);
    if (!before) return undefined;
    if (change.agent_id != null) await requireAgent(tx, accountId, change.agent_id);
    const wanted = { ...before, ...change };
    if (isDeepStrictEqual(wanted, before)) return before;
    if (wanted.is_default && !before.is_default) {
      await tx.query('update numbers set is_default = false where account_id = $1 and is_default', [accountId]);
    }
    const rows = await tx.query<NumberRow>(
      `update numbers set agent_id = $2, is_default = $3 where number_id = $1 returning ${NUMBER_COLUMNS}`,
      [numberId, wanted.agent_id, wanted.is_default],
    );
    const after = toOwnedNumber(rows[0]!);
    await audit(tx, acting, { action: 'number.updated', target: numberId, before, after });
    return after;
  });
}
