import { routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export const usersQuery = queryOptions({
  queryKey: ['users', 'list'],
  queryFn: ({ signal }) => v1(routes.listUsers, { signal }),
});
