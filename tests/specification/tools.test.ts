import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../support/shared-service.ts';
import { Account } from './accounts.ts';
import { type Answer, expectError } from './answers.ts';

const service = sharedService();
let account: Account;

beforeAll(async () => {
  account = await Account.create(service, 'enterprise');
});

const SECRET = 'Bearer tool-secret-0123456789';
const HTTP = {
  type: 'http',
  name: 'find_order',
  description: 'Finds an order.',
  url: 'https://api.example.com/orders/{{args.order_id}}?from={{from_number}}',
  parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
} as const;
const authorization = (value: string | null) => ({ name: 'Authorization', value, secret: true });

const create = (tools: unknown, rest: object = {}): Promise<Answer> =>
  account.request('POST', '/agents', { body: { name: 'With tools', prompt: 'Be brief.', tools, ...rest } });
const created = async (tools: unknown, rest: object = {}) => (await create(tools, rest)).body;
const patch = (agentId: string, body: object) => account.request('PATCH', `/agents/${agentId}`, { body });
const read = async (agentId: string) => (await account.request('GET', `/agents/${agentId}`)).body;

describe('Beyond · tools of an agent', () => {
  test('201: what is left out has its default', async () => {
    const { status, body } = await create([
      { type: 'send_dtmf' },
      { type: 'transfer_call', destinations: [{ name: 'Sales', phone_number: '+12025550107' }] },
      { type: 'http', name: 'ping', description: 'Pings.', url: 'https://api.example.com/ping' },
      { type: 'mcp', name: 'shop', url: 'https://mcp.example.com/mcp' },
    ]);
    expect(status).toBe(201);
    expect(body.tools).toEqual([
      { type: 'send_dtmf' },
      {
        type: 'transfer_call',
        destinations: [{ name: 'Sales', phone_number: '+12025550107', description: '' }],
        ...{
          message: null,
          mode: 'cold',
          briefing: null,
          method: 'auto',
          caller_id: 'own',
          waiting_sound: 'ringing',
          ring_timeout: 30,
        },
      },
      {
        ...{ type: 'http', name: 'ping', description: 'Pings.', url: 'https://api.example.com/ping', method: 'GET' },
        ...{ parameters: { type: 'object', properties: {} }, headers: [], timeout: 10, say: null, variables: {} },
      },
      { type: 'mcp', name: 'shop', url: 'https://mcp.example.com/mcp', headers: [], tools: null, timeout: 10 },
    ]);
    expect(await read(body.agent_id)).toEqual(body);
  });

  test.each([
    ['no known type', [{ type: 'shell' }], 'tools[0].type'],
    ['an unknown field', [{ ...HTTP, body: {} }], 'tools[0].body'],
    ['a name with a space', [{ ...HTTP, name: 'find order' }], 'tools[0].name'],
    ["a name of Parley's own", [{ ...HTTP, name: 'end_call' }], 'tools[0].name'],
    ['two of one name', [HTTP, { ...HTTP, method: 'POST' }], 'tools[1].name'],
    ['a server named as a tool', [HTTP, { type: 'mcp', name: HTTP.name, url: 'https://a.example' }], 'tools[1].name'],
    ['keys twice', [{ type: 'send_dtmf' }, { type: 'send_dtmf' }], 'tools[1].type'],
    ['no address', [{ ...HTTP, url: 'ftp://a.example' }], 'tools[0].url'],
    ['a variable in the host', [{ ...HTTP, url: 'https://{{host}}/orders' }], 'tools[0].url'],
    ['an argument that is none', [{ ...HTTP, url: 'https://a.example/{{args.nothing}}' }], 'tools[0].url'],
    ['a schema of no object', [{ ...HTTP, parameters: { type: 'string' } }], 'tools[0].parameters.type'],
    [
      'a type that JSON Schema does not have',
      [{ ...HTTP, parameters: { type: 'object', properties: { order_id: { type: 'text' } } } }],
      'tools[0].parameters.properties.order_id.type',
    ],
    [
      'a name that is required and not there',
      [{ ...HTTP, parameters: { ...HTTP.parameters, required: ['order_id', 'day'] } }],
      'tools[0].parameters.required[1]',
    ],
    [
      'a pattern that is none',
      [{ ...HTTP, parameters: { type: 'object', properties: { order_id: { type: 'string', pattern: '(' } } } }],
      'tools[0].parameters.properties.order_id.pattern',
    ],
    ['too long a time', [{ ...HTTP, timeout: 31 }], 'tools[0].timeout'],
    ['no header name', [{ ...HTTP, headers: [{ name: 'a b', value: 'x' }] }], 'tools[0].headers[0].name'],
    ["a header of Parley's own", [{ ...HTTP, headers: [{ name: 'Host', value: 'x' }] }], 'tools[0].headers[0].name'],
    [
      'a header twice',
      [
        {
          ...HTTP,
          headers: [
            { name: 'X-Key', value: 'x' },
            { name: 'x-key', value: 'y' },
          ],
        },
      ],
      'tools[0].headers[1].name',
    ],
    ['a line break in a header', [{ ...HTTP, headers: [{ name: 'x', value: 'a\r\nb' }] }], 'tools[0].headers[0].value'],
    ['a header without a value', [{ ...HTTP, headers: [{ name: 'x' }] }], 'tools[0].headers[0].value'],
    ['no path into a response', [{ ...HTTP, variables: { name: 'customer.name' } }], 'tools[0].variables.name'],
    ['no destination to transfer to', [{ type: 'transfer_call', destinations: [] }], 'tools[0].destinations'],
    [
      'a destination that is no softphone either',
      [{ type: 'transfer_call', destinations: [{ name: 'Ann', phone_number: 'softphone:Ann Morgan' }] }],
      'tools[0].destinations[0].phone_number',
    ],
    [
      'a destination without a number',
      [{ type: 'transfer_call', destinations: [{ name: 'Sales', phone_number: '2025550107' }] }],
      'tools[0].destinations[0].phone_number',
    ],
  ])('400: %s', async (_, tools, param) => {
    expectError(await create(tools), 400, param);
  });

  test('a secret of a header reads null for every client, and is kept by a change that leaves it out', async () => {
    const agent = await created([{ ...HTTP, headers: [authorization(SECRET)] }]);
    expect(agent.tools[0].headers).toEqual([{ name: 'Authorization', value: null, secret: true, value_set: true }]);
    const { status, body } = await patch(agent.agent_id, { tools: [{ ...agent.tools[0], timeout: 3 }] });
    expect([status, body.version, body.tools[0].timeout]).toEqual([200, 2, 3]);
    expect(body.tools[0].headers).toEqual(agent.tools[0].headers);
    const { body: same } = await patch(agent.agent_id, { tools: body.tools });
    expect(same.version).toBe(2);
    const everything = await Promise.all([
      read(agent.agent_id),
      account.request('GET', `/agents/${agent.agent_id}/versions/1`),
      account.request('GET', `/agents/${agent.agent_id}/versions`),
      account.request('GET', '/agents'),
    ]);
    expect(everything.slice(1).map(({ status: read }) => read)).toEqual([200, 200, 200]);
    const text = JSON.stringify(everything);
    expect(text).toContain(agent.agent_id);
    expect(text).not.toContain('tool-secret');
    expect(text).not.toContain('sealed');
  });

  test('a version is restored with the secret that it had', async () => {
    const agent = await created([{ ...HTTP, headers: [authorization(SECRET)] }]);
    await patch(agent.agent_id, { tools: [] });
    const { status, body } = await account.request('POST', `/agents/${agent.agent_id}/versions/1/restore`, {
      body: {},
    });
    expect([status, body.version]).toEqual([200, 3]);
    expect(body.tools).toEqual(agent.tools);
  });

  test.each([
    ['a secret that was never given', { ...HTTP, headers: [authorization(null)] }],
    ['a tool of another name', { ...HTTP, name: 'find', headers: [authorization(null)] }],
    ['another host', { ...HTTP, url: 'https://evil.example/{{args.order_id}}', headers: [authorization(null)] }],
  ])('422: a secret is kept for its tool and its host alone: %s', async (kind, tool) => {
    const before = kind.includes('never') ? [] : [{ ...HTTP, headers: [authorization(SECRET)] }];
    const agent = await created(before);
    expectError(await patch(agent.agent_id, { tools: [tool] }), 422, 'tools[0].headers[0].value');
    expect(await read(agent.agent_id)).toEqual(agent);
  });
});

describe('Beyond · variables_webhook', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

  test('its secret reads null, and is kept', async () => {
    const agent = await created([], { variables_webhook: { url: 'https://example.com/variables', secret } });
    expect(agent.variables_webhook).toEqual({ url: 'https://example.com/variables', secret: null, secret_set: true });
    const moved = { variables_webhook: { url: 'https://example.org/variables' } };
    const { body } = await patch(agent.agent_id, moved);
    expect(body.variables_webhook).toEqual({ url: 'https://example.org/variables', secret: null, secret_set: true });
    expect((await patch(agent.agent_id, { variables_webhook: null })).body.variables_webhook).toBe(null);
  });

  test.each([
    [{ url: 'example.com' }, 'variables_webhook.url'],
    [{ url: 'https://example.com', secret: 'short' }, 'variables_webhook.secret'],
    [{ url: 'https://example.com', events: [] }, 'variables_webhook.events'],
  ])('400: %j', async (webhook, param) => {
    expectError(await create([], { variables_webhook: webhook }), 400, param);
  });
});
