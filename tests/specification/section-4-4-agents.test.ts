import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../support/shared-service.ts';
import { Account, TALKS, unknownId } from './accounts.ts';
import { expectError, expectFields, expectUnixSeconds, isUlid } from './answers.ts';

const agentFields = [
  ...[
    'agent_id',
    'name',
    'status',
    'prompt',
    'first_message',
    'voice_id',
    'model',
    'transcriber',
    'language',
    'phone_number',
  ],
  ...[
    'timezone',
    'max_duration',
    'ring_timeout',
    'waiting',
    'variables',
    'tools',
    'turn_taking',
    'fallbacks',
    'variables_webhook',
    'voicemail',
    'recording',
    'knowledge',
  ],
  ...['disclosure', 'outcomes', 'extraction', 'version', 'created_at', 'updated_at'],
];

const service = sharedService();
let account: Account;
let path: string;

beforeAll(async () => {
  account = await Account.create(service, 'enterprise');
  path = `/agents/${account.agentId}`;
});

const read = async () => (await account.request('GET', path)).body;
const patch = (body: object) => account.request('PATCH', path, { body });

describe('4.4 GET /agents · 200', () => {
  test('answers data and total: all agents of the account', async () => {
    const { status, body } = await account.request('GET', '/agents');
    expect(status).toBe(200);
    expectFields(body, ['data', 'total']);
    expect(body.total).toBe(body.data.length);
    expect(body.data.length).toBeGreaterThan(0);
    const { agent_id: further } = await account.newAgent();
    const { body: then } = await account.request('GET', '/agents');
    expect(then.total).toBe(body.total + 1);
    expect(then.data.map((agent: any) => agent.agent_id)).toContain(further);
  });

  test('each is the whole agent', async () => {
    const { body } = await account.request('GET', '/agents');
    for (const agent of body.data) {
      expectFields(agent, agentFields);
      expect((await account.request('GET', `/agents/${agent.agent_id}`)).body).toEqual(agent);
    }
  });
});

describe('4.5 GET /agents/{agent_id} · 200', () => {
  test("answers the agent's configuration", async () => {
    const agent = await read();
    expectFields(agent, agentFields);
    expect(isUlid(agent.agent_id, 'agent')).toBe(true);
    for (const field of ['name', 'prompt', 'voice_id', 'model', 'language', 'timezone']) {
      expect([field, typeof agent[field]]).toEqual([field, 'string']);
    }
    expect(agent).toMatchObject({
      status: 'active',
      max_duration: 1800,
      ring_timeout: 30,
      waiting: 'phrases',
      version: 1,
    });
    expectUnixSeconds(agent.created_at);
    expectUnixSeconds(agent.updated_at);
  });
});

describe('4.5 GET /agents/{agent_id} · 404', () => {
  test.each([unknownId('agent'), 'unknown', unknownId('call')])('the id %s', async (agentId) => {
    expectError(await account.request('GET', `/agents/${agentId}`), 404, 'agent_id');
  });
});

