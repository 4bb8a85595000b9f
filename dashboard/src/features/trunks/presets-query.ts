import { routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

export const presetsQuery = queryOptions({
  queryKey: ['trunk-presets', 'list'],
  queryFn: ({ signal }) => v1(routes.listTrunkPresets, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
