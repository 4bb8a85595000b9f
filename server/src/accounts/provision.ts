import { type NewAgent, Permission } from '@parley/contract';
import { createAgent } from '../agents/change-agent.ts';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { type Acting, systemOf } from '../kernel/principal.ts';
import { addSimulatedNumber } from '../numbers/numbers.ts';
import { createAccount } from './accounts.ts';
import { createKey } from './keys.ts';
import type { Plan, PlanLimits } from './plan.ts';

export interface ProvisionedAccount {
  accountId: string;
  keyId: string;
  apiKey: string;
  /** The first of the demo agents; the account's number rings it. */
  agentId: string;
  phone: string | null;
}

const allPermissions: readonly Permission[] = Permission.options;

/** A new account as a person needs it: a key, the demo agents, and a number that rings the first of them. */
export async function provisionAccount(
  tx: Queryable,
  options: { name: string; plan: Plan; enterpriseLimits: PlanLimits; demoAgents: NewAgent[]; apiKey?: string },
  actingFor: (accountId: string) => Acting = systemOf,
): Promise<ProvisionedAccount> {
  const accountId = await createAccount(tx, options);
  const acting = actingFor(accountId);
  await audit(tx, acting, {
    action: 'account.created',
    target: accountId,
    after: { name: options.name, plan: options.plan },
  });
  const agentIds: string[] = [];
  for (const agent of options.demoAgents) agentIds.push(await createAgent(tx, acting, agent));
  const agentId = agentIds[0]!;
  const phone = await addSimulatedNumber(tx, { accountId, agentId });
  const { key_id: keyId, api_key: apiKey } = await createKey(tx, acting, {
    name: null,
    permissions: allPermissions,
    ...(options.apiKey === undefined ? {} : { key: options.apiKey }),
  });
  return { accountId, keyId, apiKey, agentId, phone };
}

/** The account of the installation itself, made at the first start; undefined when there are accounts already. */
export async function provisionFirstAccount(
  db: Database,
  options: { limits: PlanLimits; demoAgents: NewAgent[]; apiKey?: string },
): Promise<ProvisionedAccount | undefined> {
  return db.transaction(async (tx) => {
    // Nodes that start at once on a new database: one of them makes the account.
    await tx.query("select pg_advisory_xact_lock(hashtext('parley.first-account'))");
    const accounts = await tx.query('select 1 from accounts limit 1');
    if (accounts.length > 0) return undefined;
    return provisionAccount(tx, {
      name: 'Default',
      plan: 'enterprise',
      enterpriseLimits: options.limits,
      demoAgents: options.demoAgents,
      ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
    });
  });
}
