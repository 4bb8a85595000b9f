import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';

const FRESH_MS = 5 * 60_000;

/** Who is signed in; refused with `unauthorized` without a session. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => dashboard(dashboardRoutes.getSession, { signal }),
  staleTime: FRESH_MS,
});
