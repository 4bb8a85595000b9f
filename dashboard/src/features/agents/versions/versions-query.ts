import { routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { v1 } from '../../../api/v1.ts';

export const agentVersionsQuery = (agent_id: string) =>
  queryOptions({
    queryKey: ['agents', agent_id, 'versions'],
    queryFn: ({ signal }) => v1(routes.listAgentVersions, { params: { agent_id }, signal }),
  });
