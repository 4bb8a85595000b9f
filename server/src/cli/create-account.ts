import { demoAgents } from '@parley/providers';
import { provisionAccount } from '../accounts/provision.ts';
import { operatorOf } from '../kernel/principal.ts';
import { planNamed } from './accounts.ts';
import type { RunCommand } from './command.ts';

export const createAccount: RunCommand = async ({ config, db, options }) => {
  const name = options.name!;
  const plan = planNamed(options.plan!);
  const made = await db.transaction((tx) =>
    provisionAccount(tx, { name, plan, enterpriseLimits: config.firstAccountLimits, demoAgents }, operatorOf),
  );
  const json = { account_id: made.accountId, key_id: made.keyId, api_key: made.apiKey, phone: made.phone };
  const number = made.phone ?? 'none: every simulated number is taken';
  return {
    json,
    text: `Account  ${made.accountId}\nAPI key  ${made.apiKey}   (shown once: keep it)\nNumber   ${number}`,
  };
};
