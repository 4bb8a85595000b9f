import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { Account, BUSY, REJECTS, RINGS } from './accounts.ts';
import { expectError } from './answers.ts';

let service: Service;
let account: Account;
let other: Account;

beforeAll(async () => {
  service = await Service.start();
  [account, other] = await Promise.all([Account.first(service), Account.create(service, 'growth')]);
});

afterAll(() => service?.remove());

const key = () => ({ 'idempotency-key': crypto.randomUUID() });
const total = async () => (await account.request('GET', '/calls?limit=1')).body.total;

describe('Calls · Idempotency-Key · 201', () => {
  test('the same key and body: the stored response, Idempotent-Replayed, and no second call', async () => {
    const headers = key();
    const first = await account.place({ variables: { name: 'Maria' } }, headers);
    expect(first.status).toBe(201);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    await account.callOver(first.body.call_id);
    const before = await total();
    const again = await account.place({ variables: { name: 'Maria' } }, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(await total()).toBe(before);
  });

  test('while the call is still live it is no duplicate either', async () => {
    const headers = key();
    const first = await account.place({ recipient_phone: RINGS }, headers);
    const again = await account.place({ recipient_phone: RINGS }, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expectError(await account.place({ recipient_phone: RINGS }), 409);
    expectError(await account.place({ recipient_phone: RINGS }, key()), 409);
    await account.hangUp(first.body.call_id);
  });

  test('the same body in another order and other spacing is the same body', async () => {
    const headers = key();
    const body = (text: string) => account.request('POST', '/call', { body: text, headers });
    const id = account.agentId;
    const first = await body(`{"agent_id":"${id}","recipient_phone":"${BUSY}","variables":{"a":1,"b":2}}`);
    const again = await body(`{ "variables": {"b": 2, "a": 1}, "recipient_phone": "${BUSY}", "agent_id": "${id}" }`);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    await account.callOver(first.body.call_id);
  });

  test('50 requests at the same time with one key: one call, and 50 equal bodies, 49 of them replayed', async () => {
    const headers = key();
    const before = await total();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => account.place({ recipient_phone: REJECTS }, headers)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(49);
    expect(await total()).toBe(before + 1);
    await account.callOver(answers[0]!.body.call_id);
  });

  test('the key of one account says nothing to another', async () => {
    const headers = key();
    const ours = await account.place({}, headers);
    const theirs = await other.place({}, headers);
    expect(theirs.status).toBe(201);
    expect(theirs.headers.has('idempotent-replayed')).toBe(false);
    expect(theirs.body.call_id).not.toBe(ours.body.call_id);
    await account.callOver(ours.body.call_id);
    await other.callOver(theirs.body.call_id);
  });

  test('a refused request is not stored: put right, it is placed under the same key', async () => {
    const headers = key();
    expectError(await account.place({ from_number: '+12025550199' }, headers), 422, 'from_number');
    const placed = await account.place({}, headers);
    expect(placed.status).toBe(201);
    expect(placed.headers.has('idempotent-replayed')).toBe(false);
    await account.callOver(placed.body.call_id);
  });

  test.each(['x', 'x'.repeat(255), 'order #5: "Maria" <maria@example.com>'])('the key %s', async (name) => {
    const placed = await account.place({}, { 'idempotency-key': name });
    expect(placed.status).toBe(201);
    await account.callOver(placed.body.call_id);
  });

  test('it is kept over a restart', async () => {
    const headers = key();
    const first = await account.place({}, headers);
    await account.callOver(first.body.call_id);
    await service.stop('SIGKILL');
    await service.start();
    const again = await account.place({}, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('Calls · durable', () => {
  test('kill -9 right after the answer: the call is there, it ends, and is not dialled twice', async () => {
    const placed = await Promise.all(
      account.agentIds.map((agentId) => account.place({ agent_id: agentId, recipient_phone: RINGS })),
    );
    await service.stop('SIGKILL');
    expect(placed.map(({ status }) => status)).toEqual([201, 201]);
    await service.start();
    for (const { body } of placed) {
      // Whether it had rung is unknown; it is dialled only if it had not been dialled yet.
      const over = await account.hangUp(body.call_id);
      expect(over).toMatchObject({ call_id: body.call_id, status: 'failed', recipient_phone: RINGS });
      expect(['interrupted_by_restart', 'canceled']).toContain(over.end_reason);
    }
  });
});

describe('Calls · Idempotency-Key · 400', () => {
  test.each(['', 'x'.repeat(256), 'a\tb'])('the key %j', async (name) => {
    const answer = await account.place({}, { 'idempotency-key': name });
    expectError(answer, 400, 'Idempotency-Key');
    expect(answer.body.error.message).toMatch(/visible ASCII characters, with blanks only between them/);
  });
});

describe('Calls · Idempotency-Key · 422', () => {
  test('the same key with another body', async () => {
    const headers = key();
    const first = await account.place({}, headers);
    for (const change of [{ recipient_phone: REJECTS }, { max_duration: 60 }, { variables: { name: 'x' } }]) {
      const answer = await account.place(change, headers);
      expectError(answer, 422, 'Idempotency-Key');
      expect(answer.headers.has('idempotent-replayed')).toBe(false);
    }
    await account.callOver(first.body.call_id);
  });
});

describe('Batches · Idempotency-Key', () => {
  const send = (change: object, headers: Record<string, string>) =>
    account.request('POST', '/calls/batch', {
      body: { agent_id: account.agentId, recipients: [{ phone: BUSY }, { phone: REJECTS }], ...change },
      headers,
    });
  const calls = async (batchId: string) => (await account.request('GET', `/calls?batch_id=${batchId}`)).body;

  test('of 20 requests at the same time with one key one makes a batch, and the others replay its answer', async () => {
    const headers = key();
    const before = await total();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({}, headers)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(19);
    expect(await total()).toBe(before + 2);
    const { batch_id } = answers[0]!.body;
    expect(answers[19]!.headers.get('location')).toBe(`${service.baseUrl}/calls/batch/${batch_id}`);
    for (const call of (await calls(batch_id)).data) await account.callOver(call.call_id);
  });

  test('422: the same key with other recipients, or with a call', async () => {
    const headers = key();
    const { body: batch } = await send({}, headers);
    expectError(await send({ recipients: [{ phone: BUSY }] }, headers), 422, 'Idempotency-Key');
    expectError(await account.place({}, headers), 422, 'Idempotency-Key');
    expect((await calls(batch.batch_id)).total).toBe(2);
    for (const call of (await calls(batch.batch_id)).data) await account.callOver(call.call_id);
  });

  test('400: a key that is none', async () => {
    expectError(await send({}, { 'idempotency-key': '' }), 400, 'Idempotency-Key');
  });
});
