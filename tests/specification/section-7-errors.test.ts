import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Route, routes } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { Account, BUSY, RINGS, unknownId } from './accounts.ts';
import { type Answer, expectError } from './answers.ts';
import { exchangeOne } from './raw-http.ts';

let service: Service;
let account: Account;
let starter: Account;

beforeAll(async () => {
  service = await Service.start();
  [account, starter] = await Promise.all([Account.first(service), Account.create(service, 'starter')]);
});

afterAll(() => service?.remove());

const filled = (route: string) => route.replace(/\{(\w+)\}/g, (_, name) => unknownId(name.slice(0, 4)));
const allRoutes: Route[] = Object.values(routes);

/** One answer of each status that a client can bring about. */
async function answersOfEveryStatus(): Promise<Record<number, Answer>> {
  const key = (await account.newKey('calls:read')).api_key;
  const ringing = await account.place({ recipient_phone: RINGS });
  const webhook = await account.request('POST', '/webhooks', { body: { url: 'https://example.com/hooks' } });
  const line = await starter.place({ recipient_phone: RINGS });
  const answers = {
    200: await account.request('GET', '/agents'),
    201: ringing,
    204: await account.request('DELETE', `/webhooks/${webhook.body.webhook_id}`),
    400: await account.place({ recipient_phone: 'x' }),
    401: await account.request('GET', '/calls', { key: null }),
    403: await account.request('GET', '/agents', { key }),
    404: await account.request('GET', `/calls/${unknownId('call')}`),
    409: await account.place({ recipient_phone: RINGS }),
    422: await account.place({ from_number: '+12025550199' }),
    429: await starter.place(),
  };
  await account.hangUp(ringing.body.call_id);
  await starter.hangUp(line.body.call_id);
  return answers;
}

describe('7 Errors', () => {
  let answers: Record<number, Answer>;

  beforeAll(async () => {
    answers = await answersOfEveryStatus();
  });

  test.each([400, 401, 403, 404, 409, 422, 429])('%i has the shape and the code of the table', (status) => {
    expectError(answers[status]!, status);
  });

  test('error.param names the offending parameter, and is absent where none applies', () => {
    expectError(answers[400]!, 400, 'recipient_phone');
    expectError(answers[422]!, 422, 'from_number');
    expectError(answers[401]!, 401, null);
    expectError(answers[403]!, 403, null);
    expectError(answers[429]!, 429, null);
  });

  test('every answer has an x-request-id of its own', () => {
    const all = Object.values(answers);
    expect(all.map(({ status }) => status)).toEqual([200, 201, 204, 400, 401, 403, 404, 409, 422, 429]);
    const ids = all.map(({ headers }) => headers.get('x-request-id'));
    for (const id of ids) expect(id).toMatch(/^\S{16,}$/);
    expect(new Set(ids).size).toBe(all.length);
  });

  test('every answer has RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset', () => {
    for (const { status, headers } of Object.values(answers)) {
      const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`ratelimit-${name}`));
      for (const value of [limit, remaining, reset]) expect(value, `of ${status}`).toMatch(/^\d+$/);
      expect(Number(limit)).toBeGreaterThan(0);
      expect(Number(remaining)).toBeLessThanOrEqual(Number(limit));
      expect(Number(reset)).toBeLessThanOrEqual(60);
    }
  });

  test('only 429 has Retry-After, in whole seconds, at least 1', () => {
    for (const { status, headers } of Object.values(answers)) {
      if (status === 429) expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      else expect(headers.has('retry-after')).toBe(false);
    }
  });

  test('only 401 has WWW-Authenticate, and it is Bearer', () => {
    for (const { status, headers } of Object.values(answers)) {
      expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    }
  });

  test('a message for a person', () => {
    for (const [status, { body }] of Object.entries(answers)) {
      if (Number(status) >= 400) expect(body.error.message).toMatch(/^.{10,}[^\s]$/);
    }
  });
});

describe('7 Errors · 404 paths and methods', () => {
  test.each(['/', '/cal', '/calls/x/y', '/call/x', '/agents/x/y', '/webhooks/x/y/z', '/../v2', '//calls', '/CALLS'])(
    'the unknown path %s',
    async (route) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await account.request(method, route);
        expectError(answer, 404, null);
        expect(answer.headers.has('allow')).toBe(false);
      }
    },
  );

  test('paths outside the version segment', async () => {
    for (const route of ['/call', '/calls', '/v2/calls', '/']) {
      const response = await fetch(new URL(route, service.baseUrl), {
        headers: { authorization: `Bearer ${account.key}` },
      });
      const body: any = await response.json();
      expectError({ status: response.status, headers: response.headers, body }, 404, null);
      expect(body.error.message).toContain('/docs');
    }
  });

  test('a path that is empty where an identifier belongs', async () => {
    expectError(await account.request('GET', '/calls/'), 404, 'call_id');
    expectError(await account.request('POST', '/calls//hangup'), 404, 'call_id');
    expectError(await account.request('POST', '/calls//hangup', { body: { colour: 1 } }), 400, 'colour');
  });

  test('every known path with every wrong method: Allow names the right ones', async () => {
    const methodsOf = new Map<string, string[]>();
    for (const { path: route, method } of allRoutes) methodsOf.set(route, [...(methodsOf.get(route) ?? []), method]);
    for (const [route, right] of methodsOf) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (right.includes(method)) continue;
        const answer = await account.request(method, filled(route));
        expectError(answer, 404, null);
        const allowed = [...right, ...(right.includes('GET') ? ['HEAD'] : [])];
        expect([route, method, answer.headers.get('allow')?.split(', ').sort()]).toEqual([
          route,
          method,
          allowed.sort(),
        ]);
      }
    }
  });

  test('a path that is longer than any identifier', async () => {
    const answer = await account.request('GET', `/calls/${'x'.repeat(10_000)}`);
    expectError(answer, 404, 'call_id');
    expect(answer.headers.has('allow')).toBe(false);
  });
});

