import { isDeepStrictEqual } from 'node:util';
import {
  type Agent,
  type AgentDraft,
  AgentPatch,
  type DraftSettings,
  type PublishAgentDraft,
  type SaveAgentDraft,
} from '@parley/contract';
import type { Database, Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import { validated } from '../kernel/validation.ts';
import { type KeptSecrets, settingsThatChange } from './agent-settings.ts';
import { agentSettingsOf, findAgent, lockAgent, unixSeconds } from './agents.ts';
import { type Changer, changeLockedAgent } from './change-agent.ts';
import { keepSecrets, requireSealed, withoutSecrets } from './tool-secrets.ts';

interface DraftRow {
  base_version: number;
  revision: number;
  settings: DraftSettings;
  updated_at: Date;
}

const toDraft = (row: DraftRow): AgentDraft => ({
  ...row,
  settings: withoutSecrets(row.settings),
  updated_at: unixSeconds(row.updated_at),
});

const COLUMNS = 'base_version, revision, settings, updated_at';
const OWN = 'agent_id = $1 and actor_type = $2 and actor_id = $3';

const draftKey = (agentId: string, { actor }: Changer) => [agentId, actor.type, actor.id];

/** Of the caller: each has a draft of their own. */
export async function findDraft(db: Queryable, owner: Changer, agentId: string): Promise<AgentDraft | null> {
  const row = await findRow(db, owner, agentId);
  return row ? toDraft(row) : null;
}

async function findRow(db: Queryable, owner: Changer, agentId: string): Promise<DraftRow | undefined> {
  const rows = await db.query<DraftRow>(`select ${COLUMNS} from agent_drafts where ${OWN}`, draftKey(agentId, owner));
  return rows[0];
}

/** What a test of unpublished settings may keep secrets of: the draft of the one who tests, then the agent as it is. */
export async function keptSecretsOf(db: Queryable, owner: Changer, agentId: string): Promise<KeptSecrets[]> {
  const agent = await findAgent(db, owner.accountId, agentId);
  if (!agent) return [];
  const draft = await findRow(db, owner, agentId);
  return [...(draft ? [draft.settings] : []), await agentSettingsOf(db, agentId, agent.version)];
}

/**
 * Keeps what was typed, whose secrets are sealed already; 409 when a newer revision is stored, which a late save never overwrites. The same save twice is
 * one. Typing is no change of the agent: what is published is in the audit log.
 */
export async function saveDraft(
  db: Database,
  owner: Changer,
  agentId: string,
  { base_version: base, revision, settings }: SaveAgentDraft,
): Promise<AgentDraft> {
  return db.transaction(async (tx) => {
    const kept = keepSecrets(settings, ...(await keptSecretsOf(tx, owner, agentId)));
    requireSealed(kept);
    const values = [...draftKey(agentId, owner), base, revision, JSON.stringify(kept)];
    const [saved] = await tx.query<DraftRow>(
      revision === 0
        ? `insert into agent_drafts (agent_id, actor_type, actor_id, base_version, revision, settings)
             values ($1, $2, $3, $4, $5 + 1, $6) on conflict do nothing returning ${COLUMNS}`
        : `update agent_drafts set base_version = $4, revision = $5 + 1, settings = $6, updated_at = now()
             where ${OWN} and revision = $5 returning ${COLUMNS}`,
      values,
    );
    if (saved) return toDraft(saved);
    const stored = await findDraft(tx, owner, agentId);
    const isRepeated =
      stored?.revision === revision + 1 &&
      stored.base_version === base &&
      isDeepStrictEqual(stored.settings, JSON.parse(JSON.stringify(withoutSecrets(kept))));
    if (isRepeated) return stored;
    throw changedElsewhere(stored);
  });
}

function changedElsewhere(stored: AgentDraft | null): RequestError {
  const what = stored
    ? `The draft was changed in another window (revision ${stored.revision})`
    : 'The draft was published or discarded in another window';
  return new RequestError('conflict', `${what}; nothing was saved. Read it again.`, { param: 'revision' });
}

/** 409 when the draft is another than that revision; one that is gone is discarded already. */
export async function discardDraft(db: Database, owner: Changer, agentId: string, revision: number): Promise<void> {
  await db.transaction(async (tx) => {
    const deleted = await tx.query(`delete from agent_drafts where ${OWN} and revision = $4 returning 1`, [
      ...draftKey(agentId, owner),
      revision,
    ]);
    const stored = deleted.length > 0 ? null : await findDraft(tx, owner, agentId);
    if (stored) throw changedElsewhere(stored);
  });
}

async function deleteDraft(db: Queryable, owner: Changer, agentId: string): Promise<void> {
  await db.query(`delete from agent_drafts where ${OWN}`, draftKey(agentId, owner));
}

/**
 * The draft becomes the next version, as it was shown: 409 when it or the agent is newer. Undefined when the account has
 * no such agent. `refuseUnusable` throws what keeps the changed settings from being used.
 */
export async function publishDraft(
  db: Database,
  owner: Changer,
  agentId: string,
  { base_version: base, revision }: PublishAgentDraft,
  refuseUnusable: (patch: AgentPatch, stored: Agent) => void,
): Promise<Agent | undefined> {
  return db.transaction(async (tx) => {
    const current = await lockAgent(tx, owner.accountId, agentId);
    if (!current) return undefined;
    const draft = await findRow(tx, owner, agentId);
    if (draft?.revision !== revision) throw changedElsewhere(draft ? toDraft(draft) : null);
    if (current.version !== base) {
      const message = `The agent was changed meanwhile: version ${current.version} is newer than version ${base}, which the difference was shown to. Compare again.`;
      throw new RequestError('conflict', message, { param: 'base_version' });
    }
    const typed = validated(AgentPatch, toDraft(draft).settings);
    refuseUnusable(settingsThatChange(typed, current), current);
    const patch = keepSecrets(typed, draft.settings, await agentSettingsOf(tx, agentId, current.version));
    await deleteDraft(tx, owner, agentId);
    return changeLockedAgent(tx, owner, current, { patch, action: 'agent.published' });
  });
}
