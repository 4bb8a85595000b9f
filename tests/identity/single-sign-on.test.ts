import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase, type Database, findRunningDatabase } from '../../server/src/db/index.ts';
import { expectError } from '../specification/answers.ts';
import type { BrowserSession } from '../support/browser-session.ts';
import { Service } from '../support/service.ts';
import { Staff } from '../support/staff.ts';
import { OidcIssuer, type Person } from './oidc-issuer.ts';

let issuer: OidcIssuer;
let service: Service;
let staff: Staff;
let database: Database;

beforeAll(async () => {
  issuer = await OidcIssuer.start();
  service = await Service.start({
    PARLEY_OIDC_ISSUER: issuer.url,
    PARLEY_OIDC_CLIENT_ID: 'parley',
    PARLEY_OIDC_CLIENT_SECRET: 'issuer-secret',
    PARLEY_OIDC_DOMAINS: 'example.com, example.org',
  });
  staff = await Staff.of(service);
  database = await connectDatabase((await findRunningDatabase(service.address.dataDir))!, { poolSize: 1 });
});

afterAll(async () => {
  issuer?.close();
  await database?.close();
  await service?.remove();
});

beforeEach(() => {
  issuer.tampered = {};
  issuer.forges = false;
});

const pathOf = (location: string) =>
  location.replace(new URL(service.baseUrl).origin, '').replace('/dashboard/api', '');

/** To the issuer, which signs the person in, and the address that it sends the browser back to. */
async function toIssuer(browser: BrowserSession, person: Person, next = '/calls'): Promise<string> {
  issuer.person = person;
  const away = await browser.dashboard('GET', `/sso?next=${encodeURIComponent(next)}`);
  expect(away.status).toBe(302);
  const back = await fetch(away.headers.get('location')!, { redirect: 'manual' });
  return pathOf(back.headers.get('location')!);
}

/** The whole way; where it ends. */
async function signIn(browser: BrowserSession, person: Person, next?: string): Promise<string> {
  const back = await browser.dashboard('GET', await toIssuer(browser, person, next));
  expect(back.status).toBe(302);
  return back.headers.get('location')!;
}

const verified = (name: string): Person => ({
  sub: `subject of ${name}`,
  email: `${name}@example.com`,
  email_verified: true,
  name: `The ${name}`,
});
const whoAmI = (browser: BrowserSession) => browser.dashboard('GET', '/session');

describe('single sign-on', () => {
  test('is offered where it is configured', async () => {
    expect((await staff.newBrowser().dashboard('GET', '/login')).body.single_sign_on).toBe(true);
  });

  test('signs in an invited user, and leads to the requested page', async () => {
    await staff.owner.v1('POST', '/users', { body: { email: 'Invited@example.com', role: 'member' } });
    const browser = staff.newBrowser();
    expect(await signIn(browser, verified('invited'), '/calls?status=failed')).toBe('/calls?status=failed');
    expect((await whoAmI(browser)).body).toMatchObject({
      role: 'member',
      user: { email: 'Invited@example.com', name: 'The invited', password_set: false },
    });
    expect(browser.setCookies.find((cookie) => cookie.startsWith('parley_session='))).toMatch(/HttpOnly; SameSite=Lax/);
    const again = staff.newBrowser();
    const moved = { ...verified('invited'), email: 'other-name@example.com' };
    expect(await signIn(again, moved)).toBe('/calls');
    expect((await whoAmI(again)).body.user.email).toBe('Invited@example.com');
    const { body } = await staff.owner.dashboard('GET', '/audit?action=user.signed_in&limit=1');
    expect(body.data[0]).toMatchObject({ actor: { name: 'The invited' }, after: { how: 'single_sign_on' } });
  });

  test('signs in a user with a password, too', async () => {
    const browser = staff.newBrowser();
    expect(await signIn(browser, verified('owner'))).toBe('/calls');
    expect((await whoAmI(browser)).body).toMatchObject({ role: 'owner', user: { password_set: true } });
  });

  test.each([
    ['are not invited', { ...verified('uninvited') }, 'uninvited'],
    ['have an address of another domain', { ...verified('x'), email: 'x@evil.example' }, 'domain'],
    ['have an address that is not verified', { ...verified('y'), email_verified: false }, 'unverified'],
    ['have an address of which nothing is said', { sub: 'z', email: 'owner@example.com' }, 'unverified'],
    ['have no address', { sub: 'w', email_verified: true }, 'unverified'],
  ] as const)('refuses people who %s', async (_, person, problem) => {
    const browser = staff.newBrowser();
    expect(await signIn(browser, person)).toBe(`/login?problem=${problem}`);
    expectError(await whoAmI(browser), 401);
  });

  test('refuses a disabled user', async () => {
    await staff.join('viewer', 'former@example.com');
    const userId = await staff.idOf('former@example.com');
    expect(await signIn(staff.newBrowser(), verified('former'))).toBe('/calls');
    await staff.owner.v1('PATCH', `/users/${userId}`, { body: { status: 'disabled' } });
    expect(await signIn(staff.newBrowser(), verified('former'))).toBe('/login?problem=disabled');
  });

  test('leads to no other site', async () => {
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect(await signIn(staff.newBrowser(), verified('owner'), next)).toBe('/');
    }
  });
});

