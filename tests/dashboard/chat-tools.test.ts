import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Account, unknownId } from '../specification/accounts.ts';
import { expectError } from '../specification/answers.ts';
import { type ChatRequest, type FakeAnswer, FakeOpenAi } from '../support/fake-openai.ts';
import { growingPauses } from '../support/growing-pauses.ts';
import { LocalMcpServer } from '../support/mcp-server.ts';
import { Service } from '../support/service.ts';
import { ToolServer } from '../support/tool-server.ts';

const SECRET = 'Bearer in-writing-0123456789';

let llm: FakeOpenAi;
let company: ToolServer;
let shop: LocalMcpServer;
let service: Service;
let account: Account;
/** What the model writes, or uses, once it has this many results of tools. */
let steps: ((results: string[]) => FakeAnswer)[] = [];

const resultsIn = ({ body }: ChatRequest): string[] =>
  body.messages.filter(({ role }: any) => role === 'tool').map(({ content }: any) => String(content));
const promptIn = ({ body }: ChatRequest): string => body.messages[0].content;
const using = (name: string, args: object = {}): FakeAnswer => ({
  toolCalls: [{ id: `${name}-1`, name, arguments: JSON.stringify(args) }],
});

beforeAll(async () => {
  llm = await FakeOpenAi.start((request) => {
    const results = resultsIn(request);
    return steps[Math.min(results.length, steps.length - 1)]!(results);
  });
  [company, shop] = await Promise.all([ToolServer.start(), LocalMcpServer.start()]);
  service = await Service.start({
    PARLEY_LLM_URL: llm.url,
    PARLEY_LLM_MODEL: 'test-model',
    PARLEY_ALLOW_PRIVATE_WEBHOOKS: 'true',
  });
  account = await Account.first(service);
});

afterAll(async () => {
  await service?.remove();
  await Promise.all([llm?.close(), company?.close(), shop?.close()]);
});

beforeEach(() => {
  company.requests.length = 0;
  shop.headers.length = 0;
  llm.requests.length = 0;
});

const ask = (method: string, path: string, body?: unknown) =>
  fetch(`${service.baseUrl.replace(/\/v1$/, '')}/dashboard/api${path}`, {
    method,
    headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const user = (text: string) => ({ role: 'user', text });

/** The events of one reply. */
async function reply(settings: object, rest: object = {}): Promise<any[]> {
  const agent = { name: 'A', prompt: 'Help. The customer is {{customer}}.', model: 'openai-compatible/test-model' };
  const body = { settings: { ...agent, ...settings }, messages: [user('Who am I?')], ...rest };
  const response = await ask('POST', '/agents/test/chat', body);
  const text = await response.text();
  expect(text).not.toContain('in-writing');
  expect([response.status, response.status === 200 ? '' : text]).toEqual([200, '']);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
const refusal = async (settings: object, rest: object = {}) => {
  const body = { settings: { name: 'A', prompt: 'B', ...settings }, messages: [], ...rest };
  const { status, headers, ...response } = await ask('POST', '/agents/test/chat', body).then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    body: await answer.json(),
  }));
  return { status, headers, body: response.body };
};
const textOf = (events: any[]) => events.map(({ delta = '' }) => delta).join('');
const resultsOf = (events: any[]) => events.filter(({ type }) => type === 'tool_result');

const find = (rest: object = {}) => ({
  ...{ type: 'http', name: 'find', description: 'Finds a customer.', url: `${company.url}/find/{{args.phone}}` },
  parameters: { type: 'object', properties: { phone: { type: 'string' } }, required: ['phone'] },
  variables: { customer: '$.customer.name', customer_id: '$.customer.id' },
  ...rest,
});
const sealed = { name: 'Authorization', value: SECRET, secret: true };

