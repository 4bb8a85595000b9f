import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions', 'list'],
  queryFn: ({ signal }) => dashboard(dashboardRoutes.listSessions, { signal }),
});
