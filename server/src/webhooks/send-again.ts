import type { WebhookDelivery } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Acting } from '../kernel/principal.ts';
import { addDelivery, publishTest } from './publish.ts';

/** Sends a test event to one webhook of the account. Answers the delivery's id. */
export async function sendTest(db: Database, jobs: Jobs, acting: Acting, webhookId: string): Promise<string> {
  return db.transaction(async (tx) => {
    const deliveryId = await publishTest(tx, jobs, acting.accountId, webhookId);
    await audit(tx, acting, { action: 'webhook.tested', target: webhookId, after: { delivery_id: deliveryId } });
    return deliveryId;
  });
}

/** Sends the event of an earlier delivery once more. Answers the new delivery's id. */
export async function redeliver(
  db: Database,
  jobs: Jobs,
  acting: Acting,
  { webhook_id: webhookId, event_id: eventId }: WebhookDelivery,
): Promise<string> {
  return db.transaction(async (tx) => {
    const deliveryId = await addDelivery(tx, jobs, webhookId, eventId);
    const after = { delivery_id: deliveryId, event_id: eventId };
    await audit(tx, acting, { action: 'webhook.redelivered', target: webhookId, after });
    return deliveryId;
  });
}
