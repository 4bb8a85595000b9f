import type { ListSuppressions, Suppression, SuppressionPage } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import { RequestError } from '../kernel/request-error.ts';

interface SuppressionRow {
  suppression_id: string;
  phone_number: string;
  reason: string | null;
  source: Suppression['source'];
  call_id: string | null;
  created_at: Date;
}

const COLUMNS = 'suppression_id, phone as phone_number, reason, source, call_id, created_at';

function toSuppression(row: SuppressionRow): Suppression {
  return { ...row, created_at: Math.floor(row.created_at.getTime() / 1000) };
}

export interface NewSuppression {
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
           on conflict (account_id, phone) do update set phone = excluded.phone returning ${COLUMNS}`,
    values: [suppressionId, accountId, phone, reason, source, callId],
  });
  const suppression = toSuppression(rows[0]!);
  return { suppression, added: suppression.suppression_id === suppressionId };
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
    `select ${COLUMNS} from suppressions where account_id = $1 and suppression_id = $2`,
    [accountId, suppressionId],
  );
  return rows[0] && toSuppression(rows[0]);
}

/** False when the account has no such suppression. */
export async function removeSuppression(db: Queryable, accountId: string, suppressionId: string): Promise<boolean> {
  const rows = await db.query(
    'delete from suppressions where account_id = $1 and suppression_id = $2 returning suppression_id',
    [accountId, suppressionId],
  );
  return rows.length > 0;
}

/** Counting stops here, as for calls. */
const TOTAL_AT_MOST = 10_000;
const DEFAULT_LIMIT = 20;

export async function listSuppressions(
  db: Queryable,
  accountId: string,
  query: ListSuppressions,
): Promise<SuppressionPage> {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const offset = query.offset ?? 0;
  const where = 'account_id = $1 and ($2::text is null or phone = $2)';
  const values = [accountId, query.phone_number ?? null];
  const [counted] = await db.query<{ total: number }>(
    `select count(*)::int as total from (select from suppressions where ${where} limit ${TOTAL_AT_MOST + 1}) as counted`,
    values,
  );
  const rows = await db.query<SuppressionRow>(
    `select ${COLUMNS} from suppressions where ${where} order by created_at desc, suppression_id desc
     limit $3 offset $4`,
    [...values, limit + 1, offset],
  );
  const total = counted?.total ?? 0;
  return {
    data: rows.slice(0, limit).map(toSuppression),
    total: Math.min(total, TOTAL_AT_MOST),
    total_exact: total <= TOTAL_AT_MOST,
    limit,
    offset,
    has_more: rows.length > limit,
  };
}
