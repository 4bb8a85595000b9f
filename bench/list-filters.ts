import type { ListCalls } from '@parley/contract';
import { SEEDED_DAYS, type SeededAccount, WAITING_BATCH } from './api-seed.ts';

const DAY_S = 86_400;

/** Every filter of GET /v1/calls, alone and with others, over what `seedCalls` and `seedRarities` have stored. */
export function listFilters(seeded: SeededAccount): { name: string; query: ListCalls }[] {
  const usual = seeded.agentIds[0]!;
  const rare = seeded.agentIds.at(-1)!;
  const before = (days: number) => Math.floor(Date.now() / 1000) - days * DAY_S;
  const month = { from: before(60), to: before(30) };
  return [
    { name: '', query: {} },
    { name: 'limit=100', query: { limit: 100 } },
    ...(['completed', 'failed', 'initiated', 'active'] as const).map((status) => ({
      name: `status=${status}`,
      query: { status },
    })),
    { name: 'agent_id=(usual)', query: { agent_id: usual } },
    { name: 'agent_id=(rare)', query: { agent_id: rare } },
    { name: 'agent_id=(usual)&status=failed', query: { agent_id: usual, status: 'failed' } },
    { name: 'agent_id=(rare)&status=completed', query: { agent_id: rare, status: 'completed' } },
    { name: 'batch_id=…', query: { batch_id: WAITING_BATCH } },
    { name: 'batch_id=…&status=failed', query: { batch_id: WAITING_BATCH, status: 'failed' } },
    { name: 'direction=inbound (none)', query: { direction: 'inbound' } },
    { name: 'direction=outbound (all)', query: { direction: 'outbound' } },
    { name: 'end_reason=busy', query: { end_reason: 'busy' } },
    { name: 'end_reason=internal_error (none)', query: { end_reason: 'internal_error' } },
    { name: 'outcome=success', query: { outcome: 'success' } },
    { name: 'outcome=(none)', query: { outcome: 'moved' } },
    { name: 'sentiment=neutral', query: { sentiment: 'neutral' } },
    { name: 'sentiment=negative (none)', query: { sentiment: 'negative' } },
    { name: 'from=…', query: { from: before(7) } },
    { name: 'to=…', query: { to: before(SEEDED_DAYS / 2) } },
    { name: 'from=…&to=…', query: month },
    { name: 'from=…&to=…&status=failed', query: { ...month, status: 'failed' } },
    { name: 'from=…&to=…&agent_id=(usual)', query: { ...month, agent_id: usual } },
    {
      name: 'from=…&to=…&agent_id=(usual)&status=completed',
      query: { ...month, agent_id: usual, status: 'completed' },
    },
  ];
}
