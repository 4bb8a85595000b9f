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
import type { Principal } from '../kernel/principal.ts';
import { generateSecret } from './signature.ts';

interface WebhookRow {
  webhook_id: string;
  url: string;
  events: WebhookEventType[];
  enabled: boolean;
  disabled_reason: string | null;
  source: 'api' | 'configuration';
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'webhook_id, url, events, enabled, disabled_reason, source, created_at, updated_at';

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

function toWebhook(row: WebhookRow): Webhook {
  return { ...row, created_at: unixSeconds(row.created_at), updated_at: unixSeconds(row.updated_at) };
}

export async function listWebhooks(db: Queryable, accountId: string): Promise<Webhook[]> {
  const rows = await db.query<WebhookRow>(
    `select ${COLUMNS} from webhooks where account_id = $1 and deleted_at is null order by created_at, webhook_id`,
    [accountId],
  );
  return rows.map(toWebhook);
}

export async function findWebhook(db: Queryable, accountId: string, webhookId: string): Promise<Webhook | undefined> {
  const rows = await db.query<WebhookRow>(
    `select ${COLUMNS} from webhooks where account_id = $1 and webhook_id = $2 and deleted_at is null`,
    [accountId, webhookId],
  );
  return rows[0] && toWebhook(rows[0]);
}

export async function createWebhook(
  db: Database,
  principal: Principal,
  request: CreateWebhook,
): Promise<CreatedWebhook> {
  const secret = generateSecret();
  return db.transaction(async (tx) => {
    const rows = await tx.query<WebhookRow>(
      `insert into webhooks (webhook_id, account_id, url, secret, events, source) values ($1, $2, $3, $4, $5, 'api')
       returning ${COLUMNS}`,
      [newId('whk'), principal.accountId, request.url, secret, request.events ?? defaultWebhookEvents],
    );
    const webhook = toWebhook(rows[0]!);
    await audit(tx, principal, { action: 'webhook.created', target: webhook.webhook_id, after: webhook });
    return { ...webhook, secret };
  });
}

/** Enabling it again forgets the failures that had disabled it. */
export async function changeWebhook(
  db: Database,
  principal: Principal,
  webhookId: string,
  change: ChangeWebhook,
): Promise<Webhook | undefined> {
  return db.transaction(async (tx) => {
    const before = await lockWebhook(tx, principal.accountId, webhookId);
    if (!before) return undefined;
    const rows = await tx.query<WebhookRow>(
      `update webhooks set url = coalesce($2, url), events = coalesce($3, events), enabled = coalesce($4, enabled),
         disabled_reason = case when $4 then null when $4 = false then 'disabled by the account' else disabled_reason end,
         failures_in_row = case when $4 and not enabled then 0 else failures_in_row end,
         last_success_at = case when $4 and not enabled then now() else last_success_at end,
         updated_at = now()
       where webhook_id = $1 returning ${COLUMNS}`,
      [webhookId, change.url ?? null, change.events ?? null, change.enabled ?? null],
    );
    const after = toWebhook(rows[0]!);
    await audit(tx, principal, { action: 'webhook.updated', target: webhookId, before, after });
    return after;
  });
}

async function lockWebhook(tx: Queryable, accountId: string, webhookId: string): Promise<Webhook | undefined> {
  const rows = await tx.query<WebhookRow>(
    `select ${COLUMNS} from webhooks where account_id = $1 and webhook_id = $2 and deleted_at is null for update`,
    [accountId, webhookId],
  );
  return rows[0] && toWebhook(rows[0]);
}

/** False when the account has no such webhook. */
export async function deleteWebhook(db: Database, principal: Principal, webhookId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const before = await lockWebhook(tx, principal.accountId, webhookId);
    if (!before) return false;
    await tx.query('update webhooks set deleted_at = now() where webhook_id = $1', [webhookId]);
    await tx.query(
      `update webhook_deliveries set state = 'failed', last_error = 'the webhook was deleted', next_attempt_at = null
       where webhook_id = $1 and state = 'pending'`,
      [webhookId],
    );
    await audit(tx, principal, { action: 'webhook.deleted', target: webhookId, before });
    return true;
  });
}

const DEFAULT_OVERLAP_S = 24 * 3600;

export async function rotateSecret(
  db: Database,
  principal: Principal,
  webhookId: string,
  request: RotateSecret,
): Promise<CreatedWebhook | undefined> {
  const secret = generateSecret();
  const overlapS = request.overlap ?? DEFAULT_OVERLAP_S;
  return db.transaction(async (tx) => {
    const rows = await tx.query<WebhookRow>(
      `update webhooks set previous_secret = secret, previous_secret_until = now() + make_interval(secs => $4), secret = $3,
         updated_at = now()
       where account_id = $1 and webhook_id = $2 and deleted_at is null returning ${COLUMNS}`,
      [principal.accountId, webhookId, secret, overlapS],
    );
    if (!rows[0]) return undefined;
    await audit(tx, principal, { action: 'webhook.secret_rotated', target: webhookId, after: { overlap: overlapS } });
    return { ...toWebhook(rows[0]), secret };
  });
}
