import { routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export const numbersQuery = queryOptions({
  queryKey: ['numbers', 'list'],
  queryFn: ({ signal }) => v1(routes.listNumbers, { signal }),
});

/** Numbers on sale; in several areas when `areaCode` is empty. */
export const availableNumbersQuery = (areaCode: string) =>
  queryOptions({
    queryKey: ['numbers', 'available', areaCode],
    queryFn: ({ signal }) =>
      v1(routes.listAvailableNumbers, { query: { ...(areaCode === '' ? {} : { area_code: areaCode }) }, signal }),
  });
