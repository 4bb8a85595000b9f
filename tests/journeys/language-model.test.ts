import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChatRequest, type FakeAnswer, FakeOpenAi } from '../support/fake-openai.ts';
import { Service } from '../support/service.ts';
import { ownWarnings } from '../support/warnings.ts';

const apiKey = 'sk-test-0123456789abcdef';
const analysis = {
  summary: 'Maria confirmed her appointment on Thursday.',
  sentiment: 'positive',
  outcome: 'appointment_confirmed',
};
const replies: FakeAnswer[] = [
  { text: ['Hello, this is ', 'Ava from Riverside Dental. ', 'Am I speaking with Maria?'] },
  { text: ['<think>She is the one.</think>', 'Does Thursday at ', 'three thirty work for you?'] },
  {
    text: ['Wonderful, see you then. ', 'Goodbye.'],
    toolCalls: [{ id: 'call_1', name: 'end_call', arguments: '{"outcome":"success"}' }],
  },
];

/** What the models of other names answer. */
const others = new Map<string, (request: ChatRequest) => FakeAnswer>();

let server: FakeOpenAi;
let service: Service;
let scratch: string;
let accountId: string;

/** The reply follows from the dialogue alone, so that a reply that was prepared in vain changes nothing. */
function reply(request: ChatRequest): FakeAnswer {
  const other = others.get(request.body.model);
  return other ? other(request) : usualReply(request);
}

function usualReply({ body }: ChatRequest): FakeAnswer {
  if (!body.stream) return { text: [JSON.stringify(analysis)] };
  const said = body.messages.filter((message: any) => message.role === 'assistant').length;
  return replies[Math.min(said, replies.length - 1)]!;
}

beforeAll(async () => {
  server = await FakeOpenAi.start(reply);
  server.apiKey = apiKey;
  scratch = await mkdtemp(path.join(tmpdir(), 'parley-agents-'));
  service = await Service.start({
    PARLEY_LLM_URL: server.url,
    PARLEY_LLM_API_KEY: apiKey,
    PARLEY_LLM_MODEL: 'test-model',
    PARLEY_LOG_LEVEL: 'trace',
  });
  accountId = (await service.parley('accounts', 'list')).data[0].account_id;
});

afterAll(async () => {
  await service?.remove();
  await server?.close();
  await rm(scratch, { recursive: true, force: true });
});

async function createAgent(settings: Record<string, unknown>): Promise<string> {
  const file = path.join(scratch, `${crypto.randomUUID()}.json`);
  await writeFile(
    file,
    JSON.stringify({ name: 'Reminder', prompt: 'Remind {{name}} of Thursday, 3:30 pm.', ...settings }),
  );
  return (await service.parley('agents', 'create', '--account', accountId, '--file', file)).agent_id;
}

async function call(agentId: string, phone = '+12025550101'): Promise<any> {
  const { status, body } = await service.request('POST', '/call', {
    body: { agent_id: agentId, recipient_phone: phone, variables: { name: 'Maria' } },
  });
  expect(status).toBe(201);
  return service.callWhen(body.call_id, ({ analysis }) => analysis !== null);
}

const said = (call: any, role: string) =>
  call.transcript.filter((turn: any) => turn.role === role).map((turn: any) => turn.text);

describe('an agent with a model of the server', () => {
  let ended: any;

  beforeAll(async () => {
    ended = await call(await createAgent({ model: 'openai/test-model', outcomes: ['appointment_confirmed'] }));
  });

  test('says what the model writes, until the model ends the call', () => {
    expect(said(ended, 'agent')).toEqual([
      'Hello, this is Ava from Riverside Dental. Am I speaking with Maria?',
      'Does Thursday at three thirty work for you?',
      'Wonderful, see you then. Goodbye.',
    ]);
    expect(ended).toMatchObject({ status: 'completed', end_reason: 'agent_hangup', ended_by: 'agent' });
    const used = ended.transcript.filter((turn: any) => turn.role === 'tool').map((turn: any) => turn.tool);
    expect(used).toMatchObject([{ name: 'end_call', arguments: { outcome: 'success' } }]);
  });

  test('asks with its prompt and with what was heard', () => {
    const asked = server.requests.filter(({ body }) => body.stream).map(({ body }) => body);
    for (const body of asked) {
      expect(body.model).toBe('test-model');
      expect(body.messages[0].content).toMatch(/^Remind Maria of Thursday, 3:30 pm\./);
      expect(body.tools.map((tool: any) => tool.function.name)).toContain('end_call');
    }
    const last = asked.at(-1)!.messages.map(({ role, content }: any) => ({ role, content }));
    expect(last).toContainEqual({ role: 'assistant', content: 'Does Thursday at three thirty work for you?' });
    expect(last).toContainEqual({ role: 'user', content: expect.stringMatching(/works very well/i) });
  });

  test('has its calls analyzed by the model', () => {
    // The agent has named the outcome, and what it named stays.
    expect(ended).toMatchObject({ ...analysis, outcome: 'success' });
    expect(ended.analysis.method).toBe('model');
    expect(ownWarnings(ended)).toEqual([]);
    const asked = server.requests.find(({ body }) => !body.stream)!.body;
    expect(asked.response_format.json_schema.schema.properties.outcome.enum).toEqual([
      'appointment_confirmed',
      'success',
      'partial',
      'failure',
      'opted_out',
    ]);
    expect(asked.messages.at(-1).content).toContain('Am I speaking with Maria?');
  });
});

