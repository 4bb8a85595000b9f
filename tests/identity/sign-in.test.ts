import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase, type Database, findRunningDatabase } from '../../server/src/db/index.ts';
import { expectError } from '../specification/answers.ts';
import type { BrowserSession } from '../support/browser-session.ts';
import { Service } from '../support/service.ts';
import { PASSWORD, Staff } from '../support/staff.ts';

let service: Service;
let staff: Staff;
let database: Database;

beforeAll(async () => {
  service = await Service.start({ PARLEY_TRUST_PROXY: '127.0.0.1' });
  staff = await Staff.of(service);
  database = await connectDatabase((await findRunningDatabase(service.address.dataDir))!, { poolSize: 1 });
});

afterAll(async () => {
  await database?.close();
  await service?.remove();
});

const login = (browser: BrowserSession, body: object, headers: Record<string, string> = {}) =>
  browser.dashboard('POST', '/login', { body, headers });
const whoAmI = (browser: BrowserSession) => browser.dashboard('GET', '/session');

describe('signing in', () => {
  test('by e-mail address, in whichever case, and password', async () => {
    const browser = staff.newBrowser();
    const answer = await login(browser, { email: 'Owner@Example.COM', password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      user: { email: 'owner@example.com', name: 'Olga Owner', totp_enabled: false, password_set: true },
      account: { name: 'Default', plan: 'enterprise', timezone: 'UTC' },
      role: 'owner',
      simulated: true,
    });
    expect(answer.body.permissions).toContain('account:write');
    expect((await whoAmI(browser)).body).toEqual(answer.body);
    expect(JSON.stringify(answer.body)).not.toContain(browser.cookie('parley_session'));
  });

  test('the same words and no cookie for a wrong password, and for a user that there is not', async () => {
    const browser = staff.newBrowser();
    const wrong = await login(browser, { email: 'owner@example.com', password: 'another password' });
    const unknown = await login(browser, { email: 'unknown@example.com', password: 'another password' });
    expectError(wrong, 401, 'password');
    expect(unknown.body).toEqual(wrong.body);
    expect([...wrong.headers.getSetCookie(), ...unknown.headers.getSetCookie()]).toEqual([]);
  });

  test('takes about as long for a user that there is not', async () => {
    const timed = async (email: string) => {
      const beganMs = performance.now();
      await login(staff.newBrowser(), { email, password: 'another password' }, { 'x-forwarded-for': '192.0.2.77' });
      return performance.now() - beganMs;
    };
    // In turn, and the fastest of each: a processor that others want makes either of them late.
    let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 4; round += 1) {
      known = Math.min(known, await timed('owner@example.com'));
      unknown = Math.min(unknown, await timed('who@example.com'));
    }
    // An argon2id is by far the most of it: without one an answer takes a tenth as long.
    expect(unknown).toBeGreaterThan(known / 3);
  });

  test('the cookie is for us alone: HttpOnly, SameSite=Lax, of this host', async () => {
    const browser = await staff.signIn('owner@example.com');
    const [session] = browser.setCookies;
    expect(session).toMatch(/^parley_session=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    const [{ stored }] = (await database.query(
      "select count(*)::int as stored from sessions where encode(hash, 'escape') like $1",
      [`%${browser.cookie('parley_session')}%`],
    )) as [{ stored: number }];
    expect(stored).toBe(0);
  });

  test('over https it is Secure, and bound to the host by its name', async () => {
    const browser = staff.newBrowser();
    const headers = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'calls.example.org',
      origin: 'https://calls.example.org',
    };
    const answer = await login(browser, { email: 'owner@example.com', password: PASSWORD }, headers);
    expect(answer.status).toBe(200);
    expect(browser.setCookies[0]).toMatch(/^__Host-parley_session=[\w-]{43}; Path=\/; .*HttpOnly; .*Secure$/);
    expect(browser.setCookies[0]).not.toContain('Domain');
    expect((await browser.dashboard('GET', '/session', { headers })).status).toBe(200);
  });

  test('over https no cookie is taken that a neighboring host may have set', async () => {
    const planted = await staff.signIn('owner@example.com');
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'calls.example.org', origin: '' };
    expectError(await planted.dashboard('GET', '/session', { headers }), 401);
    expect((await whoAmI(planted)).status).toBe(200);
  });

  test('and opening links are counted for each network', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.91' };
    const ask = () => staff.newBrowser().dashboard('GET', '/invitations/unknown', { headers });
    const first = await ask();
    expect(first.status).toBe(404);
    expect(first.headers.get('ratelimit-limit')).toBe('600');
    for (let left = 599; left > 0; left -= 50) await Promise.all(Array.from({ length: 50 }, ask));
    const refused = await staff.newBrowser().dashboard('GET', '/login', { headers });
    expectError(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await staff.newBrowser().dashboard('GET', '/login')).status).toBe(200);
  });

  test('again ends the session that the browser had', async () => {
    const browser = await staff.signIn('owner@example.com');
    const before = browser.cookie('parley_session')!;
    await login(browser, { email: 'owner@example.com', password: PASSWORD });
    expect(browser.cookie('parley_session')).not.toBe(before);
    const thief = staff.newBrowser();
    thief.setCookie('parley_session', before);
    expectError(await whoAmI(thief), 401);
    expect((await whoAmI(browser)).status).toBe(200);
    const { body: audited } = await browser.dashboard('GET', '/audit?action=user.signed_out&limit=1');
    expect(audited.data[0]).toMatchObject({ actor: { name: 'Olga Owner' }, after: { how: 'signed in again' } });
  });

  test('needs what the contract says', async () => {
    const browser = staff.newBrowser();
    expectError(await login(browser, { email: 'owner@example.com' }), 400, 'password');
    expectError(await login(browser, { email: 'owner', password: PASSWORD }), 400, 'email');
    expectError(await login(browser, { email: 'owner@example.com', password: PASSWORD, admin: true }), 400, 'admin');
  });
});

