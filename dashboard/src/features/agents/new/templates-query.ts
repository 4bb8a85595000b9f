import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../../api/dashboard.ts';

export const templatesQuery = queryOptions({
  queryKey: ['agent-templates'],
  queryFn: ({ signal }) => dashboard(dashboardRoutes.listAgentTemplates, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
