import type { Database } from '../../server/src/db/index.ts';
import type { PersistentClient } from './client.ts';
import type { SeenCall } from './far-end-call.ts';
import type { Installation } from './installation.ts';
import type { AskedBatch, AskedCall, Load } from './load.ts';
import { type StoredCall, storedCalls } from './stored-calls.ts';

/** A call as GET /v1/calls lists it. */
interface ListedCall {
  call_id: string;
  status: string;
  phase: string;
  end_reason: string | null;
}

interface ListedBatch {
  batch_id: string;
  status: string;
  total: number;
  completed: number;
  failed: number;
}

/** What four witnesses say who do not share a memory: the client, the far end, the receiver of webhooks, the service. */
export interface Evidence {
  limits: { callsPerMinute: number; concurrentCalls: number };
  asked: readonly AskedCall[];
  askedBatches: readonly AskedBatch[];
  seen: readonly SeenCall[];
  openDialogs: readonly SeenCall[];
  /** Accepted events by webhook-id. */
  events: ReadonlyMap<string, { type: string; subject: string }>;
  listed: ReadonlyMap<string, ListedCall>;
  batches: readonly ListedBatch[];
  stored: readonly StoredCall[];
  slots: { taken: number; free: number };
  /** Events that are still on their way, as `type subject`: to a further attempt, or to the analysis before it. */
  awaited: ReadonlySet<string>;
}

const PAGE = 100;

export async function gatherEvidence(installation: Installation, load: Load, db: Database): Promise<Evidence> {
  const { client, farEnd, limits, receiver } = installation;
  const [slots] = await db.query<{ taken: number; free: number }>(
    `select count(*) filter (where call_id is not null)::int as taken,
       count(*) filter (where call_id is null and not retired)::int as free from call_slots`,
  );
  return {
    limits,
    asked: load.calls,
    askedBatches: load.batches,
    seen: farEnd.seen,
    openDialogs: farEnd.open,
    events: receiver.accepted,
    listed: await listCalls(client),
    batches: await Promise.all(
      load.batches.flatMap(({ batchId }) => (batchId === null ? [] : [getBatch(client, batchId)])),
    ),
    stored: await storedCalls(db),
    slots: slots!,
    awaited: await awaitedEvents(db),
  };
}

/**
 * Pending alone is not enough: without a job neither the delivery nor the analysis before it would ever be taken up
 * again.
 */
async function awaitedEvents(db: Database): Promise<Set<string>> {
  const rows = await db.query<{ event: string }>(
    `with open_jobs as (select name, data from jobs.job where state in ('created', 'retry', 'active'))
     select e.type || ' ' || coalesce(e.body::json->'data'->>'call_id', e.body::json->'data'->>'batch_id') as event
     from webhook_deliveries d join webhook_events e using (event_id)
     where d.state = 'pending' and d.delivery_id in (select data->>'deliveryId' from open_jobs)
     union all
     select 'call.' || status || ' ' || call_id from calls
     where state = 'ended' and analyzed_at is null and call_id in (select data->>'callId' from open_jobs)`,
  );
  return new Set(rows.map(({ event }) => event));
}

async function listCalls(client: PersistentClient): Promise<Map<string, ListedCall>> {
  const listed = new Map<string, ListedCall>();
  for (let offset = 0; ; offset += PAGE) {
    const { status, body } = await client.ask('GET', `/calls?limit=${PAGE}&offset=${offset}`);
    if (status !== 200) throw new Error(`the calls cannot be listed: ${status} ${JSON.stringify(body)}`);
    for (const call of body.data as ListedCall[]) listed.set(call.call_id, call);
    if (!body.has_more) return listed;
  }
}

async function getBatch(client: PersistentClient, batchId: string): Promise<ListedBatch> {
  const { body } = await client.ask('GET', `/calls/batch/${batchId}`);
  return body;
}
