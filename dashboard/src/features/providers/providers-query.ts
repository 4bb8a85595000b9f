import { routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export const providersQuery = queryOptions({
  queryKey: ['providers', 'list'],
  queryFn: ({ signal }) => v1(routes.listProviders, { signal }),
});
