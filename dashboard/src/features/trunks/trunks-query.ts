import { dashboardRoutes, routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { v1 } from '../../api/v1.ts';

/** Whether a trunk answers changes by itself. */
const STATUS_MS = 10_000;

export const trunksQuery = queryOptions({
  queryKey: ['trunks', 'list'],
  queryFn: ({ signal }) => v1(routes.listTrunks, { signal }),
  refetchInterval: ({ state }) => (state.data && state.data.total > 0 ? STATUS_MS : false),
});

export const telephonyQuery = queryOptions({
  queryKey: ['telephony'],
  queryFn: ({ signal }) => dashboard(dashboardRoutes.getTelephony, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
