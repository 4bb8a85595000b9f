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

const SELECT = `select l.audit_id, l.at, l.actor_type, l.actor_id, coalesce(u.name, u.email, k.name, '…' || k.last_four, s.name) as actor_name,
    l.action, l.target_id, l.before, l.after
  from audit_log l
    left join users u on l.actor_type = 'user' and u.user_id = l.actor_id and u.account_id = l.account_id
    left join api_keys k on l.actor_type = 'key' and k.key_id = l.actor_id and k.account_id = l.account_id
    left join softphones s on l.actor_type = 'softphone' and s.softphone_id = l.actor_id and s.account_id = l.account_id`;

/** A prompt may have 200 000 characters: what is parsed at once must not hold up the main thread, which has the signalling. */
const BYTES_AT_ONCE = 1_000_000;
/** Always fits: a page has 100 rows at most. */
const SHORT_BYTES = 4000;

interface SizedRow extends AuditRow {
  /** As text: a Date has milliseconds, and the column has microseconds. */
  at_text: string;
  /** It is short, or the rows before it leave room for it among the bytes that are read at once. */
  fits: boolean;
}

/** Rows up to a number, newest first. Of those that do not fit any more, `before` and `after` stay in the database. */
const sizedRows = (where: string, limitAndOffset: string) => `
  with page as (${SELECT} where ${where} order by l.at desc, l.audit_id desc ${limitAndOffset}),
  sized as (
    select *, coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0) as bytes from page),
  summed as (
    select *, bytes <= ${SHORT_BYTES} or sum(bytes) over (order by at desc, audit_id desc) - bytes < ${BYTES_AT_ONCE} as fits
    from sized)
  select audit_id, at, at::text as at_text, actor_type, actor_id, actor_name, action, target_id, fits,
    case when fits then before end as before, case when fits then after end as after
  from summed order by at desc, audit_id desc`;

const LEFT_OUT = 'It is too long for this list: the export has it.';

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
  const rows = await db.query<SizedRow>(sizedRows(where, `limit $${values.length + 1} offset $${values.length + 2}`), [
    ...values,
    limit + 1,
    offset,
  ]);
  const total = counted?.total ?? 0;
  return {
    data: rows
      .slice(0, limit)
      .map((row) => (row.fits ? toRecord(row) : { ...toRecord(row), after: { left_out: LEFT_OUT } })),
    total: Math.min(total, TOTAL_AT_MOST),
    total_exact: total <= TOTAL_AT_MOST,
    limit,
    offset,
    has_more: rows.length > limit,
  };
}

/** So many are measured for a piece, which is as many of them as fit. */
const MOST_IN_PIECE = 50;

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
    const older = `(${atIs}::timestamptz is null or (l.at, l.audit_id) < (${atIs}::timestamptz, ${idIs}::text))`;
    const rows: SizedRow[] = await db.query(sizedRows(`${where} and ${older}`, `limit ${limitIs}`), [
      ...values,
      last?.at ?? null,
      last?.audit_id ?? null,
      MOST_IN_PIECE,
    ]);
    const tooMuch = rows.findIndex((row) => !row.fits);
    const piece = tooMuch === -1 ? rows : rows.slice(0, tooMuch);
    const end = piece.at(-1);
    if (end === undefined) return;
    yield piece.map(toRecord);
    if (tooMuch === -1 && rows.length < MOST_IN_PIECE) return;
    last = { at: end.at_text, audit_id: end.audit_id };
  }
}
