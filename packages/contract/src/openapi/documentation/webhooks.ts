import type { routes } from '../../routes.ts';
import {
  exampleDelivery,
  exampleDeliveryDetail,
  examplePendingDelivery,
  exampleSecret,
  exampleWebhook,
} from './examples/example-webhooks.ts';
import type { ErrorCase, RouteDocumentation } from './route-documentation.ts';

const { webhook_id: webhookId } = exampleWebhook;
const { delivery_id: deliveryId } = exampleDelivery;

const noSuchWebhook: ErrorCase = {
  when: 'There is no such webhook in this account.',
  fix: 'Check `webhook_id`: GET /webhooks lists yours.',
  message: `There is no webhook ${webhookId}. GET /v1/webhooks lists yours.`,
  param: 'webhook_id',
};
const noSuchDelivery: ErrorCase = {
  when: 'This webhook has no such delivery.',
  fix: 'Take a `delivery_id` out of GET /webhooks/{webhook_id}/deliveries.',
  message: `There is no delivery ${deliveryId} of this webhook. GET /v1/webhooks/${webhookId}/deliveries lists them.`,
  param: 'delivery_id',
};
const configured: ErrorCase = {
  when: 'The webhook comes from the configuration of the service.',
  fix: 'Change PARLEY_WEBHOOK_URL where the service is started.',
  message: 'This webhook comes from PARLEY_WEBHOOK_URL. Change it in the configuration of the service.',
  param: 'webhook_id',
};
const disabled: ErrorCase = {
  when: 'The webhook is disabled, so nothing would be delivered.',
  fix: 'Enable it with PATCH /webhooks/{webhook_id}.',
  message: 'This webhook is disabled. PATCH it with {"enabled": true} first.',
  param: 'webhook_id',
};
const privateAddress: ErrorCase = {
  when: 'The address is private, loopback or link-local.',
  fix: 'Use a public address; for a test on your own machine start the service with PARLEY_ALLOW_PRIVATE_WEBHOOKS=true.',
  message:
    '127.0.0.1 is a private address. Use a public one, or start the service with PARLEY_ALLOW_PRIVATE_WEBHOOKS=true.',
  param: 'url',
};
const badAddress: ErrorCase = {
  when: 'The address is not http or https, or cannot be read.',
  fix: 'Write it in full, with https:// in front, a host, and a port from 1 to 65535 if any.',
  message: 'url: must be an http or https address, for example https://example.com/hooks/parley',
  param: 'url',
};

export const listWebhooks: RouteDocumentation<typeof routes.listWebhooks> = {
  tag: 'Webhooks',
  description: 'All webhooks of the account, in one page. Secrets are not shown again.',
  response: { data: [exampleWebhook], total: 1 },
  errors: {},
  client: `const { data: webhooks } = await parley.webhooks.list();`,
};

export const createWebhook: RouteDocumentation<typeof routes.createWebhook> = {
  tag: 'Webhooks',
  description: `From now on events are posted to this address. The response holds the \`secret\` that verifies their signatures; it is shown this once.

Left out, \`events\` are \`call.completed\` and \`call.failed\`. Try it with POST /webhooks/{webhook_id}/test.`,
  responseHeaders: ['Location'],
  request: { url: exampleWebhook.url, events: ['call.completed', 'call.failed'] },
  response: { ...exampleWebhook, secret: exampleSecret },
  errors: { invalid_request: [badAddress], unprocessable: [privateAddress] },
  client: `const { webhook_id, secret } = await parley.webhooks.create({
  url: '${exampleWebhook.url}',
  events: ['call.completed', 'call.failed'],
});`,
};

export const getWebhook: RouteDocumentation<typeof routes.getWebhook> = {
  tag: 'Webhooks',
  description: 'A webhook without its secret. Where deliveries have failed for too long, `disabled_reason` says so.',
  response: exampleWebhook,
  errors: { not_found: [noSuchWebhook] },
  client: `const webhook = await parley.webhooks.get('${webhookId}');`,
};