describe('4.6 PATCH /agents/{agent_id} · 200', () => {
  test('answers the whole agent, one version further', async () => {
    const before = await read();
    const { status, body } = await patch({ prompt: 'Be kind to {{name}}.', voice_id: 'builtin/slt' });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      prompt: 'Be kind to {{name}}.',
      voice_id: 'builtin/slt',
      version: before.version + 1,
      updated_at: body.updated_at,
    });
    expect(body.updated_at).toBeGreaterThanOrEqual(before.updated_at);
    expect(await read()).toEqual(body);
  });

  test.each([
    ['name', 'Zoë'],
    ['status', 'inactive'],
    ['status', 'active'],
    ['prompt', 'p'.repeat(200_000)],
    ['prompt', 'Short again.'],
    ['first_message', 'Hello!'],
    ['first_message', null],
    ['voice_id', 'rms'],
    ['model', 'script'],
    ['language', 'de-CH'],
    ['language', 'i-klingon'],
    ['language', 'x-private'],
    ['language', 'zh-cmn-Hans-CN'],
    ['language', 'en'],
    ['timezone', 'America/New_York'],
    ['max_duration', 14_400],
    ['ring_timeout', 120],
    ['waiting', 'music'],
    ['waiting', 'silence'],
    ['variables', { name: 'x', age: 5, vip: true, note: null }],
    ['tools', []],
    ['tools', [{ type: 'send_dtmf' }]],
    ['disclosure', 'This call is recorded.'],
    ['outcomes', ['booked', 'call_again']],
  ])('%s can be changed, to %j', async (field, value) => {
    const { version } = await read();
    const { status, body } = await patch({ [field]: value });
    expect([status, body[field], body.version]).toEqual([200, value, version + 1]);
  });

  test.each([
    ['turn_taking', 'endpointing_ms', 800],
    ['voicemail', 'message', 'Please call {{from_number}} back.'],
    ['voicemail', 'action', 'message'],
    ['recording', 'enabled', false],
    ['knowledge', 'mode', 'tool'],
  ])('%s.%s can be changed alone', async (object, field, value) => {
    const before = await read();
    const { body } = await patch({ [object]: { [field]: value } });
    expect(body[object]).toEqual({ ...before[object], [field]: value });
  });

  test.each([{}, 'same'])('a change that changes nothing keeps the version: %j', async (change) => {
    const before = await read();
    const { status, body } = await patch(change === 'same' ? { name: before.name, outcomes: before.outcomes } : {});
    expect([status, body]).toEqual([200, before]);
  });

  test.each(['i-klingon', 'en-GB-oed', 'x-private', 'zh-min-nan'])(
    'an agent of the language %s talks',
    async (language) => {
      await patch({ language, first_message: 'It is {{current_time}}.', disclosure: null, status: 'active' });
      const call = await account.callWithWords({ recipient_phone: TALKS }, 2);
      expect(call.transcript.find((turn: any) => turn.role === 'agent').text).toMatch(/^It\b/);
    },
  );

  test('changes at the same time are all kept, and each is a version', async () => {
    const before = await read();
    const changes = [
      { name: 'A' },
      { max_duration: 61 },
      { ring_timeout: 61 },
      { language: 'fr' },
      { timezone: 'Asia/Tokyo' },
    ];
    const answers = await Promise.all(changes.map(patch));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect(await read()).toMatchObject({ ...Object.assign({}, ...changes), version: before.version + changes.length });
  });

  test('it takes effect for the next call, and not for one that was placed before', async () => {
    await patch({ max_duration: 100, variables: {}, prompt: 'Be brief.', first_message: 'Hello.' });
    const before = await account.call();
    await patch({ max_duration: 200 });
    const after = await account.call();
    expect([before.max_duration, after.max_duration]).toEqual([100, 200]);
    expect(after.agent_version).toBe(before.agent_version + 1);
    expect((await account.request('GET', `/calls/${before.call_id}`)).body.agent_version).toBe(before.agent_version);
  });

  test('an agent that is switched off places no call from now on, and again when it is switched on', async () => {
    await patch({ status: 'inactive' });
    expectError(await account.place(), 422, 'agent_id');
    await patch({ status: 'active' });
    expect((await account.call()).end_reason).toBe('busy');
  });

  test('ring_timeout is how long it rings: then the call ends no_answer', async () => {
    await patch({ ring_timeout: 5 });
    const call = await account.call({ recipient_phone: '+12025550103' });
    expect(call).toMatchObject({ status: 'failed', end_reason: 'no_answer', outcome: 'no_answer', duration: 0 });
    expect(call.ended_at - call.created_at).toBeGreaterThanOrEqual(5);
    expect(call.ended_at - call.created_at).toBeLessThan(15);
  });
});

describe('4.6 PATCH /agents/{agent_id} · a language that the voice lacks', () => {
  test('is 422 where the voice was chosen, and a warning in the call where it is the default', async () => {
    await patch({ voice_id: 'builtin/rms', transcriber: null, language: 'en-US' });
    expect((await patch({ language: 'es-ES', first_message: 'Hola.', disclosure: null })).status).toBe(200);
    const call = await account.callWithWords({ recipient_phone: TALKS }, 1);
    const { analysis } = await account.callWhen(call.call_id, ({ analysis }: any) => analysis !== null);
    expect(analysis.warnings.join(' ')).toMatch(/builtin\/rms does not speak Spanish.*does not understand Spanish/);
    expectError(await patch({ voice_id: 'builtin/slt' }), 422, 'voice_id');
    expectError(await patch({ language: 'de', voice_id: 'builtin/rms' }), 422, 'language');
    expectError(await patch({ transcriber: 'builtin' }), 422, 'transcriber');
    expectError(await patch({ language: 'auto' }), 422, 'language');
    expect((await patch({ language: 'en-GB', voice_id: 'builtin/slt' })).status).toBe(200);
    expectError(await patch({ language: 'es' }), 422, 'language');
    expect((await patch({ language: 'en-US', voice_id: 'builtin/rms' })).status).toBe(200);
  });

  test('is 422 where a fallback lacks it', async () => {
    const fallbacks = { voice_id: ['builtin/slt'], transcriber: ['builtin'] };
    expectError(await patch({ language: 'de', fallbacks }), 422, 'fallbacks.voice_id[0]');
    expect((await patch({ language: 'en-GB', fallbacks })).status).toBe(200);
    expectError(await patch({ language: 'de' }), 422, 'language');
    expect((await patch({ language: 'de', fallbacks: { voice_id: [], transcriber: [] } })).status).toBe(200);
    expectError(await patch({ fallbacks: { transcriber: ['builtin'] } }), 422, 'fallbacks.transcriber[0]');
    expect((await patch({ language: 'en-US' })).status).toBe(200);
  });
});

