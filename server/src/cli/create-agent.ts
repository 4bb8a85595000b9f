import { NewAgent } from '@parley/contract';
import { checkScript } from '@parley/providers';
import { abilitiesFor } from '../agents/agent-abilities.ts';
import { findAgent } from '../agents/agents.ts';
import { createAgent } from '../agents/change-agent.ts';
import { refuseSecrets } from '../agents/tool-secrets.ts';
import { refuseUnusable } from '../agents/usable-settings.ts';
import { RequestError } from '../kernel/request-error.ts';
import { validated } from '../kernel/validation.ts';
import { namedOpenModels } from '../models/open-models.ts';
import { accountNamed } from './accounts.ts';
import type { RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { jsonFile } from './json-file.ts';

export const createAgentOfFile: RunCommand = async ({ config, db, options }) => {
  const file = options.file!;
  const { account_id: accountId } = await accountNamed(db, options.account!);
  const given = await jsonFile(file);
  try {
    const settings = validated(NewAgent, given);
    const operatorProviders = [...config.operatorProviders, await namedOpenModels(config.dataDir)];
    refuseUnusable(await abilitiesFor(db, accountId, { operatorProviders, checkScript }), settings, null);
    const operator = { accountId, actor: { type: 'operator', id: null } } as const;
    refuseSecrets(settings);
    const agentId = await db.transaction((tx) => createAgent(tx, operator, settings));
    const agent = await findAgent(db, accountId, agentId);
    return { json: agent, text: `Agent  ${agentId}   (${settings.name})` };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new CommandError(error.code, `${file}: ${error.message}`, error.param);
  }
};
