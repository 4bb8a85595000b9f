import { type BatchStatus, dashboardRoutes, routes } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { v1 } from '../../api/v1.ts';

/** Of a list: as many as fit on a page without much scrolling. */
export const BATCHES_ON_PAGE = 25;
export const CALLS_ON_PAGE = 20;
const LIVE_EVERY_MS = 1500;

const isLive = (status: BatchStatus | undefined) => status === 'in_progress' || status === 'scheduled';

export interface BatchFilters {
  status?: BatchStatus | undefined;
  page?: number | undefined;
}

/** Newest first. While one of them is not over, it is read again and again. */
export const batchesQuery = ({ status, page = 1 }: BatchFilters) =>
  queryOptions({
    queryKey: ['batches', 'list', { status, page }],
    queryFn: ({ signal }) =>
      v1(routes.listBatches, {
        query: { status, limit: String(BATCHES_ON_PAGE), offset: String((page - 1) * BATCHES_ON_PAGE) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((batch) => isLive(batch.status)) ? LIVE_EVERY_MS : false),
  });

export const batchQuery = (batch_id: string) =>
  queryOptions({
    queryKey: ['batches', batch_id],
    queryFn: ({ signal }) => v1(routes.getBatch, { params: { batch_id }, signal }),
    refetchInterval: ({ state }) => (isLive(state.data?.status) ? LIVE_EVERY_MS : false),
  });

/** `ended`: how many calls are over. Their endings are read again whenever it changes, also for the last time. */
export const batchEndingsQuery = (batch_id: string, ended: number) =>
  queryOptions({
    queryKey: ['batches', batch_id, 'endings', { ended }],
    queryFn: ({ signal }) => dashboard(dashboardRoutes.listBatchEndings, { params: { batch_id }, signal }),
    placeholderData: keepPreviousData,
  });

/** Read until every call that is shown has ended: the batch itself may be over a moment before its last row is. */
export const batchCallsQuery = (batch_id: string, page: number, live: boolean) =>
  queryOptions({
    // Not below ['calls', 'list']: those are pages that grow, and are changed as events come.
    queryKey: ['batches', batch_id, 'calls', { page }],
    queryFn: ({ signal }) =>
      v1(routes.listCalls, {
        query: { batch_id, limit: String(CALLS_ON_PAGE), offset: String((page - 1) * CALLS_ON_PAGE) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      live || state.data?.data.some(({ phase }) => phase !== 'ended') ? LIVE_EVERY_MS : false,
  });
