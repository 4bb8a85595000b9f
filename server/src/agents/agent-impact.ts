import type { AgentImpact } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import type { Changer } from './change-agent.ts';

interface ImpactRow {
  numbers: string[];
  batches: AgentImpact['batches'];
  live_calls: number;
  other_drafts: number;
}

/** Who notices when the agent changes, and what keeps it from being deleted. Calls of batches count with their batch. */
export async function agentImpact(db: Queryable, changer: Changer, agentId: string): Promise<AgentImpact> {
  const rows = await db.query<ImpactRow>(impactStatement(changer, agentId));
  return rows[0]!;
}

export function impactStatement({ accountId, actor }: Changer, agentId: string): { text: string; values: unknown[] } {
  return {
    text: `select
       (select coalesce(json_agg(phone order by phone), '[]') from numbers
          where account_id = $1 and agent_id = $2) as numbers,
       (select coalesce(json_agg(json_build_object('batch_id', batch_id, 'waiting', queued,
            'schedule_at', floor(extract(epoch from schedule_at))) order by schedule_at, batch_id), '[]')
          from batches where account_id = $1 and agent_id = $2 and queued + in_progress > 0) as batches,
       (select count(*) from calls where account_id = $1 and agent_id = $2 and batch_id is null
          and state = 'queued')
         + (select count(*) from calls where account_id = $1 and agent_id = $2 and state not in ('queued', 'ended'))
         as live_calls,
       (select count(*) from agent_drafts
          where agent_id = $2 and (actor_type, actor_id) is distinct from ($3, $4)) as other_drafts`,
    values: [accountId, agentId, actor.type, actor.id],
  };
}
