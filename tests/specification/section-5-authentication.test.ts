import { type Permission, type Route, routes } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/growing-pauses.ts';
import { Service } from '../support/service.ts';
import { Account, BUSY, unknownId } from './accounts.ts';
import { expectError } from './answers.ts';

const allRoutes: Route[] = Object.values(routes);
/** Without streams of events, whose responses do not end. */
const finite = allRoutes.filter(({ isStream }) => !isStream);
const permissions: Permission[] = [
  ...(['calls:read', 'calls:write', 'agents:read', 'agents:write', 'webhooks:write'] as const),
  ...(['numbers:read', 'numbers:write', 'keys:write', 'users:write', 'account:write'] as const),
];

/** Which permission section 5 and the decisions ask for, written down once more. */
function permissionFor({ method, path }: Route): Permission {
  if (path.startsWith('/webhooks')) return 'webhooks:write';
  if (path.startsWith('/suppressions')) return 'calls:write';
  if (path.startsWith('/erasures')) return 'account:write';
  if (path.startsWith('/keys')) return 'keys:write';
  if (path.startsWith('/users')) return 'users:write';
  if (path === '/documents/search') return 'agents:read';
  if (path.startsWith('/documents')) return `agents:${method === 'GET' ? 'read' : 'write'}`;
  if (path.startsWith('/carriers')) return `numbers:${method === 'GET' ? 'read' : 'write'}`;
  if (/^\/(providers|voices|models|prices)/.test(path)) return 'providers:write';
  const things = (['agents', 'numbers', 'trunk'] as const).find((noun) => path.startsWith(`/${noun}`)) ?? 'calls';
  if (things === 'trunk' || path.startsWith('/softphones')) return `numbers:${method === 'GET' ? 'read' : 'write'}`;
  return `${things}:${method === 'GET' ? 'read' : 'write'}`;
}

let service: Service;
let account: Account;
let otherAccount: Account;

beforeAll(async () => {
  service = await Service.start({ PARLEY_TRUST_PROXY: '127.0.0.1' });
  [account, otherAccount] = await Promise.all([Account.first(service), Account.create(service, 'business')]);
});

afterAll(() => service?.remove());

const unknown = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => unknownId(name.slice(0, 4)));

