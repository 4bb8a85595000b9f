import { everyItem } from './every-item.ts';
import { PagedList } from './paged-list.ts';
import type {
  ChangeWebhook,
  CreatedWebhook,
  CreateWebhook,
  DeliveryPage,
  ListDeliveriesQuery,
  RotateSecret,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookList,
} from './resources.ts';
import type { RequestOptions, Transport } from './transport.ts';

export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All webhooks of the account. */
  list(options?: RequestOptions): Promise<WebhookList> {
    return this.#transport.request({ method: 'GET', path: ['webhooks'], repeatable: true }, options);
  }

  /** The response holds the secret, this once. */
  create(webhook: CreateWebhook, options?: RequestOptions): Promise<CreatedWebhook> {
    return this.#transport.request({ method: 'POST', path: ['webhooks'], body: webhook, repeatable: false }, options);
  }

  get(webhookId: string, options?: RequestOptions): Promise<Webhook> {
    return this.#transport.request({ method: 'GET', path: ['webhooks', webhookId], repeatable: true }, options);
  }

  update(webhookId: string, change: ChangeWebhook, options?: RequestOptions): Promise<Webhook> {
    const path = ['webhooks', webhookId];
    return this.#transport.request({ method: 'PATCH', path, body: change, repeatable: false }, options);
  }

  delete(webhookId: string, options?: RequestOptions): Promise<void> {
    return this.#transport.request({ method: 'DELETE', path: ['webhooks', webhookId], repeatable: false }, options);
  }

  /** The response holds the new secret, this once; the old one signs as well for `overlap` seconds. */
  rotateSecret(webhookId: string, rotation: RotateSecret = {}, options?: RequestOptions): Promise<CreatedWebhook> {
    const path = ['webhooks', webhookId, 'rotate'];
    return this.#transport.request({ method: 'POST', path, body: rotation, repeatable: false }, options);
  }

  /** Sends a `webhook.test` event. */
  test(webhookId: string, options?: RequestOptions): Promise<WebhookDelivery> {
    const path = ['webhooks', webhookId, 'test'];
    return this.#transport.request({ method: 'POST', path, repeatable: false }, options);
  }

  /** Newest first. `await` gives one page, `for await` every delivery of every page. */
  deliveries(
    webhookId: string,
    query: ListDeliveriesQuery = {},
    options: RequestOptions = {},
  ): PagedList<WebhookDelivery, DeliveryPage> {
    const path = ['webhooks', webhookId, 'deliveries'];
    const page = (pageQuery: ListDeliveriesQuery) =>
      this.#transport.request<DeliveryPage>({ method: 'GET', path, query: pageQuery, repeatable: true }, options);
    return new PagedList(
      () => page(query),
      () => everyItem(page, { limit: 100, ...query }, ({ delivery_id: id }) => id),
    );
  }

  /** With what is posted, and every attempt. */
  delivery(webhookId: string, deliveryId: string, options?: RequestOptions): Promise<WebhookDeliveryDetail> {
    const path = ['webhooks', webhookId, 'deliveries', deliveryId];
    return this.#transport.request({ method: 'GET', path, repeatable: true }, options);
  }

  /** Sends the same event again, with the same id. */
  redeliver(webhookId: string, deliveryId: string, options?: RequestOptions): Promise<WebhookDelivery> {
    const path = ['webhooks', webhookId, 'deliveries', deliveryId, 'redeliver'];
    return this.#transport.request({ method: 'POST', path, repeatable: false }, options);
  }
}
