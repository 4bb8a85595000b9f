import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Parley } from './parley.ts';
import { ParleyError } from './parley-error.ts';
import { API_KEY, LocalService, refusal } from './testing/local-service.ts';

let service: LocalService;
let parley: Parley;

beforeEach(async () => {
  service = await LocalService.start();
  parley = new Parley({ apiKey: API_KEY, baseUrl: service.baseUrl });
});
afterEach(() => service.close());

const call = { agent_id: 'agent_1', recipient_phone: '+12025550101' };
const batch = { agent_id: 'agent_1', recipients: [{ phone: '+12025550101' }] };

async function errorOf(promise: PromiseLike<unknown>): Promise<ParleyError> {
  const error = await Promise.resolve(promise).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ParleyError);
  return error as ParleyError;
}

describe('a refusal', () => {
  it('is an error with everything that the service said', async () => {
    const wrong = { ...call, recipient_phone: '2025550101' };
    expect(await errorOf(parley.calls.place(wrong))).toMatchObject({
      name: 'ParleyError',
      status: 400,
      code: 'invalid_request',
      param: 'recipient_phone',
      message: 'It is invalid_request.',
      requestId: 'request-1',
      retryAfterS: null,
    });
    expect(service.requests).toHaveLength(1);
  });

  it('of a wrong key is not sent again', async () => {
    const unauthorized = new Parley({ apiKey: 'vk_live_wrong', baseUrl: service.baseUrl });
    expect(await errorOf(unauthorized.agents.list())).toMatchObject({ status: 401, code: 'unauthorized', param: null });
    expect(service.requests).toHaveLength(1);
  });

  it('tells how long to wait when that is too long to wait here', async () => {
    service.script(refusal('rate_limited', { retryAfterS: 3600 }));
    expect(await errorOf(parley.agents.list())).toMatchObject({ code: 'rate_limited', retryAfterS: 3600 });
    expect(service.requests).toHaveLength(1);
  });

  it('by a proxy has a code all the same', async () => {
    const direct = new Parley({ apiKey: API_KEY, baseUrl: service.baseUrl, maxRetries: 0 });
    service.script({ status: 502, body: '<h1>Bad Gateway</h1>' }, { status: 413, body: 'too large' });
    expect(await errorOf(direct.agents.list())).toMatchObject({ status: 502, code: 'server_error' });
    expect(await errorOf(direct.agents.list())).toMatchObject({ status: 413, code: 'invalid_response' });
  });

  it('that is a success without JSON is an error', async () => {
    service.script({ status: 200, body: '<html>' });
    expect(await errorOf(parley.agents.list())).toMatchObject({ status: 200, code: 'invalid_response' });
  });
});

describe('what failed on the way', () => {
  it('is asked again', async () => {
    service.script('disconnect', refusal('server_error'));
    await expect(parley.agents.list()).resolves.toMatchObject({ total: 1 });
    expect(service.requests).toHaveLength(3);
  });

  it('is given up after maxRetries', async () => {
    service.script('disconnect', 'disconnect');
    expect(await errorOf(parley.agents.list({ maxRetries: 1 }))).toMatchObject({
      status: null,
      code: 'connection_failed',
    });
    expect(service.requests).toHaveLength(2);
  });

  it('is a call once, however often it is sent: all attempts have one key', async () => {
    service.script('disconnect', refusal('server_error'));
    await parley.calls.place(call);
    const keys = service.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is a batch once, in the same way', async () => {
    service.script('disconnect', refusal('server_error'));
    await parley.batches.create(batch);
    await parley.batches.create(batch, { idempotencyKey: 'monday' });
    const keys = service.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(4);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).toBe('monday');
  });

  it('gives each call a key of its own, or the one that it is given', async () => {
    await parley.calls.place(call);
    await parley.calls.place(call);
    await parley.calls.place(call, { idempotencyKey: 'order-4711' });
    const keys = service.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('order-4711');
  });

  it('is not sent again where it could be done twice', async () => {
    service.script(refusal('server_error'), 'disconnect');
    expect((await errorOf(parley.webhooks.create({ url: 'https://example.com' }))).code).toBe('server_error');
    expect((await errorOf(parley.agents.update('agent_1', { name: 'a' }))).code).toBe('connection_failed');
    expect(service.requests).toHaveLength(2);
  });

  it('waits as long as Retry-After says, whatever was asked: nothing was done', async () => {
    service.script(refusal('rate_limited', { retryAfterS: 1 }));
    const startMs = performance.now();
    await expect(parley.batches.create(batch)).resolves.toMatchObject({ total: 2 });
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(999);
    expect(service.requests).toHaveLength(2);
  });

  it('gives the reason where the connection is refused', async () => {
    const { baseUrl } = service;
    await service.close();
    const unreachable = new Parley({ apiKey: API_KEY, baseUrl, maxRetries: 0 });
    const error = await errorOf(unreachable.agents.list());
    expect(error).toMatchObject({ code: 'connection_failed', status: null });
    expect(error.message).toContain('ECONNREFUSED');
    expect(error.cause).toBeInstanceOf(Error);
  });
});

describe('time and signals', () => {
  it('limits each attempt', async () => {
    service.script('silence', 'silence');
    let attempts = 0;
    // Where they begin: on a busy host 50 ms may be over before a request is at the service.
    const counting: typeof fetch = (url, init) => {
      attempts += 1;
      return fetch(url, init);
    };
    const impatient = new Parley({ apiKey: API_KEY, baseUrl: service.baseUrl, fetch: counting });
    const error = await errorOf(impatient.agents.list({ timeoutMs: 50, maxRetries: 1 }));
    expect(error).toMatchObject({ code: 'timed_out', message: 'GET /agents: no response within 50 ms' });
    expect(attempts).toBe(2);
  });

  it('end a request that is under way', async () => {
    service.script('silence');
    const abort = new AbortController();
    const listing = parley.agents.list({ signal: abort.signal });
    await expect.poll(() => service.requests.length, { timeout: 30_000 }).toBe(1);
    abort.abort(new Error('no longer needed'));
    await expect(listing).rejects.toThrow('no longer needed');
    expect(service.requests).toHaveLength(1);
  });

  it('end the wait between attempts', async () => {
    service.script(refusal('rate_limited', { retryAfterS: 50 }));
    const abort = new AbortController();
    const listing = parley.agents.list({ signal: abort.signal });
    await expect.poll(() => service.requests.length, { timeout: 30_000 }).toBe(1);
    abort.abort(new Error('no longer needed'));
    await expect(listing).rejects.toThrow('no longer needed');
  });

  it('send nothing when it is too late already', async () => {
    await expect(parley.agents.list({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(service.requests).toHaveLength(0);
  });
});

it('uses a fetch of yours', async () => {
  const urls: string[] = [];
  const own = new Parley({
    apiKey: API_KEY,
    baseUrl: service.baseUrl,
    fetch: (url, init) => {
      urls.push(url);
      return fetch(url, init);
    },
  });
  await own.agents.get('agent_1');
  expect(urls).toEqual([`${service.baseUrl}/agents/agent_1`]);
});
