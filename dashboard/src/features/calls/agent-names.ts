import { routes } from '@parley/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

/** All agents: what calls are named and filtered by. */
export const agentsQuery = queryOptions({
  queryKey: ['agents', 'list'],
  queryFn: ({ signal }) => v1(routes.listAgents, { signal }),
  staleTime: 60_000,
});

/** The name of an agent; its identifier when the agent is deleted. */
export function useAgentName(): (agentId: string) => string {
  const { data, isPending } = useQuery({
    ...agentsQuery,
    select: (agents) => new Map(agents.data.map(({ agent_id, name }) => [agent_id, name])),
  });
  return (agentId) => data?.get(agentId) ?? (isPending ? '…' : agentId);
}