describe('a session', () => {
  test('is listed with browser, address and last use, and ended from elsewhere at once', async () => {
    const member = await staff.join('member', 'lists@example.com');
    const laptop = await staff.signIn('lists@example.com');
    const { body } = await laptop.dashboard('GET', '/sessions');
    expect(body.total).toBe(2);
    expect(body.data.map((session: any) => session.current).sort()).toEqual([false, true]);
    expect(body.data[0]).toMatchObject({ agent: 'Chrome on Linux', address: '127.0.0.1' });
    const other = body.data.find((session: any) => !session.current);
    expect((await laptop.dashboard('DELETE', `/sessions/${other.session_id}`)).status).toBe(204);
    expectError(await whoAmI(member), 401);
    expectError(await member.v1('GET', '/agents'), 401);
    expect((await whoAmI(laptop)).status).toBe(200);
    expectError(await laptop.dashboard('DELETE', `/sessions/${other.session_id}`), 404, 'session_id');
  });

  test('of another user cannot be ended', async () => {
    const { body } = await staff.owner.dashboard('GET', '/sessions');
    const member = await staff.join('member', 'other-session@example.com');
    expectError(await member.dashboard('DELETE', `/sessions/${body.data[0].session_id}`), 404, 'session_id');
    expect((await whoAmI(staff.owner)).status).toBe(200);
  });

  test('all others are ended by one click', async () => {
    const first = await staff.join('member', 'everywhere@example.com');
    const second = await staff.signIn('everywhere@example.com');
    expect((await second.dashboard('DELETE', '/sessions')).status).toBe(204);
    expectError(await whoAmI(first), 401);
    expect((await whoAmI(second)).status).toBe(200);
  });

  test('ends with signing out, and its cookie is taken away', async () => {
    const browser = await staff.signIn('owner@example.com');
    const token = browser.cookie('parley_session')!;
    expect((await browser.dashboard('POST', '/logout')).status).toBe(204);
    expect(browser.cookie('parley_session')).toBeUndefined();
    browser.setCookie('parley_session', token);
    expectError(await whoAmI(browser), 401);
  });

  test.each([
    ['that was not used for a day', "last_seen_at = now() - interval '24 hours 1 second'"],
    ['that is two weeks old', 'expires_at = now()'],
  ])('%s is over', async (_, change) => {
    const browser = await staff.signIn('owner@example.com');
    const { body } = await whoAmI(browser);
    // That use is written behind its response, over any earlier value.
    const used = () =>
      database.query('select 1 from sessions where session_id = $1 and last_seen_at > created_at', [body.session_id]);
    while ((await used()).length === 0);
    await database.query(`update sessions set ${change} where session_id = $1`, [body.session_id]);
    expectError(await whoAmI(browser), 401);
  });

  test('lives from use: the last one is written, once a minute', async () => {
    const browser = await staff.join('member', 'used@example.com');
    const { body } = await whoAmI(browser);
    await service.stop();
    await service.start();
    await database.close();
    database = await connectDatabase((await findRunningDatabase(service.address.dataDir))!, { poolSize: 1 });
    await database.query("update sessions set last_seen_at = now() - interval '1 hour' where session_id = $1", [
      body.session_id,
    ]);
    await whoAmI(browser);
    for (let ageS = 3600; ageS > 60; ) {
      const rows = await database.query<{ age_s: number }>(
        'select extract(epoch from now() - last_seen_at)::float8 as age_s from sessions where session_id = $1',
        [body.session_id],
      );
      ageS = rows[0]!.age_s;
    }
  });
});

