import type {
  DeliveryAttempt,
  ListDeliveries,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEventType,
} from '@parley/contract';
import type { Queryable } from '../db/index.ts';

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

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

interface AttemptRow {
  attempted_at: Date;
  status: number | null;
  response: string | null;
  error: string | null;
  duration_ms: number | null;
}

function toAttempt(row: AttemptRow): DeliveryAttempt {
  return {
    attempted_at: unixSeconds(row.attempted_at),
    response_status: row.status,
    response_body: row.response,
    error: row.error,
    duration_ms: row.duration_ms,
  };
}

/** The same with what is posted and how each attempt went. */
export async function findDeliveryDetail(
  db: Queryable,
  webhookId: string,
  deliveryId: string,
): Promise<WebhookDeliveryDetail | undefined> {
  const delivery = await findDelivery(db, webhookId, deliveryId);
  if (!delivery) return undefined;
  const [event] = await db.query<{ body: string }>('select body from webhook_events where event_id = $1', [
    delivery.event_id,
  ]);
  const attempts = await db.query<AttemptRow>(
    `select attempted_at, status, response, error, duration_ms from webhook_attempts
     where delivery_id = $1 order by attempt_no`,
    [deliveryId],
  );
  return { ...delivery, payload: JSON.parse(event!.body), attempt_log: attempts.map(toAttempt) };
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
