import { checkScript } from '@parley/providers';
import { abilitiesFor } from '../agents/agent-abilities.ts';
import { noSuchAgent } from '../agents/agent-errors.ts';
import { deleteAgent } from '../agents/delete-agent.ts';
import { restoreVersion } from '../agents/restore-version.ts';
import { refuseUnusable } from '../agents/usable-settings.ts';
import { listVersions, versionOf } from '../agents/version-history.ts';
import { RequestError } from '../kernel/request-error.ts';
import { namedOpenModels } from '../models/open-models.ts';
import { accountNamed } from './accounts.ts';
import type { CommandContext, RunCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { table } from './table.ts';

const operatorOf = async ({ db, options }: CommandContext) => {
  const { account_id: accountId } = await accountNamed(db, options.account!);
  return { accountId, actor: { type: 'operator', id: null } } as const;
};

/** What the interface would refuse is refused here in its words. */
async function inOwnWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new CommandError(error.code, error.message, error.param);
  }
}

export const listVersionsOfAgent: RunCommand = async (context) => {
  const agentId = context.words[0]!;
  const { accountId } = await operatorOf(context);
  const versions = await listVersions(context.db, accountId, agentId);
  if (versions.length === 0) throw new CommandError('not_found', noSuchAgent(agentId).message, 'agent_id');
  const rows = versions.map(({ version, created_at, changed_by: by, changed, restored_from }) => ({
    version,
    created_at: new Date(created_at * 1000).toISOString(),
    by: by && (by.name ?? by.id ?? by.type),
    changed: changed.join(', '),
    restored_from,
  }));
  return { json: { data: versions, total: versions.length }, text: table(rows) };
};

export const restoreVersionOfAgent: RunCommand = async (context) => {
  const [agentId, version] = context.words as [string, string];
  const operator = await operatorOf(context);
  const operatorProviders = [...context.config.operatorProviders, await namedOpenModels(context.config.dataDir)];
  const abilities = await abilitiesFor(context.db, operator.accountId, { operatorProviders, checkScript });
  const agent = await inOwnWords(async () => {
    const wanted = await versionOf(context.db, operator.accountId, agentId, version);
    return restoreVersion(context.db, operator, agentId, wanted, (patch, stored) =>
      refuseUnusable(abilities, patch, stored),
    );
  });
  if (!agent) throw new CommandError('not_found', noSuchAgent(agentId).message, 'agent_id');
  return { json: agent, text: `Agent ${agentId} is as it was in version ${version}: version ${agent.version}.` };
};

export const deleteAgentNamed: RunCommand = async (context) => {
  const agentId = context.words[0]!;
  const operator = await operatorOf(context);
  const deleted = await inOwnWords(() => deleteAgent(context.db, operator, agentId));
  if (!deleted) throw new CommandError('not_found', noSuchAgent(agentId).message, 'agent_id');
  return { json: { agent_id: agentId, deleted: true }, text: `Agent ${agentId} is deleted. Its calls stay.` };
};
