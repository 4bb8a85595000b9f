import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';
import { Account } from './accounts.ts';
import { expectError, expectFields } from './answers.ts';
import { Receiver } from './receivers.ts';
import { eventIn, eventsOf, Subscriber, verified } from './subscriber.ts';

let service: Service;
let account: Account;
let subscriber: Subscriber;

beforeAll(async () => {
  service = await Service.start({ PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true' });
  account = await Account.first(service);
  subscriber = new Subscriber(account);
});

afterAll(async () => {
  await service?.remove();
  await subscriber?.close();
});

/** Test events come all the same. */
const quiet = ['call.transferred'];

// Side by side: they wait for retries and time limits.
describe.concurrent('6 Events · delivery', () => {
  test('500: it comes again after 5 s, with the same id and body and a signature of its own', async () => {
    const receiver = await subscriber.opened(WebhookReceiver.start());
    receiver.answer = () => (receiver.received.length === 0 ? 500 : 200);
    const { webhook_id: id, secret } = await subscriber.subscribe(receiver.url, quiet);
    const { delivery_id: deliveryId, event_id: eventId } = await subscriber.sendTest(id);
    const pending = await subscriber.deliveryWhen(id, deliveryId, ({ attempts }) => attempts === 1);
    expect(pending).toMatchObject({ status: 'pending', last_response_status: 500 });
    const firstMs = Date.now();
    const done = await subscriber.deliveryWhen(id, deliveryId, ({ status }) => status === 'delivered');
    expect(done).toMatchObject({ attempts: 2, last_response_status: 200, next_attempt_at: null });
    expect(Date.now() - firstMs).toBeGreaterThan(4000);
    expect(pending.next_attempt_at - pending.last_attempt_at).toBeGreaterThanOrEqual(5);
    // 5.5 s at most, each of the two rounded down.
    expect(pending.next_attempt_at - pending.last_attempt_at).toBeLessThanOrEqual(6);
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
    const receiver = await subscriber.opened(WebhookReceiver.start());
    receiver.answer = () => 500;
    const { webhook_id: id } = await subscriber.subscribe(receiver.url, quiet);
    const { delivery_id: deliveryId } = await subscriber.sendTest(id);
    const twice = await subscriber.deliveryWhen(id, deliveryId, ({ attempts }) => attempts === 2);
    expect(twice.next_attempt_at - twice.last_attempt_at).toBeGreaterThanOrEqual(299);
    expect(twice.next_attempt_at - twice.last_attempt_at).toBeLessThanOrEqual(331);
  });

  test.each([200, 201, 202, 204, 299])('%i counts as delivered', async (status) => {
    const receiver = await subscriber.opened(WebhookReceiver.start());
    receiver.answer = () => status;
    const { webhook_id: id } = await subscriber.subscribe(receiver.url, quiet);
    const { delivery_id: deliveryId } = await subscriber.sendTest(id);
    const done = await subscriber.deliveryWhen(id, deliveryId, ({ attempts }) => attempts > 0);
    expect(done).toMatchObject({ status: 'delivered', attempts: 1, last_response_status: status, last_error: null });
  });

  test.each([304, 400, 401, 404, 429, 503])('%i does not, and is tried again', async (status) => {
    const receiver = await subscriber.opened(WebhookReceiver.start());
    receiver.answer = () => status;
    const { webhook_id: id } = await subscriber.subscribe(receiver.url, quiet);
    const { delivery_id: deliveryId } = await subscriber.sendTest(id);
    const tried = await subscriber.deliveryWhen(id, deliveryId, ({ attempts }) => attempts > 0);
    expect(tried).toMatchObject({ last_response_status: status, status: 'pending' });
    expect(tried.next_attempt_at).not.toBeNull();
  });

  test('410 disables, and nothing more is sent until it is enabled again', async () => {
    const receiver = await subscriber.opened(WebhookReceiver.start());
    receiver.answer = () => 410;
    const { webhook_id: id } = await subscriber.subscribe(receiver.url, quiet);
    const { delivery_id: deliveryId } = await subscriber.sendTest(id);
    const gone = await subscriber.deliveryWhen(id, deliveryId, ({ attempts }) => attempts > 0);
    expect(gone).toMatchObject({ status: 'failed', next_attempt_at: null });
    const { body: webhook } = await account.request('GET', `/webhooks/${id}`);
    expect(webhook).toMatchObject({ enabled: false, disabled_reason: expect.stringContaining('410') });
    expectError(await account.request('POST', `/webhooks/${id}/test`), 422, 'webhook_id');
    expectError(await account.request('POST', `/webhooks/${id}/deliveries/${deliveryId}/redeliver`), 422, 'webhook_id');

    receiver.answer = () => 200;
    const { body: again } = await account.request('PATCH', `/webhooks/${id}`, { body: { enabled: true } });
    expect(again).toMatchObject({ enabled: true, disabled_reason: null });
    const next = await subscriber.sendTest(id);
    await subscriber.deliveryWhen(id, next.delivery_id, ({ status }) => status === 'delivered');
    expect(receiver.received).toHaveLength(2);
  });

  test('redirects are not followed', async () => {
    const elsewhere = await subscriber.opened(Receiver.start((_, response) => response.end()));
    const redirecting = await subscriber.opened(
      Receiver.start((_, response) => response.writeHead(307, { location: elsewhere.url }).end()),
    );
    const { webhook_id: id } = await subscriber.subscribe(redirecting.url, quiet);
    const { delivery_id: deliveryId } = await subscriber.sendTest(id);
    const tried = await subscriber.deliveryWhen(id, deliveryId, ({ attempts }) => attempts > 0);
    expect(tried).toMatchObject({ status: 'pending', last_response_status: 307 });
    expect([redirecting.requests, elsewhere.requests]).toEqual([1, 0]);
  });

  test('a receiver that hangs is cut off after 15 s, and delays no other', async () => {
    const hanging = await subscriber.opened(Receiver.start(() => {}));
    const quick = await subscriber.opened(WebhookReceiver.start());
    const [stuck, well] = [
      await subscriber.subscribe(hanging.url, quiet),
      await subscriber.subscribe(quick.url, quiet),
    ];
    const startedMs = Date.now();
    await Promise.all(Array.from({ length: 5 }, () => subscriber.sendTest(stuck.webhook_id)));
    const { delivery_id: deliveryId } = await subscriber.sendTest(well.webhook_id);
    await subscriber.deliveryWhen(well.webhook_id, deliveryId, ({ status }) => status === 'delivered');
    expect(Date.now() - startedMs).toBeLessThan(10_000);
    const cut = await subscriber.firstTried(stuck.webhook_id);
    expect(cut).toMatchObject({
      status: 'pending',
      last_response_status: null,
      last_error: expect.stringMatching(/15 s/),
    });
    expect(cut.last_duration_ms).toBeGreaterThanOrEqual(14_900);
    expect(cut.last_duration_ms).toBeLessThan(20_000);
  });

  test('many that hang on one host do not delay others there', async () => {
    const host = await subscriber.opened(
      Receiver.start((request, response) => {
        if (request.url?.endsWith('/well')) response.end();
      }),
    );
    for (let index = 0; index < 12; index += 1) {
      const { webhook_id: id } = await subscriber.subscribe(`${host.url}/${index}`, quiet);
      await Promise.all(Array.from({ length: 4 }, () => subscriber.sendTest(id)));
    }
    const { webhook_id: id } = await subscriber.subscribe(`${host.url}/well`, quiet);
    const { delivery_id: deliveryId } = await subscriber.sendTest(id);
    const delivery = await subscriber.deliveryWhen(id, deliveryId, ({ status }) => status !== 'pending');
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 1 });
    // Those that hang are cut off after 15 s.
    expect(delivery.last_attempt_at - delivery.created_at).toBeLessThan(10);
  });

  test('many events at once are delivered one right after the other', async () => {
    const receiver = await subscriber.opened(WebhookReceiver.start());
    const { webhook_id: id } = await subscriber.subscribe(receiver.url, quiet);
    const startedMs = Date.now();
    const sent = await Promise.all(Array.from({ length: 90 }, () => subscriber.sendTest(id)));
    for (const { event_id: eventId } of sent) await receiver.next((received) => eventIn(received).id === eventId);
    // Three in a second, as with workers that sleep between two jobs, would be 30 s.
    expect(Date.now() - startedMs).toBeLessThan(15_000);
  });

  test('a receiver that answers without an end is cut off, and its status counts', async () => {
    const endless = await subscriber.opened(
      Receiver.start((_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('x'.repeat(10_000)), 10);
        response.on('close', () => clearInterval(timer));
      }),
    );
    const { webhook_id: id } = await subscriber.subscribe(endless.url, quiet);
    const { delivery_id: deliveryId } = await subscriber.sendTest(id);
    const done = await subscriber.deliveryWhen(id, deliveryId, ({ attempts }) => attempts > 0);
    expect(done).toMatchObject({ status: 'delivered', last_response_status: 200 });
  });

  test('no server there: the log says why', async () => {
    const gone = await Receiver.start(() => {});
    await gone.close();
    const { webhook_id: id } = await subscriber.subscribe(gone.url, quiet);
    const { delivery_id: deliveryId } = await subscriber.sendTest(id);
    const tried = await subscriber.deliveryWhen(id, deliveryId, ({ attempts }) => attempts > 0);
    expect(tried).toMatchObject({ status: 'pending', last_response_status: null });
    expect(tried.last_error).toMatch(/ECONNREFUSED/);
  });

  test('a deleted webhook gets no second attempt, while one that is kept does', async () => {
    const failing = async () => {
      const receiver = await subscriber.opened(WebhookReceiver.start());
      receiver.answer = () => 500;
      const { webhook_id: id } = await subscriber.subscribe(receiver.url, quiet);
      return { receiver, id };
    };
    const [deleted, kept] = [await failing(), await failing()];
    for (const { id } of [deleted, kept]) {
      const { delivery_id: deliveryId } = await subscriber.sendTest(id);
      await subscriber.deliveryWhen(id, deliveryId, ({ attempts }) => attempts === 1);
      if (id === deleted.id) await account.request('DELETE', `/webhooks/${id}`);
    }
    // Its first attempt was the later one of the two, and so is its second.
    await kept.receiver.next(() => kept.receiver.received.length === 2);
    expect(deleted.receiver.received).toHaveLength(1);
  });

  test('rotation: for the overlap both secrets sign, then the new one alone', async () => {
    const receiver = await subscriber.opened(WebhookReceiver.start());
    const { webhook_id: id, secret: old } = await subscriber.subscribe(receiver.url, quiet);
    const rotate = async (body: object) => {
      const answer = await account.request('POST', `/webhooks/${id}/rotate`, { body });
      expect(answer.status).toBe(200);
      return answer.body.secret;
    };
    const received = async () => {
      const { event_id: eventId } = await subscriber.sendTest(id);
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
    const [asked, other] = [
      await subscriber.opened(WebhookReceiver.start()),
      await subscriber.opened(WebhookReceiver.start()),
    ];
    const { webhook_id: id, secret } = await subscriber.subscribe(asked.url, quiet);
    await subscriber.subscribe(other.url, quiet);
    const { event_type: type } = await subscriber.sendTest(id);
    expect(type).toBe('webhook.test');
    expect(verified(secret, await asked.next())).toMatchObject({ type: 'webhook.test', data: expect.any(Object) });
    expect(eventsOf('webhook.test', other.received)).toEqual([]);
  });

  test('the log of deliveries: newest first, by status, in pages', async () => {
    const receiver = await subscriber.opened(WebhookReceiver.start());
    const { webhook_id: id } = await subscriber.subscribe(receiver.url, quiet);
    const sent: string[] = [];
    for (let no = 0; no < 3; no += 1) {
      const { delivery_id: deliveryId } = await subscriber.sendTest(id);
      await subscriber.deliveryWhen(id, deliveryId, ({ status }) => status === 'delivered');
      sent.unshift(deliveryId);
    }
    const { data, ...page } = await subscriber.deliveriesOf(id);
    expect(page).toEqual({ limit: 20, offset: 0, has_more: false });
    expect(data.map((delivery: any) => delivery.delivery_id)).toEqual(sent);
    expectFields(data[0], [
      ...['delivery_id', 'webhook_id', 'event_id', 'event_type', 'status', 'attempts', 'created_at', 'last_attempt_at'],
      ...['next_attempt_at', 'last_response_status', 'last_error', 'last_duration_ms'],
    ]);
    const second = await subscriber.deliveriesOf(id, '?limit=1&offset=1');
    expect(second).toMatchObject({ data: [{ delivery_id: sent[1] }], has_more: true });
    expect((await subscriber.deliveriesOf(id, '?status=failed')).data).toEqual([]);
    expect((await subscriber.deliveriesOf(id, '?status=delivered')).data).toHaveLength(3);
    for (const [query, param] of [
      ['limit=0', 'limit'],
      ['status=lost', 'status'],
      ['after=x', 'after'],
    ]) {
      expectError(await account.request('GET', `/webhooks/${id}/deliveries?${query}`), 400, param);
    }
  });

  test('redeliver: the same event once more, with the same id, as a delivery of its own', async () => {
    const receiver = await subscriber.opened(WebhookReceiver.start());
    const { webhook_id: id, secret } = await subscriber.subscribe(receiver.url, quiet);
    const first = await subscriber.sendTest(id);
    await subscriber.deliveryWhen(id, first.delivery_id, ({ status }) => status === 'delivered');
    const answer = await account.request('POST', `/webhooks/${id}/deliveries/${first.delivery_id}/redeliver`);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ event_id: first.event_id, event_type: 'webhook.test' });
    expect(answer.body.delivery_id).not.toBe(first.delivery_id);
    await subscriber.deliveryWhen(id, answer.body.delivery_id, ({ status }) => status === 'delivered');
    expect(receiver.received).toHaveLength(2);
    expect(verified(secret, receiver.received[1]!)).toEqual(verified(secret, receiver.received[0]!));
  });
});