describe('pages of other sites', () => {
  let victim: BrowserSession;
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  beforeEach(async () => {
    victim = await staff.signIn('owner@example.com');
  });

  test.each([
    ['another origin', evil],
    ['another origin, without Fetch metadata', { origin: 'https://evil.example', 'sec-fetch-site': '' }],
    ['no origin', { origin: '', 'sec-fetch-site': '' }],
    ['the origin null of a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['our origin, but Fetch metadata of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('with %s change nothing: 403', async (_, headers) => {
    // Reading the users changes last_seen_at.
    const people = async () =>
      (await victim.v1('GET', '/users')).body.data.map(({ last_seen_at: seen, ...user }: any) => user);
    const before = await people();
    const body = { email: 'evil@example.com', role: 'owner' };
    expectError(await victim.v1('POST', '/users', { body, headers }), 403, null);
    expectError(await victim.dashboard('POST', '/logout', { headers }), 403, null);
    expectError(await victim.dashboard('PATCH', '/account', { body: { name: 'Evil' }, headers }), 403, null);
    expect(await people()).toEqual(before);
  });

  test('do not sign in', async () => {
    const body = { email: 'owner@example.com', password: PASSWORD };
    const answer = await login(staff.newBrowser(), body, evil);
    expectError(answer, 403, null);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await login(staff.newBrowser(), body, { origin: '', 'sec-fetch-site': '' })).status).toBe(200);
  });

  test('cannot be read: there is no CORS', async () => {
    const answer = await victim.v1('GET', '/agents', { headers: evil });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('a key and a cookie', () => {
  test('a user may what the role may, on /v1 as well', async () => {
    expect((await staff.owner.v1('GET', '/agents')).status).toBe(200);
    const viewer = await staff.join('viewer', 'v1-viewer@example.com');
    expect((await viewer.v1('GET', '/agents')).status).toBe(200);
    expectError(await viewer.v1('POST', '/call', { body: {} }), 403, null);
  });

  test('a cookie beside a key is not looked at', async () => {
    const { api_key: key } = (
      await staff.owner.v1('POST', '/keys', { body: { name: 'Reads', permissions: ['agents:read'] } })
    ).body;
    const headers = { authorization: `Bearer ${key}` };
    expectError(await staff.owner.v1('GET', '/calls', { headers }), 403, null);
    expectError(await staff.owner.v1('GET', '/agents', { headers: { authorization: 'Bearer wrong' } }), 401, null);
    expect(
      (await staff.owner.v1('GET', '/agents', { headers: { ...headers, origin: 'https://evil.example' } })).status,
    ).toBe(200);
  });

  test('a key is no user', async () => {
    const headers = { authorization: `Bearer ${service.apiKey}` };
    for (const [method, path] of [
      ['GET', '/session'],
      ['GET', '/sessions'],
      ['POST', '/logout'],
      ['GET', '/account'],
    ] as const) {
      expectError(await staff.newBrowser().dashboard(method, path, { headers }), 403, null);
    }
    expect((await staff.newBrowser().dashboard('GET', '/audit', { headers })).status).toBe(200);
  });
});

describe('guessing', () => {
  const wrong = (email: string, client: string, browser = staff.newBrowser()) =>
    login(browser, { email, password: 'a wrong password' }, { 'x-forwarded-for': client });

  test('at a name is 429 with Retry-After after ten failures from anywhere, except for a known browser', async () => {
    const member = await staff.join('member', 'guessed@example.com');
    for (let no = 0; no < 10; no += 1) expectError(await wrong('guessed@example.com', `198.51.100.${no}`), 401);
    const refused = await wrong('Guessed@example.com', '198.51.100.99');
    expectError(refused, 429);
    const retryAfterS = Number(refused.headers.get('retry-after'));
    expect(retryAfterS).toBeGreaterThan(15 * 60 - 60);
    expect(retryAfterS).toBeLessThanOrEqual(15 * 60);
    const right = { email: 'guessed@example.com', password: PASSWORD };
    expectError(await login(staff.newBrowser(), right), 429);
    expect((await login(member, right)).status).toBe(200);
    expect((await login(staff.newBrowser(), { email: 'owner@example.com', password: PASSWORD })).status).toBe(200);
  });

  test('from one network is 429 after thirty failures; other networks sign in', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 31 }, (_, no) => wrong(`guess-${no}@example.com`, '203.0.113.50')),
    );
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(1);
    expectError(await wrong('another@example.com', '203.0.113.50'), 429);
    expectError(await wrong('another@example.com', '203.0.113.51'), 401);
  });
});

describe('the password', () => {
  test('is changed with the one before, and every other session ends', async () => {
    const first = await staff.join('member', 'changes@example.com');
    const second = await staff.signIn('changes@example.com');
    const change = (body: object) => second.dashboard('POST', '/password', { body });
    expectError(await change({ password: 'the next password' }), 400, 'current_password');
    expectError(await change({ current_password: PASSWORD, password: 'short' }), 400, 'password');
    expectError(
      await change({ current_password: 'not my password', password: 'the next password' }),
      422,
      'current_password',
    );
    expect((await change({ current_password: PASSWORD, password: 'the next password' })).status).toBe(204);
    expectError(await whoAmI(first), 401);
    expect((await whoAmI(second)).status).toBe(200);
    expectError(await login(staff.newBrowser(), { email: 'changes@example.com', password: PASSWORD }), 401);
    await staff.signIn('changes@example.com', 'the next password');
  });
});

test('the profile is one’s own: name, language and time zone', async () => {
  const viewer = await staff.join('viewer', 'profile@example.com');
  const change = (body: object) => viewer.dashboard('PATCH', '/profile', { body });
  const answer = await change({ name: 'Vera', timezone: 'Europe/Berlin', language: 'de-DE' });
  expect(answer.body.user).toMatchObject({ name: 'Vera', timezone: 'Europe/Berlin', language: 'de-DE' });
  expect((await change({ timezone: null })).body.user.timezone).toBeNull();
  expectError(await change({ timezone: 'Mars/Base' }), 400, 'timezone');
  expectError(await change({ role: 'owner' }), 400, 'role');
});

test('the account is changed with the permission only', async () => {
  const admin = await staff.join('admin', 'account-admin@example.com');
  expectError(await admin.dashboard('PATCH', '/account', { body: { name: 'Ours' } }), 403, null);
  const { body } = await staff.owner.dashboard('PATCH', '/account', {
    body: { name: 'City Dental', timezone: 'America/New_York' },
  });
  expect(body).toMatchObject({ name: 'City Dental', timezone: 'America/New_York', language: 'en-US' });
  expect((await admin.dashboard('GET', '/account')).body).toEqual(body);
  const { body: usage } = await admin.dashboard('GET', '/usage');
  expect(usage).toMatchObject({ plan: 'enterprise', concurrent_calls: { limit: 100, used: 0 }, calls_today: 0 });
});
