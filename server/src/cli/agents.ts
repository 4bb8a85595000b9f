import { readFile } from 'node:fs/promises';
import { NewAgent } from '@parley/contract';
import { listAccounts } from '../accounts/accounts.ts';
import { createAgent, findAgent, listAgents } from '../agents/agents.ts';
import { configuredProviders, refuseUnknownProviders } from '../agents/provider-choice.ts';
import { RequestError } from '../kernel/request-error.ts';
import { validated } from '../kernel/validation.ts';
import { accountNamed } from './accounts.ts';
import { type Command, table } from './command.ts';

async function agentFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new RequestError('invalid_request', `${path} cannot be read: ${error.message}.`, { param: 'file' });
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `${path} is not JSON: ${(error as Error).message}.`;
    throw new RequestError('invalid_request', message, { param: 'file' });
  }
}

export const agentCommands: Command[] = [
  {
    name: 'agents list',
    options: [{ name: 'account', value: 'ACCOUNT' }],
    summary: 'list the agents',
    async run({ db, options }) {
      const accounts =
        options.account === undefined ? await listAccounts(db) : [await accountNamed(db, options.account)];
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
    options: [
      { name: 'account', value: 'ACCOUNT', needed: true },
      { name: 'file', value: 'FILE', needed: true },
    ],
    summary: 'make an agent; the JSON file needs a name and a prompt, and may hold every field that PATCH takes',
    async run({ config, db, options }) {
      const file = options.file!;
      const { account_id: accountId } = await accountNamed(db, options.account!);
      const given = await agentFile(file);
      try {
        const settings = validated(NewAgent, given);
        refuseUnknownProviders(settings, configuredProviders(config));
        const agentId = await db.transaction((tx) => createAgent(tx, accountId, settings));
        const agent = await findAgent(db, accountId, agentId);
        return { json: agent, text: `Agent  ${agentId}   (${settings.name})` };
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        const { code, message, param } = error;
        throw new RequestError(code, `${file}: ${message}`, param === undefined ? {} : { param });
      }
    },
  },
];
