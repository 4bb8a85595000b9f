import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../support/shared-service.ts';
import { Account, BUSY, RINGS, unknownId } from './accounts.ts';
import { type Answer, expectError, expectFields, expectUnixSeconds, isUlid } from './answers.ts';

const service = sharedService();
let account: Account;
let other: Account;

beforeAll(async () => {
  [account, other] = await Promise.all([Account.create(service, 'enterprise'), Account.create(service, 'growth')]);
});

const SCRIPT = '## hello\nsay: Hello.\nhear: yes -> bye\n## bye\nsay: Bye.\nend: success';
const create = (settings: object, by = account): Promise<Answer> =>
  by.request('POST', '/agents', { body: { name: 'Made here', prompt: 'Be brief.', ...settings } });
const created = async (settings: object = {}) => (await create(settings)).body;
const remove = (agentId: string, by = account) => by.request('DELETE', `/agents/${agentId}`);
const patch = (agentId: string, body: object) => account.request('PATCH', `/agents/${agentId}`, { body });
const versions = async (agentId: string) => (await account.request('GET', `/agents/${agentId}/versions`)).body;
const restore = (agentId: string, version: unknown, by = account) =>
  by.request('POST', `/agents/${agentId}/versions/${version}/restore`);

describe('Beyond · POST /agents', () => {
  test('201 with Location: name and prompt are all that is needed, and the rest has defaults', async () => {
    const { status, headers, body } = await create({});
    expect(status).toBe(201);
    expect(isUlid(body.agent_id, 'agent')).toBe(true);
    expect(body).toMatchObject({
      ...{ name: 'Made here', prompt: 'Be brief.', status: 'active', first_message: null, voice_id: 'builtin/rms' },
      ...{ model: 'builtin/script', language: 'en-US', timezone: 'UTC', max_duration: 1800, ring_timeout: 30 },
      ...{ variables: {}, tools: [], recording: { enabled: true }, voicemail: { action: 'hangup', message: null } },
      ...{ disclosure: null, outcomes: [], phone_number: null, version: 1 },
    });
    expect(headers.get('location')).toBe(`${service.baseUrl}/agents/${body.agent_id}`);
    expect((await account.request('GET', `/agents/${body.agent_id}`)).body).toEqual(body);
    expect((await account.request('GET', '/agents')).body.data.at(-1)).toEqual(body);
  });

  test('every setting can be given, objects inside in part, and it can be called with at once', async () => {
    const settings = {
      ...{ prompt: SCRIPT, voice_id: 'builtin/slt', timezone: 'Europe/Berlin', variables: { day: 'Friday' } },
      ...{ turn_taking: { endpointing_ms: 900 }, recording: { enabled: false }, outcomes: ['booked'] },
    };
    const agent = await created(settings);
    expect(agent).toMatchObject({ ...settings, turn_taking: { endpointing_ms: 900, interruption_ms: 300 } });
    expect((await account.call({ agent_id: agent.agent_id })).end_reason).toBe('busy');
  });

  test.each([
    ['name is missing', { name: undefined }, 'name'],
    ['prompt is missing', { prompt: undefined }, 'prompt'],
    ['prompt is blank', { prompt: ' ' }, 'prompt'],
    ['version cannot be set', { version: 4 }, 'version'],
    ['phone_number cannot be set', { phone_number: '+12025550150' }, 'phone_number'],
    ['language is no tag', { language: 'en_US' }, 'language'],
    ['inside of an object', { turn_taking: { end_ms: 1 } }, 'turn_taking.end_ms'],
  ])('400: %s', async (_, settings, param) => {
    expectError(await create(settings), 400, param);
  });

  test.each([
    ['a provider that is not configured', { voice_id: 'unknown/voice' }, 'voice_id'],
    ['a script with a mistake', { prompt: SCRIPT.replace('-> bye', '-> nowhere') }, 'prompt'],
    ['a voicemail message that is missing', { voicemail: { action: 'message' } }, 'voicemail.message'],
    ['a language that the voice lacks', { language: 'es', voice_id: 'builtin/slt' }, 'language'],
    ['a language that the transcriber lacks', { language: 'es', transcriber: 'builtin' }, 'language'],
    ['auto, where no transcriber tells languages apart', { language: 'auto' }, 'language'],
  ])('422: %s', async (_, settings, param) => {
    const { body } = await account.request('GET', '/agents');
    expectError(await create(settings), 422, param);
    expect((await account.request('GET', '/agents')).body.total).toBe(body.total);
  });
});

