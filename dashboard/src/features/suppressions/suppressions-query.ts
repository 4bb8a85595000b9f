import { routes } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export const SUPPRESSIONS_ON_PAGE = 25;

export interface SuppressionFilters {
  /** How numbers begin, as it was typed. */
  search?: string | undefined;
  page?: number | undefined;
}

/** What was typed as the beginning of a number: blanks and brackets are for people; null when it can be none. */
export function beginningOf(search: string | undefined): string | null | undefined {
  if (search === undefined) return undefined;
  const digits = search.replace(/[\s().-]/g, '');
  if (digits === '') return undefined;
  return /^\+?\d{0,15}$/.test(digits) ? (digits.startsWith('+') ? digits : `+${digits}`) : null;
}

export const suppressionsQuery = ({ search, page = 1 }: SuppressionFilters) => {
  const starts_with = beginningOf(search) ?? undefined;
  return queryOptions({
    queryKey: ['suppressions', 'list', { starts_with, page }],
    queryFn: ({ signal }) =>
      v1(routes.listSuppressions, {
        query: { starts_with, limit: String(SUPPRESSIONS_ON_PAGE), offset: String((page - 1) * SUPPRESSIONS_ON_PAGE) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
};
