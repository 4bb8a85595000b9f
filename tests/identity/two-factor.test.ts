import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase, type Database, findRunningDatabase } from '../../server/src/db/index.ts';
import { expectError } from '../specification/answers.ts';
import type { BrowserSession } from '../support/browser-session.ts';
import { Service } from '../support/service.ts';
import { PASSWORD, Staff } from '../support/staff.ts';

let service: Service;
let staff: Staff;
let database: Database;

beforeAll(async () => {
  service = await Service.start();
  staff = await Staff.of(service);
  database = await connectDatabase((await findRunningDatabase(service.address.dataDir))!, { poolSize: 1 });
});

afterAll(async () => {
  await database?.close();
  await service?.remove();
});

/** As an authenticator app has it (RFC 6238); not with the code of the service. */
function appCode(secret: string, shiftSteps = 0): string {
  let bits = '';
  for (const letter of secret) bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(Date.now() / 30_000) + shiftSteps, 4);
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = digest[19]! & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A user with an authenticator app. */
async function withApp(email: string): Promise<{ browser: BrowserSession; secret: string; recoveryCodes: string[] }> {
  const browser = await staff.join('member', email);
  const begun = await browser.dashboard('POST', '/totp', { body: { password: PASSWORD } });
  // The step before: the code of this step stays for what follows.
  const code = appCode(begun.body.secret, -1);
  const confirmed = await browser.dashboard('POST', '/totp/confirm', { body: { code } });
  return { browser, secret: begun.body.secret, recoveryCodes: confirmed.body.recovery_codes };
}

const login = (email: string, code?: string, password = PASSWORD) =>
  staff
    .newBrowser()
    .dashboard('POST', '/login', { body: { email, password, ...(code === undefined ? {} : { code }) } });

describe('an authenticator app', () => {
  test('is asked for when one of its codes has confirmed it, and not before', async () => {
    const browser = await staff.join('member', 'begins@example.com');
    expectError(await browser.dashboard('POST', '/totp', { body: {} }), 400, 'password');
    expectError(await browser.dashboard('POST', '/totp', { body: { password: 'wrong one' } }), 422, 'password');
    const begun = await browser.dashboard('POST', '/totp', { body: { password: PASSWORD } });
    expect(begun.status).toBe(201);
    expect(begun.body.otpauth_url).toContain(`secret=${begun.body.secret}`);
    const { body: audited } = await staff.owner.dashboard('GET', '/audit?action=user.totp_begun&limit=1');
    expect(audited.data[0]).toMatchObject({
      target: await staff.idOf('begins@example.com'),
      before: null,
      after: null,
    });
    expect((await login('begins@example.com')).status).toBe(200);
    expectError(await browser.dashboard('POST', '/totp/confirm', { body: { code: '000000' } }), 422, 'code');
    const confirmed = await browser.dashboard('POST', '/totp/confirm', {
      body: { code: appCode(begun.body.secret) },
    });
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    expectError(await login('begins@example.com'), 401, 'code');
    expect((await browser.dashboard('GET', '/session')).body.user).toMatchObject({
      totp_enabled: true,
      recovery_codes_left: 10,
    });
  });

  test('its code signs in, once', async () => {
    const { secret } = await withApp('once@example.com');
    expectError(await login('once@example.com'), 401, 'code');
    expectError(await login('once@example.com', appCode(secret, -1)), 401, 'code');
    const code = appCode(secret);
    const both = await Promise.all([login('once@example.com', code), login('once@example.com', code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expectError(await login('once@example.com', code), 401, 'code');
  });

  test('says nothing of the password to who does not know it', async () => {
    const { secret } = await withApp('quiet@example.com');
    expectError(await login('quiet@example.com', appCode(secret), 'a wrong password'), 401, 'password');
    expectError(await login('quiet@example.com', undefined, 'a wrong password'), 401, 'password');
  });

  test('its secret is stored sealed', async () => {
    const { secret } = await withApp('sealed@example.com');
    const [row] = await database.query<{ sealed: Buffer }>(
      "select totp_secret as sealed from users where email = 'sealed@example.com'",
    );
    expect(row!.sealed.length).toBeGreaterThan(60);
    expect(row!.sealed.toString('latin1')).not.toContain(secret);
  });

  test('wrong codes are counted like wrong passwords', async () => {
    await withApp('codes@example.com');
    for (let no = 0; no < 10; no += 1) {
      expectError(await login('codes@example.com', String(no).padStart(6, '0')), 401, 'code');
    }
    expectError(await login('codes@example.com', '999999'), 429);
  });

  test('a recovery code replaces it, once, however it is typed', async () => {
    const { recoveryCodes, browser } = await withApp('lost@example.com');
    const [first = '', second = ''] = recoveryCodes;
    expect(first).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/);
    expect((await login('lost@example.com', first)).status).toBe(200);
    expectError(await login('lost@example.com', first), 401, 'code');
    expect((await login('lost@example.com', second.toUpperCase().replace('-', ' '))).status).toBe(200);
    expect((await browser.dashboard('GET', '/session')).body.user.recovery_codes_left).toBe(8);
    const made = await browser.dashboard('POST', '/totp/recovery-codes', { body: { password: PASSWORD } });
    expect(made.body.recovery_codes).toHaveLength(10);
    expectError(await login('lost@example.com', recoveryCodes[2]), 401, 'code');
    expect((await login('lost@example.com', made.body.recovery_codes[0])).status).toBe(200);
  });

  test('is removed with the password', async () => {
    const { browser } = await withApp('removes@example.com');
    expectError(await browser.dashboard('POST', '/totp/disable', { body: { password: 'wrong one' } }), 422, 'password');
    expect((await browser.dashboard('POST', '/totp/disable', { body: { password: PASSWORD } })).status).toBe(204);
    expect((await login('removes@example.com')).status).toBe(200);
  });

  test('is asked for with a link for a new password, unless who made it removed the app', async () => {
    const { secret } = await withApp('resets@example.com');
    const userId = await staff.idOf('resets@example.com');
    const makeLink = async (body: object) =>
      (await staff.owner.v1('POST', `/users/${userId}/link`, { body })).body.link.split('/welcome/')[1];
    const token = await makeLink({});
    const open = (body: object, of = token) => staff.newBrowser().dashboard('POST', `/invitations/${of}`, { body });
    expect((await staff.newBrowser().dashboard('GET', `/invitations/${token}`)).body.needs_code).toBe(true);
    expectError(await open({ password: 'a new password' }), 401, 'code');
    expect((await open({ password: 'a new password', code: appCode(secret) })).status).toBe(200);
    const without = await makeLink({ remove_totp: true });
    expect((await open({ password: 'one more password' }, without)).status).toBe(200);
    expect((await login('resets@example.com', undefined, 'one more password')).status).toBe(200);
  });

  test('with another master key no user with an app can sign in, and the log names the variable', async () => {
    const { secret } = await withApp('master@example.com');
    await database.close();
    await service.stop();
    await service.start({ PARLEY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
    database = await connectDatabase((await findRunningDatabase(service.address.dataDir))!, { poolSize: 1 });
    expectError(await login('master@example.com', appCode(secret)), 500);
    await service.printed('PARLEY_MASTER_KEY');
  });
});
