import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { LocalMcpServer } from '../../../tests/support/mcp-server.ts';
import { guardedAgent } from '../kernel/guarded-agent.ts';
import { CallTools } from './call-tools.ts';
import { McpServer } from './mcp-server.ts';
import type { ToolSource } from './tool-source.ts';

let server: LocalMcpServer;
const dispatcher = guardedAgent({ allowPrivate: true });
const opened: CallTools[] = [];

beforeAll(async () => {
  server = await LocalMcpServer.start();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((tools) => tools.close()));
});
afterAll(async () => {
  await server.close();
  await dispatcher.destroy();
});

interface Opened {
  url?: string;
  tools?: string[] | null;
  timeout?: number;
  allowPrivate?: boolean;
  before?: ToolSource[];
}

async function open({ url = server.url, tools = null, timeout = 5, allowPrivate = true, before = [] }: Opened = {}) {
  const calls = new CallTools([
    ...before,
    new McpServer({
      tool: { type: 'mcp', name: 'shop', url, tools, timeout, headers: [] },
      network: { dispatcher, allowPrivate },
      headersOf: () => [{ name: 'x-key', value: 'key-0123456789', isSecret: true }],
    }),
  ]);
  opened.push(calls);
  await calls.connect();
  const offered = calls.offered.slice(before.flatMap(({ tools: own }) => own).length);
  return { calls, names: offered.map(({ name }) => name), offered };
}

const use = (calls: CallTools, name: string, args = {}) =>
  calls.use(name, { arguments: args, variables: {}, signal: new AbortController().signal });

it('offers the tools of a server, and uses them', async () => {
  const { calls, names, offered } = await open();
  expect(names).toEqual(['stock', 'long', 'broken', 'forever']);
  expect(offered[0]).toMatchObject({
    description: 'How many of a thing there are.',
    parameters: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
  });
  expect(await use(calls, 'stock', { item: 'apples' })).toEqual({ text: 'There are 7 of apples.', isError: false });
  expect(server.headers.at(-1)).toMatchObject({ 'x-key': 'key-0123456789' });
});

it('has the tools that the server offers later, and tells of them', async () => {
  const { calls, names } = await open();
  expect(names).not.toContain('reserve');
  const changed = Promise.withResolvers<readonly string[]>();
  calls.onChange = (offered) => changed.resolve(offered.map(({ name }) => name));
  server.offer('reserve');
  expect(await changed.promise).toEqual([...names, 'reserve']);
  expect(calls.offered.map(({ name }) => name)).toContain('reserve');
  expect(await use(calls, 'reserve')).toEqual({ text: 'Here I am.', isError: false });
});

it('offers those that the agent may use', async () => {
  expect((await open({ tools: ['stock'] })).names).toEqual(['stock']);
});

it('puts the name of the server in front of a name that is taken', async () => {
  const taken: ToolSource = {
    name: 'http',
    tools: [{ name: 'stock', description: '', parameters: {} }],
    connect: async () => [],
    use: async () => ({ text: 'of the other', isError: false }),
    close: async () => {},
  };
  const { calls, names } = await open({ before: [taken], tools: ['stock'] });
  expect(names).toEqual(['shop_stock']);
  expect((await use(calls, 'stock')).text).toBe('of the other');
  expect((await use(calls, 'shop_stock', { item: 'pears' })).text).toBe('There are 7 of pears.');
});

it('tells the model of what fails, is too long, or does not come', async () => {
  const { calls } = await open({ timeout: 1 });
  expect(await use(calls, 'broken')).toEqual({ text: 'Error: The shelf fell down.', isError: true });
  const long = await use(calls, 'long');
  expect(Buffer.byteLength(long.text)).toBe(16 * 1024);
  expect(await use(calls, 'forever')).toEqual({ text: 'Error: There was no response within 1 s.', isError: true });
  expect(await use(calls, 'nothing')).toMatchObject({ isError: true });
});

it.each([
  ['one that is away', { url: 'http://127.0.0.1:9/mcp' }, /The agent had no tools of shop: .*could not be reached/],
  ['one that must not be asked', { allowPrivate: false }, /of shop: The address is private, and not allowed/],
])('does without %s, and says so', async (_, options, warning) => {
  const { calls, names } = await open(options);
  expect(names).toEqual([]);
  expect(calls.warnings).toEqual([expect.stringMatching(warning)]);
});

it('does not wait for a server longer than two seconds', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.ready = promise;
  const { calls, names } = await open();
  expect(names).toEqual([]);
  expect(calls.warnings).toEqual(['The agent had no tools of shop: There was no response within 2 s.']);
  server.ready = Promise.resolve();
  resolve();
});
