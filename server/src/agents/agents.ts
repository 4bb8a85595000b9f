import type { Agent, AgentSettings } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { withoutSecrets } from './tool-secrets.ts';

interface AgentRow {
  agent_id: string;
  version: number;
  settings: AgentSettings;
  phone: string | null;
  created_at: Date;
  updated_at: Date;
}

export const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

function toAgent(row: AgentRow): Agent {
  return {
    agent_id: row.agent_id,
    ...withoutSecrets(row.settings),
    phone_number: row.phone,
    version: row.version,
    created_at: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.updated_at),
  };
}

/** A deleted agent is not there; its versions are, for the calls that were made with them. */
const SELECT = `select a.agent_id, a.version, v.settings, n.phone, a.created_at, a.updated_at
  from agents a join agent_versions v using (agent_id, version)
  left join lateral (select phone from numbers where agent_id = a.agent_id
    order by source = 'simulated', number_id limit 1) n on true
  where a.deleted_at is null`;

export async function listAgents(db: Queryable, accountId: string): Promise<Agent[]> {
  const rows = await db.query<AgentRow>(`${SELECT} and a.account_id = $1 order by a.seq`, [accountId]);
  return rows.map(toAgent);
}

export async function findAgent(db: Queryable, accountId: string, agentId: string): Promise<Agent | undefined> {
  const rows = await db.query<AgentRow>({
    name: 'find-agent',
    text: `${SELECT} and a.account_id = $1 and a.agent_id = $2`,
    values: [accountId, agentId],
  });
  return rows[0] && toAgent(rows[0]);
}

/** The agent as it is, and as it stays until the transaction has ended. */
export async function lockAgent(tx: Queryable, accountId: string, agentId: string): Promise<Agent | undefined> {
  const locked = await tx.query('select 1 from agents where account_id = $1 and agent_id = $2 for update', [
    accountId,
    agentId,
  ]);
  return locked.length > 0 ? findAgent(tx, accountId, agentId) : undefined;
}

/** The settings that a call was placed with, with its secrets, sealed. */
export async function agentSettingsOf(db: Queryable, agentId: string, version: number): Promise<AgentSettings> {
  const rows = await db.query<{ settings: AgentSettings }>(
    'select settings from agent_versions where agent_id = $1 and version = $2',
    [agentId, version],
  );
  if (!rows[0]) throw new Error(`agent ${agentId} has no version ${version}`);
  return rows[0].settings;
}
