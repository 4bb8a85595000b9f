import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase, type Database, findRunningDatabase } from '../../server/src/db/index.ts';
import { expectError } from '../specification/answers.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { Service } from '../support/service.ts';
import { ownerLink, PASSWORD, Staff } from '../support/staff.ts';

let service: Service;
let database: Database;

const openDatabase = async () =>
  connectDatabase((await findRunningDatabase(service.address.dataDir))!, { poolSize: 1 });

beforeAll(async () => {
  service = await Service.start();
  database = await openDatabase();
});

afterAll(async () => {
  await database?.close();
  await service?.remove();
});

const tokenOf = (link: string) => link.split('/welcome/')[1]!;
const look = (link: string) => new BrowserSession(service).dashboard('GET', `/invitations/${tokenOf(link)}`);
const use = (link: string, body: object, browser = new BrowserSession(service)) =>
  browser.dashboard('POST', `/invitations/${tokenOf(link)}`, { body });

/** In the order in which they happen: an installation has its first owner once. */
describe('the first owner', () => {
  let staff: Staff;

  test('is the person who opens the link that the start shows, which is valid for a day', async () => {
    const { status, body } = await look(ownerLink(service));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      purpose: 'invitation',
      role: 'owner',
      email: null,
      name: null,
      account_name: 'Default',
      needs_code: false,
    });
    const hours = (body.expires_at - Date.now() / 1000) / 3600;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24.1);
    const [stored] = await database.query<{ hash: string }>("select encode(hash, 'hex') as hash from user_links");
    expect(stored!.hash).toHaveLength(64);
    const options = await new BrowserSession(service).dashboard('GET', '/login');
    expect(options.body).toEqual({ single_sign_on: false, needs_owner: true });
  });

  test('gets another link at the next start while there is none, and the one before is void', async () => {
    const before = ownerLink(service);
    await database.close();
    await service.stop();
    await service.start();
    database = await openDatabase();
    expect(ownerLink(service)).not.toBe(before);
    expectError(await look(before), 404, 'token');
    expectError(await use(before, { name: 'Late', email: 'late@example.com', password: PASSWORD }), 404, 'token');
    const audited = await database.query("select actor_type from audit_log where action = 'user.invited_again'");
    expect(audited).toEqual([{ actor_type: 'system' }]);
    const [users] = await database.query<{ count: number }>('select count(*)::int as count from users');
    expect(users!.count).toBe(1);
  });

  test('names name, e-mail address and password', async () => {
    const person = { name: 'Olga', email: 'owner@example.com', password: PASSWORD };
    const link = ownerLink(service);
    expectError(await use(link, { ...person, name: undefined }), 400, 'name');
    expectError(await use(link, { ...person, email: undefined }), 400, 'email');
    expectError(await use(link, { ...person, password: 'short' }), 400, 'password');
    expectError(await use(link, { ...person, name: ' ' }), 400, 'name');
    expect((await look(link)).status).toBe(200);
  });

  test('is made once: of ten at the same time one', async () => {
    const link = ownerLink(service);
    const people = Array.from({ length: 10 }, (_, no) => ({
      name: `Owner ${no}`,
      email: `owner${no}@example.com`,
      password: PASSWORD,
    }));
    const browsers = people.map(() => new BrowserSession(service));
    const answers = await Promise.all(people.map((person, no) => use(link, person, browsers[no])));
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
    expect(answers[winner]!.body).toMatchObject({ role: 'owner', user: { email: `owner${winner}@example.com` } });
    expectError(await look(link), 404, 'token');
    staff = { service, owner: browsers[winner]!, join: Staff.prototype.join } as Staff;
    expect((await staff.owner.v1('GET', '/users')).body.total).toBe(1);
  });

  test('is not made again: the next start shows no link', async () => {
    await database.close();
    await service.stop();
    await service.start();
    database = await openDatabase();
    expect(service.output).not.toContain('/welcome/');
    expect((await staff.owner.dashboard('GET', '/session')).status).toBe(200);
  });

  test('is made by the command line too', async () => {
    const made = await service.parley('users', 'invite', '--role', 'owner', '--email', 'second@example.com');
    expect(made.link).toMatch(new RegExp(`^${new URL(service.baseUrl).origin}/welcome/[\\w-]{43}$`));
    expect((await look(made.link)).body).toMatchObject({ role: 'owner', email: 'second@example.com' });
    expect((await use(made.link, { name: 'Second', password: PASSWORD })).body.role).toBe('owner');
    const { data } = await service.parley('users', 'list');
    expect(data.map((user: any) => [user.role, user.status])).toEqual([
      ['owner', 'active'],
      ['owner', 'active'],
    ]);
  });

  describe('an invitation', () => {
    const invite = async (email: string, role = 'member') =>
      (await staff.owner.v1('POST', '/users', { body: { email, role } })).body;

    test('is valid for seven days, for its e-mail address, once', async () => {
      const invited = await invite('maria@example.com');
      const days = (invited.link_expires_at - Date.now() / 1000) / 86_400;
      expect(Math.abs(days - 7)).toBeLessThan(0.1);
      expectError(await use(invited.link, { name: 'M', email: 'evil@example.com', password: PASSWORD }), 400, 'email');
      const answer = await use(invited.link, { name: 'Maria', password: PASSWORD });
      expect(answer.body).toMatchObject({ role: 'member', user: { email: 'maria@example.com', name: 'Maria' } });
      expectError(await use(invited.link, { name: 'Maria', password: PASSWORD }), 404, 'token');
    });

    test('that is over opens nothing', async () => {
      const invited = await invite('over@example.com');
      await database.query('update user_links set expires_at = now() where user_id = $1', [invited.user_id]);
      expectError(await look(invited.link), 404, 'token');
      expectError(await use(invited.link, { name: 'Over', password: PASSWORD }), 404, 'token');
      const { body } = await staff.owner.v1('GET', `/users/${invited.user_id}`);
      expect(body).toMatchObject({ status: 'invited', link_expires_at: null });
    });

    test('that was made again, or taken back, is void', async () => {
      const invited = await invite('again@example.com');
      const again = await staff.owner.v1('POST', `/users/${invited.user_id}/link`);
      expect(again.status).toBe(201);
      expectError(await look(invited.link), 404, 'token');
      expect((await look(again.body.link)).status).toBe(200);
      expect((await staff.owner.v1('DELETE', `/users/${invited.user_id}`)).status).toBe(204);
      expectError(await look(again.body.link), 404, 'token');
    });

    test('takes no user’s address: one in use is 409', async () => {
      await staff.join('member', 'taken@example.com');
      const open = await service.parley('users', 'invite', '--role', 'viewer');
      expectError(await use(open.link, { name: 'Twin', email: 'Taken@example.com', password: PASSWORD }), 409, 'email');
      expect((await use(open.link, { name: 'Twin', email: 'free@example.com', password: PASSWORD })).status).toBe(200);
    });

    test('is nothing that a token of another shape opens', async () => {
      for (const token of ['x', '%00', 'a'.repeat(43), "'or'1'='1", 'x'.repeat(3000)]) {
        const answer = await new BrowserSession(service).dashboard('GET', `/invitations/${token}`);
        expect([400, 404]).toContain(answer.status);
      }
    });
  });

  describe('a new password', () => {
    test('is set by a link that an admin makes; every session ends, and the old password with it', async () => {
      const member = await staff.join('member', 'forgot@example.com');
      const { body: me } = await member.dashboard('GET', '/session');
      const { body } = await staff.owner.v1('POST', `/users/${me.user.user_id}/link`);
      expect((await look(body.link)).body).toMatchObject({ purpose: 'new_password', name: 'The member' });
      expect((await member.dashboard('GET', '/session')).status).toBe(200);
      expectError(await use(body.link, { name: 'Other', password: 'a new password' }), 400, 'name');
      const browser = new BrowserSession(service);
      expect((await use(body.link, { password: 'a new password' }, browser)).status).toBe(200);
      expectError(await member.dashboard('GET', '/session'), 401);
      expect((await browser.dashboard('GET', '/session')).body.user.user_id).toBe(me.user.user_id);
      const login = (password: string) =>
        new BrowserSession(service).dashboard('POST', '/login', { body: { email: 'forgot@example.com', password } });
      expectError(await login(PASSWORD), 401, 'password');
      expect((await login('a new password')).status).toBe(200);
    });

    test('by the command line', async () => {
      const viewer = await staff.join('viewer', 'reset@example.com');
      const { body: me } = await viewer.dashboard('GET', '/session');
      const made = await service.parley('users', 'reset', me.user.user_id);
      expect((await use(made.link, { password: 'another password' })).status).toBe(200);
      await service.parley('users', 'remove', me.user.user_id);
      expectError(await viewer.dashboard('GET', '/session'), 401);
      await expect(service.parley('users', 'remove', me.user.user_id)).rejects.toThrow('There is no user');
    });

    test('changing it makes an older link void', async () => {
      const member = await staff.join('member', 'void@example.com');
      const { body: me } = await member.dashboard('GET', '/session');
      const { body } = await staff.owner.v1('POST', `/users/${me.user.user_id}/link`);
      const change = { current_password: PASSWORD, password: 'a better password' };
      expect((await member.dashboard('POST', '/password', { body: change })).status).toBe(204);
      expectError(await look(body.link), 404, 'token');
    });
  });
});
