import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';

export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  queryFn: ({ signal }) => dashboard(dashboardRoutes.listVoices, { signal }),
});
