import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';

/** A vendor that is passed over is tried again after half a minute. */
const READ_EVERY_MS = 5000;

export const outagesQuery = queryOptions({
  queryKey: ['providers', 'outages'],
  queryFn: ({ signal }) => dashboard(dashboardRoutes.listProviderOutages, { signal }),
  refetchInterval: READ_EVERY_MS,
});
