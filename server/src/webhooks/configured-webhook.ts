import { defaultWebhookEvents } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import { operatorOf } from '../kernel/principal.ts';
import { generateSecret } from './signature.ts';
import { toWebhook, WEBHOOK_COLUMNS, type WebhookRow } from './webhooks.ts';

/**
 * Makes the address in the configuration a webhook of the first account, or takes it away again.
 * Returns the secret when it was created here, because then the operator does not know it yet.
 */
export async function applyConfiguredWebhook(
  db: Database,
  configured: { url: string | undefined; secret: string | undefined },
): Promise<{ newSecret: string | null }> {
  return db.transaction(async (tx) => {
    const accounts = await tx.query<{ account_id: string }>(
      'select account_id from accounts order by seq limit 1 for update',
    );
    const accountId = accounts[0]!.account_id;
    const rows = await tx.query<WebhookRow>(
      `select ${WEBHOOK_COLUMNS} from webhooks
       where account_id = $1 and source = 'configuration' and deleted_at is null for no key update`,
      [accountId],
    );
    const existing = rows[0] && toWebhook(rows[0]);
    const acting = operatorOf(accountId);
    if (configured.url === undefined) {
      if (existing) {
        const target = existing.webhook_id;
        await tx.query('update webhooks set deleted_at = now() where webhook_id = $1', [target]);
        await audit(tx, acting, { action: 'webhook.deleted', target, before: existing });
      }
      return { newSecret: null };
    }
    if (existing) {
      const changed = await tx.query<WebhookRow>(
        `update webhooks set secret = coalesce($3, secret), enabled = true, disabled_reason = null,
           failures_in_row = case when url = $2 then failures_in_row else 0 end, url = $2, updated_at = now()
         where webhook_id = $1 and (url <> $2 or secret <> coalesce($3, secret) or not enabled)
         returning ${WEBHOOK_COLUMNS}`,
        [existing.webhook_id, configured.url, configured.secret ?? null],
      );
      if (changed[0]) {
        const target = existing.webhook_id;
        await audit(tx, acting, { action: 'webhook.updated', target, before: existing, after: toWebhook(changed[0]) });
      }
      return { newSecret: null };
    }
    const secret = configured.secret ?? generateSecret();
    const made = await tx.query<WebhookRow>(
      `insert into webhooks (webhook_id, account_id, url, secret, events, source)
       values ($1, $2, $3, $4, $5, 'configuration') returning ${WEBHOOK_COLUMNS}`,
      [newId('whk'), accountId, configured.url, secret, defaultWebhookEvents],
    );
    const webhook = toWebhook(made[0]!);
    await audit(tx, acting, { action: 'webhook.created', target: webhook.webhook_id, after: webhook });
    return { newSecret: configured.secret === undefined ? secret : null };
  });
}
