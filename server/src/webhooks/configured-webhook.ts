import { defaultWebhookEvents } from '@parley/contract';
import type { Database } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import { generateSecret } from './signature.ts';

/**
 * Makes the address in the configuration a webhook of the first account, or takes it away again.
 * Answers the secret when it was made here, because then nobody knows it yet.
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
    const rows = await tx.query<{ webhook_id: string }>(
      "select webhook_id from webhooks where account_id = $1 and source = 'configuration' and deleted_at is null",
      [accountId],
    );
    const existing = rows[0];
    if (configured.url === undefined) {
      if (existing)
        await tx.query('update webhooks set deleted_at = now() where webhook_id = $1', [existing.webhook_id]);
      return { newSecret: null };
    }
    if (existing) {
      await tx.query(
        `update webhooks set secret = coalesce($3, secret), enabled = true, disabled_reason = null,
           failures_in_row = case when url = $2 then failures_in_row else 0 end, url = $2, updated_at = now()
         where webhook_id = $1 and (url <> $2 or secret <> coalesce($3, secret) or not enabled)`,
        [existing.webhook_id, configured.url, configured.secret ?? null],
      );
      return { newSecret: null };
    }
    const secret = configured.secret ?? generateSecret();
    await tx.query(
      `insert into webhooks (webhook_id, account_id, url, secret, events, source)
       values ($1, $2, $3, $4, $5, 'configuration')`,
      [newId('whk'), accountId, configured.url, secret, defaultWebhookEvents],
    );
    return { newSecret: configured.secret === undefined ? secret : null };
  });
}
