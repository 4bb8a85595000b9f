import { routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export const carriersQuery = queryOptions({
  queryKey: ['carriers', 'list'],
  queryFn: ({ signal }) => v1(routes.listCarriers, { signal }),
});
