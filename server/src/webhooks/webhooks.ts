import type {
  ChangeWebhook,
  CreatedWebhook,
  CreateWebhook,
  RotateSecret,
  Webhook,
  WebhookEventType,
} from '@parley/contract';
import { defaultWebhookEvents } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { generateSecret } from './signature.ts';

export interface WebhookRow {
  webhook_id: string;
  url: string;
  events: WebhookEventType[];
  enabled: boolean;
  disabled_reason: string | null;
  source: Webhook['source'];
  created_at: Date;
  updated_at: Date;
}

export const WEBHOOK_COLUMNS = 'webhook_id, url, events, enabled, disabled_reason, source, created_at, updated_at';

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

export function toWebhook(row: WebhookRow): Webhook {
  return { ...row, created_at: unixSeconds(row.created_at), updated_at: unixSeconds(row.updated_at) };
}

export async function listWebhooks(db: Queryable, accountId: string): Promise<Webhook[]> {
  const rows = await db.query<WebhookRow>(
    `select ${WEBHOOK_COLUMNS} from webhooks where account_id = $1 and deleted_at is null order by created_at, webhook_id`,
    [accountId],
  );
  return rows.map(toWebhook);
}

export async function findWebhook(db: Queryable, accountId: string, webhookId: string): Promise<Webhook | undefined> {
  const rows = await db.query<WebhookRow>(
    `select ${WEBHOOK_COLUMNS} from webhooks where account_id = $1 and webhook_id = $2 and deleted_at is null`,
    [accountId, webhookId],
  );
  return rows[0] && toWebhook(rows[0]);
}

export async function createWebhook(db: Database, acting: Acting, request: CreateWebhook): Promise<CreatedWebhook> {
  const secret = generateSecret();
  return db.transaction(async (tx) => {
    const rows = await tx.query<WebhookRow>(
      `insert into webhooks (webhook_id, account_id, url, secret, events, source) values ($1, $2, $3, $4, $5, 'api')
       returning ${WEBHOOK_COLUMNS}`,
      [newId('whk'), acting.accountId, request.url, secret, request.events ?? defaultWebhookEvents],
    );
    const webhook = toWebhook(rows[0]!);
    await audit(tx, acting, { action: 'webhook.created', target: webhook.webhook_id, after: webhook });
    return { ...webhook, secret };
  });
}

/** Enabling it again forgets the failures that had disabled it. */
export async function changeWebhook(
  db: Database,
  acting: Acting,
  webhookId: string,
  change: ChangeWebhook,
): Promise<Webhook | undefined> {
  return db.transaction(async (tx) => {
    const before = await lockWebhook(tx, acting.accountId, webhookId);
    if (!before) return undefined;
    const rows = await tx.query<WebhookRow>(
      `update webhooks set url = coalesce($2, url), events = coalesce($3, events), enabled = coalesce($4, enabled),
         disabled_reason = case when $4 then null when $4 = false then 'disabled by the account' else disabled_reason end,
         failures_in_row = case when $4 and not enabled then 0 else failures_in_row end,
         last_success_at = case when $4 and not enabled then now() else last_success_at end,
         updated_at = now()
       where webhook_id = $1 returning ${WEBHOOK_COLUMNS}`,
      [webhookId, change.url ?? null, change.events ?? null, change.enabled ?? null],
    );
    const after = toWebhook(rows[0]!);
    await audit(tx, acting, { action: 'webhook.updated', target: webhookId, before, after });
    return after;
  });
}

async function lockWebhook(tx: Queryable, accountId: string, webhookId: string): Promise<Webhook | undefined> {
  const rows = await tx.query<WebhookRow>(
    `select ${WEBHOOK_COLUMNS} from webhooks where account_id = $1 and webhook_id = $2 and deleted_at is null for no key update`,
    [accountId, webhookId],
  );
  return rows[0] && toWebhook(rows[0]);
}

/** False when the account has no such webhook. */
export async function deleteWebhook(db: Database, acting: Acting, webhookId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const before = await lockWebhook(tx, acting.accountId, webhookId);
    if (!before) return false;
    await tx.query('update webhooks set deleted_at = now() where webhook_id = $1', [webhookId]);
    await tx.query(
      `update webhook_deliveries set state = 'failed', last_error = 'the webhook was deleted', next_attempt_at = null
       where webhook_id = $1 and state = 'pending'`,
      [webhookId],
    );
    await audit(tx, acting, { action: 'webhook.deleted', target: webhookId, before });
    return true;
  });
}

const DEFAULT_OVERLAP_S = 24 * 3600;

export async function rotateSecret(
  db: Database,
  acting: Acting,
  webhookId: string,
  request: RotateSecret,
): Promise<CreatedWebhook | undefined> {
  const secret = generateSecret();
  const overlapS = request.overlap ?? DEFAULT_OVERLAP_S;
  return db.transaction(async (tx) => {
    const rows = await tx.query<WebhookRow>(
      `update webhooks set previous_secret = secret, previous_secret_until = now() + make_interval(secs => $4), secret = $3,
         updated_at = now()
       where account_id = $1 and webhook_id = $2 and deleted_at is null returning ${WEBHOOK_COLUMNS}`,
      [acting.accountId, webhookId, secret, overlapS],
    );
    if (!rows[0]) return undefined;
    await audit(tx, acting, { action: 'webhook.secret_rotated', target: webhookId, after: { overlap: overlapS } });
    return { ...toWebhook(rows[0]), secret };
  });
}
