import { Permission } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { Staff } from '../support/staff.ts';
import { Account, unknownId } from './accounts.ts';
import { type Answer, expectError, expectFields, expectUnixSeconds, isUlid } from './answers.ts';

let service: Service;
let account: Account;
let other: Account;

const FIELDS = ['key_id', 'name', 'permissions', 'last_four', 'created_at', 'last_used_at', 'expires_at'];

beforeAll(async () => {
  service = await Service.start();
  [account, other] = await Promise.all([Account.first(service), Account.create(service, 'growth')]);
});

afterAll(() => service?.remove());

const create = (change: object = {}, key = account.key): Promise<Answer> =>
  account.request('POST', '/keys', { key, body: { name: 'Reads agents', permissions: ['agents:read'], ...change } });
const statusWith = async (key: string) => (await account.request('GET', '/agents', { key })).status;

describe('Beyond · keys', () => {
  test('POST: 201 with Location and the key, this once', async () => {
    const { status, headers, body } = await create();
    expect(status).toBe(201);
    expectFields(body, [...FIELDS, 'api_key']);
    expect(body).toMatchObject({
      name: 'Reads agents',
      permissions: ['agents:read'],
      last_four: body.api_key.slice(-4),
      last_used_at: null,
      expires_at: null,
    });
    expect(isUlid(body.key_id, 'key')).toBe(true);
    expectUnixSeconds(body.created_at);
    expect(headers.get('location')).toBe(`${service.baseUrl}/keys/${body.key_id}`);
    expect(await statusWith(body.api_key)).toBe(200);
    const { api_key: secret, ...listed } = body;
    const read = await account.request('GET', `/keys/${body.key_id}`);
    expect(read.body).toEqual({ ...listed, last_used_at: read.body.last_used_at });
    const { body: list } = await account.request('GET', '/keys');
    expect(list.total).toBe(list.data.length);
    expect(list.data[0].key_id).toBe(body.key_id);
    expect(JSON.stringify([read.body, list])).not.toContain(secret);
  });

  test('a key expires after expires_in seconds, or never', async () => {
    const { body } = await create({ expires_in: 3600 });
    expect(Math.abs(body.expires_at - Date.now() / 1000 - 3600)).toBeLessThan(60);
    expect((await create({ expires_in: null })).body.expires_at).toBeNull();
  });

  test.each([
    ['no name', { name: undefined }, 'name'],
    ['a blank name', { name: ' ' }, 'name'],
    ['no permission', { permissions: [] }, 'permissions'],
    ['a permission that there is not', { permissions: ['calls:fly'] }, 'permissions[0]'],
    ['a permission twice', { permissions: ['calls:read', 'calls:read'] }, 'permissions'],
    ['an expiry in a moment', { expires_in: 1 }, 'expires_in'],
    ['a key of its own choice', { api_key: 'vk_live_mine' }, 'api_key'],
  ])('400: %s', async (_, change, param) => {
    expectError(await create(change), 400, param);
  });

  test('403: no key gets what its maker lacks', async () => {
    const maker = await account.newKey('keys:write', 'calls:read');
    expectError(await create({ permissions: ['calls:read', 'calls:write'] }, maker.api_key), 403, 'permissions');
    expect((await create({ permissions: ['calls:read'] }, maker.api_key)).status).toBe(201);
    const strong = await account.newKey(...Permission.options);
    const rotate = await account.request('POST', `/keys/${strong.key_id}/rotate`, { key: maker.api_key });
    expectError(rotate, 403, 'permissions');
    expect(await statusWith(strong.api_key)).toBe(200);
  });

  test('a permission to change numbers may be handed on as one to read them', async () => {
    const maker = await account.newKey('keys:write', 'numbers:write');
    expect((await create({ permissions: ['numbers:read'] }, maker.api_key)).status).toBe(201);
  });

  test('PATCH changes the name, and nothing else', async () => {
    const { body: key } = await create();
    const change = (body: object) => account.request('PATCH', `/keys/${key.key_id}`, { body });
    expect((await change({ name: 'Other' })).body).toMatchObject({ key_id: key.key_id, name: 'Other' });
    expect((await change({})).body.name).toBe('Other');
    expectError(await change({ permissions: ['calls:write'] }), 400, 'permissions');
  });

  test('rotate: a new key with the same name and permissions; the old one stays valid as long as was chosen', async () => {
    const { body: old } = await create();
    const rotate = (keyId: string, body?: object) =>
      account.request('POST', `/keys/${keyId}/rotate`, body ? { body } : {});
    const { status, body: next } = await rotate(old.key_id, { overlap: 3600 });
    expect(status).toBe(201);
    expect(next).toMatchObject({ name: old.name, permissions: old.permissions, expires_at: null });
    expect(await Promise.all([statusWith(old.api_key), statusWith(next.api_key)])).toEqual([200, 200]);
    const { body: last } = await rotate(next.key_id, { overlap: 0 });
    expect(await Promise.all([statusWith(next.api_key), statusWith(last.api_key)])).toEqual([401, 200]);
    expectError(await rotate(next.key_id), 422, 'key_id');
    const { body: dayLater } = await rotate(last.key_id);
    const { body: lastNow } = await account.request('GET', `/keys/${last.key_id}`);
    expect(Math.abs(lastNow.expires_at - dayLater.created_at - 86_400)).toBeLessThan(5);
    expectError(await rotate(last.key_id, { overlap: -1 }), 400, 'overlap');
  });

  test('rotate: a key that was made to expire has a successor that lasts as long', async () => {
    const { body: old } = await create({ expires_in: 7200 });
    const { body: next } = await account.request('POST', `/keys/${old.key_id}/rotate`, { body: { overlap: 60 } });
    expect(Math.abs(next.expires_at - next.created_at - 7200)).toBeLessThan(5);
    const { body: again } = await account.request('POST', `/keys/${old.key_id}/rotate`, { body: { overlap: 60 } });
    expect(Math.abs(again.expires_at - again.created_at - 7200)).toBeLessThan(5);
  });

  test('DELETE: 204, invalid at once, and not there any more', async () => {
    const { body: key } = await create();
    expect(await statusWith(key.api_key)).toBe(200);
    expect(await account.request('DELETE', `/keys/${key.key_id}`)).toMatchObject({ status: 204, body: undefined });
    expect(await statusWith(key.api_key)).toBe(401);
    expectError(await account.request('GET', `/keys/${key.key_id}`), 404, 'key_id');
    expectError(await account.request('DELETE', `/keys/${key.key_id}`), 404, 'key_id');
    const { body } = await account.request('GET', '/keys');
    expect(body.data.map((listed: any) => listed.key_id)).not.toContain(key.key_id);
  });

  test("404: another account's key, and one that never was", async () => {
    const { body: key } = await create();
    const { body: list } = await other.request('GET', '/keys');
    expect(list.data.map((listed: any) => listed.key_id)).not.toContain(key.key_id);
    for (const keyId of [key.key_id, unknownId('key')]) {
      expectError(await other.request('GET', `/keys/${keyId}`), 404, 'key_id');
      expectError(await other.request('PATCH', `/keys/${keyId}`, { body: { name: 'x' } }), 404, 'key_id');
      expectError(await other.request('POST', `/keys/${keyId}/rotate`), 404, 'key_id');
      expectError(await other.request('DELETE', `/keys/${keyId}`), 404, 'key_id');
    }
    expect(await statusWith(key.api_key)).toBe(200);
  });
});

