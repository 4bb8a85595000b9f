import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScratchTables, type ScratchDatabase } from '../db/testing/scratch-database.ts';
import { Jobs } from '../jobs/jobs.ts';
import { createLogger } from '../kernel/logger.ts';
import { RecordingLinks } from '../recordings/links.ts';
import { deliver } from './deliver.ts';
import { findDeliveryDetail } from './deliveries.ts';
import { publish } from './publish.ts';
import { createWebhook } from './webhooks.ts';

const DAY_S = 24 * 3600;
const links = new RecordingLinks({ secret: Buffer.alloc(32, 7), publicUrl: () => 'https://parley.example.com/$&' });
const received: { headers: Record<string, string>; body: string }[] = [];
/** Fails the first time, as receivers do. */
const receiver = http.createServer(async (request, response) => {
  const body = await text(request);
  if (request.url === '/gone') return void response.writeHead(410).end();
  received.push({ headers: request.headers as Record<string, string>, body });
  response.writeHead(received.length === 1 ? 503 : 204).end(received.length === 1 ? 'Not now\0.' : undefined);
});
const agent = new Agent();
const OWNER = { accountId: 'a', permissions: [], actor: { type: 'system', id: null } } as const;

let scratch: ScratchDatabase;
let jobs: Jobs;
beforeAll(async () => {
  scratch = await openScratchTables();
  await scratch.db.query(
    "insert into accounts (account_id, name, plan, calls_per_minute, concurrent_calls) values ('a', 'A', 'growth', 1, 1)",
  );
  jobs = await Jobs.start(scratch.db, createLogger({ level: 'silent', personalData: false }));
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(async () => {
  receiver.close();
  await agent.destroy();
  await jobs?.close();
  await scratch?.close();
});

test('an attempt days later has links that are valid then, and all else is as it was', async () => {
  const { db } = scratch;
  const { port } = receiver.address() as AddressInfo;
  const { webhook_id: webhookId, secret } = await createWebhook(db, OWNER, { url: `http://127.0.0.1:${port}/` });
  const threeDaysAgoS = Math.floor(Date.now() / 1000) - 3 * DAY_S;
  const data = {
    call_id: 'call_1',
    variables: { b: 1, 1: 'first' },
    recording_url: links.link('call_1', 'mixed', threeDaysAgoS),
    recording_stereo_url: links.link('call_1', 'stereo', threeDaysAgoS),
    summary: 'Said “hello”.',
  };
  await db.transaction((tx) => publish(tx, jobs, { accountId: 'a', type: 'call.completed', data: async () => data }));
  const [delivery] = await db.query<{ delivery_id: string }>('select delivery_id from webhook_deliveries');
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await deliver({ db, jobs, links, agent, allowPrivate: true }, delivery!.delivery_id);
  }
  expect(received).toHaveLength(2);
  for (const { headers, body } of received) {
    const event = new Webhook(secret).verify(body, headers) as { data: typeof data };
    expect(event.data).toEqual({
      ...data,
      recording_url: expect.any(String),
      recording_stereo_url: expect.any(String),
    });
    for (const [kind, link] of [
      ['mixed', event.data.recording_url],
      ['stereo', event.data.recording_stereo_url],
    ] as const) {
      const { expires, signature } = Object.fromEntries(new URL(link).searchParams) as Record<string, string>;
      expect(link).toMatch(`https://parley.example.com/$&/recordings/call_1/${kind}.wav?`);
      expect(links.verify({ callId: 'call_1', kind, expires: expires!, signature: signature! })).toBe(true);
    }
  }
  const log = await findDeliveryDetail(db, webhookId, delivery!.delivery_id);
  expect(log?.payload).toMatchObject({ type: 'call.completed', data });
  expect(log?.attempt_log).toMatchObject([
    { response_status: 503, response_body: 'Not now.', error: null },
    { response_status: 204, response_body: null, error: null },
  ]);
});

test('a webhook that is disabled because its receiver is gone has one row in the audit log: Parley did it', async () => {
  const { db } = scratch;
  const { port } = receiver.address() as AddressInfo;
  const { webhook_id: webhookId } = await createWebhook(db, OWNER, { url: `http://127.0.0.1:${port}/gone` });
  const event = { accountId: 'a', type: 'call.completed', data: async () => ({ call_id: 'call_2' }) } as const;
  for (let no = 1; no <= 2; no += 1) await db.transaction((tx) => publish(tx, jobs, event));
  const deliveries = await db.query<{ delivery_id: string }>(
    'select delivery_id from webhook_deliveries where webhook_id = $1',
    [webhookId],
  );
  // At the same time, as two workers do.
  await Promise.all(
    deliveries.map((each) => deliver({ db, jobs, links, agent, allowPrivate: true }, each.delivery_id)),
  );
  const log = await db.query(
    "select actor_type, before, after from audit_log where target_id = $1 and action = 'webhook.updated'",
    [webhookId],
  );
  expect(log).toEqual([
    {
      actor_type: 'system',
      before: expect.objectContaining({ enabled: true, disabled_reason: null }),
      after: expect.objectContaining({ enabled: false, disabled_reason: 'the receiver answered 410 Gone' }),
    },
  ]);
});