describe('Beyond · DELETE /agents/{agent_id}', () => {
  test('204: it is not there any more, and its calls still are', async () => {
    const { agent_id: agentId } = await created();
    const call = await account.call({ agent_id: agentId });
    expect(await remove(agentId)).toMatchObject({ status: 204, body: undefined });
    expectError(await account.request('GET', `/agents/${agentId}`), 404, 'agent_id');
    expectError(await patch(agentId, { name: 'New' }), 404, 'agent_id');
    expectError(await account.request('GET', `/agents/${agentId}/versions`), 404, 'agent_id');
    expectError(await account.request('GET', `/agents/${agentId}/versions/1`), 404, 'agent_id');
    expectError(await restore(agentId, 1), 404, 'agent_id');
    expectError(await account.place({ agent_id: agentId }), 404, 'agent_id');
    expectError(
      await account.request('POST', '/calls/batch', { body: { agent_id: agentId, recipients: [{ phone: BUSY }] } }),
      404,
      'agent_id',
    );
    expectError(await remove(agentId), 404, 'agent_id');
    const { body: agents } = await account.request('GET', '/agents');
    expect(agents.data.map((agent: any) => agent.agent_id)).not.toContain(agentId);
    expect((await account.request('GET', `/calls/${call.call_id}`)).body).toMatchObject({ agent_id: agentId });
    expect((await account.request('GET', `/calls?agent_id=${agentId}`)).body.total).toBe(1);
  });

  test('409 while a number rings it, which the message names', async () => {
    const { phone_number: phone } = (await account.request('GET', `/agents/${account.agentId}`)).body;
    const refusal = await remove(account.agentId);
    expectError(refusal, 409);
    expect(refusal.body.error.message).toContain(`the number ${phone} rings it`);
    expect((await account.request('GET', `/agents/${account.agentId}`)).status).toBe(200);
  });

  test('409 while a batch of it is not over, which the message names', async () => {
    const { agent_id: agentId } = await created();
    const { body: batch } = await account.request('POST', '/calls/batch', {
      body: { agent_id: agentId, recipients: [{ phone: BUSY }], schedule_at: Math.floor(Date.now() / 1000) + 3600 },
    });
    const refusal = await remove(agentId);
    expectError(refusal, 409);
    expect(refusal.body.error.message).toContain(`the batch ${batch.batch_id} is not over`);
    await account.request('POST', `/calls/batch/${batch.batch_id}/cancel`);
    expect((await remove(agentId)).status).toBe(204);
  });

  test('409 while a call of it is under way', async () => {
    const { agent_id: agentId } = await created();
    const { body: call } = await account.place({ agent_id: agentId, recipient_phone: RINGS });
    const refusal = await remove(agentId);
    expectError(refusal, 409);
    expect(refusal.body.error.message).toContain('1 call is under way');
    await account.hangUp(call.call_id);
    expect((await remove(agentId)).status).toBe(204);
  });
});

