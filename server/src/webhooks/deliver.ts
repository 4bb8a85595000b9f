import { type Agent, type Dispatcher, request } from 'undici';
import { audit } from '../audit/audit.ts';
import type { Database } from '../db/index.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { refusePrivate } from '../kernel/address-guard.ts';
import { systemOf } from '../kernel/principal.ts';
import { storable } from '../kernel/storable-text.ts';
import type { RecordingKind, RecordingLinks } from '../recordings/links.ts';
import { receiveInInbox } from './inbox.ts';
import { sign } from './signature.ts';
import { toWebhook, WEBHOOK_COLUMNS, type WebhookRow } from './webhooks.ts';

/** Seconds to wait after the first, second … failed attempt (decisions, webhooks). */
const RETRY_AFTER_S = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const TIMEOUT_MS = 15_000;
const FAILURES_TO_DISABLE = 10;
/** What a receiver responds with is not read beyond this: its status matters, and its beginning may say why. */
const MOST_RESPONSE_BYTES = 65_536;
const KEPT_RESPONSE_CHARACTERS = 1000;

interface Due {
  delivery_id: string;
  attempts: number;
  event_id: string;
  body: string;
  webhook_id: string;
  url: string;
  source: string;
  enabled: boolean;
  secret: string;
  previous_secret: string | null;
}

interface Attempt {
  status: number | null;
  /** The beginning of what was responded; null when there was nothing. */
  response: string | null;
  error: string | null;
  durationMs: number;
}

/** One attempt to deliver, and what follows from it. Taken up twice, it sends twice, with the same id. */
export async function deliver(
  dependencies: { db: Database; jobs: Jobs; agent: Agent; links: RecordingLinks; allowPrivate: boolean },
  deliveryId: string,
): Promise<void> {
  const { db, links } = dependencies;
  const rows = await db.query<Due>(
    `select d.delivery_id, d.attempts, d.event_id, e.body, w.webhook_id, w.url, w.source, w.enabled, w.secret,
       case when w.previous_secret_until > now() then w.previous_secret end as previous_secret
     from webhook_deliveries d join webhook_events e using (event_id) join webhooks w using (webhook_id)
     where d.delivery_id = $1 and d.state = 'pending' and w.deleted_at is null`,
    [deliveryId],
  );
  const due = rows[0];
  if (!due) return;
  if (!due.enabled) {
    await db.query(
      "update webhook_deliveries set state = 'failed', last_error = 'the webhook is disabled', next_attempt_at = null where delivery_id = $1",
      [deliveryId],
    );
    return;
  }
  const attempt = await send({ ...due, body: withFreshLinks(due.body, links) }, dependencies);
  await settle(dependencies, due, attempt);
}

/** An attempt may come days after the event, when the links that were made with it are valid no more. */
function withFreshLinks(body: string, links: RecordingLinks): string {
  const { data } = JSON.parse(body) as {
    data: { call_id?: string; recording_url?: string | null; recording_stereo_url?: string | null };
  };
  const { call_id: callId } = data;
  if (!callId || !data.recording_url || !data.recording_stereo_url) return body;
  const fresh = (kind: RecordingKind) => () => JSON.stringify(links.link(callId, kind));
  // All else stays byte for byte: an object that is written anew may have its names in another order.
  return body
    .replace(JSON.stringify(data.recording_url), fresh('mixed'))
    .replace(JSON.stringify(data.recording_stereo_url), fresh('stereo'));
}

async function send(due: Due, to: { db: Database; agent: Agent; allowPrivate: boolean }): Promise<Attempt> {
  const startedMs = performance.now();
  const timestampS = Math.floor(Date.now() / 1000);
  const secrets = due.previous_secret === null ? [due.secret] : [due.secret, due.previous_secret];
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhooks/1',
    'webhook-id': due.event_id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': sign(secrets, due.event_id, timestampS, due.body),
  };
  const outcome = await (due.source === 'inbox' ? putIntoInbox(to.db, due, headers) : post(due, headers, to));
  return { ...outcome, durationMs: Math.round(performance.now() - startedMs) };
}

type Headers = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
type Outcome = Omit<Attempt, 'durationMs'>;

/** Without the network: the address of the inbox is our own, so no guard has to let it through. */
async function putIntoInbox(db: Database, due: Due, headers: Headers): Promise<Outcome> {
  const result = await receiveInInbox(db, {
    path: due.url,
    headers,
    id: headers['webhook-id'],
    timestamp: headers['webhook-timestamp'],
    signature: headers['webhook-signature'],
    body: due.body,
  });
  if (result === 'received') return { status: 204, response: null, error: null };
  return { status: null, response: null, error: `the inbox did not take it: ${result}` };
}

