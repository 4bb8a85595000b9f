import type { Retention, RetentionPatch } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';

export async function readRetention(db: Queryable, accountId: string): Promise<Retention> {
  const [row] = await db.query<Retention>(
    'select recordings_days, transcripts_days from accounts where account_id = $1',
    [accountId],
  );
  return row!;
}

/** Takes effect at the next sweep, within an hour. */
export async function changeRetention(db: Database, acting: Acting, patch: RetentionPatch): Promise<Retention> {
  return db.transaction(async (tx) => {
    const [before] = await tx.query<Retention>(
      'select recordings_days, transcripts_days from accounts where account_id = $1 for no key update',
      [acting.accountId],
    );
    const after = { ...before!, ...patch };
    if (after.recordings_days === before!.recordings_days && after.transcripts_days === before!.transcripts_days) {
      return after;
    }
    await tx.query('update accounts set recordings_days = $2, transcripts_days = $3 where account_id = $1', [
      acting.accountId,
      after.recordings_days,
      after.transcripts_days,
    ]);
    await audit(tx, acting, { action: 'retention.updated', target: acting.accountId, before, after });
    return after;
  });
}
