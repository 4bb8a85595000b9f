import { type CallPage, routes } from '@parley/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { v1 } from '../../api/v1.ts';
import { type CallsSearch, filtersOf } from './call-filters.ts';

/** Calls of one request. */
const PAGE_SIZE = 50;

/** Whom the person is connected with, and that they are, is in no event of the stream. */
const TRANSFERRING_EVERY_MS = 2000;

/** The list, page by page; the address's filters are the key, so that "today" stays one list. */
export const callsQuery = (search: CallsSearch) =>
  infiniteQueryOptions({
    queryKey: ['calls', 'list', search] as const,
    queryFn: ({ pageParam, signal }) => readCallPage(search, pageParam, signal),
    initialPageParam: 0,
    // As many as there are already: calls that came meanwhile are among them.
    getNextPageParam: (last, pages) => (last.has_more ? pages.reduce((sum, page) => sum + page.data.length, 0) : null),
  });

export function readCallPage(search: CallsSearch, offset: number, signal?: AbortSignal): Promise<CallPage> {
  const query = { ...filtersOf(search, Date.now()), limit: String(PAGE_SIZE), offset: String(offset) };
  return v1(routes.listCalls, { query, ...(signal ? { signal } : {}) });
}

export const callQuery = (callId: string) =>
  queryOptions({
    queryKey: ['calls', callId] as const,
    queryFn: ({ signal }) => v1(routes.getCall, { params: { call_id: callId }, signal }),
    refetchInterval: ({ state }) => (state.data?.phase === 'transferring' ? TRANSFERRING_EVERY_MS : false),
  });
