import type { WebhookEventType } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { newId } from '../kernel/ids.ts';

/** SQL: the types of events that some webhook of an account wants, as an array; most accounts want few or none. */
export const wantedEvents = (accountId: string) =>
  `array(select distinct unnest(events) from webhooks
     where webhooks.account_id = ${accountId} and enabled and deleted_at is null)`;

/**
 * Writes an event and a delivery for each webhook that wants it, in the caller's transaction: either all of it
 * happened, or none. The data is asked for when a webhook wants it. The body is made once: every attempt at every address
 * sends the same, but for the links of recordings, which are made afresh.
 */
export async function publish(
  tx: Queryable,
  jobs: Jobs,
  event: { accountId: string; type: WebhookEventType; data: () => Promise<unknown> },
): Promise<void> {
  const webhooks = await tx.query<{ webhook_id: string }>(
    'select webhook_id from webhooks where account_id = $1 and enabled and deleted_at is null and $2 = any(events)',
    [event.accountId, event.type],
  );
  if (webhooks.length === 0) return;
  const { accountId, type } = event;
  const eventId = await addEvent(tx, { accountId, type, data: await event.data() });
  for (const { webhook_id: webhookId } of webhooks) await addDelivery(tx, jobs, webhookId, eventId);
}

/** One event on its way to one webhook; also for sending it once more. Returns the delivery's id. */
export async function addDelivery(tx: Queryable, jobs: Jobs, webhookId: string, eventId: string): Promise<string> {
  const deliveryId = newId('dlv');
  await tx.query(
    `insert into webhook_deliveries (delivery_id, webhook_id, event_id, state, next_attempt_at)
     values ($1, $2, $3, 'pending', now())`,
    [deliveryId, webhookId, eventId],
  );
  await jobs.enqueue(tx, 'webhook.deliver', { deliveryId, webhookId }, { group: webhookId });
  return deliveryId;
}

/** An event that goes to one webhook alone, whatever it subscribes to. Returns the delivery's id. */
export async function publishTest(tx: Queryable, jobs: Jobs, accountId: string, webhookId: string): Promise<string> {
  const data = { message: 'This is a test event of Parley.' };
  const eventId = await addEvent(tx, { accountId, type: 'webhook.test', data });
  return addDelivery(tx, jobs, webhookId, eventId);
}

async function addEvent(
  tx: Queryable,
  event: { accountId: string; type: WebhookEventType; data: unknown },
): Promise<string> {
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
  return eventId;
}
