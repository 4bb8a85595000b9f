import { randomBytes } from 'node:crypto';
import { type Inbox, type ListInbox, type Webhook, WebhookEventType } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';
import { generateSecret, type SignedMessage, verifies } from './signature.ts';
import { toWebhook, WEBHOOK_COLUMNS, type WebhookRow } from './webhooks.ts';

/** Of an account; older ones go. */
const KEPT_MESSAGES = 100;
const DEFAULT_LIMIT = 20;
/** Of bodies in an answer: it is written on the main thread, which has the signalling. */
const BYTES_AT_ONCE = 1_000_000;

/** The path, below the address of this service, that a token leads to; it is the address in the webhook's row. */
export const inboxPath = (token: string) => `/hooks/inbox/${token}`;

const OF_ACCOUNT = "account_id = $1 and source = 'inbox' and deleted_at is null";

/** The webhook of the account's inbox, made when there is none. It gets every event. */
export async function openInbox(db: Database, acting: Acting): Promise<{ webhook: Webhook; added: boolean }> {
  const { accountId } = acting;
  return db.transaction(async (tx) => {
    const made = await tx.query<WebhookRow>(
      `insert into webhooks (webhook_id, account_id, url, secret, events, source)
       values ($1, $2, $3, $4, $5, 'inbox')
       on conflict (account_id) where source = 'inbox' and deleted_at is null do nothing returning ${WEBHOOK_COLUMNS}`,
      [
        newId('whk'),
        accountId,
        inboxPath(randomBytes(24).toString('base64url')),
        generateSecret(),
        WebhookEventType.exclude(['webhook.test']).options,
      ],
    );
    if (made[0]) {
      const webhook = toWebhook(made[0]);
      // A reader who has the address can try signatures: the log shows what it is for, and not where it is.
      const after = { ...webhook, url: null };
      await audit(tx, acting, { action: 'webhook.created', target: webhook.webhook_id, after });
      return { webhook, added: true };
    }
    const present = await inboxWebhook(tx, accountId);
    return { webhook: present!, added: false };
  });
}

async function inboxWebhook(db: Queryable, accountId: string): Promise<Webhook | null> {
  const rows = await db.query<WebhookRow>(`select ${WEBHOOK_COLUMNS} from webhooks where ${OF_ACCOUNT}`, [accountId]);
  return rows[0] ? toWebhook(rows[0]) : null;
}

interface MessageRow {
  message_id: string;
  received_at: Date;
  event_id: string;
  event_type: string;
  headers: Record<string, string>;
  payload: string;
}

/** What came, newest first. Nothing gets in unsigned. */
export async function readInbox(db: Queryable, accountId: string, query: ListInbox): Promise<Inbox> {
  const [counted] = await db.query<{ total: number }>(
    'select count(*)::int as total from inbox_messages where account_id = $1',
    [accountId],
  );
  const rows = await db.query<MessageRow>(
    `with page as (
       select message_id, received_at, event_id, event_type, headers, body as payload, octet_length(body) as bytes
       from inbox_messages where account_id = $1 order by received_at desc, message_id desc limit $2 offset $3),
     summed as (
       select *, sum(bytes) over (order by received_at desc, message_id desc) - bytes as bytes_before from page)
     select message_id, received_at, event_id, event_type, headers, payload from summed where bytes_before < $4
     order by received_at desc, message_id desc`,
    [accountId, query.limit ?? DEFAULT_LIMIT, query.offset ?? 0, BYTES_AT_ONCE],
  );
  return {
    webhook: await inboxWebhook(db, accountId),
    data: rows.map((row) => ({
      ...row,
      received_at: Math.floor(row.received_at.getTime() / 1000),
      signature_valid: true,
    })),
    total: counted!.total,
  };
}

/** What is sent to an inbox, by this service or by any client that knows its address. */
export interface InboxDelivery extends SignedMessage {
  /** Where it was sent, as in the row of its webhook. */
  path: string;
  headers: Record<string, string>;
}

/** Takes in an event when it is signed with a secret of the inbox. `unknown`: nothing is at this path. */
export async function receiveInInbox(
  db: Database,
  delivery: InboxDelivery,
): Promise<'received' | 'unknown' | 'unsigned' | 'malformed'> {
  return db.transaction(async (tx) => {
    // Locked, so that what comes at the same time is counted, too.
    const [inbox] = await tx.query<{ account_id: string; secret: string; previous_secret: string | null }>(
      `select account_id, secret, case when previous_secret_until > now() then previous_secret end as previous_secret
       from webhooks where url = $1 and source = 'inbox' and deleted_at is null for no key update`,
      [delivery.path],
    );
    if (!inbox) return 'unknown';
    const secrets = [inbox.secret, inbox.previous_secret].filter((secret) => secret !== null);
    if (!verifies(secrets, delivery)) return 'unsigned';
    const type = typeOf(delivery.body);
    if (type === undefined) return 'malformed';
    await tx.query(
      `insert into inbox_messages (message_id, account_id, event_id, event_type, headers, body)
       values ($1, $2, $3, $4, $5, $6)`,
      [newId('msg'), inbox.account_id, delivery.id, type, JSON.stringify(delivery.headers), delivery.body],
    );
    await tx.query(
      `delete from inbox_messages where account_id = $1 and (received_at, message_id) <= (
         select received_at, message_id from inbox_messages where account_id = $1
         order by received_at desc, message_id desc limit 1 offset $2)`,
      [inbox.account_id, KEPT_MESSAGES],
    );
    return 'received';
  });
}

const LONGEST_TYPE = 100;

/** The type of an event; undefined when the body is not an event. */
function typeOf(body: string): string | undefined {
  try {
    const event: unknown = JSON.parse(body);
    if (typeof event !== 'object' || event === null || !('type' in event)) return undefined;
    const { type } = event;
    return typeof type === 'string' && type.length <= LONGEST_TYPE && !/\p{Cc}/u.test(type) ? type : undefined;
  } catch {
    return undefined;
  }
}
