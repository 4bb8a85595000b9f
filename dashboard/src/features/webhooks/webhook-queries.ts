import { dashboardRoutes, routes, type WebhookDelivery } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dashboard } from '../../api/dashboard.ts';
import { v1 } from '../../api/v1.ts';

export const DELIVERIES_ON_PAGE = 10;
const PENDING_EVERY_MS = 1500;
const INBOX_EVERY_MS = 2500;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ signal }) => v1(routes.listWebhooks, { signal }),
});

export const webhookQuery = (webhook_id: string) =>
  queryOptions({
    queryKey: ['webhooks', webhook_id],
    queryFn: ({ signal }) => v1(routes.getWebhook, { params: { webhook_id }, signal }),
  });

export interface DeliveryFilters {
  status?: WebhookDelivery['status'] | undefined;
  page?: number | undefined;
}

/** Of the page of a webhook: the log, and the delivery that is open. */
export interface WebhookSearch extends DeliveryFilters {
  delivery?: string | undefined;
}

/** Read again and again: events come when they come. */
export const deliveriesQuery = (webhook_id: string, { status, page = 1 }: DeliveryFilters) =>
  queryOptions({
    queryKey: ['webhooks', webhook_id, 'deliveries', { status, page }],
    queryFn: ({ signal }) =>
      v1(routes.listDeliveries, {
        params: { webhook_id },
        query: { status, limit: String(DELIVERIES_ON_PAGE), offset: String((page - 1) * DELIVERIES_ON_PAGE) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: PENDING_EVERY_MS * 2,
  });

export const deliveryQuery = (webhook_id: string, delivery_id: string) =>
  queryOptions({
    queryKey: ['webhooks', webhook_id, 'deliveries', delivery_id],
    queryFn: ({ signal }) => v1(routes.getDelivery, { params: { webhook_id, delivery_id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_EVERY_MS : false),
  });

export const inboxQuery = queryOptions({
  queryKey: ['webhooks', 'inbox'],
  queryFn: ({ signal }) => dashboard(dashboardRoutes.readInbox, { query: { limit: '50' }, signal }),
  refetchInterval: INBOX_EVERY_MS,
});
