import { type DashboardRoute, dashboardRoutes, type Permission, type Route, routes } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserSession } from '../support/browser-session.ts';
import { Service } from '../support/service.ts';
import { PASSWORD, Staff } from '../support/staff.ts';
import { Account, unknownId } from './accounts.ts';
import { expectError, expectFields, isUlid } from './answers.ts';

let service: Service;
let account: Account;
let other: Account;
let staff: Staff;
const people = new Map<string, BrowserSession>();

const FIELDS = [
  ...['user_id', 'email', 'name', 'role', 'status', 'totp_enabled', 'link_expires_at', 'last_seen_at', 'created_at'],
];

beforeAll(async () => {
  service = await Service.start();
  [account, other] = await Promise.all([Account.first(service), Account.create(service, 'growth')]);
  staff = await Staff.of(service);
  people.set('owner', staff.owner);
  for (const role of ['admin', 'member', 'viewer']) people.set(role, await staff.join(role, `${role}@example.com`));
});

afterAll(() => service?.remove());

const as = (role: string) => people.get(role)!;
const invite = (email: string, role: string, by = staff.owner) => by.v1('POST', '/users', { body: { email, role } });
const change = (userId: string, body: object, by = staff.owner) => by.v1('PATCH', `/users/${userId}`, { body });
const remove = (userId: string, by = staff.owner) => by.v1('DELETE', `/users/${userId}`);

/** What each role may, as the decisions have it, written down once more. */
const reading: Permission[] = ['calls:read', 'agents:read', 'numbers:read'];
const working: Permission[] = [...reading, 'calls:write', 'agents:write', 'webhooks:write'];
const administering: Permission[] = [...working, 'numbers:write', 'providers:write', 'keys:write', 'users:write'];
const permitted: Record<string, Permission[]> = {
  viewer: reading,
  member: working,
  admin: administering,
  owner: [...administering, 'account:write'],
};

