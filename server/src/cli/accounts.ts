import { demoAgents } from '@parley/providers';
import { type Account, findAccount, listAccounts, setPlan } from '../accounts/accounts.ts';
import { type Plan, plans } from '../accounts/plan.ts';
import { provisionAccount } from '../accounts/provision.ts';
import type { Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import { type Command, table } from './command.ts';

function planNamed(name: string): Plan {
  const plan = plans.find((known) => known === name);
  if (plan) return plan;
  throw new RequestError('invalid_request', `${name} is not a plan; ${plans.join(', ')} are.`, { param: 'plan' });
}

export async function accountNamed(db: Queryable, accountId: string): Promise<Account> {
  const account = await findAccount(db, accountId);
  if (account) return account;
  throw new RequestError('not_found', `There is no account ${accountId}. "accounts list" shows them.`, {
    param: 'account',
  });
}

export const accountCommands: Command[] = [
  {
    name: 'accounts create',
    options: [
      { name: 'name', value: 'NAME', needed: true },
      { name: 'plan', value: 'PLAN', needed: true },
    ],
    summary: 'make an account with a key, a number and the demo agents',
    async run({ config, db, options }) {
      const name = options.name!;
      const plan = planNamed(options.plan!);
      const made = await db.transaction((tx) =>
        provisionAccount(tx, { name, plan, enterpriseLimits: config.firstAccountLimits, demoAgents }),
      );
      const json = { account_id: made.accountId, key_id: made.keyId, api_key: made.apiKey, phone: made.phone };
      const number = made.phone ?? 'none: every simulated number is taken';
      return {
        json,
        text: `Account  ${made.accountId}\nAPI key  ${made.apiKey}   (shown once: keep it)\nNumber   ${number}`,
      };
    },
  },
  {
    name: 'accounts list',
    summary: 'list the accounts',
    async run({ db }) {
      const accounts = (await listAccounts(db)).map((account) => ({
        account_id: account.account_id,
        name: account.name,
        plan: account.plan,
        calls_per_minute: account.callsPerMinute,
        concurrent_calls: account.concurrentCalls,
      }));
      return { json: { data: accounts, total: accounts.length }, text: table(accounts) };
    },
  },
  {
    name: 'accounts set-plan',
    words: ['ACCOUNT', 'PLAN'],
    summary: 'change the plan; it takes effect at once and ends no live call',
    async run({ config, db, words }) {
      const [accountId, planName] = words as [string, string];
      const plan = planNamed(planName);
      const account = await db.transaction(async (tx) => {
        await setPlan(tx, accountId, plan, config.firstAccountLimits);
        return accountNamed(tx, accountId);
      });
      return {
        json: {
          account_id: account.account_id,
          plan: account.plan,
          calls_per_minute: account.callsPerMinute,
          concurrent_calls: account.concurrentCalls,
        },
        text: `${accountId} is on ${plan}: ${account.callsPerMinute} calls a minute, ${account.concurrentCalls} at once.`,
      };
    },
  },
];
