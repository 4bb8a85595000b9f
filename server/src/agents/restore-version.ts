import type { Agent, AgentPatch, AgentVersion } from '@parley/contract';
import type { Database } from '../db/index.ts';
import { settingsThatChange } from './agent-settings.ts';
import { agentSettingsOf, lockAgent } from './agents.ts';
import { type Changer, changeLockedAgent } from './change-agent.ts';

/** A new version with the settings of an older one, or undefined when the account has no such agent. */
export async function restoreVersion(
  db: Database,
  changer: Changer,
  agentId: string,
  { version, settings }: Pick<AgentVersion, 'version' | 'settings'>,
  refuseUnusable: (patch: AgentPatch, stored: Agent) => void,
): Promise<Agent | undefined> {
  return db.transaction(async (tx) => {
    const current = await lockAgent(tx, changer.accountId, agentId);
    if (!current) return undefined;
    refuseUnusable(settingsThatChange(settings, current), current);
    // With the secrets that it had.
    const stored = await agentSettingsOf(tx, agentId, version);
    return changeLockedAgent(tx, changer, current, {
      patch: stored,
      action: 'agent.restored',
      restoredFrom: version,
    });
  });
}
