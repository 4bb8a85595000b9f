import { type Account, findAccount, listAccounts, setPlan } from '../accounts/accounts.ts';
import { type Plan, plans } from '../accounts/plan.ts';
import type { Queryable } from '../db/index.ts';
import { operatorOf } from '../kernel/principal.ts';
import type { RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { table } from './table.ts';

export function planNamed(name: string): Plan {
  const plan = plans.find((known) => known === name);
  if (plan) return plan;
  throw new CommandError('invalid_request', `${name} is not a plan; ${plans.join(', ')} are.`, 'plan');
}

export async function accountNamed(db: Queryable, accountId: string): Promise<Account> {
  const account = await findAccount(db, accountId);
  if (account) return account;
  throw new CommandError('not_found', `There is no account ${accountId}. "accounts list" shows them.`, 'account');
}

export const listAllAccounts: RunCommand = async ({ db }) => {
  const accounts = (await listAccounts(db)).map((account) => ({
    account_id: account.account_id,
    name: account.name,
    plan: account.plan,
    calls_per_minute: account.callsPerMinute,
    concurrent_calls: account.concurrentCalls,
  }));
  return { json: { data: accounts, total: accounts.length }, text: table(accounts) };
};

export const changePlan: RunCommand = async ({ config, db, words }) => {
  const [accountId, planName] = words as [string, string];
  const plan = planNamed(planName);
  const account = await db.transaction(async (tx) => {
    await setPlan(tx, operatorOf(accountId), plan, config.firstAccountLimits);
    return accountNamed(tx, accountId);
  });
  const { callsPerMinute, concurrentCalls } = account;
  return {
    json: { account_id: accountId, plan, calls_per_minute: callsPerMinute, concurrent_calls: concurrentCalls },
    text: `${accountId} is on ${plan}: ${callsPerMinute} calls a minute, ${concurrentCalls} at once.`,
  };
};
