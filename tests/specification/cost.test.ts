import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { Account, BUSY, TALKS } from './accounts.ts';
import { expectError, expectFields } from './answers.ts';

const FREE = { currency: 'USD', total: 0, total_micros: 0, items: [], unpriced: [] };

let service: Service;
let account: Account;

beforeAll(async () => {
  service = await Service.start();
  account = await Account.first(service);
});
afterAll(() => service?.remove());

const prices = () => account.request('GET', '/prices');
const set = (body: object, options: object = {}) => account.request('PUT', '/prices', { body, ...options });
const ofAccount = (list: any) => list.data.filter((price: any) => price.source === 'account');

describe('Beyond · cost', () => {
  test('what was never answered costs nothing', async () => {
    expect((await account.call()).cost).toEqual(FREE);
  });

  test('a call that waits for its end has none yet', async () => {
    const { body } = await account.request('POST', '/calls/batch', {
      body: { agent_id: account.agentId, recipients: [{ phone: BUSY }], schedule_at: 4_000_000_000 },
    });
    const { body: results } = await account.request('GET', `/calls/batch/${body.batch_id}/results`);
    const callId = results.data[0].call_id;
    expect((await account.request('GET', `/calls/${callId}`)).body.cost).toBe(null);
    await account.request('POST', `/calls/batch/${body.batch_id}/cancel`);
    expect((await account.callOver(callId)).cost).toEqual(FREE);
  });

  test('what is built in is counted, costs 0, and the simulated phone has no telephone network', async () => {
    const { cost } = await account.callWithWords({ recipient_phone: TALKS }, 6);
    expect(cost).toMatchObject({ currency: 'USD', total: 0, total_micros: 0, unpriced: [] });
    const [voice] = cost.items.filter((item: any) => item.kind === 'voice');
    expect(voice).toEqual({
      ...{ provider: 'builtin', name: 'rms', kind: 'voice', unit: 'character', micros: 0 },
      quantity: expect.any(Number),
    });
    expect(cost.items.map((item: any) => item.kind)).not.toContain('telephony');
  });

  test('a call has stages of its latency, with percentiles', async () => {
    const { latency, transcript } = await account.callWhen(
      (await account.place({ recipient_phone: TALKS, max_duration: 30 })).body.call_id,
      (call) => call.phase === 'ended',
    );
    const answered = transcript.filter((turn: any) => turn.response);
    expect(answered.length).toBeGreaterThan(0);
    expect(latency.stages.map(({ stage }: any) => stage)).toEqual([
      ...['endpointing', 'recognition', 'model', 'synthesis', 'playout'],
    ]);
    for (const { stage, p50_ms: p50, p95_ms: p95 } of latency.stages) {
      expect(p95).toBeGreaterThanOrEqual(p50);
      const spans = answered.map((turn: any) => turn.response.stages.find((one: any) => one.stage === stage));
      expect(spans.map((span: any) => span.end_ms - span.start_ms)).toContain(p50);
    }
  });
});

describe('Beyond · prices', () => {
  test('GET: those that come with Parley, each with its date', async () => {
    const { status, body } = await prices();
    expect([status, body.currency, body.total]).toEqual([200, 'USD', body.data.length]);
    expect(body.total).toBeGreaterThan(20);
    for (const price of body.data) {
      expectFields(price, ['provider', 'name', 'unit', 'price_micros', 'priced_on', 'source']);
      expect(price.priced_on).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(price.source).toBe('default');
    }
  });

  test('PUT replaces the own ones, which come first and hide the same price that comes with Parley', async () => {
    const { body: before } = await prices();
    const [known] = before.data;
    const own = { provider: known.provider, name: known.name, unit: known.unit, price_micros: 1 };
    const trunk = { provider: 'trunk', unit: 'call_minute', price_micros: 7000, priced_on: '2026-11-01' };
    const { status, body } = await set({ data: [own, trunk] });
    const today = new Date().toISOString().slice(0, 10);
    expect([status, body.data.slice(0, 2), body.total]).toEqual([
      200,
      [
        { ...own, priced_on: today, source: 'account' },
        { ...trunk, name: '*', source: 'account' },
      ],
      before.total + 1,
    ]);
    expect((await prices()).body).toEqual(body);
    expect((await set({ data: [] })).body).toEqual(before);
  });

  test('with another currency, those that come with Parley are not used', async () => {
    const { body } = await set({ currency: 'EUR', data: [] });
    expect(body).toEqual({ currency: 'EUR', data: [], total: 0 });
    expect((await account.call()).cost).toEqual({ ...FREE, currency: 'EUR' });
    await set({ data: [] });
  });

  test('they are of one account', async () => {
    const other = await Account.create(service, 'starter');
    await set({ data: [{ provider: 'trunk', unit: 'call_minute', price_micros: 1 }] });
    expect(ofAccount((await other.request('GET', '/prices')).body)).toEqual([]);
    await set({ data: [] });
  });

  const price = { provider: 'openai', name: 'x', unit: 'million_input_tokens', price_micros: 1 };
  test.each([
    ['no list', {}, 'data'],
    ['a price that is no whole number', { data: [{ ...price, price_micros: 0.5 }] }, 'data[0].price_micros'],
    ['a price below 0', { data: [{ ...price, price_micros: -1 }] }, 'data[0].price_micros'],
    ['an unknown unit', { data: [{ ...price, unit: 'token' }] }, 'data[0].unit'],
    ['an unknown field', { data: [{ ...price, price: 1 }] }, 'data[0].price'],
    ['a date that is none', { data: [{ ...price, priced_on: '2026-02-30' }] }, 'data[0].priced_on'],
    ['a provider with a slash', { data: [{ ...price, provider: 'a/b' }] }, 'data[0].provider'],
    ['the same twice', { data: [price, price] }, 'data[1]'],
    ['a currency that is none', { currency: 'dollars', data: [] }, 'currency'],
    ['501 prices', { data: Array.from({ length: 501 }, (_, no) => ({ ...price, name: `x${no}` })) }, 'data'],
  ])('400: %s', async (_, body, param) => {
    expectError(await set(body), 400, param);
  });

  test('the command line lists and sets them', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'parley-prices-')), 'prices.json');
    try {
      await writeFile(file, JSON.stringify({ data: [{ provider: 'trunk', unit: 'call_minute', price_micros: 7000 }] }));
      const ofThis = ['--account', account.accountId];
      const list = await service.parley('prices', 'set', ...ofThis, '--file', file);
      expect((await prices()).body).toEqual(list);
      expect((await service.parley('prices', 'list', ...ofThis, '--provider', 'Trunk')).data).toEqual(ofAccount(list));
    } finally {
      await rm(path.dirname(file), { recursive: true });
      await set({ data: [] });
    }
  });

  test('403 without providers:write', async () => {
    const { api_key: key } = await account.newKey('calls:write', 'agents:write');
    expectError(await account.request('GET', '/prices', { key }), 403);
    expectError(await set({ data: [] }, { key }), 403);
  });
});
