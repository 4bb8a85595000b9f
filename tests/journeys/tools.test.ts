import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Account, TALKS } from '../specification/accounts.ts';
import { type ChatRequest, type FakeAnswer, FakeOpenAi } from '../support/fake-openai.ts';
import { LiveClient } from '../support/live-client.ts';
import { LocalMcpServer } from '../support/mcp-server.ts';
import { Service } from '../support/service.ts';
import { type ToolRequest, ToolServer } from '../support/tool-server.ts';

const SECRET = 'Bearer journey-0123456789';

let llm: FakeOpenAi;
let company: ToolServer;
let shop: LocalMcpServer;
let service: Service;
let account: Account;
/** What the model writes, or uses, once it has this many results of tools. */
let steps: ((results: string[]) => FakeAnswer)[] = [];

const resultsIn = ({ body }: ChatRequest): string[] =>
  body.messages.filter(({ role }: any) => role === 'tool').map(({ content }: any) => String(content));
const promptIn = ({ body }: ChatRequest): string =>
  body.messages.find(({ role }: any) => role === 'system' || role === 'developer').content;
const using = (name: string, args: object = {}): FakeAnswer => ({
  toolCalls: [{ id: `c${Math.random()}`, name, arguments: JSON.stringify(args) }],
});
const goodbye = (text: string): FakeAnswer => ({ text: [text], ...using('end_call', { outcome: 'success' }) });

