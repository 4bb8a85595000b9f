import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/growing-pauses.ts';
import { sharedService } from '../support/shared-service.ts';
import { Account, BUSY, unknownId } from './accounts.ts';
import { type Answer, expectError, expectFields, expectUnixSeconds } from './answers.ts';

/** Sends nothing to private addresses, as installations do by default. */
const service = sharedService();
let account: Account;
let other: Account;

beforeAll(async () => {
  [account, other] = await Promise.all([Account.create(service, 'enterprise'), Account.create(service, 'growth')]);
});

const pages = (method: string, query = '', by = account, key = by.key): Promise<Answer> =>
  by.request(method, `/../dashboard/api/inbox${query}`, { key });

const messages = async (query = '?limit=100', by = account) => (await pages('GET', query, by)).body;

async function messageWhen(isWanted: (message: any) => boolean, by = account): Promise<any> {
  for (;;) {
    const found = (await messages('?limit=100', by)).data.find(isWanted);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The inbox with a secret that is known here. */
async function opened(by = account): Promise<{ webhook_id: string; url: string; secret: string }> {
  const { body } = await pages('POST', '', by);
  const rotated = await by.request('POST', `/webhooks/${body.webhook_id}/rotate`, { body: { overlap: 0 } });
  return rotated.body;
}

function post(url: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
}

function signed(secret: string, body: string, at = new Date(), id = `evt_${crypto.randomUUID()}`) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

describe('Dashboard · the inbox of webhooks', () => {
  test('it is opened once, as a webhook that gets every event', async () => {
    expect(await messages('', other)).toEqual({ webhook: null, data: [], total: 0 });
    const first = await pages('POST', '', other);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ source: 'inbox', enabled: true });
    expect(first.body.events).toHaveLength(6);
    expect(first.body.url).toMatch(new RegExp(`^http://127.0.0.1:${service.address.port}/hooks/inbox/[\\w-]{32}$`));
    const again = await pages('POST', '', other);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await other.request('GET', '/webhooks')).body.data).toEqual([first.body]);
    expect((await messages('', other)).webhook).toEqual(first.body);
  });

  test('a call is delivered to it, though private addresses are refused', async () => {
    const { body: webhook } = await pages('POST');
    const call = await account.call({ recipient_phone: BUSY });
    const message = await messageWhen(
      ({ event_type: type, payload }) => type === 'call.failed' && payload.includes(call.call_id),
    );
    expectFields(message, [
      ...['message_id', 'received_at', 'event_id', 'event_type', 'headers', 'payload', 'signature_valid'],
    ]);
    expect(JSON.parse(message.payload)).toMatchObject({ id: message.event_id, data: { end_reason: 'busy' } });
    expect(message.signature_valid).toBe(true);
    expect(message.headers['webhook-id']).toBe(message.event_id);
    expectUnixSeconds(message.received_at);
    // The message is there before its sender has read the answer.
    const delivery = await until(
      async () => {
        const { data } = (await account.request('GET', `/webhooks/${webhook.webhook_id}/deliveries`)).body;
        return data.find((known: any) => known.event_id === message.event_id);
      },
      ({ status }) => status !== 'pending',
    );
    expect(delivery).toMatchObject({ status: 'delivered', last_response_status: 204 });
    const again = `/webhooks/${webhook.webhook_id}/deliveries/${delivery.delivery_id}/redeliver`;
    expect((await account.request('POST', again)).status).toBe(201);
    await messageWhen(({ event_id: id, message_id: other }) => id === message.event_id && other !== message.message_id);
  });

  test("no other webhook is let through to the service's own address", async () => {
    const { body: inbox } = await pages('POST');
    expectError(await account.request('POST', '/webhooks', { body: { url: inbox.url } }), 422, 'url');
    const change = { url: 'http://127.0.0.1:9/' };
    expectError(await account.request('PATCH', `/webhooks/${inbox.webhook_id}`, { body: change }), 422, 'url');
  });

  test('a signed message of another sender is accepted', async () => {
    const { url, secret } = await opened();
    const body = JSON.stringify({ type: 'order.paid', note: '<script>alert(1)</script>' });
    const headers = { ...signed(secret, body), authorization: 'Bearer secret', 'x-shop': '<i>' };
    const response = await post(url, body, headers);
    expect([response.status, await response.text()]).toEqual([204, '']);
    const message = await messageWhen(({ event_id: id }) => id === headers['webhook-id']);
    expect(message).toMatchObject({ event_type: 'order.paid', payload: body, headers: { 'x-shop': '<i>' } });
    expect(message.headers.authorization).toBeUndefined();
  });

  test('403: not signed by this inbox, changed on the way, or too old; nothing of it is kept', async () => {
    const { url, secret } = await opened();
    const { secret: theirs } = await opened(other);
    const { total } = await messages();
    const body = JSON.stringify({ type: 'a' });
    for (const headers of [
      signed(theirs, body),
      signed(secret, `${body} `),
      signed(secret, body, new Date(Date.now() - 6 * 60_000)),
      signed(secret, body, new Date(Date.now() + 6 * 60_000)),
      { ...signed(secret, body), 'webhook-id': 'evt_other' },
      { ...signed(secret, body), 'webhook-signature': 'v1,' },
    ]) {
      const response = await post(url, body, headers);
      expect([response.status, ((await response.json()) as any).error.param]).toEqual([403, 'webhook-signature']);
    }
    expect((await messages()).total).toBe(total);
  });

  test('400 and 404: no headers, no JSON, too large, no such inbox', async () => {
    const { url, secret } = await opened();
    const body = JSON.stringify({ type: 'a' });
    const refused = async (response: Response) => [response.status, ((await response.json()) as any).error.param];
    expect(await refused(await post(url, body))).toEqual([400, 'webhook-id']);
    expect(await refused(await post(url, '{}', signed(secret, '{}')))).toEqual([400, undefined]);
    expect(await refused(await post(url, 'x', signed(secret, 'x')))).toEqual([400, undefined]);
    const large = JSON.stringify({ type: 'a', text: 'x'.repeat(256 * 1024) });
    expect(await refused(await post(url, large, signed(secret, large)))).toEqual([400, undefined]);
    const almost = JSON.stringify({ type: 'a', text: 'x'.repeat(255 * 1024) });
    expect((await post(url, almost, signed(secret, almost))).status).toBe(204);
    expect(await refused(await post(`${url}x`, body, signed(secret, body)))).toEqual([404, undefined]);
    expect((await fetch(url)).status).toBe(404);
  });

  test('the last 100 are kept', async () => {
    const { url, secret } = await opened(other);
    for (let no = 0; no < 105; no += 1) {
      const body = JSON.stringify({ type: 'n', no });
      expect((await post(url, body, signed(secret, body))).status).toBe(204);
    }
    const { data, total } = await messages('?limit=100', other);
    expect(total).toBe(100);
    expect(data.map(({ payload }: any) => JSON.parse(payload).no)).toEqual(
      Array.from({ length: 100 }, (_, no) => 104 - no),
    );
    expect((await messages('?limit=1&offset=99', other)).data).toHaveLength(1);
  });

  test('a deleted inbox takes nothing, and a new one has another address', async () => {
    const { webhook_id: id, url, secret } = await opened(other);
    expect((await other.request('DELETE', `/webhooks/${id}`)).status).toBe(204);
    const body = JSON.stringify({ type: 'a' });
    expect((await post(url, body, signed(secret, body))).status).toBe(404);
    const { body: next } = await pages('POST', '', other);
    expect(next.webhook_id).not.toBe(id);
    expect(next.url).not.toBe(url);
  });

  test('403: a key that lacks the permission', async () => {
    const { api_key: key } = await account.newKey('calls:write');
    expectError(await pages('GET', '', account, key), 403);
    expectError(await pages('POST', '', account, key), 403);
  });
});

