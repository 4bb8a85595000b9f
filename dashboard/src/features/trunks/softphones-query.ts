import { routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

/** They register and go by themselves. */
const STATUS_MS = 10_000;

export const softphonesQuery = queryOptions({
  queryKey: ['softphones'],
  queryFn: ({ signal }) => v1(routes.listSoftphones, { signal }),
  refetchInterval: ({ state }) => (state.data && state.data.total > 0 ? STATUS_MS : false),
});
