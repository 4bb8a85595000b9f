import type { Suppression } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';

export interface SuppressionRow {
  suppression_id: string;
  phone_number: string;
  reason: string | null;
  source: Suppression['source'];
  call_id: string | null;
  created_at: Date;
}

export const SUPPRESSION_COLUMNS = 'suppression_id, phone as phone_number, reason, source, call_id, created_at';

export function toSuppression(row: SuppressionRow): Suppression {
  return { ...row, created_at: Math.floor(row.created_at.getTime() / 1000) };
}

interface NewSuppression {
  accountId: string;
  phone: string;
  reason: string | null;
  source: Suppression['source'];
  callId: string | null;
}

/** No agent of the account calls the number any more. One that is suppressed already stays as it is: `added` is false. */
export async function suppress(
  tx: Queryable,
  { accountId, phone, reason, source, callId }: NewSuppression,
): Promise<{ suppression: Suppression; added: boolean }> {
  const suppressionId = newId('sup');
  const rows = await tx.query<SuppressionRow>({
    name: 'suppress',
    // The update changes nothing: it returns a row that is there, even one that was committed a moment ago.
    text: `insert into suppressions (suppression_id, account_id, phone, reason, source, call_id)
           values ($1, $2, $3, $4, $5, $6)
           on conflict (account_id, phone) do update set phone = excluded.phone returning ${SUPPRESSION_COLUMNS}`,
    values: [suppressionId, accountId, phone, reason, source, callId],
  });
  const suppression = toSuppression(rows[0]!);
  return { suppression, added: suppression.suppression_id === suppressionId };
}

/** The same on behalf of a principal: a user's entry comes from the dashboard, any other from a program. */
export async function addSuppression(
  db: Database,
  acting: Acting,
  { phone, reason }: { phone: string; reason: string | null },
): Promise<{ suppression: Suppression; added: boolean }> {
  const { accountId } = acting;
  return db.transaction(async (tx) => {
    const made = await suppress(tx, { accountId, phone, reason, source: sourceOf(acting), callId: null });
    const { suppression } = made;
    if (made.added) {
      const target = suppression.suppression_id;
      await audit(tx, acting, { action: 'suppression.created', target, after: suppression });
    }
    return made;
  });
}

export function sourceOf({ actor }: Acting): Suppression['source'] {
  return actor.type === 'user' ? 'dashboard' : 'api';
}

/** SQL: the number is on the account's list. */
export const suppressedBy = (accountId: string, phone: string) =>
  `exists (select from suppressions where suppressions.account_id = ${accountId} and suppressions.phone = ${phone})`;

/** Asked before every outgoing call. */
export async function isSuppressed(tx: Queryable, accountId: string, phone: string): Promise<boolean> {
  const rows = await tx.query({
    name: 'is-suppressed',
    text: 'select 1 from suppressions where account_id = $1 and phone = $2',
    values: [accountId, phone],
  });
  return rows.length > 0;
}

/** Those of the numbers that are on the account's list. */
export async function suppressedAmong(
  db: Queryable,
  accountId: string,
  phones: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ phone: string }>(
    'select phone from suppressions where account_id = $1 and phone = any($2)',
    [accountId, phones],
  );
  return new Set(rows.map(({ phone }) => phone));
}

/** @throws RequestError `unprocessable` when the number is on the account's list. */
export async function refuseSuppressed(tx: Queryable, accountId: string, phone: string): Promise<void> {
  if (!(await isSuppressed(tx, accountId, phone))) return;
  throw new RequestError(
    'unprocessable',
    `${phone} is on the suppression list: it is not called any more. GET /v1/suppressions says why.`,
    { param: 'recipient_phone' },
  );
}

export async function findSuppression(
  db: Queryable,
  accountId: string,
  suppressionId: string,
): Promise<Suppression | undefined> {
  const rows = await db.query<SuppressionRow>(
    `select ${SUPPRESSION_COLUMNS} from suppressions where account_id = $1 and suppression_id = $2`,
    [accountId, suppressionId],
  );
  return rows[0] && toSuppression(rows[0]);
}

/** False when the account has no such suppression. */
export async function removeSuppression(db: Database, acting: Acting, suppressionId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await tx.query<SuppressionRow>(
      `delete from suppressions where account_id = $1 and suppression_id = $2 returning ${SUPPRESSION_COLUMNS}`,
      [acting.accountId, suppressionId],
    );
    if (!rows[0]) return false;
    const before = toSuppression(rows[0]);
    await audit(tx, acting, { action: 'suppression.deleted', target: suppressionId, before });
    return true;
  });
}
