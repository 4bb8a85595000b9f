import { isDeepStrictEqual } from 'node:util';
import { type Agent, type AgentPatch, agentDefaults, type NewAgent } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Principal } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';

/** What a person can set; the rest of an agent is the database's. */
export type AgentSettings = Omit<Agent, 'agent_id' | 'phone_number' | 'version' | 'created_at' | 'updated_at'>;

interface AgentRow {
  agent_id: string;
  version: number;
  settings: AgentSettings;
  phone: string | null;
  created_at: Date;
  updated_at: Date;
}

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

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

const SELECT = `select a.agent_id, a.version, v.settings, n.phone, a.created_at, a.updated_at
  from agents a join agent_versions v using (agent_id, version)
  left join lateral (select phone from numbers where agent_id = a.agent_id order by number_id limit 1) n on true`;

export async function listAgents(db: Queryable, accountId: string): Promise<Agent[]> {
  const rows = await db.query<AgentRow>(`${SELECT} where a.account_id = $1 order by a.seq`, [accountId]);
  return rows.map(toAgent);
}

export async function findAgent(db: Queryable, accountId: string, agentId: string): Promise<Agent | undefined> {
  const rows = await db.query<AgentRow>({
    name: 'find-agent',
    text: `${SELECT} where a.account_id = $1 and a.agent_id = $2`,
    values: [accountId, agentId],
  });
  return rows[0] && toAgent(rows[0]);
}

/** The settings that a call was placed with. */
export async function agentSettingsOf(db: Queryable, agentId: string, version: number): Promise<AgentSettings> {
  const rows = await db.query<{ settings: AgentSettings }>(
    'select settings from agent_versions where agent_id = $1 and version = $2',
    [agentId, version],
  );
  if (!rows[0]) throw new Error(`agent ${agentId} has no version ${version}`);
  return rows[0].settings;
}

/** Rules between fields, which may come in different requests. */
function checked(settings: AgentSettings): AgentSettings {
  const { action, message } = settings.voicemail;
  if (action !== 'message' || message !== null) return settings;
  throw new RequestError(
    'unprocessable',
    'voicemail.message is missing: with the action "message" the agent needs one to leave.',
    { param: 'voicemail.message' },
  );
}

/** Objects inside are merged, so that one of their fields can be changed alone; lists and variables are replaced. */
function withChanges(settings: AgentSettings, patch: AgentPatch): AgentSettings {
  return {
    ...settings,
    ...patch,
    turn_taking: { ...settings.turn_taking, ...patch.turn_taking },
    voicemail: { ...settings.voicemail, ...patch.voicemail },
    recording: { ...settings.recording, ...patch.recording },
  };
}

/** All settings of an agent that is new; throws what is wrong between them. */
export function newSettings(agent: NewAgent): AgentSettings {
  return checked(withChanges({ ...agentDefaults, name: agent.name, prompt: agent.prompt } as AgentSettings, agent));
}

export async function createAgent(tx: Queryable, accountId: string, agent: NewAgent): Promise<string> {
  const agentId = newId('agent');
  const settings = newSettings(agent);
  await tx.query('insert into agents (agent_id, account_id) values ($1, $2)', [agentId, accountId]);
  await tx.query('insert into agent_versions (agent_id, version, settings) values ($1, 1, $2)', [
    agentId,
    JSON.stringify(settings),
  ]);
  return agentId;
}

/** The agent after the change, or undefined when the account has no such agent. A change that changes nothing is none. */
export async function updateAgent(
  db: Database,
  principal: Principal,
  agentId: string,
  patch: AgentPatch,
): Promise<Agent | undefined> {
  const { accountId } = principal;
  return db.transaction(async (tx) => {
    const locked = await tx.query('select 1 from agents where account_id = $1 and agent_id = $2 for update', [
      accountId,
      agentId,
    ]);
    const current = locked.length > 0 ? await findAgent(tx, accountId, agentId) : undefined;
    if (!current) return undefined;
    const settings = await agentSettingsOf(tx, agentId, current.version);
    const changed = checked(withChanges(settings, patch));
    if (isDeepStrictEqual(changed, settings)) return current;
    const version = current.version + 1;
    await tx.query('insert into agent_versions (agent_id, version, settings) values ($1, $2, $3)', [
      agentId,
      version,
      JSON.stringify(changed),
    ]);
    await tx.query('update agents set version = $2, updated_at = now() where agent_id = $1', [agentId, version]);
    await audit(tx, principal, { action: 'agent.updated', target: agentId, before: settings, after: changed });
    return findAgent(tx, accountId, agentId);
  });
}
