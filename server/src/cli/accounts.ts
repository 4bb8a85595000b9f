import { demoAgents } from '@parley/providers';
import { findAccount, listAccounts, setPlan } from '../accounts/accounts.ts';
import { type Plan, plans } from '../accounts/plan.ts';
import { provisionAccount } from '../accounts/provision.ts';
import { required, UsageError } from './arguments.ts';
import { type Command, table } from './command.ts';

function planNamed(name: string): Plan {
  const plan = plans.find((known) => known === name);
  if (!plan) throw new UsageError(`${name} is not a plan; ${plans.join(', ')} are`);
  return plan;
}

export const accountCommands: Command[] = [
  {
    name: 'accounts create',
    usage: 'accounts create --name NAME --plan PLAN',
    summary: 'make an account with a key, a number and the demo agents',
    async run({ config, db, parsed }) {
      const name = required(parsed, 'name');
      const plan = planNamed(required(parsed, 'plan'));
      const made = await db.transaction((tx) =>
        provisionAccount(tx, { name, plan, enterpriseLimits: config.firstAccountLimits, demoAgents }),
      );
      const json = { account_id: made.accountId, key_id: made.keyId, api_key: made.apiKey };
      const number = made.phone ?? 'none: every simulated number is taken';
      return {
        json,
        text: `Account  ${made.accountId}\nAPI key  ${made.apiKey}   (shown once: keep it)\nNumber   ${number}`,
      };
    },
  },
  {
    name: 'accounts list',
    usage: 'accounts list',
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
    usage: 'accounts set-plan ACCOUNT PLAN',
    summary: 'change the plan; it takes effect at once and ends no live call',
    async run({ config, db, words }) {
      const [accountId = '', planName = ''] = words;
      const plan = planNamed(planName);
      const changed = await db.transaction((tx) => setPlan(tx, accountId, plan, config.firstAccountLimits));
      if (!changed) throw new UsageError(`there is no account ${accountId}; "accounts list" shows them`);
      const account = (await findAccount(db, accountId))!;
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
