import { routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: ({ signal }) => v1(routes.listPrices, { signal }),
});