describe('web requests', () => {
  test('are really made; what they find is in the next prompt, the next address, and the next reply', async () => {
    company.answer = ({ path }) =>
      path.startsWith('/find') ? { body: { customer: { id: 'k/7', name: 'Ann' } } } : { body: 'Booked.' };
    const book = { type: 'http', name: 'book', description: 'Books.', url: `${company.url}/book/{{customer_id}}` };
    steps = [
      () => ({ text: ['One moment.'], ...using('find', { phone: '123' }) }),
      () => using('book'),
      ([, booked]) => ({ text: [`It says ${booked}`] }),
    ];
    const tools = [find({ headers: [sealed] }), { ...book, method: 'POST' }];
    const events = await reply({ tools });
    expect(company.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /find/123',
      'POST /book/k%2F7',
    ]);
    expect(company.requests[0]!.headers.authorization).toBe(SECRET);
    expect(llm.requests.map(promptIn)).toEqual([
      expect.stringContaining('The customer is (not known yet).'),
      ...Array(2).fill(expect.stringContaining('The customer is Ann.')),
    ]);
    expect(events.map(({ type }) => type)).toEqual([
      ...['text', 'tool_call', 'tool_result', 'tool_call', 'tool_result', 'text', 'end'],
    ]);
    expect(events[1]).toEqual({ type: 'tool_call', id: 1, name: 'find', arguments: { phone: '123' } });
    expect(events[2]).toEqual({
      ...{ type: 'tool_result', id: 1, error: false, imagined: false, duration_ms: expect.any(Number) },
      result: '{"customer":{"id":"k/7","name":"Ann"}}',
      variables: { customer: 'Ann', customer_id: 'k/7' },
    });
    expect(events[4]).toMatchObject({ id: 2, result: 'Booked.', variables: {} });
    expect(textOf(events)).toBe('One moment.It says Booked.');
    expect(events.at(-1)).toEqual({ type: 'end', over: false, outcome: null, transferred_to: null, warnings: [] });
    // The page gives back what was found.
    llm.requests.length = 0;
    steps = [() => ({ text: ['Hello Ann.'] })];
    const said = [user('Who am I?'), { role: 'tool', name: 'find', arguments: {}, result: events[2].result }];
    await reply({ tools }, { messages: [...said, user('And now?')], variables: events[2].variables });
    expect(promptIn(llm.requests[0]!)).toContain('The customer is Ann.');
    expect(resultsIn(llm.requests[0]!)).toEqual([events[2].result]);
  });

  test('failures, late responses and wrong arguments are reported to the model, and shown', async () => {
    company.answer = async ({ path }) => {
      if (path === '/late') return new Promise<never>(() => undefined);
      return { status: 404, body: 'No such customer' };
    };
    const late = { type: 'http', name: 'late', description: 'Late.', url: `${company.url}/late`, timeout: 1 };
    steps = [
      () => ({
        toolCalls: [
          { id: 'a', name: 'find', arguments: '{"phone":"1"}' },
          { id: 'b', name: 'find', arguments: '{}' },
          { id: 'c', name: 'late', arguments: '{}' },
          { id: 'd', name: 'made_up', arguments: '{}' },
        ],
      }),
      () => ({ text: ['I am sorry.'] }),
    ];
    const events = await reply({ tools: [find(), late], variables: { customer: 'x' } });
    const results = resultsOf(events).sort((one, other) => one.id - other.id);
    expect(results.map(({ error, result }) => [error, result])).toEqual([
      [true, 'Error: HTTP 404.\nNo such customer'],
      [true, 'Error: "phone" is missing.'],
      [true, 'Error: There was no response within 1 s.'],
      [true, 'Error: There is no tool "made_up".'],
    ]);
    // In the order of its calls, as the model gets them.
    expect(resultsIn(llm.requests[1]!)).toEqual(results.map(({ result }) => result));
    expect(results[2].duration_ms).toBeGreaterThanOrEqual(990);
    expect(textOf(events)).toBe('I am sorry.');
  });

  test("an unsaved draft's tools are used with the secrets that the saved agent has, and no other host gets them", async () => {
    company.answer = () => ({ body: { customer: { name: 'Ann' } } });
    const { body: agent } = await account.request('POST', '/agents', {
      body: { name: 'Sealed', prompt: 'x', tools: [find({ headers: [sealed] })] },
    });
    const [kept] = agent.tools;
    expect(kept.headers).toEqual([{ name: 'Authorization', value: null, secret: true, value_set: true }]);
    steps = [() => using('find', { phone: '9' }), () => ({ text: ['Done.'] })];
    // Another path of the same host, which is not saved.
    const moved = { ...kept, url: `${company.url}/v2/{{args.phone}}` };
    const events = await reply({ tools: [moved] }, { agent_id: agent.agent_id });
    expect(company.requests).toMatchObject([{ path: '/v2/9', headers: { authorization: SECRET } }]);
    expect(resultsOf(events)).toMatchObject([{ error: false }]);
    const param = 'tools[0].headers[0].value';
    const elsewhere = { ...kept, url: 'https://elsewhere.example/{{args.phone}}' };
    expectError(await refusal({ tools: [elsewhere] }, { agent_id: agent.agent_id }), 422, param);
    expectError(await refusal({ tools: [kept] }), 422, param);
    expectError(await refusal({}, { agent_id: unknownId('agent') }), 404, 'agent_id');
    const otherAccount = await Account.create(service, 'growth');
    const theirs = (await otherAccount.request('GET', '/agents')).body.data[0].agent_id;
    expectError(await refusal({ tools: [kept] }, { agent_id: theirs }), 404, 'agent_id');
  });
});