describe('what comes back from the issuer', () => {
  test('is of the browser that began: another one is refused', async () => {
    const back = await toIssuer(staff.newBrowser(), verified('owner'));
    const victim = staff.newBrowser();
    const answer = await victim.dashboard('GET', back);
    expect(answer.headers.get('location')).toBe('/login?problem=stale');
    const begun = staff.newBrowser();
    await toIssuer(begun, verified('owner'));
    expect((await begun.dashboard('GET', back)).headers.get('location')).toBe('/login?problem=failed');
    expectError(await whoAmI(begun), 401);
  });

  test('works once', async () => {
    const browser = staff.newBrowser();
    const back = await toIssuer(browser, verified('owner'));
    const cookie = browser.cookie('parley_sso')!;
    expect((await browser.dashboard('GET', back)).headers.get('location')).toBe('/calls');
    const thief = staff.newBrowser();
    thief.setCookie('parley_sso', cookie);
    expect((await thief.dashboard('GET', back)).headers.get('location')).toBe('/login?problem=failed');
  });

  test.each([
    ['a nonce of another sign-in', { nonce: 'another' }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an expiry that is past', { exp: 1000 }],
  ])('with %s is refused', async (_, claims) => {
    issuer.tampered = claims;
    const browser = staff.newBrowser();
    expect(await signIn(browser, verified('owner'))).toBe('/login?problem=failed');
    expectError(await whoAmI(browser), 401);
  });

  test('with a signature of another key is refused', async () => {
    issuer.forges = true;
    const browser = staff.newBrowser();
    expect(await signIn(browser, verified('owner'))).toBe('/login?problem=failed');
    expectError(await whoAmI(browser), 401);
  });

  test('is a refusal of the issuer', async () => {
    const browser = staff.newBrowser();
    const back = await toIssuer(browser, verified('owner'));
    const state = new URLSearchParams(back.split('?')[1]).get('state');
    const answer = await browser.dashboard('GET', `/sso/callback?error=access_denied&state=${state}`);
    expect(answer.headers.get('location')).toBe('/login?problem=failed');
  });
});

test('with a role for all of the domains, a new user gets it', async () => {
  await database.close();
  await service.stop();
  await service.start({ PARLEY_OIDC_ROLE: 'viewer' });
  database = await connectDatabase((await findRunningDatabase(service.address.dataDir))!, { poolSize: 1 });
  const browsers = Array.from({ length: 4 }, () => staff.newBrowser());
  for (const browser of browsers) {
    expect(await signIn(browser, { ...verified('newcomer'), email: 'newcomer@example.org' })).toBe('/calls');
  }
  expect((await whoAmI(browsers[0]!)).body).toMatchObject({ role: 'viewer', user: { name: 'The newcomer' } });
  const { body } = await staff.owner.v1('GET', '/users');
  expect(body.data.filter((user: any) => user.email === 'newcomer@example.org')).toHaveLength(1);
});
