import { routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export const agentQuery = (agent_id: string) =>
  queryOptions({
    queryKey: ['agents', agent_id],
    queryFn: ({ signal }) => v1(routes.getAgent, { params: { agent_id }, signal }),
  });
