import { routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export const numbersQuery = queryOptions({
  queryKey: ['numbers', 'list'],
  queryFn: ({ signal }) => v1(routes.listNumbers, { signal }),
});

/** Numbers on sale; in several areas when `areaCode` is empty. `country`: ISO 3166. */
export const availableNumbersQuery = ({ country, areaCode }: { country: string; areaCode: string }) =>
  queryOptions({
    queryKey: ['numbers', 'available', country, areaCode],
    queryFn: ({ signal }) =>
      v1(routes.listAvailableNumbers, {
        query: { country, ...(areaCode === '' ? {} : { area_code: areaCode }) },
        signal,
      }),
  });
