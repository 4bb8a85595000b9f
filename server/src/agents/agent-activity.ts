import type { AgentActivityList } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import type { Changer } from './change-agent.ts';

/** When each agent was last used; a look into the index of calls for each. */
export async function agentActivity(db: Queryable, changer: Changer): Promise<AgentActivityList> {
  const data = await db.query<AgentActivityList['data'][number]>(activityStatement(changer));
  return { data, total: data.length };
}

export function activityStatement({ accountId, actor }: Changer): { text: string; values: unknown[] } {
  return {
    text: `select a.agent_id, floor(extract(epoch from c.created_at))::int8 as last_call_at, d.agent_id is not null as has_draft
     from agents a
     left join lateral (select created_at from calls where account_id = $1 and agent_id = a.agent_id
       order by created_at desc, call_id desc limit 1) c on true
     left join agent_drafts d on d.agent_id = a.agent_id and d.actor_type = $2 and d.actor_id is not distinct from $3
     where a.account_id = $1 and a.deleted_at is null order by a.seq`,
    values: [accountId, actor.type, actor.id],
  };
}
