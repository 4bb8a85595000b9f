import type { CreateWebhook, WebhookDelivery } from '@parley/contract';
import type { Tone } from '../../components/StatusBadge.tsx';

export type SubscribedEvent = NonNullable<CreateWebhook['events']>[number];

/** What can be subscribed to, with what it tells. */
export const eventWords: [SubscribedEvent, string][] = [
  ['call.completed', 'A call ended normally and was analyzed'],
  ['call.failed', 'A call was not answered, or was cut off'],
  ['call.initiated', 'A call is being dialled'],
  ['call.answered', 'A call was answered'],
  ['call.transferred', 'A call was transferred to another person'],
  ['batch.completed', 'Every call of a batch is over'],
];

export const usualEvents: SubscribedEvent[] = ['call.completed', 'call.failed'];

export const deliveryTones: Record<WebhookDelivery['status'], Tone> = {
  pending: 'warning',
  delivered: 'good',
  failed: 'bad',
};

export const deliveryWords: Record<WebhookDelivery['status'], string> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

export const sourceWords = {
  api: null,
  configuration: 'Set where Parley is started',
  inbox: 'Built-in inbox',
} as const;
