import { dashboardRoutes } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { readerZone } from '../../format/reader.ts';
import { type AnalyticsSearch, analyticsQueryOf } from './analytics-search.ts';

const REFRESH_MS = 60_000;

export const analyticsQuery = (search: AnalyticsSearch) =>
  queryOptions({
    queryKey: ['analytics', search] as const,
    queryFn: ({ signal }) =>
      dashboard(dashboardRoutes.getAnalytics, { query: analyticsQueryOf(search, Date.now(), readerZone()), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
