import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { type Received, WebhookReceiver } from '../support/webhook-receiver.ts';
import { Account, BUSY, REJECTS, TALKS, unknownId } from './accounts.ts';
import { expectError, expectFields, expectUnixSeconds, isUlid } from './answers.ts';
import { Receiver } from './receivers.ts';

let service: Service;
let account: Account;
const closing: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  service = await Service.start({ PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true' });
  account = await Account.first(service);
});

afterAll(async () => {
  await service?.remove();
  for (const receiver of closing) await receiver.close();
});

async function opened<R extends { close(): Promise<void> }>(starting: Promise<R>): Promise<R> {
  const receiver = await starting;
  closing.push(receiver);
  return receiver;
}

async function subscribe(url: string, events?: string[]): Promise<any> {
  const { status, body } = await account.request('POST', '/webhooks', { body: { url, ...(events ? { events } : {}) } });
  expect(status).toBe(201);
  return body;
}

async function sendTest(webhookId: string): Promise<any> {
  const { status, body } = await account.request('POST', `/webhooks/${webhookId}/test`);
  expect(status).toBe(201);
  return body;
}

const deliveriesOf = async (webhookId: string, query = '') =>
  (await account.request('GET', `/webhooks/${webhookId}/deliveries${query}`)).body;

async function deliveryWhen(webhookId: string, deliveryId: string, isWanted: (delivery: any) => boolean): Promise<any> {
  for (;;) {
    const { data } = await deliveriesOf(webhookId, '?limit=100');
    const delivery = data.find((candidate: any) => candidate.delivery_id === deliveryId);
    if (isWanted(delivery)) return delivery;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Of several deliveries the one that is tried first. */
async function firstTried(webhookId: string): Promise<any> {
  for (;;) {
    const { data } = await deliveriesOf(webhookId);
    const tried = data.find(({ attempts }: any) => attempts > 0);
    if (tried) return tried;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const eventIn = (received: Received) => JSON.parse(received.body);
const verified = (secret: string, { headers, body }: Received): any =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
const receivedOf = (receiver: WebhookReceiver, type: string) =>
  receiver.received.map(eventIn).filter((event) => event.type === type);

describe('6 Events · registration', () => {
  test('201: the webhook with its secret, which is told this once', async () => {
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
    expect((await subscribe('https://example.com/b')).events).toEqual(['call.completed', 'call.failed']);
  });

  test('200: address, events and enabled can be changed', async () => {
    const { webhook_id: id } = await subscribe('https://example.com/c');
    const change = { url: 'https://example.com/d', events: ['call.answered'], enabled: false };
    const { status, body } = await account.request('PATCH', `/webhooks/${id}`, { body: change });
    expect([status, body]).toMatchObject([200, change]);
    expect((await account.request('GET', `/webhooks/${id}`)).body).toMatchObject(change);
  });

  test('204: a deleted webhook is gone', async () => {
    const { webhook_id: id } = await subscribe('https://example.com/e');
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
    const { webhook_id: id } = await subscribe('https://example.com/f');
    const route = `/webhooks/${id}/deliveries/${unknownId('dlv')}/redeliver`;
    expectError(await account.request('POST', route), 404, 'delivery_id');
  });
});

describe('6 Events · what is sent', () => {
  let receiver: WebhookReceiver;
  let all: WebhookReceiver;
  let webhook: any;
  let failed: any;
  let completed: any;
  let batch: any;

  beforeAll(async () => {
    [receiver, all] = await Promise.all([opened(WebhookReceiver.start()), opened(WebhookReceiver.start())]);
    webhook = await subscribe(receiver.url);
    await subscribe(all.url, ['call.initiated', 'call.answered', 'call.completed', 'call.failed', 'batch.completed']);
    failed = await account.call({ variables: { name: 'Maria' } });
    completed = await account.call({ recipient_phone: TALKS, max_duration: 2 });
    const made = await account.request('POST', '/calls/batch', {
      body: { agent_id: account.agentId, recipients: [{ phone: BUSY }, { phone: REJECTS }] },
    });
    batch = made.body;
    await all.next((received) => eventIn(received).type === 'batch.completed');
    for (const call of [failed, completed]) {
      await receiver.next((received) => eventIn(received).data.call_id === call.call_id);
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

  test('once for each call', () => {
    const ids = [...receivedOf(all, 'call.completed'), ...receivedOf(all, 'call.failed')].map(
      ({ data }) => data.call_id,
    );
    expect(ids).toHaveLength(new Set(ids).size);
    expect(ids.length).toBeGreaterThanOrEqual(2);
  });

  test('call.initiated and call.answered to opt in', () => {
    const initiated = receivedOf(all, 'call.initiated').find(({ data }) => data.call_id === failed.call_id);
    expect(initiated.data).toMatchObject({ status: 'initiated', ended_at: null });
    const answered = receivedOf(all, 'call.answered');
    expect(answered.map(({ data }) => data.call_id)).toEqual([completed.call_id]);
    expect(answered[0].data).toMatchObject({ status: 'active', answered_at: completed.answered_at });
  });

  test('batch.completed to opt in: once, with the batch', () => {
    const events = receivedOf(all, 'batch.completed');
    expect(events).toHaveLength(1);
    expect(events[0].data).toMatchObject({ batch_id: batch.batch_id, status: 'completed', total: 2, failed: 2 });
  });

  test('what was not chosen does not come', () => {
    const types = new Set(receiver.received.map((received) => eventIn(received).type));
    expect(types).toEqual(new Set(['call.completed', 'call.failed']));
  });
});

/** Test events come all the same. */
const quiet = ['call.transferred'];

// Side by side: they wait for retries and time limits.
describe.concurrent('6 Events · delivery', () => {
  test('500: it comes again after 5 s, with the same id and body and a signature of its own', async () => {
    const receiver = await opened(WebhookReceiver.start());
    receiver.answer = () => (receiver.received.length === 0 ? 500 : 200);
    const { webhook_id: id, secret } = await subscribe(receiver.url, quiet);
    const { delivery_id: deliveryId, event_id: eventId } = await sendTest(id);
    const pending = await deliveryWhen(id, deliveryId, ({ attempts }) => attempts === 1);
    expect(pending).toMatchObject({ status: 'pending', last_response_status: 500 });
    const firstMs = Date.now();
    const done = await deliveryWhen(id, deliveryId, ({ status }) => status === 'delivered');
    expect(done).toMatchObject({ attempts: 2, last_response_status: 200, next_attempt_at: null });
    expect(Date.now() - firstMs).toBeGreaterThan(4000);
    expect(pending.next_attempt_at - pending.last_attempt_at).toBeGreaterThanOrEqual(5);
    expect(pending.next_attempt_at - pending.last_attempt_at).toBeLessThanOrEqual(7);
    const [first, second] = receiver.received;
    expect(receiver.received).toHaveLength(2);
    expect(second!.body).toBe(first!.body);
    expect([first!.headers['webhook-id'], second!.headers['webhook-id']]).toEqual([eventId, eventId]);
    const timestamps = [first, second].map((received) => Number(received!.headers['webhook-timestamp']));
    expect(timestamps[1]! - timestamps[0]!).toBeGreaterThanOrEqual(4);
    verified(secret, first!);
    verified(secret, second!);
  });

  test('the second time it waits for 5 minutes, with jitter of up to a tenth', async () => {
    const receiver = await opened(WebhookReceiver.start());
    receiver.answer = () => 500;
    const { webhook_id: id } = await subscribe(receiver.url, quiet);
    const { delivery_id: deliveryId } = await sendTest(id);
    const twice = await deliveryWhen(id, deliveryId, ({ attempts }) => attempts === 2);
    expect(twice.next_attempt_at - twice.last_attempt_at).toBeGreaterThanOrEqual(299);
    expect(twice.next_attempt_at - twice.last_attempt_at).toBeLessThanOrEqual(331);
  });

  test.each([200, 201, 202, 204, 299])('%i counts as delivered', async (status) => {
    const receiver = await opened(WebhookReceiver.start());
    receiver.answer = () => status;
    const { webhook_id: id } = await subscribe(receiver.url, quiet);
    const { delivery_id: deliveryId } = await sendTest(id);
    const done = await deliveryWhen(id, deliveryId, ({ attempts }) => attempts > 0);
    expect(done).toMatchObject({ status: 'delivered', attempts: 1, last_response_status: status, last_error: null });
  });

  test.each([304, 400, 401, 404, 429, 503])('%i does not, and is tried again', async (status) => {
    const receiver = await opened(WebhookReceiver.start());
    receiver.answer = () => status;
    const { webhook_id: id } = await subscribe(receiver.url, quiet);
    const { delivery_id: deliveryId } = await sendTest(id);
    const tried = await deliveryWhen(id, deliveryId, ({ attempts }) => attempts > 0);
    expect(tried).toMatchObject({ last_response_status: status, status: 'pending' });
    expect(tried.next_attempt_at).not.toBeNull();
  });

  test('410 disables, and nothing more is sent until it is enabled again', async () => {
    const receiver = await opened(WebhookReceiver.start());
    receiver.answer = () => 410;
    const { webhook_id: id } = await subscribe(receiver.url, quiet);
    const { delivery_id: deliveryId } = await sendTest(id);
    const gone = await deliveryWhen(id, deliveryId, ({ attempts }) => attempts > 0);
    expect(gone).toMatchObject({ status: 'failed', next_attempt_at: null });
    const { body: webhook } = await account.request('GET', `/webhooks/${id}`);
    expect(webhook).toMatchObject({ enabled: false, disabled_reason: expect.stringContaining('410') });
    expectError(await account.request('POST', `/webhooks/${id}/test`), 422, 'webhook_id');
    expectError(await account.request('POST', `/webhooks/${id}/deliveries/${deliveryId}/redeliver`), 422, 'webhook_id');

    receiver.answer = () => 200;
    const { body: again } = await account.request('PATCH', `/webhooks/${id}`, { body: { enabled: true } });
    expect(again).toMatchObject({ enabled: true, disabled_reason: null });
    const next = await sendTest(id);
    await deliveryWhen(id, next.delivery_id, ({ status }) => status === 'delivered');
    expect(receiver.received).toHaveLength(2);
  });

  test('redirects are not followed', async () => {
    const elsewhere = await opened(Receiver.start((_, response) => response.end()));
    const redirecting = await opened(
      Receiver.start((_, response) => response.writeHead(307, { location: elsewhere.url }).end()),
    );
    const { webhook_id: id } = await subscribe(redirecting.url, quiet);
    const { delivery_id: deliveryId } = await sendTest(id);
    const tried = await deliveryWhen(id, deliveryId, ({ attempts }) => attempts > 0);
    expect(tried).toMatchObject({ status: 'pending', last_response_status: 307 });
    expect([redirecting.requests, elsewhere.requests]).toEqual([1, 0]);
  });

  test('a receiver that hangs is cut off after 15 s, and delays no other', async () => {
    const hanging = await opened(Receiver.start(() => {}));
    const quick = await opened(WebhookReceiver.start());
    const [stuck, well] = [await subscribe(hanging.url, quiet), await subscribe(quick.url, quiet)];
    const startedMs = Date.now();
    await Promise.all(Array.from({ length: 5 }, () => sendTest(stuck.webhook_id)));
    const { delivery_id: deliveryId } = await sendTest(well.webhook_id);
    await deliveryWhen(well.webhook_id, deliveryId, ({ status }) => status === 'delivered');
    expect(Date.now() - startedMs).toBeLessThan(10_000);
    const cut = await firstTried(stuck.webhook_id);
    expect(cut).toMatchObject({
      status: 'pending',
      last_response_status: null,
      last_error: expect.stringMatching(/15 s/),
    });
    expect(cut.last_duration_ms).toBeGreaterThanOrEqual(14_900);
    expect(cut.last_duration_ms).toBeLessThan(20_000);
  });

  test('a receiver that answers without an end is cut off, and its status counts', async () => {
    const endless = await opened(
      Receiver.start((_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('x'.repeat(10_000)), 10);
        response.on('close', () => clearInterval(timer));
      }),
    );
    const { webhook_id: id } = await subscribe(endless.url, quiet);
    const { delivery_id: deliveryId } = await sendTest(id);
    const done = await deliveryWhen(id, deliveryId, ({ attempts }) => attempts > 0);
    expect(done).toMatchObject({ status: 'delivered', last_response_status: 200 });
  });

  test('nobody there: the log says why', async () => {
    const gone = await Receiver.start(() => {});
    await gone.close();
    const { webhook_id: id } = await subscribe(gone.url, quiet);
    const { delivery_id: deliveryId } = await sendTest(id);
    const tried = await deliveryWhen(id, deliveryId, ({ attempts }) => attempts > 0);
    expect(tried).toMatchObject({ status: 'pending', last_response_status: null });
    expect(tried.last_error).toMatch(/ECONNREFUSED/);
  });

  test('a deleted webhook is sent nothing any more', async () => {
    const receiver = await opened(WebhookReceiver.start());
    receiver.answer = () => 500;
    const { webhook_id: id } = await subscribe(receiver.url, quiet);
    const { delivery_id: deliveryId } = await sendTest(id);
    await deliveryWhen(id, deliveryId, ({ attempts }) => attempts === 1);
    await account.request('DELETE', `/webhooks/${id}`);
    await new Promise((resolve) => setTimeout(resolve, 8000));
    expect(receiver.received).toHaveLength(1);
  });

  test('rotation: for the overlap both secrets sign, then the new one alone', async () => {
    const receiver = await opened(WebhookReceiver.start());
    const { webhook_id: id, secret: old } = await subscribe(receiver.url, quiet);
    const rotate = async (body: object) => {
      const answer = await account.request('POST', `/webhooks/${id}/rotate`, { body });
      expect(answer.status).toBe(200);
      return answer.body.secret;
    };
    const received = async () => {
      const { event_id: eventId } = await sendTest(id);
      return receiver.next(({ headers }) => headers['webhook-id'] === eventId);
    };
    const next = await rotate({ overlap: 3600 });
    const both = await received();
    expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2);
    verified(old, both);
    verified(next, both);
    const last = await rotate({ overlap: 0 });
    const alone = await received();
    verified(last, alone);
    expect(() => verified(next, alone)).toThrow();
    expectError(await account.request('POST', `/webhooks/${id}/rotate`, { body: { overlap: -1 } }), 400, 'overlap');
  });

  test('a test event goes to this webhook alone', async () => {
    const [asked, other] = [await opened(WebhookReceiver.start()), await opened(WebhookReceiver.start())];
    const { webhook_id: id, secret } = await subscribe(asked.url, quiet);
    await subscribe(other.url, quiet);
    const { event_type: type } = await sendTest(id);
    expect(type).toBe('webhook.test');
    expect(verified(secret, await asked.next())).toMatchObject({ type: 'webhook.test', data: expect.any(Object) });
    expect(receivedOf(other, 'webhook.test')).toEqual([]);
  });

  test('the log of deliveries: newest first, by status, in pages', async () => {
    const receiver = await opened(WebhookReceiver.start());
    const { webhook_id: id } = await subscribe(receiver.url, quiet);
    const sent: string[] = [];
    for (let no = 0; no < 3; no += 1) {
      const { delivery_id: deliveryId } = await sendTest(id);
      await deliveryWhen(id, deliveryId, ({ status }) => status === 'delivered');
      sent.unshift(deliveryId);
    }
    const { data, ...page } = await deliveriesOf(id);
    expect(page).toEqual({ limit: 20, offset: 0, has_more: false });
    expect(data.map((delivery: any) => delivery.delivery_id)).toEqual(sent);
    expectFields(data[0], [
      ...['delivery_id', 'webhook_id', 'event_id', 'event_type', 'status', 'attempts', 'created_at', 'last_attempt_at'],
      ...['next_attempt_at', 'last_response_status', 'last_error', 'last_duration_ms'],
    ]);
    const second = await deliveriesOf(id, '?limit=1&offset=1');
    expect(second).toMatchObject({ data: [{ delivery_id: sent[1] }], has_more: true });
    expect((await deliveriesOf(id, '?status=failed')).data).toEqual([]);
    expect((await deliveriesOf(id, '?status=delivered')).data).toHaveLength(3);
    for (const [query, param] of [
      ['limit=0', 'limit'],
      ['status=lost', 'status'],
      ['after=x', 'after'],
    ]) {
      expectError(await account.request('GET', `/webhooks/${id}/deliveries?${query}`), 400, param);
    }
  });

  test('redeliver: the same event once more, with the same id, as a delivery of its own', async () => {
    const receiver = await opened(WebhookReceiver.start());
    const { webhook_id: id, secret } = await subscribe(receiver.url, quiet);
    const first = await sendTest(id);
    await deliveryWhen(id, first.delivery_id, ({ status }) => status === 'delivered');
    const answer = await account.request('POST', `/webhooks/${id}/deliveries/${first.delivery_id}/redeliver`);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ event_id: first.event_id, event_type: 'webhook.test' });
    expect(answer.body.delivery_id).not.toBe(first.delivery_id);
    await deliveryWhen(id, answer.body.delivery_id, ({ status }) => status === 'delivered');
    expect(receiver.received).toHaveLength(2);
    expect(verified(secret, receiver.received[1]!)).toEqual(verified(secret, receiver.received[0]!));
  });
});

describe('6 Events · private addresses', () => {
  let guarded: Service;
  let configured: WebhookReceiver;
  const request = (method: string, route: string, body?: object) =>
    guarded.request(method, route, body === undefined ? {} : { body });

  beforeAll(async () => {
    configured = await opened(WebhookReceiver.start());
    guarded = await Service.start({ PARLEY_WEBHOOK_URL: configured.url });
  });

  afterAll(() => guarded?.remove());

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
  ])('422: %s', async (url) => {
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
    for (;;) {
      const { body } = await request('GET', `/webhooks/${webhook.webhook_id}/deliveries`);
      const delivery = body.data.find((candidate: any) => candidate.delivery_id === sent.delivery_id);
      if (delivery.attempts > 0) {
        expect(delivery).toMatchObject({ status: 'pending', last_response_status: null });
        expect(delivery.last_error).toContain('private address');
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
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
