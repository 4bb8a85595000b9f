import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase, type Database, findRunningDatabase } from '../../server/src/db/index.ts';
import { sharedService } from '../support/shared-service.ts';
import { Account, BUSY, REJECTS, TALKS } from './accounts.ts';
import { expectError } from './answers.ts';

const NO_DOCUMENT = `doc_${'0'.repeat(26)}`;
const FIRST_MESSAGE = 'Good morning, this is another voice for one call.';

const service = sharedService();
let account: Account;
let database: Database;

beforeAll(async () => {
  account = await Account.create(service, 'enterprise');
  database = await connectDatabase((await findRunningDatabase(service.address.dataDir))!, { poolSize: 1 });
});
afterAll(async () => {
  await database?.close();
});

const agentNow = async () => (await account.request('GET', `/agents/${account.agentId}`)).body;

describe('Beyond · overrides', () => {
  test('what is overridden holds for the call, and the agent stays as it is', async () => {
    const before = await agentNow();
    const overrides = { first_message: FIRST_MESSAGE, recording: { enabled: false } };
    const call = await account.callWithWords({ recipient_phone: TALKS, overrides }, 6);
    const said = call.transcript.filter((turn: any) => turn.role === 'agent').map((turn: any) => turn.text);
    expect(said.join(' ')).toContain('Good morning');
    expect([call.overrides, call.recording_url, call.agent_version]).toEqual([overrides, null, before.version]);
    expect(await agentNow()).toEqual(before);
  });

  test('the answer has the five fields, lists do not show overrides, and null is none', async () => {
    const placed = await account.place({ overrides: { prompt: 'Be brief.' } });
    expect(Object.keys(placed.body).sort()).toEqual(['agent_id', 'call_id', 'created_at', 'recipient_phone', 'status']);
    expect((await account.callOver(placed.body.call_id)).overrides).toEqual({ prompt: 'Be brief.' });
    const { body: page } = await account.request('GET', '/calls');
    expect(page.data[0]).not.toHaveProperty('overrides');
    expect((await account.call()).overrides).toBe(null);
  });

  test('texts of theirs ask for variables: 422 without, 201 with', async () => {
    const overrides = { first_message: 'Hello {{guest}}.' };
    expectError(await account.place({ overrides }), 422, 'variables.guest');
    expect((await account.place({ overrides, variables: { guest: 'Maria' } })).status).toBe(201);
  });

  test('ring_timeout and outcomes are those of the call', async () => {
    const call = await account.call({ recipient_phone: REJECTS, overrides: { ring_timeout: 7, outcomes: ['booked'] } });
    expect(call.overrides).toEqual({ ring_timeout: 7, outcomes: ['booked'] });
  });

  test.each([
    ['a name', { name: 'Other' }, 'overrides.name'],
    ['a status', { status: 'active' }, 'overrides.status'],
    ['max_duration, which is a field of the call', { max_duration: 5 }, 'overrides.max_duration'],
    ['variables, which are a field of the call', { variables: {} }, 'overrides.variables'],
    ['an unknown field', { voice: 'x' }, 'overrides.voice'],
    ['an empty prompt', { prompt: '' }, 'overrides.prompt'],
    ['a wrong part', { turn_taking: { endpointing_ms: 1 } }, 'overrides.turn_taking.endpointing_ms'],
    ['a language that is none', { language: 'english please' }, 'overrides.language'],
    ['an extraction with a reference', { extraction: { type: 'object', $ref: '#' } }, 'overrides.extraction.$ref'],
    ['null', null, 'overrides'],
  ])('400: %s', async (_, overrides, param) => {
    expectError(await account.place({ overrides }), 400, param);
  });

  test.each([
    ['a provider that is not configured', { voice_id: 'nowhere/amy' }, 'overrides.voice_id'],
    ['a fallback that is not configured', { fallbacks: { model: ['nowhere/x'] } }, 'overrides.fallbacks.model[0]'],
    ['a message that is missing', { voicemail: { action: 'message' } }, 'overrides.voicemail.message'],
    ['a document that is none', { knowledge: { document_ids: [NO_DOCUMENT] } }, 'overrides.knowledge.document_ids[0]'],
    ['a broken script', { prompt: 'Hi.\n\n## start\nsay: Hello.\n-> nowhere\n' }, 'overrides.prompt'],
  ])('422 as for the agent: %s', async (_, overrides, param) => {
    expectError(await account.place({ overrides }), 422, param);
  });

  describe('tools of overrides', () => {
    const SECRET = 'Bearer for-one-call-0123456789';
    const find = (rest: object = {}) => ({
      ...{ type: 'http', name: 'find', description: 'Finds.', url: 'https://a.example/x' },
      ...rest,
    });
    const header = (value: string | null) => ({ name: 'Authorization', value, secret: true });
    const shown = {
      ...{ ...find(), method: 'GET', parameters: { type: 'object', properties: {} } },
      ...{ timeout: 10, say: null, variables: {} },
      headers: [{ name: 'Authorization', value: null, secret: true, value_set: true }],
    };
    const stored = async (table: 'calls' | 'batches', id: string): Promise<string> => {
      const column = table === 'calls' ? 'call_id' : 'batch_id';
      const sql = `select overrides::text as kept from ${table} where ${column} = $1`;
      return (await database.query<{ kept: string }>(sql, [id]))[0]!.kept;
    };

    test("replace the agent's; a secret is sealed with the call and never shown", async () => {
      const before = await agentNow();
      const overrides = { tools: [find({ headers: [header(SECRET)] }), { type: 'send_dtmf' }] };
      const call = await account.call({ overrides });
      expect(call.overrides).toEqual({ tools: [shown, { type: 'send_dtmf' }] });
      expect(JSON.stringify(call)).not.toContain('for-one-call');
      const kept = await stored('calls', call.call_id);
      expect(kept).not.toContain('for-one-call');
      expect(kept).toContain('sealed');
      expect(await agentNow()).toEqual(before);
    });

    test('null keeps the secret of the agent for the same request, and for no other', async () => {
      const { body: agent } = await account.request('POST', '/agents', {
        body: { name: 'Sealed', prompt: 'Be brief.', tools: [find({ headers: [header(SECRET)] })] },
      });
      const place = (tool: object) => account.place({ agent_id: agent.agent_id, overrides: { tools: [tool] } });
      const again = find({ description: 'Finds more.', headers: [header(null)] });
      const { body: placed, status } = await place(again);
      expect(status).toBe(201);
      const call = await account.callOver(placed.call_id);
      expect(call.overrides.tools).toEqual([{ ...shown, description: 'Finds more.' }]);
      const param = 'overrides.tools[0].headers[0].value';
      expectError(await place({ ...again, url: 'https://a.example/y' }), 422, param);
      expectError(await place({ ...again, method: 'POST' }), 422, param);
      expectError(await place({ ...again, name: 'other' }), 422, param);
    });

    test.each([
      ['a name of ours', { tools: [find({ name: 'end_call' })] }, 'overrides.tools[0].name'],
      ['a name that is there twice', { tools: [find(), find()] }, 'overrides.tools[1].name'],
      ['a schema that is none', { tools: [find({ parameters: {} })] }, 'overrides.tools[0].parameters.type'],
      ['an unknown type', { tools: [{ type: 'fax' }] }, 'overrides.tools[0].type'],
    ])('400 as for the agent: %s', async (_, overrides, param) => {
      expectError(await account.place({ overrides }), 400, param);
    });

    test('their addresses ask for variables', async () => {
      const overrides = { tools: [find({ url: 'https://a.example/{{guest}}' })] };
      expectError(await account.place({ overrides }), 422, 'variables.guest');
    });

    test('they belong to an Idempotency-Key: a secret is sealed anew, and it is the same request', async () => {
      const headers = { 'idempotency-key': 'with-tools' };
      const change = (value: string) => ({
        recipient_phone: REJECTS,
        overrides: { tools: [find({ headers: [header(value)] })] },
      });
      const first = await account.place(change(SECRET), headers);
      const second = await account.place(change(SECRET), headers);
      expect([second.status, second.body]).toEqual([201, first.body]);
      expectError(await account.place(change('another'), headers), 422, 'Idempotency-Key');
      await account.callOver(first.body.call_id);
    });

    test('of a batch: sealed once for all its calls, a retry too', async () => {
      const body = {
        ...{ agent_id: account.agentId, recipients: [{ phone: REJECTS }] },
        overrides: { tools: [find({ headers: [header(SECRET)] })] },
      };
      const results = async (batchId: string) => {
        const { body: page } = await account.request('GET', `/calls/batch/${batchId}/results`);
        return Promise.all(page.data.map(({ call_id: callId }: any) => account.callOver(callId)));
      };
      const { body: batch } = await account.request('POST', '/calls/batch', { body });
      const [call] = await results(batch.batch_id);
      expect(call.overrides).toEqual({ tools: [shown] });
      const { body: retried } = await account.request('POST', `/calls/batch/${batch.batch_id}/retry`, { body: {} });
      expect((await results(retried.batch_id))[0].overrides).toEqual({ tools: [shown] });
      expect(await stored('batches', batch.batch_id)).not.toContain('for-one-call');
    });
  });

  test('calls:write suffices, agents:write is not needed', async () => {
    const { api_key: key } = await account.newKey('calls:write');
    const body = { agent_id: account.agentId, recipient_phone: BUSY, overrides: { prompt: 'Be brief.' } };
    expect((await account.request('POST', '/call', { key, body })).status).toBe(201);
  });

  test('they belong to the body of an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'with-overrides' };
    const change = { recipient_phone: REJECTS, overrides: { prompt: 'One.' } };
    expect((await account.place(change, headers)).status).toBe(201);
    expectError(await account.place({ ...change, overrides: { prompt: 'Two.' } }, headers), 422, 'Idempotency-Key');
  });

  test('of a batch: all calls have them, a retry too, and 422 with param', async () => {
    const overrides = { prompt: 'Be brief with everybody.' };
    const send = (change: object) =>
      account.request('POST', '/calls/batch', {
        body: { agent_id: account.agentId, recipients: [{ phone: BUSY }, { phone: REJECTS }], ...change },
      });
    const overridesOf = async (batchId: string) => {
      const { body } = await account.request('GET', `/calls/batch/${batchId}/results`);
      const calls = await Promise.all(body.data.map(({ call_id: callId }: any) => account.callOver(callId)));
      return calls.map((call: any) => call.overrides);
    };
    const { body: batch } = await send({ overrides });
    expect(await overridesOf(batch.batch_id)).toEqual([overrides, overrides]);
    const { body: retried } = await account.request('POST', `/calls/batch/${batch.batch_id}/retry`, { body: {} });
    expect(await overridesOf(retried.batch_id)).toEqual([overrides, overrides]);
    expectError(await send({ overrides: { model: 'nowhere/x' } }), 422, 'overrides.model');
  });
});
