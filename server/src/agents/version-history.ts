import type { AgentField, AgentSettings, AgentVersion, AgentVersionSummary, ChangedBy } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { noSuchAgent, noSuchVersion } from './agent-errors.ts';
import { findAgent, unixSeconds } from './agents.ts';
import { withoutSecrets } from './tool-secrets.ts';

interface VersionRow {
  version: number;
  created_at: Date;
  actor_type: ChangedBy['type'] | null;
  actor_id: string | null;
  actor_name: string | null;
  changed: AgentField[];
  restored_from: number | null;
}

const COLUMNS = `v.version, v.created_at, v.actor_type, v.actor_id, coalesce(u.name, u.email, k.name) as actor_name, v.changed, v.restored_from`;

const FROM = `from agents a join agent_versions v using (agent_id)
  left join users u on v.actor_type = 'user' and u.user_id = v.actor_id and u.account_id = a.account_id
  left join api_keys k on v.actor_type = 'key' and k.key_id = v.actor_id and k.account_id = a.account_id
  where a.account_id = $1 and a.agent_id = $2 and a.deleted_at is null`;

function toSummary(row: VersionRow): AgentVersionSummary {
  const { actor_type: type, actor_id: id, actor_name: name } = row;
  return {
    version: row.version,
    created_at: unixSeconds(row.created_at),
    changed_by: type && { type, id, name },
    changed: row.changed,
    restored_from: row.restored_from,
  };
}

/** Empty when the account has no such agent. */
export async function listVersions(db: Queryable, accountId: string, agentId: string): Promise<AgentVersionSummary[]> {
  const rows = await db.query<VersionRow>(`select ${COLUMNS} ${FROM} order by v.version desc`, [accountId, agentId]);
  return rows.map(toSummary);
}

/** The version that a path names; 404 when there is none. */
export async function versionOf(
  db: Queryable,
  accountId: string,
  agentId: string,
  version: string,
): Promise<AgentVersion> {
  const rows = /^[1-9]\d{0,8}$/.test(version)
    ? await db.query<VersionRow & { settings: AgentSettings }>(
        `select ${COLUMNS}, v.settings ${FROM} and v.version = $3`,
        [accountId, agentId, Number(version)],
      )
    : [];
  const row = rows[0];
  if (row) return { ...toSummary(row), settings: withoutSecrets(row.settings) };
  throw (await findAgent(db, accountId, agentId)) ? noSuchVersion(agentId, version) : noSuchAgent(agentId);
}
