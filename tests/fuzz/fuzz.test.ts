import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Breakage, startBreakingProxy } from './breaking-proxy.ts';
import { runCampaign } from './campaign.ts';
import { describeRequest } from './fuzz-request.ts';
import { fuzzRequests } from './fuzz-requests.ts';
import { type FuzzedService, startFuzzedService } from './fuzzed-service.ts';
import { jsonOf } from './judge.ts';

const REQUESTS = 3000;
/** Any will do; a fixed one fails on every host or on none. `npm run fuzz` takes others. */
const SEED = 20_250_101;

let fuzzed: FuzzedService;

beforeAll(async () => {
  fuzzed = await startFuzzedService(REQUESTS);
});
afterAll(() => fuzzed?.service.remove());

test('valid, nearly valid and hostile requests are answered as the interface says', async () => {
  const { service, keys, agentIds } = fuzzed;
  const { port } = service.address;
  const report = await runCampaign({ port, keys, agentIds, seed: SEED, requests: REQUESTS });
  expect(report.failures.join('\n\n')).toBe('');
  expect(report.requests).toBe(REQUESTS);
  // What is refused at the door only would not have tried much.
  for (const status of [200, 201, 204, 400, 401, 403, 404, 422]) expect(report.answers[status]).toBeGreaterThan(10);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  // Internal failures that no response shows.
  expect(service.output).not.toMatch(/"level":[56]0/);
});

test('the same seed makes the same requests, however many there are', () => {
  const shown = (count: number) => [...fuzzRequests(SEED, count, 'all')].map(describeRequest);
  const few = shown(400);
  expect(shown(700).slice(0, 400)).toEqual(few);
  expect(new Set(few).size).toBeGreaterThan(350);
});

describe('negative control', () => {
  const throughProxy = async (breakage: Breakage) => {
    const proxy = await startBreakingProxy(fuzzed.service.address.port, breakage);
    try {
      const { keys, agentIds } = fuzzed;
      return await runCampaign({
        port: proxy.port,
        keys,
        agentIds,
        seed: SEED,
        requests: 1000,
        forms: 'http',
        mostFailures: 1,
      });
    } finally {
      await proxy.close();
    }
  };

  test('a proxy that breaks nothing is not complained about', async () => {
    expect((await throughProxy((answer) => answer)).failures.join('\n\n')).toBe('');
  });

  /** An answer to HEAD has no body to change. */
  const changed = (body: Buffer, change: (value: any) => unknown) =>
    body.length === 0 ? body : Buffer.from(JSON.stringify(change(jsonOf(body))));
  const without = (name: string): Breakage => {
    return (answer) => {
      const { [name]: _, ...headers } = answer.headers;
      return { ...answer, headers };
    };
  };

  test.each<[string, Breakage, RegExp]>([
    [
      'an unknown field that is a 500',
      (answer) =>
        answer.status === 400 && answer.body.includes('is not known here')
          ? { ...answer, status: 500, body: Buffer.from('{"error":{"code":"server_error","message":"Oh."}}') }
          : answer,
      /the status is 500/,
    ],
    [
      'an unknown field that is overlooked',
      (answer, { target }) =>
        answer.status === 400 && target.includes('/agents/') && answer.body.includes('is not known here')
          ? { ...answer, status: 200, body: Buffer.from('{}') }
          : answer,
      /200 instead of (400|204)|: Invalid input: expected/,
    ],
    [
      'errors without a code',
      (answer) =>
        answer.status === 404
          ? { ...answer, body: changed(answer.body, ({ error: { code: _, ...rest } }) => ({ error: rest })) }
          : answer,
      /error\.code is undefined at 404/,
    ],
    [
      'the wrong parameter',
      (answer) => ({ ...answer, body: Buffer.from(answer.body.toString().replace('"param":"', '"param":"the ')) }),
      /error\.param is the .* instead of/,
    ],
    [
      'an internal error shown to the client',
      (answer) =>
        answer.status === 400
          ? { ...answer, body: changed(answer.body, ({ error }) => ({ error: { ...error, stack: 'at x.ts:1' } })) }
          : answer,
      /holds more: stack/,
    ],
    [
      'a number sent as text',
      (answer, { target }) =>
        answer.status === 200 && target.startsWith('/v1/calls?')
          ? { ...answer, body: changed(answer.body, (page) => ({ ...page, limit: String(page.limit) })) }
          : answer,
      /listCalls: limit: /,
    ],
    [
      'a created resource without its id',
      (answer) =>
        answer.status === 201
          ? { ...answer, body: changed(answer.body, ({ webhook_id: _, batch_id: __, ...rest }) => rest) }
          : answer,
      /(webhook_id|batch_id): /,
    ],
    ['no challenge', without('www-authenticate'), /www-authenticate/],
    ['no request id', without('x-request-id'), /x-request-id/],
    ['no limits', without('ratelimit-remaining'), /ratelimit-remaining/],
  ])('%s is noticed', async (_, breakage, complaint) => {
    const { failures } = await throughProxy(breakage);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.join('\n')).toMatch(complaint);
    expect(failures[0]).toMatch(/^seed \d+, request \d+: .*\nrequest: \{.*\nanswer: \{/s);
  });
});
