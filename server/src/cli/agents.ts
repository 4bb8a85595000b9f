import { listAccounts } from '../accounts/accounts.ts';
import { listAgents } from '../agents/agents.ts';
import { accountNamed } from './accounts.ts';
import type { RunCommand } from './command.ts';
import { table } from './table.ts';

export const listAllAgents: RunCommand = async ({ db, options }) => {
  const accounts = options.account === undefined ? await listAccounts(db) : [await accountNamed(db, options.account)];
  const lists = await Promise.all(
    accounts.map(async ({ account_id }) =>
      (await listAgents(db, account_id)).map((agent) => ({ account_id, ...agent })),
    ),
  );
  const agents = lists.flat();
  const rows = agents.map(({ agent_id, account_id, name, status, phone_number, version }) => ({
    agent_id,
    account_id,
    name,
    status,
    phone_number,
    version,
  }));
  return { json: { data: agents, total: agents.length }, text: table(rows) };
};