describe('4.6 PATCH /agents/{agent_id} · 400', () => {
  test.each(['agent_id', 'phone_number', 'version', 'created_at', 'updated_at'])('%s is read-only', async (field) => {
    const before = await read();
    expectError(await patch({ [field]: before[field] }), 400, field);
    expectError(await patch({ name: 'Changed', [field]: null }), 400, field);
    expect(await read()).toEqual(before);
  });

  test.each([
    ['name', ''],
    ['name', '  '],
    ['name', null],
    ['name', 5],
    ['status', 'paused'],
    ['prompt', ''],
    ['prompt', ' \n'],
    ['prompt', null],
    ['prompt', 'p'.repeat(200_001)],
    ['first_message', ''],
    ['first_message', 'Hello {{name'],
    ['first_message', 'Hello {{ }}'],
    ['voice_id', ''],
    ['voice_id', 'builtin/'],
    ['voice_id', 'a b'],
    ['voice_id', null],
    ['model', 7],
    ['language', 'english please'],
    ['language', 'english'],
    ['language', 'en_US'],
    ['language', 'de-1901-1901'],
    ['language', 'en-a-bb-a-cc'],
    ['language', ''],
    ['language', 'x'.repeat(36)],
    ['timezone', 'Mars/Olympus'],
    ['timezone', '+01:00'],
    ['timezone', '-00:00'],
    ['max_duration', 0],
    ['max_duration', 14_401],
    ['max_duration', '60'],
    ['waiting', 'jazz'],
    ['ring_timeout', 4],
    ['ring_timeout', 121],
    ['ring_timeout', 5.5],
    ['variables', []],
    ['tools', {}],
    ['outcomes', 'booked'],
    ['outcomes', ['booked', 'booked']],
    ['disclosure', ''],
    ['disclosure', '{{a{b}}'],
  ])('%s: %j', async (field, value) => {
    expectError(await patch({ [field]: value }), 400, field);
  });

  test.each([
    [{ variables: { name: {} } }, 'variables.name'],
    [{ variables: { order: 2 ** 53 } }, 'variables.order'],
    [{ turn_taking: { endpointing_ms: 1 } }, 'turn_taking.endpointing_ms'],
    [{ voicemail: { action: 'shout' } }, 'voicemail.action'],
    [{ recording: { enabled: 'yes' } }, 'recording.enabled'],
    [{ tools: [{ type: 'send_dtmf' }, { type: 'shell' }] }, 'tools[1].type'],
    [{ outcomes: ['booked', 'Not Booked'] }, 'outcomes[1]'],
  ])('inside of an object: %j', async (change, param) => {
    expectError(await patch(change), 400, param);
  });
});

describe('4.6 PATCH /agents/{agent_id} · 404', () => {
  test('an agent that does not exist', async () => {
    expectError(await account.request('PATCH', `/agents/${unknownId('agent')}`, { body: {} }), 404, 'agent_id');
  });
});

describe('4.6 PATCH /agents/{agent_id} · 422', () => {
  test('a script with a mistake, in a prompt for the model that reads scripts', async () => {
    await patch({ model: 'builtin/script' });
    const before = await read();
    const arrow = await patch({
      prompt: '## hello\nsay: Hello.\nhear: yes -> nowhere\n## bye\nsay: Bye.\nend: success',
    });
    expectError(arrow, 422, 'prompt');
    expect(arrow.body.error.message).toContain('line 3, column 14: there is no section "nowhere"');
    const word = await patch({ prompt: '## hello\nsay: Hello.\n  sya: Bye.\nend: success' });
    expectError(word, 422, 'prompt');
    expect(word.body.error.message).toContain('line 3, column 3: "sya: Bye." is none of');
    expect(await read()).toEqual(before);
    expect((await patch({ prompt: '## Tone\nBe kind.\n- say: nothing rude' })).status).toBe(200);
  });

  test.each(['voice_id', 'model'])('%s names a provider that is not configured', async (field) => {
    const before = await read();
    expectError(await patch({ [field]: 'unknown/best' }), 422, field);
    expect(await read()).toEqual(before);
  });

  test('a voicemail message is to be left, and there is none', async () => {
    await patch({ voicemail: { action: 'hangup', message: null } });
    expectError(await patch({ voicemail: { action: 'message' } }), 422, 'voicemail.message');
    expect((await read()).voicemail.action).toBe('hangup');
  });
});