test('a bare name that the server does not have costs no call, and neither does an analysis that fails', async () => {
  server.answer = (request) =>
    request.body.stream ? reply(request) : { status: 400, error: { message: 'The context is too long.' } };
  const ended = await call(await createAgent({ model: 'made-up' }), '+12025550106');
  server.answer = reply;
  expect(ended.status).toBe('completed');
  expect(said(ended, 'agent').length).toBeGreaterThanOrEqual(1);
  expect(ended.analysis.method).toBe('rules');
  expect(ownWarnings(ended)).toEqual([
    expect.stringMatching(/^The model made-up does not exist here .*404.*; builtin\/script answered instead\.$/),
    'The analysis by the model failed; plain rules did it.',
  ]);
});

test('a provider that is not configured is refused', async () => {
  const agentId = await createAgent({ model: 'openai/test-model' });
  const { status, body } = await service.request('PATCH', `/agents/${agentId}`, { body: { model: 'acme/talker' } });
  expect(status).toBe(422);
  expect(body.error).toMatchObject({ param: 'model', message: expect.stringContaining('builtin, openai') });
});

describe('a model that keeps the caller waiting', () => {
  const answered = ({ body }: ChatRequest) => body.messages.some(({ role }: any) => role === 'assistant');
  const later = (answer: FakeAnswer) => (request: ChatRequest) => (answered(request) ? answer : usualReply(request));

  test.concurrent.each<[string, (request: ChatRequest) => FakeAnswer, RegExp]>([
    ['hangs', later({ hangs: 'at_once' }), /did not answer within 5 s\. Check that the model server is up/],
    ['is-empty', later({}), /ended without a word/],
    ['stalls', later({ text: ['Does Thursday', ' at'], hangs: 'after_text' }), /stopped in the middle/],
    ['never-opens', () => ({ hangs: 'at_once' }), /did not answer within/],
  ])('%s: an apology and llm_error within 13 s', async (name, answer, warning) => {
    server.models.add(name);
    others.set(name, answer);
    const ended = await call(await createAgent({ model: `openai/${name}` }));
    expect(ended).toMatchObject({ end_reason: 'llm_error', outcome: 'error' });
    expect(ended.analysis.warnings).toContainEqual(expect.stringMatching(warning));
    const [apology, ...before] = ended.transcript.toReversed();
    expect(apology.text).toMatch(/^Sorry, I'm having technical difficulties/);
    const asked = before.find((turn: any) => turn.role === 'user');
    expect(apology.end - asked.end).toBeLessThanOrEqual(13);
  });

  test('refuses the key: the warnings and the log say what to do', async () => {
    server.models.add('locked');
    others.set('locked', () => ({ status: 401, error: { message: 'Incorrect API key provided.' } }));
    const ended = await call(await createAgent({ model: 'openai/locked' }));
    expect(ended.end_reason).toBe('llm_error');
    const warning = 'openai/locked: 401 Incorrect API key provided. The model server refuses the key: check';
    expect(ended.analysis.warnings).toContainEqual(expect.stringContaining(warning));
    expect(service.output).toContain(warning);
  });
});

test('the key goes to the server and nowhere else', async () => {
  expect(new Set(server.requests.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${apiKey}`]));
  server.apiKey = 'sk-another';
  const ended = await call(await createAgent({ model: 'openai/test-model' }));
  server.apiKey = apiKey;
  expect(ended).toMatchObject({ end_reason: 'llm_error', outcome: 'error' });
  expect(service.output).toContain('the analysis by the model failed');
  expect(JSON.stringify(ended) + service.output).not.toContain(apiKey);
});
