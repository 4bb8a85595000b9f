import { dashboardRoutes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { readerZone } from '../../format/reader.ts';

/** Figures of today in the reader's zone. The event stream says when to read them again; the clock does too. */
export const homeQuery = () =>
  queryOptions({
    queryKey: ['home', readerZone()],
    queryFn: ({ signal }) => dashboard(dashboardRoutes.getHome, { query: { time_zone: readerZone() }, signal }),
    refetchInterval: 60_000,
  });
