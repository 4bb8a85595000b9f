import { z } from 'zod';
import { Batch } from './batch.ts';
import { CallDetail } from './call.ts';
import { DeliveryId, queryInteger, UnixSeconds, WebhookId } from './text.ts';

export const WebhookEventType = z.enum([
  'call.completed',
  'call.failed',
  'call.initiated',
  'call.answered',
  'call.transferred',
  'batch.completed',
  'webhook.test',
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** What a webhook receives when nothing else was chosen. */
export const defaultWebhookEvents: WebhookEventType[] = ['call.completed', 'call.failed'];

const SubscribedEvents = z
  .array(WebhookEventType.exclude(['webhook.test']))
  .min(1)
  .max(16)
  .refine((events) => new Set(events).size === events.length, 'names an event twice');

const WebhookUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(2048)
  .refine((url) => URL.canParse(url) && new URL(url).username === '' && new URL(url).password === '', {
    message: 'must not hold a user name or password',
  });

export const CreateWebhook = z
  .strictObject({ url: WebhookUrl, events: SubscribedEvents.optional() })
  .meta({ id: 'CreateWebhook' });
export type CreateWebhook = z.infer<typeof CreateWebhook>;

export const ChangeWebhook = z
  .strictObject({ url: WebhookUrl, events: SubscribedEvents, enabled: z.boolean() })
  .partial()
  .meta({ id: 'ChangeWebhook' });
export type ChangeWebhook = z.infer<typeof ChangeWebhook>;

export const Webhook = z
  .object({
    webhook_id: WebhookId,
    url: z.string(),
    events: z.array(WebhookEventType),
    enabled: z.boolean(),
    disabled_reason: z.string().nullable(),
    source: z.enum(['api', 'configuration']),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

export const WebhookList = z.object({ data: z.array(Webhook), total: z.int() }).meta({ id: 'WebhookList' });

/** The secret is told when it is made, and never again. */
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
    delivery_id: DeliveryId,
    webhook_id: WebhookId,
    event_id: z.string(),
    event_type: WebhookEventType,
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    created_at: UnixSeconds,
    last_attempt_at: UnixSeconds.nullable(),
    next_attempt_at: UnixSeconds.nullable(),
    last_response_status: z.int().nullable(),
    last_error: z.string().nullable(),
    last_duration_ms: z.int().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const ListDeliveries = z
  .strictObject({
    limit: queryInteger({ min: 1, max: 100 }).optional().meta({ description: 'Default 20' }),
    offset: queryInteger({ min: 0, max: 1_000_000_000 }).optional().meta({ description: 'Default 0' }),
    status: WebhookDelivery.shape.status.optional(),
  })
  .meta({ id: 'ListDeliveries' });
export type ListDeliveries = z.infer<typeof ListDeliveries>;

export const DeliveryPage = z
  .object({ data: z.array(WebhookDelivery), limit: z.int(), offset: z.int(), has_more: z.boolean() })
  .meta({ id: 'DeliveryPage' });

export const WebhookEvent = z
  .object({
    id: z.string().regex(/^evt_[0-9a-z]{26}$/),
    type: WebhookEventType,
    created_at: UnixSeconds,
    data: z.union([CallDetail, Batch, z.object({ message: z.string() })]),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;
