import type { AgentImpact } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import { agentImpact } from './agent-impact.ts';
import { agentSettingsOf, lockAgent } from './agents.ts';
import type { Changer } from './change-agent.ts';

/** So many are named, and the others counted. */
const MOST_NAMED = 3;

/** False when the account has no such agent; 409 while something uses it. What it has done stays explained by it. */
export async function deleteAgent(db: Database, changer: Changer, agentId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const agent = await lockAgent(tx, changer.accountId, agentId);
    if (!agent) return false;
    refuseInUse(agentId, await agentImpact(tx, changer, agentId));
    await tx.query('update agents set deleted_at = now() where agent_id = $1', [agentId]);
    await tx.query('delete from agent_drafts where agent_id = $1', [agentId]);
    const before = await agentSettingsOf(tx, agentId, agent.version);
    await audit(tx, changer, { action: 'agent.deleted', target: agentId, before });
    return true;
  });
}

function refuseInUse(agentId: string, { numbers, batches, live_calls: calls }: AgentImpact): void {
  const uses = [
    ...(numbers.length === 0 ? [] : [`${named('number', numbers)} ring${numbers.length === 1 ? 's' : ''} it`]),
    ...(batches.length === 0
      ? []
      : [
          `${named(
            'batch',
            batches.map(({ batch_id }) => batch_id),
          )} ${batches.length === 1 ? 'is' : 'are'} not over`,
        ]),
    ...(calls === 0 ? [] : [`${calls} call${calls === 1 ? ' is' : 's are'} under way`]),
  ];
  if (uses.length === 0) return;
  throw new RequestError(
    'conflict',
    `Agent ${agentId} is in use: ${uses.join(', and ')}. Assign its numbers to another agent, cancel its batches or wait for them, then delete it.`,
  );
}

function named(noun: string, names: string[]): string {
  const plural = noun === 'batch' ? 'batches' : `${noun}s`;
  const shown = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length - MOST_NAMED;
  return `the ${names.length === 1 ? noun : plural} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}
