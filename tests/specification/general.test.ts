import { type Route, routes } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../support/shared-service.ts';
import { Account, BUSY, RINGS, unknownId } from './accounts.ts';
import { type Answer, expectError, expectUnixSeconds, isUlid } from './answers.ts';
import { exchangeOne } from './raw-http.ts';

const MIB = 1024 * 1024;
const service = sharedService();
let account: Account;
let webhookId: string;

beforeAll(async () => {
  account = await Account.create(service, 'enterprise');
  const { body } = await account.request('POST', '/webhooks', { body: { url: 'https://example.com/hooks' } });
  webhookId = body.webhook_id;
});

const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => unknownId(name.slice(0, 4)));
const allRoutes: Route[] = Object.values(routes);

async function withoutKey(address: string): Promise<Answer> {
  const response = await fetch(new URL(address, service.baseUrl));
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe('General · names and values', () => {
  let bodies: any[];

  beforeAll(async () => {
    const over = await account.call({ variables: { NotOurs: 'x' } });
    const batch = await account.request('POST', '/calls/batch', {
      body: {
        agent_id: account.agentId,
        recipients: [{ phone: BUSY }],
        schedule_at: Math.floor(Date.now() / 1000) + 60,
      },
    });
    await account.request('POST', `/webhooks/${webhookId}/test`);
    const paths = ['/calls', `/calls/${over.call_id}`, '/agents', `/agents/${account.agentId}`, '/webhooks'];
    const further = [`/calls/batch/${batch.body.batch_id}`, `/webhooks/${webhookId}/deliveries`];
    const answers = await Promise.all([...paths, ...further].map((path) => account.request('GET', path)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    bodies = answers.map(({ body }) => body);
  });

  function* fieldsOf(value: unknown): Generator<[string, unknown]> {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) yield [name, inner];
      if (name !== 'variables') yield* fieldsOf(inner);
    }
  }

  test('JSON keys are snake_case', () => {
    const names = bodies.flatMap((body) => [...fieldsOf(body)].map(([name]) => name));
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))).toEqual([]);
  });

  test('times are whole Unix seconds, durations whole seconds', () => {
    const fields = bodies.flatMap((body) => [...fieldsOf(body)]);
    const times = fields.filter(([name, value]) => /_at$/.test(name) && value !== null);
    const durations = fields.filter(
      ([name, value]) => ['duration', 'max_duration', 'ring_timeout'].includes(name) && value !== null,
    );
    expect(times.length).toBeGreaterThan(10);
    expect(durations.length).toBeGreaterThan(5);
    for (const [, value] of times) expectUnixSeconds(value);
    for (const [, value] of durations) expect(Number.isInteger(value)).toBe(true);
  });

  test('identifiers are a prefix and a ULID in lower case', () => {
    const prefixes: Record<string, string> = {
      call_id: 'call',
      agent_id: 'agent',
      batch_id: 'batch',
      webhook_id: 'whk',
      delivery_id: 'dlv',
      event_id: 'evt',
    };
    const found = new Set<string>();
    for (const [name, value] of bodies.flatMap((body) => [...fieldsOf(body)])) {
      if (prefixes[name] === undefined || value === null) continue;
      found.add(name);
      expect([value, isUlid(String(value), prefixes[name])]).toEqual([value, true]);
    }
    expect([...found].sort()).toEqual(Object.keys(prefixes).sort());
  });

  test('a field that is not known yet is null, never absent', async () => {
    const { body: placed } = await account.place({ recipient_phone: RINGS });
    const { body: live } = await account.request('GET', `/calls/${placed.call_id}`);
    const over = await account.hangUp(placed.call_id);
    expect(Object.keys(live)).toEqual(Object.keys(over));
    expect(live).toMatchObject({ ended_at: null, duration: null, end_reason: null, transcript: null, outcome: null });
    expect(Object.values(live)).not.toContain(undefined);
  });
});

