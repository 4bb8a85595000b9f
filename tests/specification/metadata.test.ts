import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';
import { Account, BUSY, REJECTS } from './accounts.ts';
import { expectError } from './answers.ts';

const METADATA = { order: 4711, source: 'crm', vip: true, parent: null };

let service: Service;
let account: Account;

beforeAll(async () => {
  service = await Service.start({ PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true' });
  account = await Account.first(service);
});
afterAll(() => service?.remove());

describe('Beyond · metadata', () => {
  test('comes back in the detail, the list, the export and the webhook, and is never a variable', async () => {
    const receiver = await WebhookReceiver.start();
    try {
      await account.request('POST', '/webhooks', { body: { url: receiver.url, events: ['call.failed'] } });
      const placed = await account.place({ metadata: METADATA });
      expect([placed.status, Object.keys(placed.body).length]).toEqual([201, 5]);
      const callId = placed.body.call_id;
      const detail = await account.callOver(callId);
      expect([detail.metadata, detail.variables]).toEqual([METADATA, {}]);
      const { body: page } = await account.request('GET', '/calls');
      expect(page.data.find((call: any) => call.call_id === callId).metadata).toEqual(METADATA);
      const { body: exported } = await account.request('GET', '/calls/export');
      expect(exported.data.find((call: any) => call.call_id === callId).metadata).toEqual(METADATA);
      const { body: delivered } = await receiver.next(({ body }) => body.includes(callId));
      expect(JSON.parse(delivered).data.metadata).toEqual(METADATA);
    } finally {
      await receiver.close();
    }
  });

  test('is empty where none was given', async () => {
    expect((await account.call()).metadata).toEqual({});
  });

  test('a placeholder of its name stays without a value: 422', async () => {
    const agent = await account.newAgent({ prompt: 'You talk with {{customer}}.' });
    const answer = await account.place({ agent_id: agent.agent_id, metadata: { customer: 'Maria' } });
    expectError(answer, 422, 'variables.customer');
  });

  test('belongs to the body of an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'with-metadata' };
    const placed = await account.place({ recipient_phone: REJECTS, metadata: { order: 1 } }, headers);
    expect(placed.status).toBe(201);
    expectError(
      await account.place({ recipient_phone: REJECTS, metadata: { order: 2 } }, headers),
      422,
      'Idempotency-Key',
    );
  });

  test.each([
    ['a list', ['x'], 'metadata'],
    ['an object inside', { a: { b: 1 } }, 'metadata.a'],
    ['a key of 41 characters', { ['k'.repeat(41)]: 1 }, `metadata.${'k'.repeat(41)}`],
    ['a value of 501 characters', { a: 'x'.repeat(501) }, 'metadata.a'],
    ['a number with too many digits', { a: 2 ** 53 }, 'metadata.a'],
    ['51 keys', Object.fromEntries(Array.from({ length: 51 }, (_, no) => [`k${no}`, no])), 'metadata'],
  ])('400: %s', async (_, metadata, param) => {
    expectError(await account.place({ metadata }), 400, param);
  });

  test('50 keys of 40 characters with 500 each are accepted', async () => {
    const entries = Array.from({ length: 50 }, (_, no) => [String(no).padStart(40, 'k'), 'é'.repeat(500)]);
    const metadata = Object.fromEntries(entries);
    expect((await account.call({ metadata })).metadata).toEqual(metadata);
  });

  test('of a batch: that of a recipient comes over that of the batch, and a retry keeps it', async () => {
    const { body: batch } = await account.request('POST', '/calls/batch', {
      body: {
        agent_id: account.agentId,
        metadata: { campaign: 'autumn', order: 0 },
        recipients: [{ phone: BUSY, metadata: { order: 4711 } }, { phone: REJECTS }],
      },
    });
    const results = async (batchId: string) => {
      const { body } = await account.request('GET', `/calls/batch/${batchId}/results`);
      for (const { call_id: callId } of body.data) await account.callOver(callId);
      return body.data.map((result: any) => result.metadata);
    };
    const given = [
      { campaign: 'autumn', order: 4711 },
      { campaign: 'autumn', order: 0 },
    ];
    expect(await results(batch.batch_id)).toEqual(given);
    const { body: retried } = await account.request('POST', `/calls/batch/${batch.batch_id}/retry`, { body: {} });
    expect(await results(retried.batch_id)).toEqual(given);
  });

  test('of a batch: 400 where both together are too much', async () => {
    const keys = (prefix: string) => Object.fromEntries(Array.from({ length: 26 }, (_, no) => [`${prefix}${no}`, no]));
    const body = {
      agent_id: account.agentId,
      metadata: keys('a'),
      recipients: [{ phone: BUSY }, { phone: REJECTS, metadata: keys('b') }],
    };
    expectError(await account.request('POST', '/calls/batch', { body }), 400, 'recipients[1].metadata');
  });
});
