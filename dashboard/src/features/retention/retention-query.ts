import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';

/** How long what was said is kept. */
export const retentionQuery = queryOptions({
  queryKey: ['account', 'retention'],
  queryFn: ({ signal }) => dashboard(dashboardRoutes.getRetention, { signal }),
});