describe('7 Errors · 400 no HTTP', () => {
  const authorization = () => `Authorization: Bearer ${account.key}\r\n`;

  test.each([
    ['garbage', () => 'garbage\r\n\r\n'],
    ['an unknown version', () => 'GET /v1/agents HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['TLS', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['headers beyond measure', () => `GET /v1/agents HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`],
    ['a length that is none', () => 'POST /v1/call HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'],
    ['a chunk that is none', () => 'POST /v1/call HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['no Host', () => `GET /v1/agents HTTP/1.1\r\n${authorization()}Connection: close\r\n\r\n`],
  ])('bytes that are no request: %s', async (_, request) => {
    const answer = await exchangeOne(service.address.port, Buffer.from(request(), 'latin1'));
    expectError(answer, 400);
    expect(answer.headers.get('x-request-id')).toMatch(/\S/);
    expect(answer.headers.get('ratelimit-limit')).toMatch(/^\d+$/);
  });

  test('a body that is cut off', async () => {
    const head = `POST /v1/call HTTP/1.1\r\nHost: a\r\n${authorization()}Content-Type: application/json\r\n`;
    expectError(await exchangeOne(service.address.port, `${head}Content-Length: 9\r\n\r\n{}`, true), 400);
  });

  test('an unknown expectation is ignored', async () => {
    const request = `GET /v1/agents/x HTTP/1.1\r\nHost: a\r\n${authorization()}Expect: tea\r\nConnection: close\r\n\r\n`;
    expectError(await exchangeOne(service.address.port, request), 404, 'agent_id');
  });
});

describe('7 Errors · order of checks', () => {
  const busyStarter = async (check: () => Promise<void>) => {
    const { body } = await starter.place({ recipient_phone: RINGS });
    await check();
    await starter.hangUp(body.call_id);
  };

  test('401 before 403 and 400', async () => {
    expectError(await account.request('POST', '/call', { key: 'wrong', body: '{' }), 401, null);
  });

  test('403 before 400', async () => {
    const { api_key: key } = await account.newKey('calls:read');
    expectError(await account.request('POST', '/call', { key, body: '{' }), 403, null);
    expectError(await account.request('GET', '/agents/x%00?y=1', { key }), 403, null);
  });

  test('400 before 404', async () => {
    expectError(await account.place({ agent_id: unknownId('agent'), max_duration: 0 }), 400, 'max_duration');
    expectError(await account.request('PATCH', '/agents/x', { body: { nothing: 1 } }), 400, 'nothing');
  });

  test('404 before 422', async () => {
    expectError(await account.place({ agent_id: unknownId('agent'), from_number: '+12025550199' }), 404, 'agent_id');
    expectError(await account.request('PATCH', '/agents/x', { body: { model: 'unknown/x' } }), 404, 'agent_id');
  });

  test('422 before 409', async () => {
    await busyStarter(async () => {
      expectError(await starter.place({ recipient_phone: RINGS, from_number: '+12025550199' }), 422, 'from_number');
    });
  });

  test('409 before 429', async () => {
    await busyStarter(async () => {
      expectError(await starter.place({ recipient_phone: RINGS }), 409);
      expectError(await starter.place({ recipient_phone: BUSY }), 429);
    });
  });

  test('422 before 429', async () => {
    await busyStarter(async () => {
      expectError(await starter.place({ from_number: '+12025550199' }), 422, 'from_number');
    });
  });
});

describe('7 Errors · 500', () => {
  test('says nothing of the inside, and names the request id', async () => {
    // The database goes away under the service; it comes back by itself or never: this test is the last one.
    const pid = Number((await readFile(await postmasterFile(), 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGQUIT');
    let answer: Answer;
    do answer = await account.request('GET', '/agents');
    while (answer.status === 200);
    expectError(answer, 500, null);
    expect(answer.body.error.message).toContain(answer.headers.get('x-request-id'));
    expect(JSON.stringify(answer.body)).not.toMatch(/sql|postgres|connect|socket|\.ts|\bat\b.*:\d+/i);
  });

  async function postmasterFile(): Promise<string> {
    const { glob } = await import('node:fs/promises');
    for await (const file of glob('**/postmaster.pid', { cwd: service.address.dataDir })) {
      return path.join(service.address.dataDir, file);
    }
    throw new Error('the service has no database of its own');
  }
});