describe('Beyond · users', () => {
  test('POST: 201 with Location and a link, this once; the person opens it and is a user', async () => {
    const { status, headers, body } = await invite('new@example.com', 'member');
    expect(status).toBe(201);
    expectFields(body, [...FIELDS, 'link']);
    expect(body).toMatchObject({ email: 'new@example.com', name: null, role: 'member', status: 'invited' });
    expect(isUlid(body.user_id, 'usr')).toBe(true);
    expect(headers.get('location')).toBe(`${service.baseUrl}/users/${body.user_id}`);
    const { link, ...user } = body;
    expect((await staff.owner.v1('GET', `/users/${body.user_id}`)).body).toEqual(user);
    const { body: list } = await staff.owner.v1('GET', '/users');
    expect(list.total).toBe(list.data.length);
    expect(JSON.stringify(list)).not.toContain(link.split('/').at(-1));
    const token = link.split('/welcome/')[1];
    const answer = await staff
      .newBrowser()
      .dashboard('POST', `/invitations/${token}`, { body: { name: 'New', password: PASSWORD } });
    expect(answer.body.role).toBe('member');
    expect((await staff.owner.v1('GET', `/users/${body.user_id}`)).body).toMatchObject({
      status: 'active',
      name: 'New',
      link_expires_at: null,
    });
  });

  test.each([
    ['no e-mail address', { role: 'member' }, 'email'],
    ['what is no e-mail address', { email: 'maria', role: 'member' }, 'email'],
    ['a role that there is not', { email: 'm@example.com', role: 'root' }, 'role'],
    ['a password', { email: 'm@example.com', role: 'member', password: 'secret secret' }, 'password'],
  ])('400: %s', async (_, body, param) => {
    expectError(await staff.owner.v1('POST', '/users', { body }), 400, param);
  });

  test('409: a user with this address exists already, in this account or another', async () => {
    expectError(await invite('Admin@Example.com', 'viewer'), 409, 'email');
    const body = { email: 'admin@example.com', role: 'viewer' };
    expectError(await other.request('POST', '/users', { body }), 409, 'email');
    await invite('only-invited@example.com', 'viewer');
    const elsewhere = { email: 'only-invited@example.com', role: 'viewer' };
    expect((await other.request('POST', '/users', { body: elsewhere })).status).toBe(201);
  });

  test('403: no user may create one with more permissions', async () => {
    expectError(await invite('x@example.com', 'owner', as('admin')), 403, 'role');
    expect((await invite('y@example.com', 'admin', as('admin'))).status).toBe(201);
    const maker = await account.newKey('users:write', 'calls:read', 'agents:read', 'numbers:read');
    const withKey = (role: string) =>
      account.request('POST', '/users', { key: maker.api_key, body: { email: `key-${role}@example.com`, role } });
    expectError(await withKey('member'), 403, 'role');
    expect((await withKey('viewer')).status).toBe(201);
  });

  test('403: an admin touches no owner, and makes none', async () => {
    const ownerId = await staff.idOf('owner@example.com');
    const memberId = await staff.idOf('member@example.com');
    expectError(await change(ownerId, { role: 'viewer' }, as('admin')), 403, 'role');
    expectError(await change(ownerId, { status: 'disabled' }, as('admin')), 403, 'role');
    expectError(await remove(ownerId, as('admin')), 403, 'role');
    expectError(await as('admin').v1('POST', `/users/${ownerId}/link`), 403, 'role');
    expectError(await change(memberId, { role: 'owner' }, as('admin')), 403, 'role');
    expectError(await change(await staff.idOf('admin@example.com'), { role: 'owner' }, as('admin')), 403, 'role');
    expect((await staff.owner.dashboard('GET', '/session')).body.role).toBe('owner');
  });

  test('422: the last owner is not removed, demoted or disabled; with another one it is possible', async () => {
    const ownerId = await staff.idOf('owner@example.com');
    expectError(await remove(ownerId), 422, 'user_id');
    expectError(await change(ownerId, { role: 'admin' }), 422, 'user_id');
    expectError(await change(ownerId, { status: 'disabled' }), 422, 'user_id');
    await invite('not-yet@example.com', 'owner');
    expectError(await remove(ownerId), 422, 'user_id');
    const second = await staff.join('owner', 'second@example.com');
    const secondId = await staff.idOf('second@example.com');
    // Two owners who remove each other at the same time: one of them stays.
    const [one, two] = await Promise.all([
      change(ownerId, { role: 'admin' }, second),
      change(secondId, { role: 'admin' }),
    ]);
    expect([one.status, two.status].sort()).not.toEqual([200, 200]);
    const owners = (await account.request('GET', '/users')).body.data.filter(
      (user: any) => user.role === 'owner' && user.status === 'active',
    );
    expect(owners.length).toBeGreaterThanOrEqual(1);
    const restored = await account.request('PATCH', `/users/${ownerId}`, { body: { role: 'owner' } });
    expect(restored.status).toBe(200);
  });

  test('a new role takes effect with the next request', async () => {
    const browser = await staff.join('viewer', 'rises@example.com');
    const userId = await staff.idOf('rises@example.com');
    expectError(await browser.v1('GET', '/webhooks'), 403, null);
    expect((await change(userId, { role: 'member' })).body.role).toBe('member');
    expect((await browser.v1('GET', '/webhooks')).status).toBe(200);
  });

  test('a disabled user is out at once, and in again when active', async () => {
    const browser = await staff.join('member', 'paused@example.com');
    const userId = await staff.idOf('paused@example.com');
    expect((await change(userId, { status: 'disabled' })).body.status).toBe('disabled');
    expectError(await browser.v1('GET', '/agents'), 401);
    const login = () =>
      staff.newBrowser().dashboard('POST', '/login', { body: { email: 'paused@example.com', password: PASSWORD } });
    expectError(await login(), 401, 'password');
    expectError(await staff.owner.v1('POST', `/users/${userId}/link`), 422, 'user_id');
    expect((await change(userId, { status: 'active' })).body.status).toBe('active');
    expect((await login()).status).toBe(200);
    const invited = await invite('never@example.com', 'viewer');
    expectError(await change(invited.body.user_id, { status: 'disabled' }), 422, 'status');
    expectError(await change(invited.body.user_id, { status: 'invited' }), 400, 'status');
  });

  test('DELETE: 204, out at once, and the address is free again', async () => {
    const browser = await staff.join('member', 'leaves@example.com');
    const userId = await staff.idOf('leaves@example.com');
    expect((await remove(userId)).status).toBe(204);
    expectError(await browser.v1('GET', '/agents'), 401);
    expectError(await staff.owner.v1('GET', `/users/${userId}`), 404, 'user_id');
    expectError(await remove(userId), 404, 'user_id');
    expect((await invite('leaves@example.com', 'viewer')).status).toBe(201);
  });

  test("404: another account's user, and one that never was", async () => {
    const userId = await staff.idOf('member@example.com');
    for (const id of [userId, unknownId('usr')]) {
      expectError(await other.request('GET', `/users/${id}`), 404, 'user_id');
      expectError(await other.request('PATCH', `/users/${id}`, { body: { role: 'viewer' } }), 404, 'user_id');
      expectError(await other.request('POST', `/users/${id}/link`), 404, 'user_id');
      expectError(await other.request('DELETE', `/users/${id}`), 404, 'user_id');
    }
    const { body } = await other.request('GET', '/users');
    expect(JSON.stringify(body)).not.toContain(userId);
  });

  test.each(Object.entries(permitted))(
    'role by role: %s is 403 wherever the role lacks the permission, and nowhere else',
    async (role, held) => {
      const { body } = await as(role).dashboard('GET', '/session');
      expect([...body.permissions].sort()).toEqual([...held].sort());
      for (const { method, path, permission } of Object.values(routes) as Route[]) {
        // An event stream does not end, and a search asks a carrier.
        if (path === '/events') continue;
        const route = path.replace(/\{(\w+)\}/g, (_, name: string) => unknownId(name.slice(0, 4)));
        const answer = await as(role).v1(method, route, method === 'GET' || method === 'DELETE' ? {} : { body: {} });
        const where = `${role}: ${method} ${path}`;
        if (held.includes(permission)) expect([where, [401, 403].includes(answer.status)]).toEqual([where, false]);
        else expect([where, answer.status]).toEqual([where, 403]);
      }
    },
  );

  test('role by role: the endpoints of the dashboard alone are 401 without a session, and 403 without the permission', async () => {
    const path = (route: DashboardRoute) =>
      route.path.replace(/\{(\w+)\}/g, (_, name: string) => unknownId(name.slice(0, 4)));
    const send = (browser: BrowserSession, route: DashboardRoute) =>
      browser.dashboard(route.method, path(route), route.body ? { body: {} } : {});
    for (const route of Object.values(dashboardRoutes) as DashboardRoute[]) {
      if (route.permission === 'public') continue;
      expectError(await send(staff.newBrowser(), route), 401, null);
      for (const [role, held] of Object.entries(permitted)) {
        if (route.permission === 'signed-in' || held.includes(route.permission)) continue;
        expectError(await send(as(role), route), 403, null);
      }
    }
  });
});
