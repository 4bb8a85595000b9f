import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeOpenAi } from '../support/fake-openai.ts';
import { Service } from '../support/service.ts';
import { Account, unknownId } from './accounts.ts';
import { type Answer, expectError, expectFields, expectUnixSeconds, isUlid } from './answers.ts';

let service: Service;
let account: Account;
let other: Account;

beforeAll(async () => {
  service = await Service.start();
  [account, other] = await Promise.all([Account.first(service), Account.create(service, 'growth')]);
});

afterAll(() => service?.remove());

const FIELDS = ['provider_id', 'vendor', 'name', 'base_url', 'api_key_set', 'created_at', 'updated_at'];
const SECRET = 'dg-secret-0123456789';

const create = (settings: object = {}, by = account): Promise<Answer> =>
  by.request('POST', '/providers', { body: { vendor: 'deepgram', api_key: SECRET, ...settings } });
const change = (provider: any, body: object, by = account) =>
  by.request('PATCH', `/providers/${provider.provider_id}`, { body });
const remove = (provider: any, by = account) => by.request('DELETE', `/providers/${provider.provider_id}`);
const providers = async (by = account) => (await by.request('GET', '/providers')).body;

/** A key of the account that may do this alone. */
async function keyWith(...permissions: string[]): Promise<string> {
  const { body } = await account.request('POST', '/keys', { body: { name: 'narrow', permissions } });
  return body.key ?? body.api_key;
}

