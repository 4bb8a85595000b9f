import { z } from 'zod';
import { Batch } from './batch.ts';
import { CallDetail } from './call.ts';
import { UnixSeconds, WebhookId } from './text.ts';

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
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

export const WebhookEvent = z
  .object({
    id: z.string().regex(/^evt_[0-9a-z]{26}$/),
    type: WebhookEventType,
    created_at: UnixSeconds,
    data: z.union([CallDetail, Batch, z.object({ message: z.string() })]),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;
