import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';

export const loginOptionsQuery = queryOptions({
  queryKey: ['login-options'],
  queryFn: ({ signal }) => dashboard(dashboardRoutes.getLoginOptions, { signal }),
});
