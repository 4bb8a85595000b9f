import type { Agent, AgentPatch, AgentSettings, NewAgent } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { refuseUnknownDocuments } from '../documents/known-documents.ts';
import { newId } from '../kernel/ids.ts';
import type { Principal } from '../kernel/principal.ts';
import { changedFields, checkedSettings, newSettings, withChanges } from './agent-settings.ts';
import { agentSettingsOf, findAgent, lockAgent } from './agents.ts';
import { requireSealed, withoutSecrets } from './tool-secrets.ts';

/** Whose agent it is, and who changes it. */
export type Changer = Pick<Principal, 'accountId' | 'actor'>;

/** The secrets of `agent` are sealed already. */
export async function createAgent(tx: Queryable, changer: Changer, agent: NewAgent): Promise<string> {
  const agentId = newId('agent');
  const settings = newSettings(agent);
  await refuseUnknownDocuments(tx, changer.accountId, settings.knowledge);
  await tx.query('insert into agents (agent_id, account_id) values ($1, $2)', [agentId, changer.accountId]);
  await insertVersion(tx, changer, { agentId, version: 1, settings, changed: [], restoredFrom: null });
  await audit(tx, changer, { action: 'agent.created', target: agentId, after: withoutSecrets(settings) });
  return agentId;
}

/**
 * The agent after the change, or undefined when the account has no such agent. A change without effect is not stored.
 * The secrets of `patch` are sealed already.
 */
export async function updateAgent(
  db: Database,
  principal: Changer,
  agentId: string,
  patch: AgentPatch,
): Promise<Agent | undefined> {
  return db.transaction(async (tx) => {
    const current = await lockAgent(tx, principal.accountId, agentId);
    return current && changeLockedAgent(tx, principal, current, { patch, action: 'agent.updated' });
  });
}

interface AgentChange {
  patch: AgentPatch;
  /** For the audit log. */
  action: 'agent.updated' | 'agent.published' | 'agent.restored';
  /** The version that is restored by it. */
  restoredFrom?: number;
}

/** Makes the next version of an agent that `lockAgent` has locked, where there is something to change. */
export async function changeLockedAgent(
  tx: Queryable,
  changer: Changer,
  { agent_id: agentId, ...current }: Agent,
  { patch, action, restoredFrom }: AgentChange,
): Promise<Agent> {
  const before = await agentSettingsOf(tx, agentId, current.version);
  const settings = checkedSettings(withChanges(before, patch));
  const changed = changedFields(before, settings);
  if (changed.length === 0) return { agent_id: agentId, ...current };
  if (changed.includes('knowledge')) await refuseUnknownDocuments(tx, changer.accountId, settings.knowledge);
  const version = current.version + 1;
  await insertVersion(tx, changer, { agentId, version, settings, changed, restoredFrom: restoredFrom ?? null });
  await tx.query('update agents set version = $2, updated_at = now() where agent_id = $1', [agentId, version]);
  const [was, is] = [fieldsOf(before, changed), fieldsOf(settings, changed)];
  await audit(tx, changer, { action, target: agentId, before: was, after: is });
  return (await findAgent(tx, changer.accountId, agentId))!;
}

/** For the audit log: the versions of the agent hold the rest, and a prompt is long. */
function fieldsOf(settings: AgentSettings, fields: readonly (keyof AgentSettings)[]): Partial<AgentSettings> {
  const shown = withoutSecrets(settings);
  return Object.fromEntries(fields.map((field) => [field, shown[field]]));
}

interface NewVersion {
  agentId: string;
  version: number;
  settings: AgentSettings;
  changed: string[];
  restoredFrom: number | null;
}

async function insertVersion(tx: Queryable, { actor }: Changer, version: NewVersion): Promise<void> {
  requireSealed(version.settings);
  await tx.query(
    `insert into agent_versions (agent_id, version, settings, actor_type, actor_id, changed, restored_from)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      version.agentId,
      version.version,
      JSON.stringify(version.settings),
      actor.type,
      actor.id,
      version.changed,
      version.restoredFrom,
    ],
  );
}