describe('General · 400 unknown names', () => {
  const sending = (method: string, path: string, body: object, param: string): [string, string, object, string] => [
    method,
    path,
    body,
    param,
  ];

  test.each([
    sending('POST', '/call', { agent_id: 'a', recipient_phone: BUSY, recipent: 1 }, 'recipent'),
    sending('POST', '/calls/batch', { agent_id: 'a', recipients: [{ phone: BUSY }], schedule: 1 }, 'schedule'),
    sending('POST', '/calls/batch', { agent_id: 'a', recipients: [{ phone: BUSY, name: 'x' }] }, 'recipients[0].name'),
    sending('PATCH', '/agents/{agent}', { promt: 'x' }, 'promt'),
    sending('PATCH', '/agents/{agent}', { turn_taking: { endpointing: 500 } }, 'turn_taking.endpointing'),
    sending('PATCH', '/agents/{agent}', { tools: [{ type: 'send_dtmf', x: 1 }] }, 'tools[0].x'),
    sending('POST', '/webhooks', { url: 'https://example.com', secret: 'x' }, 'secret'),
    sending('PATCH', '/webhooks/{webhook}', { event: [] }, 'event'),
    sending('POST', '/webhooks/{webhook}/rotate', { overlap_s: 1 }, 'overlap_s'),
    sending('POST', '/webhooks/{webhook}/test', { type: 'x' }, 'type'),
    sending('POST', '/calls/call_x/hangup', { reason: 'x' }, 'reason'),
    sending('POST', '/calls/batch/batch_x/cancel', { force: true }, 'force'),
    sending('DELETE', '/webhooks/{webhook}', { force: true }, 'force'),
    sending('DELETE', '/webhooks/whk_x', { force: true }, 'force'),
    sending('POST', '/call', { agent_id: 'a', recipient_phone: BUSY, '': 1 }, ''),
    sending('POST', '/call', { agent_id: 'a', recipient_phone: BUSY, variables: { '': 'x' } }, 'variables.'),
  ])('an unknown field: %s %s with %j: %s', async (method, path, body, param) => {
    const route = path.replace('{agent}', account.agentId).replace('{webhook}', webhookId);
    expectError(await account.request(method, route, { body }), 400, param);
  });

  test('an unknown query parameter, at every endpoint', async () => {
    for (const { method, path } of allRoutes) {
      const options = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      expectError(await account.request(method, `${filled(path)}?limits=5`, options), 400, 'limits');
    }
  });

  test('a query parameter that is given twice', async () => {
    expectError(await account.request('GET', '/calls?limit=5&limit=6'), 400, 'limit');
  });

  test.each([
    ['/v1/openapi.json?limits=5', 'limits'],
    ['/v1/openapi.json?a=1&a=2', 'a'],
    ['/v1/openapi.json?=1', ''],
    ['/recordings/call_x/mixed.wav?expires=1&signature=x&limits=5', 'limits'],
    ['/recordings/call_x/mixed.wav?expires=1&expires=2&signature=x', 'expires'],
    ['/recordings/call_x/stereo.wav?expires=1&signature=x&signature=x', 'signature'],
  ])('a query parameter where no key is needed: %s', async (address, param) => {
    expectError(await withoutKey(address), 400, param);
  });

  test('what people and proxies look at takes any query', async () => {
    const statuses = ['/healthz', '/readyz', '/docs'].map((path) => fetch(new URL(`${path}?a=1&a=2`, service.baseUrl)));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('a message begins with a word, and tells a name without end by its beginning', async () => {
    const messageOf = async (path: string, body?: object) => {
      const method = body ? 'POST' : 'GET';
      return (await account.request(method, path, body ? { body } : {})).body.error.message as string;
    };
    expect(await messageOf('/calls?=1')).toMatch(/^An empty name is not known here/);
    expect(await messageOf('/call', { '': 1, agent_id: 'a', recipient_phone: BUSY })).toMatch(/^An empty name is not/);
    const variables = { agent_id: 'a', recipient_phone: BUSY, variables: { '': 'x' } };
    expect(await messageOf('/call', variables)).toMatch(/^An empty name in variables: a variable name has 1 to 64/);
    const endless = await account.place({ ['x'.repeat(500_000)]: 1 });
    expectError(endless, 400, `${'x'.repeat(200)}…`);
    expect(endless.body.error.message.length).toBeLessThan(500);
  });
});

describe('General · 400 text that is none', () => {
  const place = (body: string) => account.request('POST', '/call', { body });
  const rest = `"recipient_phone": "${BUSY}"`;

  test.each([
    ['a NUL in a value', `{"agent_id": "a\\u0000", ${rest}}`, 'agent_id'],
    ['half a surrogate pair in a value', `{"agent_id": "a\\ud83d", ${rest}}`, 'agent_id'],
    ['a NUL in a nested value', `{"agent_id": "a", ${rest}, "variables": {"name": "\\u0000"}}`, 'variables.name'],
    ['the other half in a nested value', `{"agent_id": "a", ${rest}, "variables": {"n": "\\udc4d"}}`, 'variables.n'],
    ['a NUL in a name', `{"agent_id": "a", ${rest}, "variables": {"n\\u0000": "x"}}`, 'variables.n\u2400'],
    ['half a pair in a name', `{"agent_id": "a", ${rest}, "variables": {"n\\ud83d": "x"}}`, 'variables.n\ufffd'],
    ['a name that reaches a prototype', `{"agent_id": "a", ${rest}, "__proto__": {"x": 1}}`, '__proto__'],
  ])('body: %s', async (_, body, param) => {
    expectError(await place(body), 400, param);
  });

  test.each([
    ['NUL', '%00'],
    ['half a surrogate pair', '%ED%A0%BD'],
    ['no UTF-8', '%FF'],
    ['no percent-encoding', '%zz'],
  ])('query: %s', async (_, text) => {
    expectError(await account.request('GET', `/calls?agent_id=x${text}`), 400, 'agent_id');
  });

  test.each([
    ['NUL', '%00'],
    ['half a surrogate pair', '%ED%A0%BD'],
    ['no UTF-8', '%FF'],
    ['no percent-encoding', '%zz'],
  ])('path: %s', async (_, text) => {
    expectError(await account.request('GET', `/calls/x${text}`), 400, 'call_id');
    expectError(await account.request('PATCH', `/agents/x${text}`, { body: {} }), 400, 'agent_id');
    expectError(await account.request('GET', `/calls/x${text}`, { key: null }), 401);
  });

  test.each([
    ['/v1/openapi.json?%00=1', '\u2400'],
    ['/recordings/%00/mixed.wav', 'call_id'],
    ['/recordings/x%FF/mixed.wav?expires=1&signature=x', 'call_id'],
    ['/recordings/call_x/%ED%A0%BD.wav', 'file'],
    ['/recordings/call_x/mixed.wav?expires=1&signature=x%00', 'signature'],
    ['/recordings/call_x/mixed.wav?expires=%FF&signature=x', 'expires'],
  ])('where no key is needed: %s', async (address, param) => {
    expectError(await withoutKey(address), 400, param);
  });

  test('text from all over the world is text', async () => {
    const name = 'Zoë 👩‍👩‍👧 مريم 美咲 \u202e\ufeff';
    expect((await account.call({ variables: { name } })).variables).toEqual({ name });
  });
});

describe('General · 400 bodies', () => {
  const valid = () => JSON.stringify({ agent_id: unknownId('agent'), recipient_phone: BUSY });
  const send = (body: string | Uint8Array | undefined, contentType: string | null): Promise<Answer> =>
    fetch(`${service.baseUrl}/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}`, ...(contentType ? { 'content-type': contentType } : {}) },
      body: typeof body === 'string' ? new TextEncoder().encode(body) : (body as Uint8Array<ArrayBuffer> | undefined),
    }).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      body: await response.json(),
    }));

  test.each(['{', '{"agent_id": }', '{"a": 1,}', "{'a': 1}", 'agent_id=x', '{"a": 1} x', '\\', '{"a": "\n"}'])(
    'malformed JSON: %s',
    async (body) => {
      expectError(await send(body, 'application/json'), 400, null);
    },
  );

  test.each(['[]', '"text"', '5', 'null', 'true', `[${valid()}]`])('a body that is not an object: %s', async (body) => {
    expectError(await send(body, 'application/json'), 400, null);
  });

  test('no body at all', async () => {
    expectError(await send(undefined, null), 400, null);
    expectError(await send('', 'application/json'), 400, null);
  });

  test('a body that is not UTF-8', async () => {
    expectError(await send(Buffer.from('{"agent_id": "\xe9"}', 'latin1'), 'application/json'), 400, null);
    expectError(await send(Buffer.from(valid(), 'utf16le'), 'application/json; charset=utf-16'), 400, null);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/jsonp',
    'json',
    ';',
    'application/json; charset=utf-16',
  ])('the content type %s', async (contentType) => {
    expectError(await send(valid(), contentType), 400, null);
  });

  test.each(['gzip', 'br', 'deflate, gzip', 'x'])('the content encoding %s', async (encoding) => {
    const body = { agent_id: unknownId('agent'), recipient_phone: BUSY };
    const headers = { 'content-encoding': encoding };
    expectError(await account.request('POST', '/call', { body, headers }), 400, 'Content-Encoding');
    const identity = await account.request('POST', '/call', { body, headers: { 'content-encoding': 'identity' } });
    expectError(identity, 404, 'agent_id');
  });

  test('no content type', async () => {
    expectError(await send(new TextEncoder().encode(valid()), null), 400, null);
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    'the content type %s is taken',
    async (contentType) => {
      expectError(await send(valid(), contentType), 404, 'agent_id');
    },
  );

  const ofSize = (bytes: number) => {
    const frame = JSON.stringify({ agent_id: unknownId('agent'), recipient_phone: BUSY });
    return frame.replace('}', `${' '.repeat(bytes - frame.length)}}`);
  };

  test('a body of 1 MiB is read, one of more is refused', async () => {
    expectError(await account.request('POST', '/call', { body: ofSize(MIB) }), 404, 'agent_id');
    const larger = await account.request('POST', '/call', { body: ofSize(MIB + 1) });
    expectError(larger, 400, null);
    expect(larger.body.error.message).toMatch(/: 1 MiB is the most/);
    expectError(await account.request('POST', '/call', { body: ofSize(8 * MIB) }), 400, null);
  });

  test('a batch of 16 MiB is read, one of more is refused', async () => {
    const batch = (bytes: number) => {
      const frame = `{"agent_id": "${unknownId('agent')}", "recipients": [{"phone": "${BUSY}"}]`;
      return `${frame}${' '.repeat(bytes - frame.length - 1)}}`;
    };
    expectError(await account.request('POST', '/calls/batch', { body: batch(16 * MIB) }), 404, 'agent_id');
    const larger = await account.request('POST', '/calls/batch', { body: batch(16 * MIB + 1) });
    expectError(larger, 400, null);
    expect(larger.body.error.message).toMatch(/: 16 MiB is the most/);
  });

  test('a body that nests without end is refused at once', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const startedMs = performance.now();
    expectError(
      await account.request('POST', '/call', {
        body: `{"agent_id": "a", "recipient_phone": "${BUSY}", "variables": ${deep}}`,
      }),
      400,
      'variables',
    );
    expect(performance.now() - startedMs).toBeLessThan(5000);
  });

  test.each([
    ...['application/json', 'application/json; charset=utf-16', 'application/x-www-form-urlencoded', 'text/plain'],
    ...['json', ';', ''],
  ])('an empty body is none, whatever its type: %s', async (contentType) => {
    const empty = (method: string, path: string, length: string, body: string) => {
      const { host } = new URL(service.baseUrl);
      const head = [`${method} /v1${path} HTTP/1.1`, `host: ${host}`, `authorization: Bearer ${account.key}`];
      const rest = [`content-type: ${contentType}`, length, 'connection: close', '', body];
      return exchangeOne(service.address.port, [...head, ...rest].join('\r\n'));
    };
    for (const [length, body] of [
      ['content-length: 0', ''],
      ['transfer-encoding: chunked', '0\r\n\r\n'],
    ] as const) {
      const optional = await empty('POST', `/calls/${unknownId('call')}/hangup`, length, body);
      expectError(optional, 404, 'call_id');
      expectError(await empty('DELETE', `/webhooks/${unknownId('whk')}`, length, body), 404, 'webhook_id');
      const needed = await empty('POST', '/call', length, body);
      expectError(needed, 400, null);
      expect(needed.body.error.message).toBe('A JSON object is needed as the body.');
    }
  });

  test('a GET has no body, whatever is sent', async () => {
    const body = '{';
    const head = [`GET /v1/agents HTTP/1.1`, 'host: localhost', `authorization: Bearer ${account.key}`];
    const rest = ['content-type: text/plain', `content-length: ${body.length}`, 'connection: close', '', body];
    expect((await exchangeOne(service.address.port, [...head, ...rest].join('\r\n'))).status).toBe(200);
  });

  test('an endpoint that needs no body takes an empty one, and a JSON content type without one', async () => {
    const path = `/calls/${unknownId('call')}/hangup`;
    for (const options of [{}, { body: {} }, { headers: { 'content-type': 'application/json' } }]) {
      expectError(await account.request('POST', path, options), 404, 'call_id');
    }
  });
});
