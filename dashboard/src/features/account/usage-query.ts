import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';

const READ_EVERY_MS = 2000;

/** The current figures, refetched while the page is open. */
export const usageQuery = queryOptions({
  queryKey: ['account', 'usage'],
  queryFn: ({ signal }) => dashboard(dashboardRoutes.getUsage, { signal }),
  refetchInterval: READ_EVERY_MS,
});