export const updateWebhook: RouteDocumentation<typeof routes.updateWebhook> = {
  tag: 'Webhooks',
  description:
    'Send the fields to change; what is left out stays. `enabled: true` takes up a disabled webhook again and forgets its failures.',
  request: { events: ['call.completed', 'call.failed', 'batch.completed'], enabled: true },
  response: { ...exampleWebhook, events: ['call.completed', 'call.failed', 'batch.completed'] },
  errors: { invalid_request: [badAddress], not_found: [noSuchWebhook], unprocessable: [configured, privateAddress] },
  client: `await parley.webhooks.update('${webhookId}', {
  events: ['call.completed', 'call.failed', 'batch.completed'],
  enabled: true,
});`,
};

export const deleteWebhook: RouteDocumentation<typeof routes.deleteWebhook> = {
  tag: 'Webhooks',
  description: 'Nothing more is delivered to it, not even what was waiting for another attempt.',
  response: undefined,
  errors: { not_found: [noSuchWebhook], unprocessable: [configured] },
  client: `await parley.webhooks.delete('${webhookId}');`,
};

export const rotateWebhookSecret: RouteDocumentation<typeof routes.rotateWebhookSecret> = {
  tag: 'Webhooks',
  description: `Makes a new secret, shown this once. For \`overlap\` seconds, a day when left out, every event carries a signature of each secret, so that receivers can change over without losing one. \`overlap: 0\` stops the old secret at once, for example when it has leaked.`,
  request: { overlap: 3600 },
  response: { ...exampleWebhook, secret: exampleSecret },
  errors: { not_found: [noSuchWebhook], unprocessable: [configured] },
  client: `const { secret } = await parley.webhooks.rotateSecret('${webhookId}', { overlap: 3600 });`,
};

export const testWebhook: RouteDocumentation<typeof routes.testWebhook> = {
  tag: 'Webhooks',
  description:
    'Sends a signed `webhook.test` event, whatever the webhook is subscribed to. Its `data` is an object with a `message`. The response is the delivery: look for it in GET /webhooks/{webhook_id}/deliveries to see how it went.',
  response: { ...examplePendingDelivery, event_type: 'webhook.test' },
  errors: { not_found: [noSuchWebhook], unprocessable: [disabled] },
  client: `const delivery = await parley.webhooks.test('${webhookId}');`,
};

export const listDeliveries: RouteDocumentation<typeof routes.listDeliveries> = {
  tag: 'Webhooks',
  description: 'What was sent to a webhook, and what is still to be sent, newest first.',
  query: { limit: '20', status: 'failed' },
  response: { data: [exampleDelivery], limit: 20, offset: 0, has_more: false },
  errors: { not_found: [noSuchWebhook] },
  client: `for await (const delivery of parley.webhooks.deliveries('${webhookId}', { status: 'failed' })) {
  console.log(delivery.event_type, delivery.last_response_status, delivery.last_error);
}`,
};

export const getDelivery: RouteDocumentation<typeof routes.getDelivery> = {
  tag: 'Webhooks',
  description:
    'A delivery with what is posted, and with every attempt: when it was, what the receiver responded, how long it took.',
  response: exampleDeliveryDetail,
  errors: { not_found: [noSuchWebhook, noSuchDelivery] },
  client: `const { payload, attempt_log: attempts } = await parley.webhooks.delivery('${webhookId}', '${deliveryId}');`,
};

export const redeliver: RouteDocumentation<typeof routes.redeliver> = {
  tag: 'Webhooks',
  description:
    'Sends the same event again, as a new delivery. The event keeps its id, so a receiver that had it before knows the repeat.',
  response: examplePendingDelivery,
  errors: { not_found: [noSuchWebhook, noSuchDelivery], unprocessable: [disabled] },
  client: `await parley.webhooks.redeliver('${webhookId}', '${deliveryId}');`,
};
