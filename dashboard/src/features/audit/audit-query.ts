import { dashboardRoutes } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dashboard, dashboardUrl } from '../../api/dashboard.ts';
import { dayBegins } from '../../format/zoned-day.ts';
import type { AuditSearch } from './audit-search.ts';

export const ROWS_ON_PAGE = 50;

/** The filters as the service takes them, in query strings. */
function filtersOf({ from, to, page: _, ...named }: AuditSearch) {
  return {
    ...named,
    ...(from === undefined ? {} : { from: String(dayBegins(from)) }),
    ...(to === undefined ? {} : { to: String(dayBegins(to, 1)) }),
  };
}

export function auditQuery(search: AuditSearch) {
  const offset = ((search.page ?? 1) - 1) * ROWS_ON_PAGE;
  const query = { ...filtersOf(search), limit: String(ROWS_ON_PAGE), offset: String(offset) };
  return queryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => dashboard(dashboardRoutes.listAudit, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Of a download that holds what the filters let through, all pages of it. */
export function auditExportUrl(search: AuditSearch, format: 'csv' | 'json'): string {
  return dashboardUrl(dashboardRoutes.exportAudit, { query: { ...filtersOf(search), format } });
}
