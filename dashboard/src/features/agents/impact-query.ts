import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';

/** Who notices when the agent changes; asked anew each time it is shown. */
export const agentImpactQuery = (agent_id: string) =>
  queryOptions({
    queryKey: ['agents', agent_id, 'impact'],
    queryFn: ({ signal }) => dashboard(dashboardRoutes.getAgentImpact, { params: { agent_id }, signal }),
    staleTime: 0,
  });
