import type { ListSuppressions, SuppressionPage } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { SUPPRESSION_COLUMNS, type SuppressionRow, toSuppression } from './suppressions.ts';

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
  const { where, values } = conditions(accountId, query);
  const [counted] = await db.query<{ total: number }>(
    `select count(*)::int as total from (select from suppressions where ${where} limit ${TOTAL_AT_MOST + 1}) as counted`,
    values,
  );
  const rows = await db.query<SuppressionRow>(
    `select ${SUPPRESSION_COLUMNS} from suppressions where ${where} order by created_at desc, suppression_id desc
     limit $${values.length + 1} offset $${values.length + 2}`,
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

function conditions(accountId: string, query: ListSuppressions): { where: string; values: unknown[] } {
  const values: unknown[] = [accountId];
  const terms = ['account_id = $1'];
  if (query.phone_number !== undefined) terms.push(`phone = $${values.push(query.phone_number)}`);
  // The pattern holds digits alone behind its +, so nothing in it is special.
  if (query.starts_with !== undefined) terms.push(`phone like $${values.push(`${query.starts_with}%`)}`);
  return { where: terms.join(' and '), values };
}
