import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Account, TALKS, unknownId } from '../specification/accounts.ts';
import { type Answer, expectError, expectUnixSeconds } from '../specification/answers.ts';
import { LocalMcpServer } from '../support/mcp-server.ts';
import { Service } from '../support/service.ts';
import { ToolServer } from '../support/tool-server.ts';

let service: Service;
let account: Account;
let other: Account;

beforeAll(async () => {
  service = await Service.start();
  [account, other] = await Promise.all([Account.first(service), Account.create(service, 'growth')]);
});

afterAll(() => service?.remove());

interface Asked {
  body?: unknown;
  key?: string;
}

/** Below /dashboard/api; texts that are no JSON stay texts. */
async function ask(
  method: string,
  path: string,
  { body, key = account.key }: Asked = {},
): Promise<Answer & { bytes: Buffer }> {
  const response = await fetch(`${service.baseUrl.replace(/\/v1$/, '')}/dashboard/api${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = /^application\/json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(bytes.toString()) : bytes.toString(),
    bytes,
  };
}

const newAgent = async (settings: object = {}): Promise<any> =>
  (await account.request('POST', '/agents', { body: { name: 'Tried', prompt: 'Be brief.', ...settings } })).body;
const draftOf = (agentId: string, key = account.key) => ask('GET', `/agents/${agentId}/draft`, { key });
const save = (agentId: string, revision: number, settings: object, change: object = {}) =>
  ask('PUT', `/agents/${agentId}/draft`, { body: { base_version: 1, revision, settings, ...change } });
const publish = (agentId: string, revision: number, base_version = 1) =>
  ask('POST', `/agents/${agentId}/publish`, { body: { base_version, revision } });

const SCRIPT = `## ask
say: Hello {{name}}. Can you come?
hear: yes -> thanks
hear: no -> sorry
else: Yes or no? -> sorry

## thanks
say: Thank you, {{name}}. Goodbye.
end: success

## sorry
say: What a pity. Goodbye.
end: failure
`;

describe('drafts', () => {
  test('what was typed is kept, valid or not, and no agent changes by it', async () => {
    const agent = await newAgent();
    expect((await draftOf(agent.agent_id)).body).toEqual({ draft: null });
    const settings = { prompt: '', max_duration: 'a lot', variables: { a: 1 } };
    const saved = await save(agent.agent_id, 0, settings);
    expect(saved.body).toMatchObject({ base_version: 1, revision: 1, settings });
    expectUnixSeconds(saved.body.updated_at);
    expect((await draftOf(agent.agent_id)).body).toEqual({ draft: saved.body });
    expect((await account.request('GET', `/agents/${agent.agent_id}`)).body).toEqual(agent);
  });

  test('a late save never overwrites a newer one: 409', async () => {
    const { agent_id: agentId } = await newAgent();
    await save(agentId, 0, { name: 'One' });
    await save(agentId, 1, { name: 'Two' });
    for (const revision of [0, 1, 3]) expectError(await save(agentId, revision, { name: 'Late' }), 409, 'revision');
    expect((await draftOf(agentId)).body.draft).toMatchObject({ revision: 2, settings: { name: 'Two' } });
  });

  test('the same save twice is one', async () => {
    const { agent_id: agentId } = await newAgent();
    const first = await save(agentId, 0, { name: 'One', variables: { a: 1 } });
    expect((await save(agentId, 0, { name: 'One', variables: { a: 1 } })).body).toEqual(first.body);
  });

  test('of many saves at once of the same revision one is kept', async () => {
    const { agent_id: agentId } = await newAgent();
    const saves = await Promise.all(
      Array.from({ length: 10 }, (_, index) => save(agentId, 0, { name: `Name ${index}` })),
    );
    expect(saves.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(saves.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  test('each key and user has a draft of its own', async () => {
    const { agent_id: agentId } = await newAgent();
    await save(agentId, 0, { name: 'Mine' });
    const { api_key: key } = await account.newKey('agents:read', 'agents:write');
    expect((await draftOf(agentId, key)).body).toEqual({ draft: null });
    expect((await ask('GET', `/agents/${agentId}/impact`, { key })).body.other_drafts).toBe(1);
  });

  test('a draft that is discarded is gone, and a save that did not know it is refused', async () => {
    const { agent_id: agentId } = await newAgent();
    await save(agentId, 0, { name: 'One' });
    await save(agentId, 1, { name: 'Two' });
    const discard = (revision: number) => ask('DELETE', `/agents/${agentId}/draft`, { body: { revision } });
    expectError(await discard(1), 409, 'revision');
    expect((await discard(2)).status).toBe(204);
    expect((await discard(2)).status).toBe(204);
    expect((await draftOf(agentId)).body).toEqual({ draft: null });
    expectError(await save(agentId, 2, { name: 'Three' }), 409, 'revision');
  });

  test.each([
    ['a field that is none', { settings: { nmae: 'x' } }, 'settings.nmae'],
    ['settings that are no object', { settings: 'x' }, 'settings'],
    ['a revision below zero', { revision: -1 }, 'revision'],
    ['NUL', { settings: { name: '\u0000' } }, 'settings.name'],
  ])('400: %s', async (_, change, param) => {
    expectError(await save(account.agentId, 0, {}, change), 400, param);
  });
});

describe('publishing', () => {
  test('makes the next version, once, and the draft is gone', async () => {
    const { agent_id: agentId } = await newAgent();
    await save(agentId, 0, { name: 'New name', turn_taking: { end_ms: 9000 } });
    const { status, body } = await publish(agentId, 1);
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 2, name: 'New name', prompt: 'Be brief.', turn_taking: { end_ms: 9000 } });
    expect((await draftOf(agentId)).body).toEqual({ draft: null });
    const { body: versions } = await account.request('GET', `/agents/${agentId}/versions`);
    expect(versions.data[0]).toMatchObject({ version: 2, changed: ['name', 'turn_taking'] });
    expectError(await publish(agentId, 1), 409, 'revision');
  });

  test('409 when the draft was changed after it was shown', async () => {
    const { agent_id: agentId } = await newAgent();
    await save(agentId, 0, { name: 'One' });
    await save(agentId, 1, { name: 'Two' });
    expectError(await publish(agentId, 1), 409, 'revision');
    expect((await account.request('GET', `/agents/${agentId}`)).body.name).toBe('Tried');
  });

  test('409 when the agent was changed meanwhile; what was typed stays', async () => {
    const { agent_id: agentId } = await newAgent();
    await save(agentId, 0, { name: 'One' });
    await account.request('PATCH', `/agents/${agentId}`, { body: { prompt: 'Be loud.' } });
    expectError(await publish(agentId, 1), 409, 'base_version');
    expect((await draftOf(agentId)).body.draft).toMatchObject({ settings: { name: 'One' } });
    expect((await publish(agentId, 1, 2)).body).toMatchObject({ version: 3, name: 'One', prompt: 'Be loud.' });
  });

  test.each([
    ['a prompt that is empty', { prompt: '' }, 400, 'prompt'],
    ['a number that is none', { max_duration: 'long' }, 400, 'max_duration'],
    ['a provider that is not configured', { model: 'unknown/x' }, 422, 'model'],
    ['a script with a mistake', { prompt: SCRIPT.replace('-> thanks', '-> nowhere') }, 422, 'prompt'],
    [
      'a voicemail message that is missing',
      { voicemail: { action: 'message', message: null } },
      422,
      'voicemail.message',
    ],
  ])('%s is refused, and the draft stays', async (_, settings, status, param) => {
    const { agent_id: agentId } = await newAgent();
    await save(agentId, 0, settings);
    expectError(await publish(agentId, 1), status, param);
    expect((await draftOf(agentId)).body.draft.revision).toBe(1);
  });
});

describe('impact and activity', () => {
  test('numbers, batches and calls that use the agent', async () => {
    const { phone_number: phone } = (await account.request('GET', `/agents/${account.agentId}`)).body;
    const { body: batch } = await account.request('POST', '/calls/batch', {
      body: {
        ...{ agent_id: account.agentId, recipients: [{ phone: '+12025550102' }, { phone: '+12025550105' }] },
        schedule_at: Math.floor(Date.now() / 1000) + 3600,
      },
    });
    const { body } = await ask('GET', `/agents/${account.agentId}/impact`);
    expect(body).toEqual({
      ...{ numbers: [phone], live_calls: 0, other_drafts: 0 },
      batches: [{ batch_id: batch.batch_id, waiting: 2, schedule_at: batch.schedule_at }],
    });
    await account.request('POST', `/calls/batch/${batch.batch_id}/cancel`);
  });

  test('when each agent was last used, and which has a draft', async () => {
    const agent = await newAgent();
    const call = await account.call({ agent_id: agent.agent_id });
    await save(agent.agent_id, 0, { name: 'Typed' });
    const unused = await newAgent();
    const { body } = await ask('GET', '/agents/activity');
    expect(body.total).toBe(body.data.length);
    expect(body.data.find(({ agent_id: id }: any) => id === agent.agent_id)).toEqual({
      ...{ agent_id: agent.agent_id, last_call_at: call.created_at, has_draft: true },
    });
    expect(body.data.find(({ agent_id: id }: any) => id === unused.agent_id)).toEqual({
      ...{ agent_id: unused.agent_id, last_call_at: null, has_draft: false },
    });
  });
});

describe('checking', () => {
  const check = async (settings: object, variables?: object) =>
    (await ask('POST', '/agents/check', { body: { settings, ...(variables && { variables }) } })).body;

  test('names every mistake at its place, those of a script with line and column', async () => {
    const { problems } = await check({
      ...{ name: '', prompt: SCRIPT.replace('-> thanks', '-> nowhere').replace('end: failure', 'edn: failure') },
      ...{ voice_id: 'unknown/x', voicemail: { action: 'message', message: null }, turn_taking: { end_ms: 1 } },
    });
    expect(problems.map(({ path, line, column }: any) => [path, line, column])).toEqual([
      ['name', null, null],
      ['turn_taking.end_ms', null, null],
      ['voice_id', null, null],
      ['prompt', 3, 14],
      ['prompt', 11, 1],
      ['prompt', 13, 1],
    ]);
  });

  test('valid settings have none; a model takes for prose what a script could not', async () => {
    expect((await check({ name: 'A', prompt: SCRIPT })).problems).toEqual([]);
    expect((await check({ name: 'A', prompt: '## x\nsya: y\nend: nothing', model: 'builtin/other' })).problems).toEqual(
      [],
    );
  });

  test('says which variables the texts ask for, and where their values come from', async () => {
    const { variables } = await check(
      {
        ...{ name: 'A', prompt: '{{a}} {{b}} {{ current_time }}', first_message: '{{a}} {{c}}', variables: { a: 1 } },
        ...{ disclosure: null, voicemail: { action: 'message', message: '{{d}}' } },
      },
      { b: 2 },
    );
    expect(variables).toEqual([
      { name: 'a', fields: ['prompt', 'first_message'], source: 'default' },
      { name: 'b', fields: ['prompt'], source: 'given' },
      { name: 'current_time', fields: ['prompt'], source: 'builtin' },
      { name: 'c', fields: ['first_message'], source: 'missing' },
      { name: 'd', fields: ['voicemail'], source: 'missing' },
    ]);
  });
});

describe('testing', () => {
  const settings = { name: 'A', prompt: SCRIPT, variables: { name: 'Maria' } };
  const chat = async (messages: object[], change: object = {}) => {
    const answer = await ask('POST', '/agents/test/chat', { body: { settings: { ...settings, ...change }, messages } });
    if (answer.status !== 200) return answer;
    return answer.body
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line));
  };
  const textOf = (events: any[]) => events.map((event) => event.delta ?? '').join('');

  test('the built-in script talks, hears, and hangs up with its outcome', async () => {
    const first = await chat([]);
    expect(textOf(first)).toBe('Hello Maria. Can you come?');
    const end = { type: 'end', outcome: null, transferred_to: null, warnings: [] };
    expect(first.at(-1)).toEqual({ ...end, over: false });
    const second = await chat([
      { role: 'agent', text: 'Hello Maria. Can you come?' },
      { role: 'user', text: 'Yes, I can.' },
    ]);
    expect(textOf(second)).toBe('Thank you, Maria. Goodbye.');
    expect(second.at(-3)).toMatchObject({ type: 'tool_call', name: 'end_call', arguments: { outcome: 'success' } });
    expect(second.at(-2)).toMatchObject({ type: 'tool_result', result: 'The call ends.', imagined: true });
    expect(second.at(-1)).toEqual({ ...end, over: true, outcome: 'success' });
  });

  test('the disclosure and the first message come first, word for word', async () => {
    const opening = { disclosure: 'This call is recorded.', first_message: 'Is that {{name}}?' };
    expect(textOf(await chat([], opening))).toBe('This call is recorded. Is that Maria?');
  });

  test('a model that does not exist is replaced, and it says so', async () => {
    expect((await chat([], { model: 'made-up' })).at(-1).warnings).toEqual([
      'The model made-up does not exist here; builtin/script answered instead.',
    ]);
  });

  test('a model that hears and speaks by itself cannot be tried in writing, and says so', async () => {
    const { body: provider } = await account.request('POST', '/providers', {
      body: { vendor: 'google', base_url: 'http://127.0.0.1:2', api_key: 'k' },
    });
    const [event] = await chat([{ role: 'user', text: 'Hello?' }], { model: 'google/gemini-3.8-live' });
    expect(event).toEqual({
      type: 'error',
      message:
        'google/gemini-3.8-live: hears and speaks by itself, and writes nothing. Try the agent in a call, or choose a language model.',
    });
    await account.request('DELETE', `/providers/${provider.provider_id}`);
  });

  test('what no call could be placed with is refused', async () => {
    expectError(await chat([], { variables: {} }), 422, 'variables.name');
    expectError(await chat([], { prompt: SCRIPT.replace('-> thanks', '-> nowhere') }), 422, 'prompt');
    expectError(await chat([], { model: 'unknown/x' }), 422, 'model');
    expectError(await chat([], { name: '' }), 400, 'settings.name');
    expectError(await chat([{ role: 'someone', text: 'x' }]), 400, 'messages[0].role');
  });

  test('a voice says a sentence as a WAV file that holds audio', async () => {
    const preview = { voice_id: 'builtin/slt', language: 'en-US', text: 'Good morning, this is your agent.' };
    const { status, headers, bytes } = await ask('POST', '/voices/preview', { body: preview });
    expect([status, headers.get('content-type')]).toEqual([200, 'audio/wav']);
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF');
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
    expect(bytes.length).toBeGreaterThan(16_000);
    const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + bytes.length));
    expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(3000);
    expectError(
      await ask('POST', '/voices/preview', { body: { ...preview, voice_id: 'builtin/unknown' } }),
      422,
      'voice_id',
    );
    expectError(await ask('POST', '/voices/preview', { body: { ...preview, voice_id: 'unknown/x' } }), 422, 'voice_id');
    expectError(await ask('POST', '/voices/preview', { body: { ...preview, text: 'a'.repeat(301) } }), 400, 'text');
  });

  test('a telephone call tries settings that are not published, of an inactive agent too', async () => {
    const agent = await newAgent({ prompt: SCRIPT, status: 'inactive', variables: { name: 'Maria' } });
    const draft = { name: 'A', prompt: '## hi\nsay: This is the draft, {{name}}. Goodbye.\nend: success' };
    const { status, body: placed } = await ask('POST', `/agents/${agent.agent_id}/test/call`, {
      body: { settings: draft, recipient_phone: TALKS, variables: { name: 'Bo' } },
    });
    expect(status).toBe(201);
    const call = await account.callOver(placed.call_id);
    expect(call).toMatchObject({ agent_version: 1, end_reason: 'agent_hangup', outcome: 'success' });
    // Where the voice is late, the callee talks over its end.
    const said = call.transcript.find(({ role }: any) => role === 'agent');
    expect(said.generated_text ?? said.text).toContain('This is the draft, Bo.');
    expect((await account.request('GET', `/agents/${agent.agent_id}`)).body).toEqual(agent);
  });
});

describe('what an agent can have', () => {
  test('voices, models and templates', async () => {
    const { body: voices } = await ask('GET', '/voices');
    expect(voices).toMatchObject({ default: 'builtin/rms', total: voices.data.length });
    expect(voices.data.map(({ voice_id: id }: any) => id)).toContain('builtin/rms');
    const { body: models } = await ask('GET', '/models');
    expect(models).toMatchObject({ default: 'builtin/script', total: 2, providers: ['builtin'] });
    expect(models.data.map(({ model, kind }: any) => [model, kind])).toEqual([
      ['builtin/script', 'language'],
      ['builtin', 'transcriber'],
    ]);
    const { body: templates } = await ask('GET', '/agents/templates');
    expect(templates.total).toBe(6);
    for (const { variants } of templates.data) {
      const { status } = await account.request('POST', '/agents', { body: variants.builtin });
      expect(status).toBe(201);
    }
  });
});

describe('permissions', () => {
  const settings = { name: 'A', prompt: 'B' };
  const writing: [string, string, unknown?][] = [
    ['GET', '/agents/:id/draft'],
    ['PUT', '/agents/:id/draft', { base_version: 1, revision: 0, settings: {} }],
    ['DELETE', '/agents/:id/draft', { revision: 1 }],
    ['POST', '/agents/:id/publish', { base_version: 1, revision: 1 }],
  ];
  const reading: [string, string, unknown?][] = [['GET', '/agents/:id/impact']];
  const ofNoAgent: [string, string, unknown?][] = [
    ['GET', '/agents/activity'],
    ['GET', '/agents/templates'],
    ['GET', '/voices'],
    ['GET', '/models'],
    ['POST', '/agents/check', { settings: {} }],
    ['POST', '/voices/preview', { voice_id: 'builtin/rms', language: 'en-US', text: 'Hello.' }],
  ];
  const calling: [string, string, unknown?][] = [
    ['POST', '/agents/:id/test/call', { settings, recipient_phone: '+12025550102' }],
  ];
  const at = (path: string, id: string) => path.replace(':id', id);

  test('401 without a key', async () => {
    for (const [method, path, body] of [...writing, ...reading, ...ofNoAgent, ...calling]) {
      expectError(await ask(method, at(path, account.agentId), { body, key: 'none' }), 401);
    }
  });

  test('403 without the permission', async () => {
    const { api_key: viewer } = await account.newKey('agents:read', 'calls:read');
    for (const [method, path, body] of [...writing, ...calling]) {
      expectError(await ask(method, at(path, account.agentId), { body, key: viewer }), 403);
    }
    expectError(await ask('POST', '/agents/test/chat', { body: { settings, messages: [] }, key: viewer }), 403);
    const { api_key: nothing } = await account.newKey('webhooks:write');
    for (const [method, path, body] of [...reading, ...ofNoAgent]) {
      expectError(await ask(method, at(path, account.agentId), { body, key: nothing }), 403);
    }
  });

  test("404: another account's agent, and one that does not exist", async () => {
    for (const [method, path, body] of [...writing, ...reading, ...calling]) {
      expectError(await ask(method, at(path, account.agentId), { body, key: other.key }), 404, 'agent_id');
      expectError(await ask(method, at(path, unknownId('agent')), { body }), 404, 'agent_id');
    }
  });
});

test('a variable that a tool finds is asked of no call, unless it is spoken', async () => {
  const find = {
    type: 'http',
    name: 'find',
    description: 'Finds.',
    url: 'https://a.example',
    variables: { who: '$.a' },
  };
  const settings = { name: 'x', prompt: 'Talk to {{who}}.', tools: [find] };
  const check = async (change: object) =>
    (await ask('POST', '/agents/check', { body: { settings: { ...settings, ...change } } })).body;
  expect(await check({})).toEqual({ problems: [], variables: [] });
  const { variables } = await check({ first_message: 'Hello {{who}}!' });
  expect(variables).toEqual([{ name: 'who', fields: ['prompt', 'first_message'], source: 'missing' }]);
  const url = 'https://a.example/{{shop}}/{{args.id}}';
  const parameters = { type: 'object', properties: { id: { type: 'string' } } };
  const sent = await check({ tools: [{ ...find, url, parameters }] });
  expect(sent.variables).toEqual([{ name: 'shop', fields: ['tools'], source: 'missing' }]);
});

describe('trying a tool', () => {
  const SECRET = 'Bearer tried-0123456789';
  let tools: ToolServer;

  beforeAll(async () => {
    tools = await ToolServer.start();
    tools.answer = ({ path }) => ({ body: { path, name: 'Ann' } });
  });
  afterAll(() => tools?.close());

  const tryTool = (tool: object, rest: object = {}) => ask('POST', '/agents/test/tool', { body: { tool, ...rest } });
  const http = () => ({
    ...{ type: 'http', name: 'find', description: 'Finds.', url: `${tools.url}/{{args.id}}?who={{who}}` },
    parameters: { type: 'object', properties: { id: { type: 'string' } } },
    variables: { name: '$.name' },
  });

  test('a tool is not used against a private address, which this service does not allow', async () => {
    const { status, body } = await tryTool(http(), { arguments: { id: '7' }, variables: { who: 'me' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ ok: false, status: null, result: null, error: 'Error: The address is private, and not allowed.' },
      ...{ variables: {}, tools: null },
    });
    expect(tools.requests).toEqual([]);
  });

  test('a secret that was never given, and a tool that is about a call: 422', async () => {
    const headers = [{ name: 'authorization', value: null, secret: true }];
    expectError(await tryTool({ ...http(), headers }), 422, 'tool.headers[0].value');
    expectError(await tryTool({ type: 'send_dtmf' }), 422, 'tool.type');
    expectError(await tryTool(http(), { agent_id: unknownId('agent') }), 404, 'agent_id');
  });

  test('it is used once, with the secrets that the draft has, where the configuration allows its address', async () => {
    await service.stop();
    await service.start({ PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true' });
    const { agent_id: agentId } = await newAgent();
    const headers = [{ name: 'authorization', value: SECRET, secret: true }];
    const { body: draft } = await save(agentId, 0, { tools: [{ ...http(), headers }] });
    expect(JSON.stringify(draft)).not.toContain('tried');
    const kept = draft.settings.tools[0];
    expect(kept.headers).toEqual([{ name: 'authorization', value: null, secret: true, value_set: true }]);
    const asked = { agent_id: agentId, arguments: { id: '7' }, variables: { who: 'me' } };
    const { body } = await tryTool(kept, asked);
    expect(body).toMatchObject({
      ...{
        ok: true,
        status: 200,
        result: '{"path":"/7?who=me","name":"Ann"}',
        error: null,
        variables: { name: 'Ann' },
      },
    });
    expect(tools.requests.at(-1)!.headers.authorization).toBe(SECRET);
    const { body: published } = await publish(agentId, 1);
    expect(published.tools[0].headers).toEqual(kept.headers);
    expect((await tryTool(published.tools[0], asked)).body.ok).toBe(true);
    // Wherever else it leads, the secret stays here.
    const moved = { ...kept, url: kept.url.replace('127.0.0.1', 'localhost') };
    expectError(await tryTool(moved, asked), 422, 'tool.headers[0].value');
    const log = JSON.stringify((await ask('GET', `/audit?target=${agentId}`)).body);
    expect(log).toContain('agent.published');
    expect(log).not.toMatch(/tried|sealed/);
    expect(service.output).not.toContain('tried-0123456789');
  });

  test('the tools of an MCP server are listed', async () => {
    const server = await LocalMcpServer.start();
    const { url } = server;
    const { body } = await tryTool({ type: 'mcp', name: 'shop', url, tools: ['stock'] });
    expect(body).toMatchObject({ ok: true, result: null, tools: [{ name: 'stock' }] });
    const used = await tryTool({ type: 'mcp', name: 'shop', url }, { name: 'stock', arguments: { item: 'figs' } });
    expect(used.body).toMatchObject({ ok: true, result: 'There are 7 of figs.' });
    await server.close();
    expect((await tryTool({ type: 'mcp', name: 'shop', url })).body).toMatchObject({
      ok: false,
      error: expect.stringContaining('could not be reached'),
    });
  });
});