async function post(due: Due, headers: Headers, to: { agent: Agent; allowPrivate: boolean }): Promise<Outcome> {
  try {
    refusePrivate(new URL(due.url), to.allowPrivate);
    const response = await request(due.url, {
      method: 'POST',
      dispatcher: to.agent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers,
      body: due.body,
    });
    return { status: response.statusCode, response: await beginningOf(response.body), error: null };
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    return { status: null, response: null, error: timedOut ? 'no answer within 15 s' : describe(error) };
  }
}

/** Reads on for a while, so that the connection can be used again, and keeps what a person may want to see. */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const late = setTimeout(() => body.destroy(), TIMEOUT_MS);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MOST_RESPONSE_BYTES) break;
    }
  } catch {
    // It broke off: the status has been said.
  } finally {
    clearTimeout(late);
    body.destroy();
  }
  const text = Buffer.concat(chunks).toString().slice(0, KEPT_RESPONSE_CHARACTERS);
  return text === '' ? null : storable(text.toWellFormed());
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  return `${code}${error.message}`.slice(0, 300);
}

/** The address of an inbox is left out of the audit log: a reader who has it can try signatures. */
function auditedWebhook(row: WebhookRow): object {
  const webhook = toWebhook(row);
  return webhook.source === 'inbox' ? { ...webhook, url: null } : webhook;
}

async function settle(to: { db: Database; jobs: Jobs }, due: Due, attempt: Attempt): Promise<void> {
  const delivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
  const gone = attempt.status === 410;
  const waitS = RETRY_AFTER_S[due.attempts];
  const retry = !delivered && !gone && waitS !== undefined;
  // Up to a tenth later, so that what failed together does not come back together.
  const retryAfterS = retry ? waitS * (1 + Math.random() / 10) : null;
  await to.db.transaction(async (tx) => {
    // The webhook before its deliveries, in the order in which `deleteWebhook` locks them.
    const [before] = await tx.query<WebhookRow & { account_id: string }>(
      `select account_id, ${WEBHOOK_COLUMNS} from webhooks where webhook_id = $1 for no key update`,
      [due.webhook_id],
    );
    await tx.query(
      `update webhook_deliveries set state = $2, attempts = attempts + 1, last_attempt_at = now(), last_status = $3,
         last_error = $4, last_duration_ms = $5, next_attempt_at = now() + make_interval(secs => $6)
       where delivery_id = $1`,
      [
        due.delivery_id,
        delivered ? 'delivered' : retry ? 'pending' : 'failed',
        attempt.status,
        attempt.error,
        attempt.durationMs,
        retryAfterS,
      ],
    );
    await tx.query(
      `insert into webhook_attempts (delivery_id, attempt_no, attempted_at, status, response, error, duration_ms)
       select delivery_id, attempts, last_attempt_at, $2, $3, $4, $5 from webhook_deliveries where delivery_id = $1
       on conflict do nothing`,
      [due.delivery_id, attempt.status, attempt.response, attempt.error, attempt.durationMs],
    );
    if (delivered) {
      await tx.query('update webhooks set failures_in_row = 0, last_success_at = now() where webhook_id = $1', [
        due.webhook_id,
      ]);
      return;
    }
    const [after] = await tx.query<WebhookRow>(
      `update webhooks set failures_in_row = failures_in_row + 1,
         enabled = enabled and not $2 and not (failures_in_row + 1 >= $3
           and coalesce(last_success_at, created_at) < now() - interval '7 days'),
         disabled_reason = case when $2 then 'the receiver answered 410 Gone'
           when failures_in_row + 1 >= $3 and coalesce(last_success_at, created_at) < now() - interval '7 days'
           then 'ten failures in a row and no success for 7 days' else disabled_reason end
       where webhook_id = $1 returning ${WEBHOOK_COLUMNS}`,
      [due.webhook_id, gone, FAILURES_TO_DISABLE],
    );
    if (before!.enabled && !after!.enabled) {
      const { account_id: accountId, ...row } = before!;
      await audit(tx, systemOf(accountId), {
        action: 'webhook.updated',
        target: due.webhook_id,
        before: auditedWebhook(row),
        after: auditedWebhook(after!),
      });
    }
    if (retryAfterS !== null) {
      await to.jobs.enqueue(
        tx,
        'webhook.deliver',
        { deliveryId: due.delivery_id, webhookId: due.webhook_id },
        { startAfterS: retryAfterS, group: due.webhook_id },
      );
    }
  });
}
