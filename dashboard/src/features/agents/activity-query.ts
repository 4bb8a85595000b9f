import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';

/** When each agent was last used, and which the user has a draft of. */
export const agentActivityQuery = queryOptions({
  queryKey: ['agents', 'list', 'activity'],
  queryFn: ({ signal }) => dashboard(dashboardRoutes.listAgentActivity, { signal }),
});
