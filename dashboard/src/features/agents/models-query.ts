import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';

export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: ({ signal }) => dashboard(dashboardRoutes.listModels, { signal }),
});
