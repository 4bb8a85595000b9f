import { routes } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';

const WHILE_READING_MS = 2000;

/** All documents; asked for again while one of them is being read. */
export const documentsQuery = queryOptions({
  queryKey: ['documents', 'list'],
  queryFn: ({ signal }) => v1(routes.listDocuments, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.data.some(({ status }) => status === 'processing') ? WHILE_READING_MS : false,
});
