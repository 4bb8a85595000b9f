import type { Usage } from '@parley/contract';
import type { Queryable } from '../db/index.ts';

/** The limits of the plan, and what is in use of them at this moment. */
export async function usageOf(db: Queryable, accountId: string): Promise<Usage> {
  const rows = await db.query<{
    plan: Usage['plan'];
    calls_per_minute: number;
    concurrent_calls: number;
    rate_used: number;
    reset_s: number | null;
    slots_used: number;
    calls_today: number;
    minutes_today: number;
    keys: number;
    users: number;
  }>({
    name: 'usage',
    text: `select a.plan, a.calls_per_minute, a.concurrent_calls, rate.used as rate_used, rate.reset_s,
             (select count(*)::int from call_slots where account_id = $1 and call_id is not null) as slots_used,
             today.calls as calls_today, today.minutes as minutes_today,
             (select count(*)::int from api_keys where account_id = $1 and revoked_at is null
               and (expires_at is null or expires_at > now())) as keys,
             (select count(*)::int from users where account_id = $1 and status = 'active' and removed_at is null) as users
           from accounts a,
             lateral (select count(*)::int as used,
               ceil(extract(epoch from min(used_at) + interval '60 s' - clock_timestamp()))::int as reset_s
               from rate_slots where account_id = $1 and used_at > statement_timestamp() - interval '60 s') as rate,
             lateral (select count(*)::int as calls,
               coalesce(sum(ceil(extract(epoch from coalesce(ended_at, now()) - answered_at) / 60)), 0)::int as minutes
               from calls where account_id = $1
                 and created_at >= date_trunc('day', now() at time zone a.timezone) at time zone a.timezone) as today
           where a.account_id = $1`,
    values: [accountId],
  });
  const row = rows[0]!;
  const isFull = row.rate_used >= row.calls_per_minute;
  return {
    plan: row.plan,
    calls_per_minute: {
      limit: row.calls_per_minute,
      used: Math.min(row.rate_used, row.calls_per_minute),
      reset_in: isFull ? Math.max(1, row.reset_s ?? 1) : 0,
    },
    concurrent_calls: { limit: row.concurrent_calls, used: row.slots_used },
    calls_today: row.calls_today,
    minutes_today: row.minutes_today,
    keys: row.keys,
    users: row.users,
  };
}
