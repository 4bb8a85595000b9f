import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/growing-pauses.ts';
import { Service } from '../support/service.ts';
import { type Received, WebhookReceiver } from '../support/webhook-receiver.ts';
import { Account, BUSY, REJECTS, TALKS, unknownId } from './accounts.ts';
import { expectError, expectFields, expectUnixSeconds, isUlid } from './answers.ts';
import { eventIn, eventsOf, Subscriber, verified } from './subscriber.ts';

let service: Service;
/** Another one, which sends nothing to private addresses, and has one in its configuration. */
let guarded: Service;
let configured: WebhookReceiver;
let account: Account;
let subscriber: Subscriber;

beforeAll(async () => {
  configured = await WebhookReceiver.start();
  [service, guarded] = await Promise.all([
    Service.start({ PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true' }),
    Service.start({ PARLEY_WEBHOOK_URL: configured.url }),
  ]);
  account = await Account.first(service);
  subscriber = new Subscriber(account);
});

afterAll(async () => {
  await Promise.all([service?.remove(), guarded?.remove()]);
  await subscriber?.close();
  await configured?.close();
});

describe('6 Events · registration', () => {
  test('201: the webhook with its secret, which is shown only once', async () => {
    const { status, headers, body } = await account.request('POST', '/webhooks', {
      body: { url: 'https://example.com/a' },
    });
    expect(status).toBe(201);
    const { secret, ...webhook } = body;
    expectFields(webhook, [
      ...['webhook_id', 'url', 'events', 'enabled', 'disabled_reason', 'source', 'created_at', 'updated_at'],
    ]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/);
    expect(isUlid(webhook.webhook_id, 'whk')).toBe(true);
    expect(webhook).toMatchObject({
      url: 'https://example.com/a',
      enabled: true,
      disabled_reason: null,
      source: 'api',
    });
    expect(headers.get('location')).toBe(`${service.baseUrl}/webhooks/${webhook.webhook_id}`);
    expect((await account.request('GET', `/webhooks/${webhook.webhook_id}`)).body).toEqual(webhook);
    expect((await account.request('GET', '/webhooks')).body.data).toContainEqual(webhook);
  });

  test('call.completed and call.failed are what it gets when nothing else was chosen', async () => {
    expect((await subscriber.subscribe('https://example.com/b')).events).toEqual(['call.completed', 'call.failed']);
  });

  test('200: address, events and enabled can be changed', async () => {
    const { webhook_id: id } = await subscriber.subscribe('https://example.com/c');
    const change = { url: 'https://example.com/d', events: ['call.answered'], enabled: false };
    const { status, body } = await account.request('PATCH', `/webhooks/${id}`, { body: change });
    expect([status, body]).toMatchObject([200, change]);
    expect((await account.request('GET', `/webhooks/${id}`)).body).toMatchObject(change);
  });

  test('204: a deleted webhook is gone', async () => {
    const { webhook_id: id } = await subscriber.subscribe('https://example.com/e');
    const { status, body } = await account.request('DELETE', `/webhooks/${id}`);
    expect([status, body]).toEqual([204, undefined]);
    expectError(await account.request('GET', `/webhooks/${id}`), 404, 'webhook_id');
    expectError(await account.request('DELETE', `/webhooks/${id}`), 404, 'webhook_id');
    const { data } = (await account.request('GET', '/webhooks')).body;
    expect(data.map((webhook: any) => webhook.webhook_id)).not.toContain(id);
  });

  test.each([
    ['url', { url: undefined }],
    ['url', { url: 'example.com' }],
    ['url', { url: 'ftp://example.com' }],
    ['url', { url: 'javascript:alert(1)' }],
    ['url', { url: 'https://user:secret@example.com' }],
    ['url', { url: `https://example.com/${'x'.repeat(2048)}` }],
    ['url', { url: 5 }],
    ['url', { url: 'https://example.com:99999' }],
    ['url', { url: 'https://example.com:0' }],
    ['url', { url: 'https://exa mple.com' }],
    ['url', { url: ' https://example.com' }],
    ['url', { url: 'https://example.com\n' }],
    ['url', { url: 'https://exam\tple.com' }],
    ['url', { url: 'http://:@example.com/' }],
    ['url', { url: 'https://' }],
    ['events', { events: [] }],
    ['events', { events: ['call.completed', 'call.completed'] }],
    ['events[0]', { events: ['call.finished'] }],
    ['events[0]', { events: ['webhook.test'] }],
  ])('400: %s in %j', async (param, change) => {
    const body = { url: 'https://example.com', ...change };
    expectError(await account.request('POST', '/webhooks', { body }), 400, param);
  });

  test('404: a webhook or delivery that does not exist', async () => {
    expectError(await account.request('GET', `/webhooks/${unknownId('whk')}`), 404, 'webhook_id');
    const { webhook_id: id } = await subscriber.subscribe('https://example.com/f');
    const route = `/webhooks/${id}/deliveries/${unknownId('dlv')}/redeliver`;
    expectError(await account.request('POST', route), 404, 'delivery_id');
  });
});

const END_TYPES = ['call.completed', 'call.failed'];
const isEnd = (received: Received) => END_TYPES.includes(eventIn(received).type);

describe('6 Events · what is sent', () => {
  let receiver: WebhookReceiver;
  let all: WebhookReceiver;
  let webhook: any;
  let failed: any;
  let completed: any;
  let batch: any;
  let allId: string;
  /** The calls that there are events of. */
  let ended: string[];

  beforeAll(async () => {
    [receiver, all] = await Promise.all([
      subscriber.opened(WebhookReceiver.start()),
      subscriber.opened(WebhookReceiver.start()),
    ]);
    webhook = await subscriber.subscribe(receiver.url);
    const { webhook_id } = await subscriber.subscribe(all.url, [
      'call.initiated',
      'call.answered',
      'call.completed',
      'call.failed',
      'batch.completed',
    ]);
    allId = webhook_id;
    failed = await account.call({ variables: { name: 'Maria' } });
    completed = await account.call({ recipient_phone: TALKS, max_duration: 2 });
    const made = await account.request('POST', '/calls/batch', {
      body: { agent_id: account.agentId, recipients: [{ phone: BUSY }, { phone: REJECTS }] },
    });
    batch = made.body;
    await all.next((received) => eventIn(received).type === 'batch.completed');
    const { body } = await account.request('GET', '/calls?limit=100');
    const ofBatch = body.data.filter((call: any) => call.batch_id === batch.batch_id);
    ended = [failed, completed, ...ofBatch].map((call) => call.call_id).sort();
    for (const callId of ended) {
      const isWanted = (received: Received) => isEnd(received) && eventIn(received).data.call_id === callId;
      await Promise.all([receiver.next(isWanted), all.next(isWanted)]);
    }
  });

  const eventOf = (call: any) => receiver.received.find((received) => eventIn(received).data.call_id === call.call_id)!;

  test('Standard Webhooks: id, timestamp and signature, which the standardwebhooks package verifies', () => {
    const received = eventOf(failed);
    const event = verified(webhook.secret, received);
    expect(received.headers['webhook-id']).toBe(event.id);
    expectUnixSeconds(Number(received.headers['webhook-timestamp']));
    expect(received.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    expect(received.headers['content-type']).toMatch(/^application\/json/);
    const forged = { ...received, body: received.body.replace('Maria', 'Mario') };
    expect(() => verified(webhook.secret, forged)).toThrow();
  });

  test('the body is id, type, created_at and data, and data the call detail', async () => {
    const event = eventIn(eventOf(failed));
    expectFields(event, ['id', 'type', 'created_at', 'data']);
    expect(isUlid(event.id, 'evt')).toBe(true);
    expectUnixSeconds(event.created_at);
    expect(event.data).toEqual((await account.request('GET', `/calls/${failed.call_id}`)).body);
  });

  test('call.failed and call.completed come after the analysis', () => {
    expect(eventIn(eventOf(failed))).toMatchObject({ type: 'call.failed', data: { outcome: 'busy', phase: 'ended' } });
    const { type, data } = eventIn(eventOf(completed));
    expect(type).toBe('call.completed');
    expect(data.summary).toMatch(/\w/);
    expect([data.transcript, data.outcome]).toEqual([completed.transcript, completed.outcome]);
    expect(data.recording_url).toMatch(/^http/);
  });

  test('once for each call', async () => {
    expect(ended).toHaveLength(4);
    const received = all.received.filter(isEnd).map((each) => eventIn(each).data.call_id);
    expect(received.sort()).toEqual(ended);
    // What was to be sent twice is in the log before it is sent: also what has not come by now.
    const { data } = await subscriber.deliveriesOf(allId, '?limit=100');
    expect(data.filter((delivery: any) => END_TYPES.includes(delivery.event_type))).toHaveLength(4);
  });

  test('call.initiated and call.answered to opt in', () => {
    const initiated = eventsOf('call.initiated', all.received).find(({ data }) => data.call_id === failed.call_id);
    expect(initiated.data).toMatchObject({ status: 'initiated', ended_at: null });
    const answered = eventsOf('call.answered', all.received);
    expect(answered.map(({ data }) => data.call_id)).toEqual([completed.call_id]);
    expect(answered[0].data).toMatchObject({ status: 'active', answered_at: completed.answered_at });
  });

  test('batch.completed to opt in: once, with the batch', () => {
    const events = eventsOf('batch.completed', all.received);
    expect(events).toHaveLength(1);
    expect(events[0].data).toMatchObject({ batch_id: batch.batch_id, status: 'completed', total: 2, failed: 2 });
  });

  test('what was not chosen does not come', () => {
    const types = new Set(receiver.received.map((received) => eventIn(received).type));
    expect(types).toEqual(new Set(['call.completed', 'call.failed']));
  });
});

describe('6 Events · private addresses', () => {
  const request = (method: string, route: string, body?: object) =>
    guarded.request(method, route, body === undefined ? {} : { body });

  test.each([
    ...[
      'http://127.0.0.1/',
      'http://127.1/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://0.0.0.0/',
      'http://10.1.2.3/',
    ],
    ...[
      'http://172.16.0.1/',
      'http://192.168.0.1:8080/x',
      'http://169.254.169.254/latest/meta-data',
      'http://100.64.0.1/',
    ],
    ...['http://[::1]/', 'http://[::]/', 'http://[fe80::1]/', 'http://[fd00::1]/', 'http://[::ffff:127.0.0.1]/'],
    ...[
      'http://224.0.0.1/',
      'http://localhost/',
      'http://localhost:3000/',
      'http://LOCALHOST./',
      'http://a.localhost/',
    ],
  ])('422: the private address %s', async (url) => {
    expectError(await request('POST', '/webhooks', { url }), 422, 'url');
  });

  test('422: a webhook cannot be moved to one either', async () => {
    const { body } = await request('POST', '/webhooks', { url: 'https://example.com/hooks' });
    expectError(await request('PATCH', `/webhooks/${body.webhook_id}`, { url: 'http://10.0.0.1/' }), 422, 'url');
    expect((await request('GET', `/webhooks/${body.webhook_id}`)).body.url).toBe('https://example.com/hooks');
  });

  test('nothing is sent to one that is there nevertheless, and the log says why', async () => {
    const { body: list } = await request('GET', '/webhooks');
    const webhook = list.data.find(({ source }: any) => source === 'configuration');
    const { body: sent } = await request('POST', `/webhooks/${webhook.webhook_id}/test`);
    const delivery = await until(
      async () => {
        const { body } = await request('GET', `/webhooks/${webhook.webhook_id}/deliveries`);
        return body.data.find((candidate: any) => candidate.delivery_id === sent.delivery_id);
      },
      ({ attempts }) => attempts > 0,
    );
    expect(delivery).toMatchObject({ status: 'pending', last_response_status: null });
    expect(delivery.last_error).toContain('private address');
    expect(configured.received).toEqual([]);
  });

  test('422: what comes from the configuration is changed there', async () => {
    const { body: list } = await request('GET', '/webhooks');
    const { webhook_id: id } = list.data.find(({ source }: any) => source === 'configuration');
    expectError(await request('PATCH', `/webhooks/${id}`, { enabled: false }), 422, 'webhook_id');
    expectError(await request('DELETE', `/webhooks/${id}`), 422, 'webhook_id');
    expectError(await request('POST', `/webhooks/${id}/rotate`), 422, 'webhook_id');
  });
});
