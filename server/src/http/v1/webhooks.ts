import type { routes, Webhook, WebhookDelivery } from '@parley/contract';
import { RequestError } from '../../kernel/request-error.ts';
import { findDelivery, findDeliveryDetail, listDeliveries } from '../../webhooks/deliveries.ts';
import { redeliver, sendTest } from '../../webhooks/send-again.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  rotateSecret,
} from '../../webhooks/webhooks.ts';
import type { EndpointHandler } from '../endpoint.ts';
import { refusePrivateUrl } from '../refuse-private-url.ts';
import type { ApiDependencies } from './dependencies.ts';

function noSuchWebhook(webhookId: string): RequestError {
  const message = `There is no webhook ${webhookId}. GET /v1/webhooks lists yours.`;
  return new RequestError('not_found', message, { param: 'webhook_id' });
}

async function ownWebhook(api: ApiDependencies, accountId: string, webhookId: string): Promise<Webhook> {
  const webhook = await findWebhook(api.db, accountId, webhookId);
  if (!webhook) throw noSuchWebhook(webhookId);
  return webhook;
}

/** The address in the configuration is changed there, or the next start would undo what was said here. */
function refuseConfigured(webhook: Webhook): void {
  if (webhook.source !== 'configuration') return;
  throw new RequestError(
    'unprocessable',
    'This webhook comes from PARLEY_WEBHOOK_URL. Change it in the configuration of the service.',
    { param: 'webhook_id' },
  );
}

/** The inbox is wherever this service is: its row holds a path. */
export function withAddress<W extends Webhook>({ publicUrl }: Pick<ApiDependencies, 'publicUrl'>, webhook: W): W {
  return webhook.source === 'inbox' ? { ...webhook, url: `${publicUrl()}${webhook.url}` } : webhook;
}

function refuseOtherAddress(webhook: Webhook, url: string | undefined): void {
  if (webhook.source !== 'inbox' || url === undefined) return;
  const message = 'This webhook leads to the inbox, wherever that is. Register another webhook for another address.';
  throw new RequestError('unprocessable', message, { param: 'url' });
}

export function listWebhooksEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.listWebhooks> {
  return async ({ principal }) => {
    const webhooks = await listWebhooks(api.db, principal.accountId);
    return { body: { data: webhooks.map((webhook) => withAddress(api, webhook)), total: webhooks.length } };
  };
}

export function createWebhookEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.createWebhook> {
  return async ({ principal, body }) => {
    await refusePrivateUrl('url', body.url, api.allowPrivateWebhooks, 'PARLEY_ALLOW_PRIVATE_WEBHOOKS');
    const webhook = await createWebhook(api.db, principal, body);
    return { body: webhook, headers: { location: `${api.publicUrl()}/v1/webhooks/${webhook.webhook_id}` } };
  };
}

export function getWebhookEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getWebhook> {
  return async ({ principal, params }) => ({
    body: withAddress(api, await ownWebhook(api, principal.accountId, params.webhook_id!)),
  });
}

export function updateWebhookEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.updateWebhook> {
  return async ({ principal, params, body }) => {
    const stored = await ownWebhook(api, principal.accountId, params.webhook_id!);
    refuseConfigured(stored);
    refuseOtherAddress(stored, body.url);
    await refusePrivateUrl('url', body.url, api.allowPrivateWebhooks, 'PARLEY_ALLOW_PRIVATE_WEBHOOKS');
    const webhook = await changeWebhook(api.db, principal, params.webhook_id!, body);
    if (!webhook) throw noSuchWebhook(params.webhook_id!);
    return { body: withAddress(api, webhook) };
  };
}

export function deleteWebhookEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.deleteWebhook> {
  return async ({ principal, params }) => {
    refuseConfigured(await ownWebhook(api, principal.accountId, params.webhook_id!));
    if (!(await deleteWebhook(api.db, principal, params.webhook_id!))) throw noSuchWebhook(params.webhook_id!);
    return { body: undefined };
  };
}

export function rotateSecretEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.rotateWebhookSecret> {
  return async ({ principal, params, body }) => {
    refuseConfigured(await ownWebhook(api, principal.accountId, params.webhook_id!));
    const webhook = await rotateSecret(api.db, principal, params.webhook_id!, body);
    if (!webhook) throw noSuchWebhook(params.webhook_id!);
    return { body: withAddress(api, webhook) };
  };
}

/** A disabled webhook is sent nothing, so a delivery to it would only fail. */
function refuseDisabled(webhook: Webhook): void {
  if (webhook.enabled) return;
  throw new RequestError('unprocessable', 'This webhook is disabled. PATCH it with {"enabled": true} first.', {
    param: 'webhook_id',
  });
}

function noSuchDelivery(webhookId: string, deliveryId: string): RequestError {
  const message = `There is no delivery ${deliveryId} of this webhook. GET /v1/webhooks/${webhookId}/deliveries lists them.`;
  return new RequestError('not_found', message, { param: 'delivery_id' });
}

async function delivery(api: ApiDependencies, webhookId: string, deliveryId: string): Promise<WebhookDelivery> {
  const found = await findDelivery(api.db, webhookId, deliveryId);
  if (!found) throw noSuchDelivery(webhookId, deliveryId);
  return found;
}

export function testWebhookEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.testWebhook> {
  return async ({ principal, params }) => {
    const webhook = await ownWebhook(api, principal.accountId, params.webhook_id!);
    refuseDisabled(webhook);
    const deliveryId = await sendTest(api.db, api.finish.jobs, principal, webhook.webhook_id);
    return { body: await delivery(api, webhook.webhook_id, deliveryId) };
  };
}

export function listDeliveriesEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.listDeliveries> {
  return async ({ principal, params, query }) => {
    const webhook = await ownWebhook(api, principal.accountId, params.webhook_id!);
    return { body: await listDeliveries(api.db, webhook.webhook_id, query) };
  };
}

export function getDeliveryEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.getDelivery> {
  return async ({ principal, params }) => {
    const webhook = await ownWebhook(api, principal.accountId, params.webhook_id!);
    const detail = await findDeliveryDetail(api.db, webhook.webhook_id, params.delivery_id!);
    if (!detail) throw noSuchDelivery(webhook.webhook_id, params.delivery_id!);
    return { body: detail };
  };
}

export function redeliverEndpoint(api: ApiDependencies): EndpointHandler<typeof routes.redeliver> {
  return async ({ principal, params }) => {
    const webhook = await ownWebhook(api, principal.accountId, params.webhook_id!);
    const earlier = await delivery(api, webhook.webhook_id, params.delivery_id!);
    refuseDisabled(webhook);
    const deliveryId = await redeliver(api.db, api.finish.jobs, principal, earlier);
    return { body: await delivery(api, webhook.webhook_id, deliveryId) };
  };
}