describe('Beyond · providers', () => {
  test('POST: 201 with Location, the name is the vendor where there is none, and the key is not shown', async () => {
    const { status, headers, body } = await create();
    expect(status).toBe(201);
    expectFields(body, FIELDS);
    expect(isUlid(body.provider_id, 'prv')).toBe(true);
    expectUnixSeconds(body.created_at);
    expect(body).toMatchObject({ vendor: 'deepgram', name: 'deepgram', base_url: null, api_key_set: true });
    expect(JSON.stringify(body)).not.toContain(SECRET);
    expect(headers.get('location')).toBe(`${service.baseUrl}/providers/${body.provider_id}`);
    expect((await account.request('GET', `/providers/${body.provider_id}`)).body).toEqual(body);
    await remove(body);
  });

  test('GET: all of the account, the oldest first', async () => {
    const { body: first } = await create();
    const { body: second } = await create({
      vendor: 'openai-compatible',
      name: 'Ears',
      base_url: 'http://127.0.0.1:2/v1',
    });
    expect(await providers()).toEqual({ data: [first, second], total: 2 });
    expect(await providers(other)).toEqual({ data: [], total: 0 });
    await Promise.all([remove(first), remove(second)]);
  });

  test('PATCH changes what is named and leaves the rest; what changes nothing is no change', async () => {
    const { body: provider } = await create();
    const { status, body: changed } = await change(provider, { name: 'Main', base_url: 'wss://eu.example.com' });
    expect(status).toBe(200);
    expect(changed).toEqual({
      ...provider,
      name: 'Main',
      base_url: 'wss://eu.example.com',
      updated_at: changed.updated_at,
    });
    expect((await change(provider, { name: 'Main' })).body).toEqual(changed);
    expect((await change(provider, { api_key: null })).body.api_key_set).toBe(false);
    expect((await change(provider, { api_key: 'another' })).body.api_key_set).toBe(true);
    await remove(provider);
  });

  test('DELETE: 204, and 404 afterwards', async () => {
    const { body: provider } = await create();
    expect((await remove(provider)).status).toBe(204);
    expectError(await remove(provider), 404, 'provider_id');
    expectError(await account.request('GET', `/providers/${provider.provider_id}`), 404, 'provider_id');
  });

  test.each([
    ['vendor', { vendor: 'unknown' }],
    ['vendor', { vendor: undefined }],
    ['name', { name: '' }],
    ['name', { name: 'with/slash' }],
    ['base_url', { base_url: 'ftp://example.com' }],
    ['base_url', { base_url: 'https://user:word@example.com' }],
    ['base_url', { base_url: 'example.com' }],
    ['api_key', { api_key: 'two words' }],
    ['api_key', { api_key: '' }],
    ['colour', { colour: 'red' }],
  ])('400: %s in %j', async (param, settings) => {
    expectError(await create(settings), 400, param);
  });

  test.each([
    ['api_key', { api_key: undefined }],
    ['base_url', { vendor: 'openai-compatible' }],
    ['base_url', { vendor: 'azure' }],
    ['base_url', { base_url: 'http://127.0.0.1:9/v1' }],
    ['base_url', { base_url: 'wss://speech.example.com:6000' }],
    ['base_url', { vendor: 'openai-compatible', base_url: 'https://speech.example.com:10080/v1' }],
    ['name', { name: 'builtin' }],
    ['name', { name: 'OpenAI' }],
  ])('422: %s in %j', async (param, settings) => {
    expectError(await create(settings), 422, param);
  });

  test('422: an address is not changed to one whose port HTTP clients refuse', async () => {
    const { body: provider } = await create();
    expectError(await change(provider, { base_url: 'http://127.0.0.1:6000/v1' }), 422, 'base_url');
    expect((await account.request('GET', `/providers/${provider.provider_id}`)).body).toEqual(provider);
    await remove(provider);
  });

  test('409: two of one name, whatever the case', async () => {
    const { body: provider } = await create({ name: 'Speech' });
    expectError(await create({ name: 'SPEECH' }), 409, 'name');
    const { body: second } = await create();
    expectError(await change(second, { name: 'speech' }), 409, 'name');
    await Promise.all([remove(provider), remove(second)]);
  });

  test('404: providers of other accounts, and unknown ones', async () => {
    const { body: provider } = await create({}, other);
    for (const id of [provider.provider_id, unknownId('prv'), 'prv_x']) {
      for (const [method, path] of [
        ['GET', `/providers/${id}`],
        ['PATCH', `/providers/${id}`],
        ['DELETE', `/providers/${id}`],
        ['POST', `/providers/${id}/test`],
      ] as const) {
        const body = method === 'PATCH' ? { body: { name: 'Mine' } } : {};
        expectError(await account.request(method, path, body), 404, 'provider_id');
      }
    }
    expect(await providers(other)).toEqual({ data: [provider], total: 1 });
    await remove(provider, other);
  });

  test('403 without providers:write', async () => {
    const { body: provider } = await create();
    const key = await keyWith('agents:write', 'agents:read');
    for (const [method, path, body] of [
      ['GET', '/providers', undefined],
      ['POST', '/providers', { vendor: 'deepgram', api_key: 'x' }],
      ['GET', `/providers/${provider.provider_id}`, undefined],
      ['PATCH', `/providers/${provider.provider_id}`, { name: 'x' }],
      ['DELETE', `/providers/${provider.provider_id}`, undefined],
      ['POST', `/providers/${provider.provider_id}/test`, undefined],
      ['GET', '/voices', undefined],
      ['GET', '/models', undefined],
    ] as const)
      expectError(await service.request(method, path, { key, body }), 403, null);
    await remove(provider);
  });

  test('an agent may name what the account has, and nothing else: 422', async () => {
    const agentId = (await account.request('GET', '/agents')).body.data[0].agent_id;
    const patch = (body: object) => account.request('PATCH', `/agents/${agentId}`, { body });
    expectError(await patch({ transcriber: 'deepgram/nova-3' }), 422, 'transcriber');
    expectError(await patch({ fallbacks: { voice_id: ['builtin/slt', 'deepgram/x'] } }), 422, 'fallbacks.voice_id[1]');
    const { body: provider } = await create({ name: 'Main' });
    const settings = {
      ...{ transcriber: 'deepgram/nova-3', voice_id: 'Main/aura-2-thalia-en' },
      fallbacks: { transcriber: ['builtin'], model: [], voice_id: ['builtin/slt'] },
    };
    const changed = await patch(settings);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject(settings);
    // It listens and speaks, and has no model.
    expectError(await patch({ model: 'deepgram/nova-3' }), 422, 'model');
    await patch({ transcriber: null, voice_id: 'builtin/rms', fallbacks: { transcriber: [], voice_id: [] } });
    await remove(provider);
  });

  test('GET /voices and /models: what is built in, what vendors say, and who could not be asked', async () => {
    const fake = await FakeOpenAi.start(() => ({ text: ['Good morning.'] }));
    const { body: server } = await create({ vendor: 'openai-compatible', name: 'own', base_url: fake.url });
    const { body: dead } = await create({ base_url: 'http://127.0.0.1:2' });
    const { body: models } = await account.request('GET', '/models');
    expectFields(models, ['data', 'total', 'default', 'default_transcriber', 'providers', 'failures']);
    expect(models.data).toContainEqual(expect.objectContaining({ model: 'own/test-model', kind: 'language' }));
    expect(models.data).toContainEqual(expect.objectContaining({ model: 'builtin/script' }));
    expect(models).toMatchObject({ default_transcriber: 'deepgram', providers: ['builtin', 'own', 'deepgram'] });
    expect(models.failures).toEqual([expect.objectContaining({ provider: 'deepgram' })]);
    const { body: voices } = await account.request('GET', '/voices');
    expectFields(voices, ['data', 'total', 'default', 'failures']);
    expect(voices.data[0]).toMatchObject({ voice_id: 'builtin/rms', languages: ['en-US'] });
    await Promise.all([remove(server), remove(dead)]);
    await fake.close();
  });

  test('POST test: what fails is a step that says what to do', async () => {
    const { body: dead } = await create({ base_url: 'http://127.0.0.1:2' });
    const { status, body } = await account.request('POST', `/providers/${dead.provider_id}/test`, {
      body: { voice: 'aura-2-thalia-en' },
    });
    expect(status).toBe(200);
    expectFields(body, ['ok', 'steps']);
    expect(body.ok).toBe(false);
    expect(body.steps.map(({ name }: any) => name)).toEqual(['transcriber', 'voice']);
    for (const step of body.steps) {
      expectFields(step, ['name', 'ok', 'detail', 'remedy', 'first_result_ms', 'text', 'audio']);
      expect(step).toMatchObject({ ok: false, remedy: expect.stringMatching(/\S/), first_result_ms: null });
      expect(JSON.stringify(step)).not.toContain(SECRET);
    }
    await remove(dead);
  });
});
