import type { Account, ChangeAccount } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Queryable } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';
import { unixSeconds } from '../kernel/unix-seconds.ts';

export interface AccountRow {
  account_id: string;
  name: string;
  plan: Account['plan'];
  language: string;
  timezone: string;
  calls_per_minute: number;
  concurrent_calls: number;
  created_at: Date;
}

export function toAccount(row: AccountRow): Account {
  return {
    account_id: row.account_id,
    name: row.name,
    plan: row.plan,
    language: row.language,
    timezone: row.timezone,
    calls_per_minute: row.calls_per_minute,
    concurrent_calls: row.concurrent_calls,
    created_at: unixSeconds(row.created_at),
  };
}

export async function accountOf(db: Queryable, accountId: string): Promise<Account> {
  const rows = await db.query<AccountRow>('select * from accounts where account_id = $1', [accountId]);
  return toAccount(rows[0]!);
}

export async function changeAccount(tx: Queryable, acting: Acting, change: ChangeAccount): Promise<Account> {
  const { accountId } = acting;
  const rows = await tx.query<AccountRow>('select * from accounts where account_id = $1 for no key update', [
    accountId,
  ]);
  const before = toAccount(rows[0]!);
  const after = { ...before, ...change };
  if (JSON.stringify(before) === JSON.stringify(after)) return before;
  await tx.query('update accounts set name = $2, language = $3, timezone = $4 where account_id = $1', [
    accountId,
    after.name,
    after.language,
    after.timezone,
  ]);
  await audit(tx, acting, { action: 'account.updated', target: accountId, before, after });
  return after;
}