beforeAll(async () => {
  llm = await FakeOpenAi.start((request) => {
    if (!request.body.stream)
      return { text: [JSON.stringify({ summary: 'x', sentiment: 'neutral', outcome: 'success' })] };
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
  llm.requests.length = 0;
});

async function agentWith(tools: object[], settings: object = {}): Promise<any> {
  const { status, body } = await account.request('POST', '/agents', {
    body: {
      ...{ name: 'With tools', prompt: 'Help. The customer is {{customer}}.', model: 'openai-compatible/test-model' },
      ...{ tools, first_message: null, ...settings },
    },
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
}

const http = (name: string, rest: object = {}) => ({
  ...{ type: 'http', name, description: `It can ${name}.`, url: `${company.url}/${name}`, timeout: 2, ...rest },
});
const callWith = (agent: any, rest: object = {}) =>
  account.call({ agent_id: agent.agent_id, recipient_phone: TALKS, max_duration: 40, ...rest });
const toolTurns = (call: any) => call.transcript.filter(({ role }: any) => role === 'tool');
const toolNames = ({ body }: ChatRequest) => (body.tools ?? []).map((tool: any) => tool.function.name);

test('tools of a call alone are used in it, with the secret that came with them', async () => {
  company.answer = () => ({ body: 'Open until eight.' });
  const agent = await agentWith([http('never')], { prompt: 'Help.' });
  steps = [() => using('hours'), ([found]) => goodbye(`${found} Goodbye.`)];
  const headers = [{ name: 'Authorization', value: SECRET, secret: true }];
  const call = await callWith(agent, { overrides: { tools: [http('hours', { headers })] } });
  expect(toolNames(llm.requests.find(({ body }) => body.stream)!)).toEqual(['hours', 'end_call']);
  expect(company.requests.map(({ path, headers: sent }) => [path, sent.authorization])).toEqual([['/hours', SECRET]]);
  expect(toolTurns(call)[0]).toMatchObject({ tool: { name: 'hours', result: 'Open until eight.' } });
  expect(JSON.stringify(call)).not.toContain('journey-');
});

test('a request of an agent: its secret arrives, what it finds is in the next prompt and the next address', async () => {
  company.answer = ({ path }: ToolRequest) =>
    path.startsWith('/find') ? { body: { customer: { id: 'k/7', name: 'Ann' } } } : { body: 'Booked.' };
  const agent = await agentWith([
    http('find', {
      url: `${company.url}/find/{{args.phone}}?call={{call_id}}`,
      parameters: { type: 'object', properties: { phone: { type: 'string' } }, required: ['phone'] },
      headers: [{ name: 'Authorization', value: SECRET, secret: true }],
      variables: { customer: '$.customer.name', customer_id: '$.customer.id' },
    }),
    http('book', { method: 'POST', url: `${company.url}/book/{{customer_id}}` }),
  ]);
  steps = [
    () => using('find', { phone: '+1' }),
    () => using('book', { day: 'Friday' }),
    () => goodbye('You are booked. Goodbye.'),
  ];
  const call = await callWith(agent);
  expect(call).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
  expect(company.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', `/find/%2B1?call=${call.call_id}`, ''],
    ['POST', '/book/k%2F7', '{"day":"Friday"}'],
  ]);
  expect(company.requests[0]!.headers.authorization).toBe(SECRET);
  const used = toolTurns(call).map(({ tool }: any) => tool);
  expect(used.slice(0, 2)).toEqual([
    { name: 'find', arguments: { phone: '+1' }, result: '{"customer":{"id":"k/7","name":"Ann"}}' },
    { name: 'book', arguments: { day: 'Friday' }, result: 'Booked.' },
  ]);
  expect(call.variables).toEqual({ customer: 'Ann', customer_id: 'k/7' });
  const prompts = llm.requests.filter(({ body }) => body.stream).map(promptIn);
  expect(prompts[0]).toContain('The customer is (not known yet).');
  expect(prompts.at(-1)).toContain('The customer is Ann.');
  // Begun before it was over, and nothing of the secret anywhere.
  const { data: events } = (await account.request('GET', `/calls/${call.call_id}/events`)).body;
  const started = events.filter(({ event }: any) => event === 'call.tool').map(({ data }: any) => data);
  expect(started.map(({ tool }: any) => tool.name)).toEqual(['find', 'book']);
  expect(started[0].start).toBe(toolTurns(call)[0].start);
  expect(JSON.stringify([call, events])).not.toContain('journey-0123456789');
  expect(service.output).not.toContain('journey-0123456789');
});

test('listeners get an event for a tool while it runs, and for its result', async () => {
  const seen = Promise.withResolvers<void>();
  company.answer = async ({ path }: ToolRequest) => {
    if (path === '/fails') return { status: 500, body: 'out of order' };
    await seen.promise;
    return { body: 'Booked.' };
  };
  const agent = await agentWith([http('book', { method: 'POST', timeout: 20 }), http('fails')], { prompt: 'Help.' });
  steps = [() => using('book', { day: 'Friday' }), () => using('fails'), () => goodbye('Goodbye.')];
  const body = { agent_id: agent.agent_id, recipient_phone: TALKS, max_duration: 40 };
  const { call_id } = (await account.request('POST', '/call', { body })).body;
  const client = await LiveClient.connect(service);
  client.send({ type: 'listen', call_id });
  const begun = await client.next('tool');
  expect(begun).toMatchObject({
    tool: { name: 'book', arguments: { day: 'Friday' }, result: null, error: false },
    duration: null,
  });
  // It still runs: a listener who joins gets its event, too.
  const late = await LiveClient.connect(service);
  late.send({ type: 'listen', call_id });
  expect(await late.next('tool')).toEqual(begun);
  seen.resolve();
  const done = await client.next('tool', ({ duration }) => duration !== null);
  expect(done).toEqual({ ...begun, tool: { ...begun.tool, result: 'Booked.' }, duration: expect.any(Number) });
  const failed = await client.next('tool', ({ tool }) => tool.name === 'fails' && tool.result !== null);
  expect(failed.tool).toMatchObject({ error: true, result: expect.stringContaining('500') });
  await client.next('ended');
  const { data: events } = (await account.request('GET', `/calls/${call_id}/events`)).body;
  const turn = events.find(({ data }: any) => data.turn?.tool?.name === 'book').data.turn;
  expect([turn.start, turn.end - turn.start]).toEqual([begun.start, expect.closeTo(done.duration!, 3)]);
});

test('a result that fails, is late or too long is reported to the model, and marked', async () => {
  company.answer = ({ path }: ToolRequest) => {
    if (path === '/late') return new Promise(() => undefined);
    return path === '/fails' ? { status: 500, body: 'out of order' } : { body: 'x'.repeat(17 * 1024) };
  };
  const agent = await agentWith([http('late', { timeout: 1 }), http('fails'), http('long')], { prompt: 'Help.' });
  steps = [
    () => using('late'),
    () => using('fails', {}),
    () => using('long'),
    () => goodbye('That did not work. Goodbye.'),
  ];
  const call = await callWith(agent);
  const [late, fails, long] = toolTurns(call);
  expect(late.tool).toMatchObject({ error: true, result: 'Error: There was no response within 1 s.' });
  expect(late.end - late.start).toBeGreaterThan(0.9);
  expect(fails.tool).toMatchObject({ error: true, result: 'Error: HTTP 500.\nout of order' });
  expect(long.tool.error).toBeUndefined();
  expect(Buffer.byteLength(long.tool.result)).toBe(16 * 1024);
  expect(long.tool.result).toMatch(/\[Cut: this was 17 KiB\.\]$/);
});

test('the tools of an MCP server are used; one that is away is done without, and the call says so', async () => {
  const agent = await agentWith(
    [
      { type: 'mcp', name: 'shop', url: shop.url, headers: [{ name: 'x-key', value: SECRET, secret: true }] },
      { type: 'mcp', name: 'away', url: 'http://127.0.0.1:9/mcp' },
    ],
    { prompt: 'Help.', first_message: 'Hello, this is the shop. What can I do for you?' },
  );
  steps = [() => using('stock', { item: 'apples' }), () => goodbye('There are seven. Goodbye.')];
  const call = await callWith(agent);
  expect(toolTurns(call)[0].tool).toEqual({
    ...{ name: 'stock', arguments: { item: 'apples' }, result: 'There are 7 of apples.' },
  });
  expect(toolNames(llm.requests.findLast(({ body }) => body.stream)!)).toEqual(
    expect.arrayContaining(['stock', 'end_call']),
  );
  expect(shop.headers.at(-1)!['x-key']).toBe(SECRET);
  expect(call.analysis.warnings).toContainEqual(
    expect.stringMatching(/^The agent had no tools of away: The server could/),
  );
});

describe('a call that comes in', () => {
  /** Another call of this account rings the agent's number. */
  async function callIn(agent: any): Promise<any> {
    const { data: offers } = (await account.request('GET', '/numbers/available?country=US')).body;
    const phone = offers[0].phone_number;
    const { body: number } = await account.request('POST', '/numbers', { body: { phone_number: phone } });
    await account.request('PATCH', `/numbers/${number.number_id}`, { body: { agent_id: agent.agent_id } });
    const placed = await account.place({ recipient_phone: phone, max_duration: 15 });
    await account.callOver(placed.body.call_id);
    await account.request('DELETE', `/numbers/${number.number_id}`);
    const { data } = (await account.request('GET', `/calls?agent_id=${agent.agent_id}`)).body;
    return account.callOver(data[0].call_id);
  }

  const greeter = (rest: object = {}) =>
    agentWith([], {
      ...{ first_message: 'Hello {{customer}}, how are you?', model: 'builtin/script', prompt: 'Be brief.' },
      variables_webhook: { url: `${company.url}/who`, ...rest },
    });
  const firstWords = (call: any) => call.transcript.find(({ role }: any) => role === 'agent')?.text;

  test('gets the caller, and returns the variables', async () => {
    const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
    company.answer = () => ({ body: { variables: { customer: 'Ann', vip: true } } });
    const call = await callIn(await greeter({ secret }));
    expect(firstWords(call)).toMatch(/^Hello Ann,/);
    expect(call.variables).toEqual({ customer: 'Ann', vip: true });
    const [{ method, headers, body }] = company.requests as [ToolRequest];
    const { type, data } = JSON.parse(body);
    expect([method, type, data]).toEqual([
      'POST',
      'call.variables',
      {
        call_id: call.call_id,
        agent_id: call.agent_id,
        from_number: call.from_number,
        recipient_phone: call.recipient_phone,
      },
    ]);
    const { Webhook } = await import('standardwebhooks');
    new Webhook(secret).verify(body, headers as Record<string, string>);
  });

  test('goes on without variables after the time limit: no placeholder is heard', async () => {
    company.answer = () => new Promise(() => undefined);
    const call = await callIn(await greeter());
    expect(firstWords(call)).toMatch(/^Hello ?,? how are you/);
    expect(call.variables).toEqual({});
    expect(call.analysis.warnings).toEqual(
      expect.arrayContaining([
        'The variables webhook was of no help: There was no response within 2 s.',
        'These variables have no value: customer.',
      ]),
    );
  });
});
