import type { Agent, AgentPatch, AgentSettings, CallOverrides } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { refuseDocumentsBeside } from '../documents/known-documents.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { Sealing } from '../kernel/sealing.ts';
import { checkedSettings, settingsThatChange, withChanges } from './agent-settings.ts';
import type { AgentVersions } from './agent-versions.ts';
import { agentSettingsOf } from './agents.ts';
import { keepSecrets, refuseHeaderWithoutValue, requireSealed, sameRequests, sealSecrets } from './tool-secrets.ts';
import { type AgentAbilities, refuseUnusable } from './usable-settings.ts';

/** What of a call says how its agent is. */
export interface CallOfVersion {
  agent_id: string;
  agent_version: number;
  /** What is different from the version for this call; null: nothing. */
  overrides: AgentPatch | null;
}

/** The settings that a call has. */
export async function callSettings(
  db: Queryable,
  versions: AgentVersions,
  call: CallOfVersion,
): Promise<AgentSettings> {
  const settings = await versions.settingsOf(db, call.agent_id, call.agent_version);
  return call.overrides ? withChanges(settings, call.overrides) : settings;
}

/** SQL: what is different for a call from its agent; the calls of a batch have it in common. */
export const CALL_OVERRIDES =
  'coalesce(calls.overrides, (select batches.overrides from batches where batches.batch_id = calls.batch_id))';

/** In what a draft differs from its agent, as a call keeps it; null: in nothing. */
export function overridesOf(draft: AgentSettings, agent: AgentSettings): AgentPatch | null {
  const changed = settingsThatChange(draft, agent);
  return Object.keys(changed).length === 0 ? null : changed;
}

/** Overrides as a call keeps them: with the secrets of their tools, sealed. */
export async function sealedOverrides(
  db: Queryable,
  accountId: string,
  agent: Agent,
  overrides: CallOverrides,
  sealing: Sealing,
): Promise<CallOverrides> {
  if (overrides.tools === undefined) return overrides;
  const sealed = sealSecrets(overrides, sealing, accountId);
  const kept = keepSecrets(sealed, sameRequests(sealed, await agentSettingsOf(db, agent.agent_id, agent.version)));
  requireSealed(kept);
  return kept;
}

/** The agent as it is for one call, without a look at what is possible now: what is not any more is replaced in the call. */
export async function withOverrides(db: Queryable, agent: Agent, overrides: CallOverrides | null): Promise<Agent> {
  if (!overrides) return agent;
  // As they are stored, with the secrets of tools, which stay with the agent.
  const settings = await agentSettingsOf(db, agent.agent_id, agent.version);
  return { ...agent, ...withChanges(settings, overrides) };
}

/** Throws 422 as a change of the agent does, with its param below `overrides`. `agent`: as it is for the call. */
export function refuseUnusableOverrides(
  stored: Agent,
  overrides: CallOverrides,
  agent: Agent,
  abilities: AgentAbilities,
): void {
  try {
    refuseUnusable(abilities, overrides, stored);
    refuseDocumentsBeside(abilities.documentIds, overrides.knowledge);
    refuseHeaderWithoutValue(overrides);
    checkedSettings(agent);
  } catch (error) {
    if (!(error instanceof RequestError) || error.param === undefined) throw error;
    throw new RequestError(error.code, error.message, { param: `overrides.${error.param}` });
  }
}
