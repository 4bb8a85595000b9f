import type { WebhookEventType } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { newId } from '../kernel/ids.ts';

/**
 * Writes an event and a delivery for each webhook that wants it, in the caller's transaction: either all of it
 * happened, or none. The body is made once; every attempt at every address sends the same bytes.
 */
export async function publish(
  tx: Queryable,
  jobs: Jobs,
  event: { accountId: string; type: WebhookEventType; data: unknown },
): Promise<void> {
  const webhooks = await tx.query<{ webhook_id: string }>(
    'select webhook_id from webhooks where account_id = $1 and enabled and deleted_at is null and $2 = any(events)',
    [event.accountId, event.type],
  );
  if (webhooks.length === 0) return;
  const eventId = newId('evt');
  const body = JSON.stringify({
    id: eventId,
    type: event.type,
    created_at: Math.floor(Date.now() / 1000),
    data: event.data,
  });
  await tx.query('insert into webhook_events (event_id, account_id, type, body) values ($1, $2, $3, $4)', [
    eventId,
    event.accountId,
    event.type,
    body,
  ]);
  for (const { webhook_id: webhookId } of webhooks) {
    const deliveryId = newId('dlv');
    await tx.query(
      "insert into webhook_deliveries (delivery_id, webhook_id, event_id, state, next_attempt_at) values ($1, $2, $3, 'pending', now())",
      [deliveryId, webhookId, eventId],
    );
    await jobs.enqueue(tx, 'webhook.deliver', { deliveryId, webhookId }, { group: webhookId });
  }
}