test('a key can never do more than its maker may, now and later', async () => {
  const staff = await Staff.of(service);
  const admin = await staff.join('admin', 'adam@example.com');
  const adminId = await staff.idOf('adam@example.com');
  const permissions = ['users:write', 'keys:write', 'agents:read'];
  const made = await admin.v1('POST', '/keys', { body: { name: 'Of Adam', permissions } });
  const child = await create({ name: 'Of his key', permissions }, made.body.api_key);
  const statuses = () =>
    Promise.all(
      [made, child].flatMap(({ body: { api_key: key } }) => [
        account.request('GET', '/users', { key }).then(({ status }) => status),
        statusWith(key),
      ]),
    );
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await staff.owner.v1('PATCH', `/users/${adminId}`, { body: { role: 'viewer' } });
  expect(await statuses()).toEqual([403, 200, 403, 200]);
  await staff.owner.v1('PATCH', `/users/${adminId}`, { body: { status: 'disabled' } });
  expect(await statuses()).toEqual([401, 401, 401, 401]);
  await staff.owner.v1('PATCH', `/users/${adminId}`, { body: { status: 'active' } });
  expect(await statuses()).toEqual([403, 200, 403, 200]);
  await staff.owner.v1('DELETE', `/users/${adminId}`);
  expect(await statuses()).toEqual([401, 401, 401, 401]);
});