describe('MCP servers', () => {
  const server = (rest: object = {}) => ({ type: 'mcp', name: 'shop', url: shop.url, ...rest });

  test('are asked with their headers', async () => {
    steps = [() => using('stock', { item: 'tea' }), ([stock]) => ({ text: [stock!] })];
    const events = await reply({ variables: { customer: 'x' }, tools: [server({ headers: [sealed] })] });
    expect(resultsOf(events)).toMatchObject([{ result: 'There are 7 of tea.', error: false, imagined: false }]);
    expect(new Set(shop.headers.map(({ authorization }) => authorization))).toEqual(new Set([SECRET]));
    expect(textOf(events)).toBe('There are 7 of tea.');
  });

  test('one that is away is done without, and the end of the reply says so', async () => {
    steps = [() => ({ text: ['Hello.'] })];
    const events = await reply({
      variables: { customer: 'x' },
      tools: [server({ url: 'http://127.0.0.1:9/mcp' })],
    });
    expect(events.at(-1).warnings).toEqual([expect.stringMatching(/^The agent had no tools of shop: /)]);
    expect(textOf(events)).toBe('Hello.');
  });
});

describe('what is about a call', () => {
  const reception = { name: 'Reception', phone_number: '+12025550107', description: '' };
  const tools = () => [
    { type: 'send_dtmf' },
    { type: 'transfer_call', destinations: [reception], message: 'I will put you through.' },
  ];
  const settings = { prompt: 'Help.' };
  const imagined = (result: string) => ({ result, imagined: true, error: false, variables: {} });

  test('keys are pressed on no telephone, and the model waits for what the caller says', async () => {
    steps = [() => ({ text: ['I press one.'], ...using('send_dtmf', { digits: '1' }) }), () => ({ text: ['Never.'] })];
    const events = await reply({ ...settings, tools: tools() });
    expect(resultsOf(events)).toMatchObject([imagined('Sent.')]);
    expect(textOf(events)).toBe('I press one.');
    expect(events.at(-1)).toMatchObject({ over: false });
    expect(llm.requests.length).toBe(1);
  });

  test('a transfer says its message, and the conversation is over', async () => {
    steps = [() => using('transfer_call', { destination: 'Reception' })];
    const events = await reply({ ...settings, tools: tools() });
    expect(textOf(events)).toBe('I will put you through.');
    expect(resultsOf(events)).toMatchObject([imagined('The call was transferred.')]);
    expect(events.at(-1)).toMatchObject({ over: true, outcome: null, transferred_to: 'Reception' });
  });

  test('the end is the end, with its farewell', async () => {
    steps = [() => using('end_call', { outcome: 'booked', farewell: 'See you on Friday.' })];
    const events = await reply(settings);
    expect(textOf(events)).toBe('See you on Friday.');
    expect(resultsOf(events)).toMatchObject([imagined('The call ends.')]);
    expect(events.at(-1)).toMatchObject({ over: true, outcome: 'booked', transferred_to: null });
  });

  test('a model that uses tools for ever is stopped, and it says so', async () => {
    company.answer = () => ({ body: '{}' });
    steps = [() => using('find', { phone: '1' })];
    const events = await reply({ tools: [find()] });
    expect(company.requests.length).toBe(8);
    expect(events.at(-1).warnings).toEqual([
      'The agent used tools 8 times without a word to the caller, and was stopped.',
    ]);
  });
});

describe('documents', () => {
  let documentId: string;

  beforeAll(async () => {
    const { body } = await account.request('POST', '/documents?name=Prices.md', {
      body: '# Prices\n\n## Haircuts\nA haircut costs 38 euros for adults.\n',
      headers: { 'content-type': 'text/markdown' },
    });
    documentId = body.document_id;
    for (const pause of growingPauses()) {
      if ((await account.request('GET', `/documents/${documentId}`)).body.status === 'ready') break;
      await pause();
    }
  });

  const source = () => ({ document_id: documentId, name: 'Prices.md', passage: 1, heading: 'Prices › Haircuts' });
  const knowing = (mode: string) => ({ prompt: 'Help.', knowledge: { document_ids: [documentId], mode } });
  const messages = [user('What does a haircut cost for an adult?')];

  test('what fits is shown to the model, and named before its words', async () => {
    steps = [() => ({ text: ['38 euros.'] })];
    const events = await reply(knowing('context'), { messages });
    expect(events.map(({ type }) => type)).toEqual(['sources', 'text', 'end']);
    expect(events[0].sources).toEqual([source()]);
    expect(JSON.stringify(llm.requests[0]!.body.messages)).toContain('A haircut costs 38 euros for adults.');
    expect(llm.requests[0]!.body.tools.map((tool: any) => tool.function.name)).toEqual(['end_call']);
  });

  test('the model looks something up, and the words that follow name it', async () => {
    steps = [() => using('search_knowledge', { query: 'haircut price' }), () => ({ text: ['38 euros.'] })];
    const events = await reply(knowing('tool'), { messages });
    expect(events.map(({ type }) => type)).toEqual(['tool_call', 'tool_result', 'sources', 'text', 'end']);
    expect(events[1].result).toContain('A haircut costs 38 euros for adults.');
    expect(events[2].sources).toEqual([source()]);
  });

  test('one that the account does not have is refused', async () => {
    const knowledge = { document_ids: [unknownId('doc')], mode: 'both' };
    expectError(await refusal({ knowledge }), 422, 'knowledge.document_ids[0]');
  });
});
