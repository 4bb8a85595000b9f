import { z } from 'zod';
import { Batch } from './batch.ts';
import { CallDetail } from './call.ts';
import { UnixSeconds } from './text.ts';
import type { WebhookEventType } from './webhook.ts';

export const WebhookTestMessage = z
  .object({ message: z.string().meta({ description: 'That this is a test' }) })
  .meta({ id: 'WebhookTestMessage', description: 'What a test event carries' });

function eventOf<Type extends WebhookEventType, Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({
    id: z
      .string()
      .regex(/^evt_[0-9a-z]{26}$/)
      .meta({ description: 'Identifier of the event: the same at every attempt, so that a receiver knows repeats' }),
    type: z.literal(type),
    created_at: UnixSeconds,
    data,
  });
}

const webhookEvents = [
  eventOf('call.completed', CallDetail).meta({
    id: 'CallCompletedEvent',
    description: 'A call that was answered ended in order. Sent once for each call, after its analysis.',
  }),
  eventOf('call.failed', CallDetail).meta({
    id: 'CallFailedEvent',
    description: 'A call was never answered, or was broken off. Sent once for each call, after its analysis.',
  }),
  eventOf('call.initiated', CallDetail).meta({
    id: 'CallInitiatedEvent',
    description: 'An outbound call has left the queue and is being dialled.',
  }),
  eventOf('call.answered', CallDetail).meta({ id: 'CallAnsweredEvent', description: 'A call was answered.' }),
  eventOf('call.transferred', CallDetail).meta({
    id: 'CallTransferredEvent',
    description:
      'The person was connected with another number, `transferred_to`; the call ends at this moment, or, where Parley stays between both, when they have talked, and may be transferred once more before',
  }),
  eventOf('batch.completed', Batch).meta({
    id: 'BatchCompletedEvent',
    description: 'Every call of a batch is over, however it ended.',
  }),
  eventOf('webhook.test', WebhookTestMessage).meta({
    id: 'WebhookTestEvent',
    description: 'A test that was requested. Sent to one webhook, whatever it is subscribed to.',
  }),
] as const;

/** Code generators need the schema of each type. */
const schemasByType = webhookEvents.map((event) => [
  event.shape.type.value,
  `#/components/schemas/${event.meta()?.id}`,
]);

/** What is posted to a webhook: `type` tells what `data` is. */
export const WebhookEvent = z.discriminatedUnion('type', webhookEvents).meta({
  id: 'WebhookEvent',
  description: 'What is posted to a webhook',
  discriminator: { propertyName: 'type', mapping: Object.fromEntries(schemasByType) },
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;
