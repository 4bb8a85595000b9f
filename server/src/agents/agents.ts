import type { Agent, AgentSettings } from '@parley/contract';
import type { Queryable } from '../db/index.ts';

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
    ...row.settings,
    phone_number: row.phone,
    version: row.version,
    created_at: unixSeconds(row.created_at),
    updated_at: unixSeconds(row.updated_at),
  };
}

/** A deleted agent is not there; its versions are, for the calls that were made with them. */
const SELECT = `select a.agent_id, a.version, v.settings, n.phone, a.created_at, a.updated_at
  from agents a join agent_versions v using (agent_id, version)
  left join lateral (select phone from numbers where agent_id = a.agent_id order by number_id limit 1) n on true
  where a.deleted_at is null`;
