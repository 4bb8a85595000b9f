import type { AuditPage, AuditRecord, ListAudit } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { unixSeconds } from '../kernel/unix-seconds.ts';

interface AuditRow {
  audit_id: string;
  at: Date;
  actor_type: AuditRecord['actor']['type'];
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  target_id: string | null;
  before: unknown;
  after: unknown;
}

type AuditFilters = Omit<ListAudit, 'limit' | 'offset'>;

const DEFAULT_LIMIT = 20;
/** Counting stops here, as for calls. */
const TOTAL_AT_MOST = 10_000;

/** Only what was asked for is in the text, so that the plan can use an index for it. */
function whereOf(accountId: string, { actor, action, target, from, to }: AuditFilters) {
  const values: unknown[] = [accountId];
  const conditions = ['l.account_id = $1'];
  const add = (value: unknown, condition: (placeholder: string) => string) => {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  if (actor === 'operator' || actor === 'system') add(actor, (at) => `l.actor_type = ${at}`);
  else if (actor !== undefined) add(actor, (at) => `l.actor_id = ${at}`);
  if (action?.includes('.')) add(action, (at) => `l.action = ${at}`);
  else if (action !== undefined) add(`${action}.`, (at) => `starts_with(l.action, ${at})`);
  if (target !== undefined) add(target, (at) => `l.target_id = ${at}`);
  if (from !== undefined) add(from, (at) => `l.at >= to_timestamp(${at})`);
  if (to !== undefined) add(to, (at) => `l.at < to_timestamp(${at})`);
  return { values, where: conditions.join(' and ') };
}

const SELECT = `select l.audit_id, l.at, l.actor_type, l.actor_id, coalesce(u.name, u.email, k.name, '…' || k.last_four) as actor_name,
    l.action, l.target_id, l.before, l.after
  from audit_log l
    left join users u on l.actor_type = 'user' and u.user_id = l.actor_id and u.account_id = l.account_id
    left join api_keys k on l.actor_type = 'key' and k.key_id = l.actor_id and k.account_id = l.account_id`;

function toRecord(row: AuditRow): AuditRecord {
  return {
    audit_id: row.audit_id,
    at: unixSeconds(row.at),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: row.target_id,
    before: row.before,
    after: row.after,
  };
}

/** Newest first. */
export async function listAudit(
  db: Queryable,
  accountId: string,
  { limit = DEFAULT_LIMIT, offset = 0, ...filters }: ListAudit,
): Promise<AuditPage> {
  const { where, values } = whereOf(accountId, filters);
  const [counted] = await db.query<{ total: number }>(
    `select count(*)::int as total from (select from audit_log l where ${where} limit ${TOTAL_AT_MOST + 1}) as counted`,
    values,
  );
  const rows = await db.query<AuditRow>(
    `${SELECT} where ${where} order by l.at desc, l.audit_id desc
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit + 1, offset],
  );
  const total = counted?.total ?? 0;
  return {
    data: rows.slice(0, limit).map(toRecord),
    total: Math.min(total, TOTAL_AT_MOST),
    total_exact: total <= TOTAL_AT_MOST,
    limit,
    offset,
    has_more: rows.length > limit,
  };
}

/** Enough to be worth a query, and little to hold. */
const PIECE = 500;

/** All that the filters let through, newest first, some at a time. What is written meanwhile is not in it. */
export async function* auditPieces(
  db: Queryable,
  accountId: string,
  filters: AuditFilters,
): AsyncGenerator<AuditRecord[]> {
  const { where, values } = whereOf(accountId, filters);
  let last: { at: string; audit_id: string } | undefined;
  for (;;) {
    const [atIs, idIs, limitIs] = [1, 2, 3].map((no) => `$${values.length + no}`);
    // As text: a Date has milliseconds, and the column has microseconds.
    const rows: (AuditRow & { at_text: string })[] = await db.query(
      `${SELECT.replace('select', 'select l.at::text as at_text,')}
       where ${where} and (${atIs}::timestamptz is null or (l.at, l.audit_id) < (${atIs}::timestamptz, ${idIs}::text))
       order by l.at desc, l.audit_id desc limit ${limitIs}`,
      [...values, last?.at ?? null, last?.audit_id ?? null, PIECE],
    );
    if (rows.length > 0) yield rows.map(toRecord);
    const end = rows.at(-1);
    if (end === undefined || rows.length < PIECE) return;
    last = { at: end.at_text, audit_id: end.audit_id };
  }
}
