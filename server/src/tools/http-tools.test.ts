import type { HttpTool } from '@parley/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ToolRequest, ToolServer } from '../../../tests/support/tool-server.ts';
import { guardedAgent } from '../kernel/guarded-agent.ts';
import { HttpTools } from './http-tools.ts';

let server: ToolServer;
const dispatcher = guardedAgent({ allowPrivate: true });

beforeAll(async () => {
  server = await ToolServer.start();
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(async () => {
  await server.close();
  await dispatcher.destroy();
});

const SECRET = 'Bearer 0123456789';

interface Used {
  tool?: Partial<HttpTool>;
  args?: Record<string, unknown>;
  variables?: Record<string, string>;
  allowPrivate?: boolean;
  signal?: AbortSignal;
}

function use({ tool = {}, args = {}, variables = {}, allowPrivate = true, signal }: Used) {
  const whole: HttpTool = {
    ...{ type: 'http', name: 'find', description: 'Finds.', parameters: { type: 'object' }, method: 'GET' },
    ...{ url: `${server.url}/find`, headers: [], timeout: 5, say: null, variables: {} },
    ...tool,
  };
  const tools = new HttpTools({
    tools: [whole],
    network: { dispatcher, allowPrivate },
    headersOf: ({ headers }) =>
      headers.map(({ name, value, secret }) => ({ name, value: value ?? SECRET, isSecret: secret })),
  });
  return tools.use({ name: 'find', arguments: args, variables, signal: signal ?? new AbortController().signal });
}

const secretHeader = { name: 'Authorization', value: null, secret: true, value_set: true };

it('puts variables and arguments into the address as data, and the other arguments into the query', async () => {
  server.answer = () => ({ body: { status: 'shipped' } });
  const outcome = await use({
    tool: { url: `${server.url}/orders/{{args.id}}?by={{ name }}` },
    args: { id: '../7?a=b&c', items: ['x', 1], note: null },
    variables: { name: 'Ann & Bob' },
  });
  expect(outcome).toEqual({ text: '{"status":"shipped"}', isError: false, variables: {}, status: 200 });
  const [{ method, path, body }] = server.requests as [ToolRequest];
  expect([method, body]).toEqual(['GET', '']);
  expect(path).toBe('/orders/..%2F7%3Fa%3Db%26c?by=Ann+%26+Bob&items=%5B%22x%22%2C1%5D');
});

it('sends the arguments of a POST as JSON, and headers with variables and secrets', async () => {
  server.answer = () => ({ status: 201, body: '' });
  const outcome = await use({
    tool: {
      ...{ method: 'POST', url: `${server.url}/orders/{{args.id}}` },
      headers: [secretHeader, { name: 'X-Call', value: 'call {{call_id}}', secret: false, value_set: true }],
    },
    args: { id: 7, count: 2 },
    variables: { call_id: 'c1' },
  });
  expect(outcome).toMatchObject({ text: 'HTTP 201, without a body.', isError: false });
  const [{ path, body, headers }] = server.requests as [ToolRequest];
  expect([path, JSON.parse(body)]).toEqual(['/orders/7', { count: 2 }]);
  expect(headers).toMatchObject({ authorization: SECRET, 'x-call': 'call c1', 'content-type': 'application/json' });
});

it.each([
  ['an argument that is missing', { url: '/{{args.id}}' }, '"id" is missing.'],
  ['a variable without a value', { url: '/{{customer}}' }, '{{customer}} is not known yet.'],
])('sends no request with %s', async (_, { url }, words) => {
  expect(await use({ tool: { url: `${server.url}${url}` } })).toEqual({ text: `Error: ${words}`, isError: true });
  expect(server.requests).toEqual([]);
});

it.each(['.', '..'])('does not let an argument climb out of its place: %s', async (id) => {
  const outcome = await use({ tool: { url: `${server.url}/orders/{{args.id}}/x` }, args: { id } });
  expect(outcome).toEqual({ text: `Error: "${id}" cannot be part of an address.`, isError: true });
});

it('takes variables out of a JSON response', async () => {
  server.answer = () => ({
    body: { customer: { name: 'Ann', vip: true, tags: ['a'] }, orders: [{ id: 7 }], none: null },
  });
  const paths = {
    ...{ name: '$.customer.name', vip: '$.customer.vip', first: '$.orders[0].id', tags: '$["customer"].tags' },
    ...{ none: '$.none', missing: '$.orders[1].id', deep: '$.customer.name.first' },
  };
  const { variables } = await use({ tool: { variables: paths } });
  expect(variables).toEqual({ name: 'Ann', vip: true, first: 7, tags: '["a"]', none: null });
});

it('cuts a long result at 16 KiB, and finds variables behind the cut', async () => {
  server.answer = () => ({ body: { long: 'é'.repeat(9 * 1024), last: 'here' } });
  const { text, variables } = await use({ tool: { variables: { last: '$.last' } } });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16 * 1024);
  expect(text).toMatch(/é\n\[Cut: this was 19 KiB\.\]$/);
  expect(variables).toEqual({ last: 'here' });
});

it('tells the model of a refusal, with what it says', async () => {
  server.answer = () => ({ status: 404, body: { message: 'no such order' } });
  expect(await use({})).toEqual({ text: 'Error: HTTP 404.\n{"message":"no such order"}', isError: true, status: 404 });
  server.answer = () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/' } });
  expect(await use({})).toEqual({ text: 'Error: HTTP 302. Redirects are not followed.', isError: true, status: 302 });
});

it('tells the model that a response did not come in time', async () => {
  server.answer = () => new Promise(() => undefined);
  expect(await use({ tool: { timeout: 1 } })).toEqual({
    text: 'Error: There was no response within 1 s.',
    isError: true,
  });
});

it.each([
  ['GET', 2],
  ['PUT', 2],
  ['DELETE', 2],
  ['POST', 1],
  ['PATCH', 1],
] as const)('%s: an address that is away is asked so often: %i', async (method, times) => {
  let asked = 0;
  server.answer = () => {
    asked += 1;
    return asked === 1 ? { status: 503 } : { body: 'ok' };
  };
  const { text } = await use({ tool: { method } });
  expect([asked, text]).toEqual(times === 2 ? [2, 'ok'] : [1, 'Error: HTTP 503.']);
  asked = 0;
  server.answer = () => {
    asked += 1;
    return asked === 1 ? { breaks: true } : { body: 'ok' };
  };
  expect((await use({ tool: { method } })).text).toBe(
    times === 2 ? 'ok' : 'Error: The server could not be reached (UND_ERR_SOCKET).',
  );
  expect(asked).toBe(times);
});

it('does not ask private addresses', async () => {
  const refused = { text: 'Error: The address is private, and not allowed.', isError: true };
  expect(await use({ allowPrivate: false })).toEqual(refused);
  const guarded = guardedAgent({ allowPrivate: false });
  const named = new HttpTools({
    tools: [
      {
        ...{ type: 'http', name: 'find', description: 'Finds.', parameters: {}, method: 'GET', headers: [] },
        ...{ url: server.url.replace('127.0.0.1', 'ip6-localhost'), timeout: 5, say: null, variables: {} },
      },
    ],
    network: { dispatcher: guarded, allowPrivate: false },
    headersOf: () => [],
  });
  const signal = new AbortController().signal;
  const outcome = await named.use({ name: 'find', arguments: {}, variables: {}, signal });
  // The name leads to this host on some systems, and nowhere on others.
  expect(outcome.text).toMatch(/private, and not allowed|could not be reached \((ENOTFOUND|EAI_AGAIN)\)/);
  expect(server.requests).toEqual([]);
  await guarded.destroy();
});

it('keeps secrets from the model, even when the server sends them back', async () => {
  server.answer = ({ headers }) => ({ body: { you_sent: headers.authorization } });
  const { text } = await use({ tool: { headers: [secretHeader] } });
  expect(server.requests[0]!.headers.authorization).toBe(SECRET);
  expect(text).toBe('{"you_sent":"•••"}');
});

it('is called off with its call', async () => {
  const canceling = new AbortController();
  const asked = Promise.withResolvers<void>();
  server.answer = () => {
    asked.resolve();
    return new Promise(() => undefined);
  };
  const outcome = use({ signal: canceling.signal });
  await asked.promise;
  canceling.abort();
  expect(await outcome).toEqual({ text: 'Error: The request was called off.', isError: true });
});