describe('6 Events · a delivery', () => {
  test('200: with the payload and every attempt', async () => {
    const { body: webhook } = await pages('POST');
    const { body: sent } = await account.request('POST', `/webhooks/${webhook.webhook_id}/test`);
    await messageWhen(({ event_id: id }) => id === sent.event_id);
    const route = `/webhooks/${webhook.webhook_id}/deliveries/${sent.delivery_id}`;
    let { status, body } = await account.request('GET', route);
    while (body.status === 'pending') ({ status, body } = await account.request('GET', route));
    expect(status).toBe(200);
    const { payload, attempt_log: attempts, ...delivery } = body;
    expect(delivery).toMatchObject({ delivery_id: sent.delivery_id, status: 'delivered', attempts: 1 });
    expect(payload).toMatchObject({ id: sent.event_id, type: 'webhook.test', data: { message: expect.any(String) } });
    expect(attempts).toEqual([
      {
        attempted_at: delivery.last_attempt_at,
        response_status: 204,
        response_body: null,
        error: null,
        duration_ms: delivery.last_duration_ms,
      },
    ]);
  });

  test('403 and 404: no permission, a webhook of another account, an unknown delivery', async () => {
    const { body: webhook } = await pages('POST');
    const { body: sent } = await account.request('POST', `/webhooks/${webhook.webhook_id}/test`);
    const route = `/webhooks/${webhook.webhook_id}/deliveries/${sent.delivery_id}`;
    const { api_key: key } = await account.newKey('calls:write');
    expectError(await account.request('GET', route, { key }), 403);
    expectError(await other.request('GET', route), 404, 'webhook_id');
    const unknown = `/webhooks/${webhook.webhook_id}/deliveries/${unknownId('dlv')}`;
    expectError(await account.request('GET', unknown), 404, 'delivery_id');
  });
});
