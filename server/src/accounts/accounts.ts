import { isDeepStrictEqual } from 'node:util';
import { audit } from '../audit/audit.ts';
import type { Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { type Plan, type PlanLimits, planLimits } from './plan.ts';

export interface Account extends PlanLimits {
  account_id: string;
  name: string;
  plan: Plan;
}

function toAccount(row: {
  account_id: string;
  name: string;
  plan: Plan;
  calls_per_minute: number;
  concurrent_calls: number;
}): Account {
  return {
    account_id: row.account_id,
    name: row.name,
    plan: row.plan,
    callsPerMinute: row.calls_per_minute,
    concurrentCalls: row.concurrent_calls,
  };
}

const COLUMNS = 'account_id, name, plan, calls_per_minute, concurrent_calls';

export async function listAccounts(db: Queryable): Promise<Account[]> {
  const rows = await db.query<Parameters<typeof toAccount>[0]>(`select ${COLUMNS} from accounts order by seq`);
  return rows.map(toAccount);
}

export async function findAccount(db: Queryable, accountId: string): Promise<Account | undefined> {
  const rows = await db.query<Parameters<typeof toAccount>[0]>(
    `select ${COLUMNS} from accounts where account_id = $1`,
    [accountId],
  );
  return rows[0] && toAccount(rows[0]);
}

interface PlanRow {
  plan: Plan;
  calls_per_minute: number;
  concurrent_calls: number;
}

/** The figures of a plan; enterprise takes its own. */
function limitsOf(plan: Plan, own: PlanLimits): PlanLimits {
  return plan === 'enterprise' ? own : planLimits[plan];
}

export async function createAccount(
  tx: Queryable,
  options: { name: string; plan: Plan; enterpriseLimits: PlanLimits },
): Promise<string> {
  const accountId = newId('account');
  const limits = limitsOf(options.plan, options.enterpriseLimits);
  await tx.query(
    'insert into accounts (account_id, name, plan, calls_per_minute, concurrent_calls) values ($1, $2, $3, $4, $5)',
    [accountId, options.name, options.plan, limits.callsPerMinute, limits.concurrentCalls],
  );
  await applyLimits(tx, accountId, limits);
  return accountId;
}

/** Takes effect at once and ends no live call: a slot in use is retired, and goes when its call ends. */
export async function setPlan(
  tx: Queryable,
  acting: Acting,
  plan: Plan,
  enterpriseLimits: PlanLimits,
): Promise<boolean> {
  const { accountId } = acting;
  const limits = limitsOf(plan, enterpriseLimits);
  const before = await tx.query<PlanRow>(
    `select plan, calls_per_minute, concurrent_calls from accounts where account_id = $1 for no key update`,
    [accountId],
  );
  if (!before[0]) return false;
  const after: PlanRow = {
    plan,
    calls_per_minute: limits.callsPerMinute,
    concurrent_calls: limits.concurrentCalls,
  };
  // Each start sets the plan of the installation: slots are not made anew under calls that another node is placing.
  if (isDeepStrictEqual({ ...before[0] }, after)) return true;
  await tx.query('update accounts set plan = $2, calls_per_minute = $3, concurrent_calls = $4 where account_id = $1', [
    accountId,
    plan,
    limits.callsPerMinute,
    limits.concurrentCalls,
  ]);
  await audit(tx, acting, { action: 'account.plan_changed', target: accountId, before: before[0], after });
  await applyLimits(tx, accountId, limits);
  return true;
}

/**
 * Creates the rows that represent the limits. Fewer permitted calls a minute remove the rows that were used longest
 * ago, so that what was used in the last minute still counts against the new figure.
 */
async function applyLimits(tx: Queryable, accountId: string, limits: PlanLimits): Promise<void> {
  await tx.query(
    `delete from rate_slots where account_id = $1 and slot_no in (
       select slot_no from rate_slots where account_id = $1 order by used_at desc offset $2)`,
    [accountId, limits.callsPerMinute],
  );
  await tx.query(
    `insert into rate_slots (account_id, slot_no)
     select $1, no from generate_series(
       (select coalesce(max(slot_no) + 1, 0) from rate_slots where account_id = $1),
       (select coalesce(max(slot_no) + 1, 0) - count(*) + $2 - 1 from rate_slots where account_id = $1)) as no`,
    [accountId, limits.callsPerMinute],
  );
  await tx.query('delete from call_slots where account_id = $1 and call_id is null', [accountId]);
  await tx.query(
    `update call_slots set retired = place > $2 from (
       select slot_no as no, row_number() over (order by slot_no) as place from call_slots where account_id = $1) as ranked
     where account_id = $1 and slot_no = no`,
    [accountId, limits.concurrentCalls],
  );
  await tx.query(
    `insert into call_slots (account_id, slot_no)
     select $1, no from generate_series(
       (select coalesce(max(slot_no) + 1, 0) from call_slots where account_id = $1),
       (select coalesce(max(slot_no) + 1, 0) - count(*) + $2 - 1 from call_slots where account_id = $1)) as no`,
    [accountId, limits.concurrentCalls],
  );
}
