import type {
  ChangeWebhook,
  CreatedWebhook,
  CreateWebhook,
  ListDeliveries,
  RotateSecret,
  Webhook,
  WebhookDelivery,
  WebhookEventType,
} from '@parley/contract';
import { defaultWebhookEvents } from '@parley/contract';
import type { Database, Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
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

export async function createWebhook(db: Queryable, accountId: string, request: CreateWebhook): Promise<CreatedWebhook> {
  const secret = generateSecret();
  const rows = await db.query<WebhookRow>(
    `insert into webhooks (webhook_id, account_id, url, secret, events, source) values ($1, $2, $3, $4, $5, 'api')
     returning ${COLUMNS}`,
    [newId('whk'), accountId, request.url, secret, request.events ?? defaultWebhookEvents],
  );
  return { ...toWebhook(rows[0]!), secret };
}

/** Enabling it again forgets the failures that had disabled it. */
export async function changeWebhook(
  db: Queryable,
  accountId: string,
  webhookId: string,
  change: ChangeWebhook,
): Promise<Webhook | undefined> {
  const rows = await db.query<WebhookRow>(
    `update webhooks set url = coalesce($3, url), events = coalesce($4, events), enabled = coalesce($5, enabled),
       disabled_reason = case when $5 then null when $5 = false then 'disabled by the account' else disabled_reason end,
       failures_in_row = case when $5 and not enabled then 0 else failures_in_row end,
       last_success_at = case when $5 and not enabled then now() else last_success_at end,
       updated_at = now()
     where account_id = $1 and webhook_id = $2 and deleted_at is null returning ${COLUMNS}`,
    [accountId, webhookId, change.url ?? null, change.events ?? null, change.enabled ?? null],
  );
  return rows[0] && toWebhook(rows[0]);
}

export async function deleteWebhook(db: Database, accountId: string, webhookId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await tx.query(
      `update webhooks set deleted_at = now() where account_id = $1 and webhook_id = $2 and deleted_at is null
       returning 1`,
      [accountId, webhookId],
    );
    await tx.query(
      `update webhook_deliveries set state = 'failed', last_error = 'the webhook was deleted', next_attempt_at = null
       where webhook_id = $1 and state = 'pending' and $2`,
      [webhookId, rows.length > 0],
    );
    return rows.length > 0;
  });
}

const DEFAULT_OVERLAP_S = 24 * 3600;

export async function rotateSecret(
  db: Queryable,
  accountId: string,
  webhookId: string,
  request: RotateSecret,
): Promise<CreatedWebhook | undefined> {
  const secret = generateSecret();
  const rows = await db.query<WebhookRow>(
    `update webhooks set previous_secret = secret, previous_secret_until = now() + make_interval(secs => $4), secret = $3,
       updated_at = now()
     where account_id = $1 and webhook_id = $2 and deleted_at is null returning ${COLUMNS}`,
    [accountId, webhookId, secret, request.overlap ?? DEFAULT_OVERLAP_S],
  );
  return rows[0] && { ...toWebhook(rows[0]), secret };
}

interface DeliveryRow {
  delivery_id: string;
  webhook_id: string;
  event_id: string;
  type: WebhookEventType;
  state: WebhookDelivery['status'];
  attempts: number;
  created_at: Date;
  last_attempt_at: Date | null;
  next_attempt_at: Date | null;
  last_status: number | null;
  last_error: string | null;
  last_duration_ms: number | null;
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    delivery_id: row.delivery_id,
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    event_type: row.type,
    status: row.state,
    attempts: row.attempts,
    created_at: unixSeconds(row.created_at),
    last_attempt_at: row.last_attempt_at && unixSeconds(row.last_attempt_at),
    next_attempt_at: row.next_attempt_at && unixSeconds(row.next_attempt_at),
    last_response_status: row.last_status,
    last_error: row.last_error,
    last_duration_ms: row.last_duration_ms,
  };
}

const SELECT_DELIVERY = `select delivery_id, webhook_id, event_id, type, state, attempts, d.created_at, last_attempt_at,
  next_attempt_at, last_status, last_error, last_duration_ms
  from webhook_deliveries d join webhook_events e using (event_id)`;

/** The caller has checked whose webhook it is. */
export async function findDelivery(
  db: Queryable,
  webhookId: string,
  deliveryId: string,
): Promise<WebhookDelivery | undefined> {
  const rows = await db.query<DeliveryRow>(`${SELECT_DELIVERY} where webhook_id = $1 and delivery_id = $2`, [
    webhookId,
    deliveryId,
  ]);
  return rows[0] && toDelivery(rows[0]);
}

const DEFAULT_LIMIT = 20;

export async function listDeliveries(db: Queryable, webhookId: string, query: ListDeliveries) {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const offset = query.offset ?? 0;
  const rows = await db.query<DeliveryRow>(
    `${SELECT_DELIVERY} where webhook_id = $1 and ($2::text is null or state = $2)
     order by d.created_at desc, delivery_id desc limit $3 offset $4`,
    [webhookId, query.status ?? null, limit + 1, offset],
  );
  return { data: rows.slice(0, limit).map(toDelivery), limit, offset, has_more: rows.length > limit };
}
