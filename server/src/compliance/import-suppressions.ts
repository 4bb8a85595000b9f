import type { ImportSuppressions } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { sourceOf } from './suppressions.ts';

/** Many numbers at once. Those that are on the list already, and those that come twice, stay as they are. */
export async function importSuppressions(
  db: Database,
  acting: Acting,
  { phone_numbers: phones, reason = null }: ImportSuppressions,
): Promise<{ added: number; present: number }> {
  const distinct = [...new Set(phones)];
  return db.transaction(async (tx) => {
    const added = await tx.query<{ phone: string }>(
      `insert into suppressions (suppression_id, account_id, phone, reason, source)
       select suppression_id, $1, phone, $2, $3 from unnest($4::text[], $5::text[]) as given (suppression_id, phone)
       on conflict (account_id, phone) do nothing returning phone`,
      [acting.accountId, reason, sourceOf(acting), distinct.map(() => newId('sup')), distinct],
    );
    if (added.length > 0) {
      const after = { reason, phone_numbers: added.map(({ phone }) => phone) };
      await audit(tx, acting, { action: 'suppression.imported', target: null, after });
    }
    return { added: added.length, present: phones.length - added.length };
  });
}
