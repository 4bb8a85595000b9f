import { z } from 'zod';
import { DeliveryId, distinct, queryInteger, UnixSeconds, WebhookId } from './text.ts';
import { addressFault, LONGEST_URL, NO_ADDRESS } from './web-address.ts';

export const WebhookEventType = z
  .enum([
    'call.completed',
    'call.failed',
    'call.initiated',
    'call.answered',
    'call.transferred',
    'batch.completed',
    'webhook.test',
  ])
  .meta({ id: 'WebhookEventType', description: 'What happened' });
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** What a webhook receives when nothing else was chosen. */
export const defaultWebhookEvents: WebhookEventType[] = ['call.completed', 'call.failed'];

const SubscribedEvents = distinct(
  z
    .array(WebhookEventType.exclude(['webhook.test']))
    .min(1)
    .max(16),
);

export const WebhookUrl = z
  .string(NO_ADDRESS)
  .max(LONGEST_URL, { error: `must have at most ${LONGEST_URL} characters`, abort: true })
  .refine((url) => addressFault(url) === undefined, { error: ({ input }) => addressFault(input as string) })
  .meta({ format: 'uri' });

export const CreateWebhook = z
  .strictObject({
    url: WebhookUrl.meta({ description: 'Where events are posted; http or https, without user name or password' }),
    events: SubscribedEvents.optional().meta({
      description: `Which events; ${defaultWebhookEvents.join(' and ')} when left out`,
    }),
  })
  .meta({ id: 'CreateWebhook' });
export type CreateWebhook = z.infer<typeof CreateWebhook>;

export const ChangeWebhook = z
  .strictObject({
    url: WebhookUrl.meta({ description: 'Where events are posted' }),
    events: SubscribedEvents.meta({ description: 'Which events' }),
    enabled: z.boolean().meta({ description: 'true: deliver again, and forget earlier failures' }),
  })
  .partial()
  .meta({ id: 'ChangeWebhook' });
export type ChangeWebhook = z.infer<typeof ChangeWebhook>;

export const Webhook = z
  .object({
    webhook_id: WebhookId.meta({ description: 'Identifier of the webhook' }),
    url: z.string().meta({ description: 'Where events are posted' }),
    events: z.array(WebhookEventType).meta({ description: 'Which events' }),
    enabled: z.boolean().meta({ description: 'Whether events are delivered' }),
    disabled_reason: z.string().nullable().meta({ description: 'Why it is disabled, in words' }),
    source: z.enum(['api', 'configuration', 'inbox']).meta({
      description:
        'configuration: set where the service is started, by PARLEY_WEBHOOK_URL; inbox: leads to the inbox of the dashboard',
    }),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

export const WebhookList = z
  .object({
    data: z.array(Webhook).meta({ description: 'All webhooks of the account' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({ id: 'WebhookList' });

/** The secret is shown once, when it is created. */
export const CreatedWebhook = Webhook.extend({
  secret: z.string().meta({ description: 'whsec_…: verifies signatures; shown once' }),
}).meta({ id: 'CreatedWebhook' });
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

export const RotateSecret = z
  .strictObject({
    overlap: z
      .int()
      .min(0)
      .max(7 * 24 * 3600)
      .optional()
      .meta({
        description: 'Seconds for which the old secret signs as well; 86 400 when left out',
      }),
  })
  .meta({ id: 'RotateSecret' });
export type RotateSecret = z.infer<typeof RotateSecret>;

export const WebhookDelivery = z
  .object({
    delivery_id: DeliveryId.meta({ description: 'Identifier of the delivery' }),
    webhook_id: WebhookId.meta({ description: 'The webhook it goes to' }),
    event_id: z.string().meta({ description: 'The webhook-id header: the same at every attempt and redelivery' }),
    event_type: WebhookEventType,
    status: z
      .enum(['pending', 'delivered', 'failed'])
      .meta({ id: 'DeliveryStatus', description: 'failed: no further attempt follows' }),
    attempts: z.int().meta({ description: 'Attempts so far' }),
    created_at: UnixSeconds,
    last_attempt_at: UnixSeconds.nullable().meta({ description: 'Unix seconds' }),
    next_attempt_at: UnixSeconds.nullable().meta({ description: 'Unix seconds; null when none follows' }),
    last_response_status: z.int().nullable().meta({ description: "HTTP status of the receiver's response" }),
    last_error: z.string().nullable().meta({ description: 'What went wrong where there was no response' }),
    last_duration_ms: z.int().nullable().meta({ description: 'How long the last attempt took' }),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const DeliveryAttempt = z
  .object({
    attempted_at: UnixSeconds,
    response_status: z.int().nullable().meta({ description: "HTTP status of the receiver's response" }),
    response_body: z
      .string()
      .nullable()
      .meta({ description: "The first 1 000 characters of the receiver's response; null when it was empty" }),
    error: z.string().nullable().meta({ description: 'What went wrong where there was no response' }),
    duration_ms: z.int().nullable().meta({ description: 'How long it took' }),
  })
  .meta({ id: 'DeliveryAttempt', description: 'One attempt to deliver an event' });
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  payload: z.record(z.string(), z.unknown()).meta({
    description: 'What is posted: the event. Links to recordings in it are made afresh at each attempt',
  }),
  attempt_log: z.array(DeliveryAttempt).meta({ description: 'Every attempt so far, oldest first' }),
}).meta({ id: 'WebhookDeliveryDetail' });
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

export const ListDeliveries = z
  .strictObject({
    limit: queryInteger({ min: 1, max: 100 }).optional().meta({ description: 'Deliveries on a page', default: 20 }),
    offset: queryInteger({ min: 0, max: 1_000_000_000 })
      .optional()
      .meta({ description: 'Deliveries to skip', default: 0 }),
    status: WebhookDelivery.shape.status.optional().meta({ description: 'Deliveries in this status' }),
  })
  .meta({ id: 'ListDeliveries' });
export type ListDeliveries = z.infer<typeof ListDeliveries>;

export const DeliveryPage = z
  .object({
    data: z.array(WebhookDelivery).meta({ description: 'Newest first' }),
    limit: z.int().meta({ description: 'As asked for' }),
    offset: z.int().meta({ description: 'As asked for' }),
    has_more: z.boolean().meta({ description: 'Whether a further page follows' }),
  })
  .meta({ id: 'DeliveryPage' });
