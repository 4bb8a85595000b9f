import { routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { v1 } from '../../../api/v1.ts';

/** A version never changes. */
export const agentVersionQuery = (agent_id: string, version: number) =>
  queryOptions({
    queryKey: ['agents', agent_id, 'versions', version],
    queryFn: ({ signal }) => v1(routes.getAgentVersion, { params: { agent_id, version: String(version) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