describe('5 Authentication · 401', () => {
  test('every endpoint without a key', async () => {
    for (const { method, path } of allRoutes) {
      const answer = await account.request(method, unknown(path), { key: null });
      expectError(answer, 401, null);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test.each([
    ['no scheme', (key: string) => key],
    ['another scheme', (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['nothing after the scheme', () => 'Bearer'],
    ['an empty header', () => ''],
    ['a space within', (key: string) => `Bearer ${key} x`],
    ['a key that is cut short', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['a key in another case', (key: string) => `Bearer ${key.toUpperCase()}`],
    ['a key that never was', () => `Bearer vk_live_${'0'.repeat(38)}`],
    ['a key beyond measure', () => `Bearer ${'x'.repeat(5000)}`],
    ['SQL', () => "Bearer '||'"],
  ])('Authorization with %s', async (_, authorization) => {
    const headers = { authorization: authorization(account.key) };
    const answer = await account.request('GET', '/agents', { key: null, headers });
    expectError(answer, 401, null);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('a key in the query or in another header is none', async () => {
    expectError(await account.request('GET', `/agents?api_key=${account.key}`, { key: null }), 401);
    expectError(await account.request('GET', '/agents', { key: null, headers: { 'x-api-key': account.key } }), 401);
  });

  test('the word Bearer may be written in any case', async () => {
    const headers = { authorization: `bearer ${account.key}` };
    expect((await account.request('GET', '/agents', { key: null, headers })).status).toBe(200);
  });

  describe('behind a proxy that is trusted', () => {
    const asks = (key: string, forwardedFor: string) =>
      account.request('GET', '/agents', { key, headers: { 'x-forwarded-for': forwardedFor } });

    test('6 000 wrong keys of one client are 401, the next 429; other clients and valid keys are answered', async () => {
      let sent = 0;
      const flood = async () => {
        while (sent < 6000) {
          sent += 1;
          expectError(await asks(`wrong-key-${sent}`, '198.51.100.1'), 401);
        }
      };
      await Promise.all(Array.from({ length: 20 }, flood));
      // On a slow host the first of them are over a minute old by now, and do not count any more.
      let beyond = await asks('wrong-key', '198.51.100.1');
      for (; beyond.status === 401; beyond = await asks('wrong-key', '198.51.100.1')) expectError(beyond, 401);
      expectError(beyond, 429);
      expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      // What comes before the proxy's own entry can be made up, and changes nothing.
      const limited = await Promise.all(
        Array.from({ length: 5 }, () => asks('wrong-key', '203.0.113.9, 198.51.100.1')),
      );
      expect(limited.map(({ status }) => status)).toContain(429);
      expectError(await asks('wrong-key', '198.51.100.2'), 401);
      const { api_key: unused } = await account.newKey('agents:read');
      const keys = Array.from({ length: 200 }, (_, no) => (no === 100 ? unused : `wrong-key-${no}`));
      const answers = await Promise.all(keys.map((key) => asks(key, '198.51.100.1')));
      for (const [no, { status }] of answers.entries()) {
        if (keys[no] === unused) expect(status).toBe(200);
        else expect([401, 429]).toContain(status);
      }
    });
  });
});

describe('5 Authentication · 403', () => {
  const keyOf = new Map<Permission, string>();

  beforeAll(async () => {
    for (const permission of permissions) keyOf.set(permission, (await account.newKey(permission)).api_key);
  });

  test.each(permissions)('a key with %s alone is 403 wherever another permission is asked for', async (permission) => {
    const key = keyOf.get(permission)!;
    for (const route of finite) {
      const options =
        route.method === 'POST' || route.method === 'PUT' || route.method === 'PATCH' ? { key, body: {} } : { key };
      const answer = await account.request(route.method, unknown(route.path), options);
      const needed = permissionFor(route);
      const isHeld = needed === permission || (needed === 'numbers:read' && permission === 'numbers:write');
      if (!isHeld) expectError(answer, 403, null);
      else expect([route.path, [400, 404, 200].includes(answer.status)]).toEqual([route.path, true]);
    }
  });

  test('what was refused was not done', async () => {
    const { body: before } = await account.request('GET', `/agents/${account.agentId}`);
    const key = keyOf.get('agents:read')!;
    expectError(await account.request('PATCH', `/agents/${account.agentId}`, { key, body: { name: 'Other' } }), 403);
    expectError(await account.place({}, { authorization: `Bearer ${key}` }), 403);
    expect((await account.request('GET', `/agents/${account.agentId}`)).body).toEqual(before);
    expect((await account.request('GET', '/calls')).body.total).toBe(0);
  });
});

describe('Keys', () => {
  const listed = async (keyId: string) => {
    const { data } = await service.parley('keys', 'list', '--account', account.accountId);
    return data.find((key: any) => key.key_id === keyId);
  };
  const statusWith = async (key: string) => (await account.request('GET', '/agents', { key })).status;

  /** CRC-32 (ISO 3309) in base62, as secret scanners compute it; not with the code of the service. */
  function checksum(text: string): string {
    let crc = 0xffffffff;
    for (const byte of Buffer.from(text)) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    let rest = (crc ^ 0xffffffff) >>> 0;
    let word = '';
    for (; word.length < 6; rest = Math.floor(rest / 62)) word = digits[rest % 62] + word;
    return word;
  }

  test('a key is vk_live_, 32 base62 characters and a checksum of 6', async () => {
    const [, random, sum] = /^vk_live_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(otherAccount.key) ?? [];
    expect(sum).toBe(checksum(random!));
  });

  test('a key is shown once, and listed by its last four characters', async () => {
    const made = await account.newKey('agents:read');
    const entry = await listed(made.key_id);
    expect(entry).toMatchObject({ last_four: made.api_key.slice(-4), permissions: ['agents:read'] });
    expect(JSON.stringify(await service.parley('keys', 'list'))).not.toContain(made.api_key);
  });

  test('the list tells when a key was used last', async () => {
    const made = await account.newKey('agents:read');
    expect((await listed(made.key_id)).last_used_at).toBeNull();
    expect(await statusWith(made.api_key)).toBe(200);
    expect(Math.abs((await listed(made.key_id)).last_used_at - Date.now() / 1000)).toBeLessThan(60);
  });

  test('a revoked key is invalid at once', async () => {
    const made = await account.newKey('agents:read');
    expect(await statusWith(made.api_key)).toBe(200);
    await service.parley('keys', 'revoke', made.key_id);
    expect(await statusWith(made.api_key)).toBe(401);
  });

  test('a key expires', async () => {
    const forever = ['keys', 'create', '--account', account.accountId, '--permissions', 'agents:read'];
    const made = await service.parley(...forever, '--expires-in', '3');
    expect(await statusWith(made.api_key)).toBe(200);
    const { expires_at: expiresAt } = await listed(made.key_id);
    expect(expiresAt).toBeGreaterThan(Date.now() / 1000 - 10);
    const status = await until(
      () => statusWith(made.api_key),
      (status) => status !== 200,
    );
    expect(Date.now() / 1000).toBeGreaterThanOrEqual(expiresAt);
    expect(status).toBe(401);
  });

  test('a key is rotated: the new one has the same permissions, the old one stays valid as long as was chosen', async () => {
    const old = await account.newKey('agents:read', 'agents:write');
    const next = await service.parley('keys', 'rotate', old.key_id, '--overlap', '3600');
    expect((await listed(next.key_id)).permissions).toEqual(['agents:read', 'agents:write']);
    expect([await statusWith(old.api_key), await statusWith(next.api_key)]).toEqual([200, 200]);
    const last = await service.parley('keys', 'rotate', next.key_id, '--overlap', '0');
    expect([await statusWith(next.api_key), await statusWith(last.api_key)]).toEqual([401, 200]);
  });
});

describe("General · 404 another account's things", () => {
  test('every endpoint that names a thing, with the id of another account', async () => {
    const call = await account.call();
    const later = Math.floor(Date.now() / 1000) + 3600;
    const batch = await account.request('POST', '/calls/batch', {
      body: { agent_id: account.agentId, recipients: [{ phone: BUSY }], schedule_at: later },
    });
    const webhook = await account.request('POST', '/webhooks', { body: { url: 'https://example.com/hooks' } });
    const webhookId = webhook.body.webhook_id;
    const delivery = await account.request('POST', `/webhooks/${webhookId}/test`);
    const suppression = await account.request('POST', '/suppressions', { body: { phone_number: '+12025550177' } });
    const key = await account.newKey('agents:read');
    const user = await account.request('POST', '/users', { body: { email: 'maria@example.com', role: 'viewer' } });
    const ids: Record<string, string> = {
      key_id: key.key_id,
      user_id: user.body.user_id,
      call_id: call.call_id,
      agent_id: account.agentId,
      batch_id: batch.body.batch_id,
      suppression_id: suppression.body.suppression_id,
      webhook_id: webhookId,
      delivery_id: delivery.body.delivery_id,
    };
    const bodies: Record<string, object> = {
      '/calls/{call_id}/whisper': { text: 'Be brief.' },
      '/calls/{call_id}/transfer': { to: BUSY },
    };
    const naming = allRoutes.filter(({ path }) => path.includes('{'));
    expect(naming.length).toBeGreaterThan(10);
    for (const { method, path, body } of naming) {
      const route = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
      const options = body ? { body: bodies[path] ?? {} } : {};
      const first = /\{(\w+)\}/.exec(path)![1]!;
      expectError(await otherAccount.request(method, route, options), 404, first);
    }
    expect((await account.request('GET', `/calls/${ids.call_id}`)).body).toMatchObject({ call_id: ids.call_id });
    expect((await account.request('GET', `/calls/batch/${ids.batch_id}`)).body.status).toBe('scheduled');
    expect((await account.request('GET', `/webhooks/${ids.webhook_id}`)).status).toBe(200);
  });

  test("a call or a batch with another account's agent", async () => {
    expectError(await otherAccount.place({ agent_id: account.agentId }), 404, 'agent_id');
    const body = { agent_id: account.agentId, recipients: [{ phone: BUSY }] };
    expectError(await otherAccount.request('POST', '/calls/batch', { body }), 404, 'agent_id');
  });

  test("another account's number is not owned", async () => {
    const { body } = await account.request('GET', `/agents/${account.agentId}`);
    expectError(await otherAccount.place({ from_number: body.phone_number }), 422, 'from_number');
  });

  test('a delivery of another webhook', async () => {
    const [first, second] = await Promise.all(
      ['one', 'two'].map((name) =>
        account.request('POST', '/webhooks', { body: { url: `https://example.com/${name}` } }),
      ),
    );
    const { body } = await account.request('POST', `/webhooks/${first!.body.webhook_id}/test`);
    const route = `/webhooks/${second!.body.webhook_id}/deliveries/${body.delivery_id}/redeliver`;
    expectError(await account.request('POST', route), 404, 'delivery_id');
  });

  test('lists hold nothing of other accounts', async () => {
    expect((await otherAccount.request('GET', '/calls')).body).toMatchObject({ data: [], total: 0 });
    expect((await otherAccount.request('GET', '/webhooks')).body).toEqual({ data: [], total: 0 });
    expect((await otherAccount.request('GET', `/calls?agent_id=${account.agentId}`)).body.total).toBe(0);
    const { body } = await otherAccount.request('GET', '/agents');
    expect(body.data.map((agent: any) => agent.agent_id)).toEqual(otherAccount.agentIds);
    expect(otherAccount.agentIds).not.toContain(account.agentId);
  });
});