describe('Beyond · versions of agents', () => {
  test('the list says who made each, when, and what changed; the newest is the first', async () => {
    const { agent_id: agentId } = await created();
    await patch(agentId, { prompt: 'Be briefer.', voice_id: 'builtin/slt' });
    await patch(agentId, { turn_taking: { end_ms: 9000 } });
    const { data, total } = await versions(agentId);
    expect(total).toBe(3);
    expect(data.map((entry: any) => [entry.version, entry.changed])).toEqual([
      [3, ['turn_taking']],
      [2, ['prompt', 'voice_id']],
      [1, []],
    ]);
    for (const entry of data) {
      expectFields(entry, ['version', 'created_at', 'changed_by', 'changed', 'restored_from']);
      expectUnixSeconds(entry.created_at);
      expect(entry.changed_by).toMatchObject({ type: 'key' });
      expect(isUlid(entry.changed_by.id, 'key')).toBe(true);
    }
  });

  test('each has all its settings', async () => {
    const { agent_id: agentId } = await created();
    await patch(agentId, { prompt: 'Be briefer.' });
    const { body } = await account.request('GET', `/agents/${agentId}/versions/1`);
    const { data } = await versions(agentId);
    const { settings, ...summary } = body;
    expect(summary).toEqual(data[1]);
    expect(settings).toMatchObject({ prompt: 'Be brief.', name: 'Made here', turn_taking: { end_ms: 10_000 } });
    expect(settings).not.toHaveProperty('agent_id');
  });

  test('restore makes a new version with the settings of the older one, for the next call', async () => {
    const agent = await created();
    await patch(agent.agent_id, { prompt: 'Be briefer.', status: 'inactive' });
    const { status, body } = await restore(agent.agent_id, 1);
    expect(status).toBe(200);
    const { version, updated_at: _, ...settings } = agent;
    expect(body).toMatchObject({ ...settings, version: version + 2 });
    expect((await versions(agent.agent_id)).data[0]).toMatchObject({
      ...{ version: 3, changed: ['status', 'prompt'], restored_from: 1 },
    });
    expect((await account.call({ agent_id: agent.agent_id })).agent_version).toBe(3);
  });

  test('what the agent has already is no new version', async () => {
    const { agent_id: agentId } = await created();
    expect((await restore(agentId, 1)).body).toMatchObject({ version: 1 });
    expect((await versions(agentId)).total).toBe(1);
  });

  test.each(['0', '2', '01', '-1', '1.0', 'first', '99999999999999999999'])('404: the version %s', async (version) => {
    expectError(await account.request('GET', `/agents/${account.agentId}/versions/${version}`), 404, 'version');
    expectError(await restore(account.agentId, version), 404, 'version');
  });
});

describe('Beyond · agents and permissions', () => {
  const reading: [string, string][] = [
    ['GET', '/versions'],
    ['GET', '/versions/1'],
  ];
  const writing: [string, string][] = [
    ['DELETE', ''],
    ['POST', '/versions/1/restore'],
  ];

  test('403 without agents:write', async () => {
    const { api_key: key } = await account.newKey('agents:read', 'calls:write');
    for (const [method, path] of writing) {
      expectError(await account.request(method, `/agents/${account.agentId}${path}`, { key }), 403);
    }
    expectError(await account.request('POST', '/agents', { key, body: { name: 'A', prompt: 'B' } }), 403);
    expect((await account.request('GET', `/agents/${account.agentId}/versions`, { key })).status).toBe(200);
  });

  test('403 without agents:read', async () => {
    const { api_key: key } = await account.newKey('agents:write');
    for (const [method, path] of reading) {
      expectError(await account.request(method, `/agents/${account.agentId}${path}`, { key }), 403);
    }
  });

  test("404: another account's agent, and one that does not exist", async () => {
    for (const [method, path] of [...reading, ...writing]) {
      expectError(await other.request(method, `/agents/${account.agentId}${path}`), 404, 'agent_id');
      expectError(await account.request(method, `/agents/${unknownId('agent')}${path}`), 404, 'agent_id');
    }
    expect((await account.request('GET', `/agents/${account.agentId}`)).status).toBe(200);
  });
});

describe('Beyond · agents by the command line', () => {
  test('agents are made, changed back and deleted', async () => {
    const { agent_id: agentId } = await account.newAgent({ name: 'By hand' });
    await patch(agentId, { name: 'Renamed' });
    const at = ['--account', account.accountId];
    const listed = await service.parley('agents', 'versions', agentId, ...at);
    expect(listed.data.map((entry: any) => [entry.version, entry.changed_by.type])).toEqual([
      [2, 'key'],
      [1, 'operator'],
    ]);
    expect(await service.parley('agents', 'restore', agentId, '1', ...at)).toMatchObject({
      name: 'By hand',
      version: 3,
    });
    expect(await service.parley('agents', 'delete', agentId, ...at)).toEqual({ agent_id: agentId, deleted: true });
    await expect(service.parley('agents', 'delete', agentId, ...at)).rejects.toThrow('There is no agent');
    await expect(service.parley('agents', 'restore', account.agentId, '77', ...at)).rejects.toThrow('no version 77');
  });
});
