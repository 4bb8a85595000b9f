import { readFile } from 'node:fs/promises';
import { NewAgent } from '@parley/contract';
import { findAccount, listAccounts } from '../accounts/accounts.ts';
import { createAgent, findAgent, listAgents } from '../agents/agents.ts';
import { configuredProviders, refuseUnknownProviders } from '../agents/provider-choice.ts';
import { RequestError } from '../kernel/request-error.ts';
import { validated } from '../kernel/validation.ts';
import { required, UsageError } from './arguments.ts';
import { type Command, table } from './command.ts';

async function agentFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new UsageError(`${path} cannot be read: ${error.message}`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${(error as Error).message}`);
  }
}

export const agentCommands: Command[] = [
  {
    name: 'agents list',
    usage: 'agents list [--account ACCOUNT]',
    summary: 'list the agents',
    async run({ db, parsed }) {
      const wanted = parsed.options.account;
      const accounts = (await listAccounts(db)).filter(
        (account) => wanted === undefined || account.account_id === wanted,
      );
      const agents = (
        await Promise.all(
          accounts.map(async ({ account_id }) =>
            (await listAgents(db, account_id)).map((agent) => ({ account_id, ...agent })),
          ),
        )
      ).flat();
      return {
        json: { data: agents, total: agents.length },
        text: table(
          agents.map(({ agent_id, account_id, name, status, phone_number, version }) => ({
            agent_id,
            account_id,
            name,
            status,
            phone_number,
            version,
          })),
        ),
      };
    },
  },
  {
    name: 'agents create',
    usage: 'agents create --account ACCOUNT --file agent.json',
    summary: 'make an agent; the file needs a name and a prompt, and may hold every field that PATCH takes',
    async run({ config, db, parsed }) {
      const accountId = required(parsed, 'account');
      const file = required(parsed, 'file');
      if (!(await findAccount(db, accountId))) {
        throw new UsageError(`there is no account ${accountId}; "accounts list" shows them`);
      }
      try {
        const settings = validated(NewAgent, await agentFile(file));
        refuseUnknownProviders(settings, configuredProviders(config));
        const agentId = await db.transaction((tx) => createAgent(tx, accountId, settings));
        const agent = await findAgent(db, accountId, agentId);
        return { json: agent, text: `Agent  ${agentId}   (${settings.name})` };
      } catch (error) {
        if (error instanceof RequestError) throw new UsageError(`${file}: ${error.message}`);
        throw error;
      }
    },
  },
];
