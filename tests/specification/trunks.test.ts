import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectDatabase, findRunningDatabase } from '../../server/src/db/index.ts';
import { growingPauses } from '../support/growing-pauses.ts';
import { Service } from '../support/service.ts';
import { Staff } from '../support/staff.ts';
import { Account, unknownId } from './accounts.ts';
import { type Answer, expectError, expectFields, expectUnixSeconds, isUlid } from './answers.ts';

let service: Service;
let account: Account;
let other: Account;

beforeAll(async () => {
  service = await Service.start();
  [account, other] = await Promise.all([Account.first(service), Account.create(service, 'growth')]);
});

afterAll(() => service?.remove());

const FIELDS = [
  ...[
    'trunk_id',
    'name',
    'host',
    'port',
    'transport',
    'outbound_proxy',
    'authentication',
    'username',
    'password_set',
    'registration_mode',
    'srtp',
    'codecs',
  ],
  ...[
    'inbound_addresses',
    'caller_id',
    'fallback_trunk_id',
    'max_calls',
    'status',
    'registration',
    'created_at',
    'updated_at',
  ],
];
/** Nothing listens there. */
const DEAD = { name: 'Office PBX', host: '127.0.0.1', port: 9 };

const create = (settings: object = {}, by = account): Promise<Answer> =>
  by.request('POST', '/trunks', { body: { ...DEAD, ...settings } });
const change = (trunk: any, body: object, by = account) => by.request('PATCH', `/trunks/${trunk.trunk_id}`, { body });
const remove = (trunk: any, by = account) => by.request('DELETE', `/trunks/${trunk.trunk_id}`);
const trunks = async (by = account) => (await by.request('GET', '/trunks')).body;

/** The trunk, when it is as wanted; the test's own time limit ends the waiting. */
async function trunkWhen(trunk: any, isWanted: (trunk: any) => boolean, by: Account): Promise<any> {
  for (const pause of growingPauses()) {
    const { body } = await by.request('GET', `/trunks/${trunk.trunk_id}`);
    if (isWanted(body)) return body;
    await pause();
  }
}

describe('Beyond · trunks', () => {
  test('POST: 201 with Location, and what is left out has defaults', async () => {
    const { status, headers, body } = await account.request('POST', '/trunks', {
      body: { name: 'Office PBX', host: 'pbx.example.com' },
    });
    expect(status).toBe(201);
    expectFields(body, FIELDS);
    expect(isUlid(body.trunk_id, 'trk')).toBe(true);
    expectUnixSeconds(body.created_at);
    expect(body).toMatchObject({
      ...{ name: 'Office PBX', host: 'pbx.example.com', port: 5060, transport: 'udp', authentication: 'none' },
      outbound_proxy: null,
      ...{ username: null, password_set: false, srtp: 'off', inbound_addresses: [], caller_id: null },
      codecs: ['pcmu', 'pcma', 'g722', 'opus'],
      registration_mode: 'single',
      ...{ fallback_trunk_id: null, max_calls: null, status: 'active', registration: null },
    });
    expect(headers.get('location')).toBe(`${service.baseUrl}/trunks/${body.trunk_id}`);
    expect((await account.request('GET', `/trunks/${body.trunk_id}`)).body).toEqual(body);
    await remove(body);
  });

  test('GET: all of the account, the oldest first', async () => {
    const { body: first } = await create({ status: 'disabled' });
    const { body: second } = await create({ status: 'disabled', name: 'Second' });
    expect(await trunks()).toEqual({ data: [first, second], total: 2 });
    expect(await trunks(other)).toEqual({ data: [], total: 0 });
    await Promise.all([remove(first), remove(second)]);
  });

  test('PATCH changes what is named and leaves the rest; what changes nothing is no change', async () => {
    const { body: trunk } = await create({ status: 'disabled' });
    const settings = { host: 'sip.example.com', port: 5080, inbound_addresses: ['198.51.100.0/24'], max_calls: 3 };
    const { status, body: changed } = await change(trunk, { ...settings, caller_id: '+493012345678' });
    expect(status).toBe(200);
    expect(changed).toEqual({
      ...{ ...trunk, ...settings },
      ...{ caller_id: '+493012345678', updated_at: changed.updated_at },
    });
    expect((await change(trunk, settings)).body).toEqual(changed);
    expect((await change(trunk, { caller_id: null, max_calls: null })).body).toMatchObject({
      ...{ caller_id: null, max_calls: null },
    });
    expect((await change(trunk, { status: 'active' })).body.status).toBe('active');
    await remove(trunk);
  });

  test('codecs are those that were said, in their order, by POST and by PATCH', async () => {
    const { status, body: trunk } = await create({ status: 'disabled', codecs: ['opus', 'pcma'] });
    expect([status, trunk.codecs]).toEqual([201, ['opus', 'pcma']]);
    expect((await change(trunk, { codecs: ['pcma', 'g722', 'opus'] })).body.codecs).toEqual(['pcma', 'g722', 'opus']);
    expect((await change(trunk, { name: 'Other' })).body.codecs).toEqual(['pcma', 'g722', 'opus']);
    await remove(trunk);
  });

  test.each(['off', 'preferred', 'required'])('srtp is %s as it was said, by POST and by PATCH', async (srtp) => {
    const { status, body: trunk } = await create({ status: 'disabled', srtp });
    expect([status, trunk.srtp]).toEqual([201, srtp]);
    const { body: plain } = await change(trunk, { srtp: 'off' });
    expect(plain.srtp).toBe('off');
    expect((await change(trunk, { srtp })).body.srtp).toBe(srtp);
    await remove(trunk);
  });

  test('fallback_trunk_id is another trunk of the account, and null once that is gone', async () => {
    const { body: backup } = await create({ status: 'disabled' });
    const { status, body: trunk } = await create({ status: 'disabled', fallback_trunk_id: backup.trunk_id });
    expect([status, trunk.fallback_trunk_id]).toEqual([201, backup.trunk_id]);
    expectError(await change(trunk, { fallback_trunk_id: trunk.trunk_id }), 422, 'fallback_trunk_id');
    const { body: foreign } = await create({ status: 'disabled', host: 'pbx.example.com' }, other);
    for (const fallback_trunk_id of [unknownId('trk'), foreign.trunk_id]) {
      expectError(await change(trunk, { fallback_trunk_id }), 404, 'fallback_trunk_id');
      expectError(await create({ fallback_trunk_id }), 404, 'fallback_trunk_id');
    }
    // In a circle each is tried once.
    expect((await change(backup, { fallback_trunk_id: trunk.trunk_id })).status).toBe(200);
    await remove(backup);
    expect((await account.request('GET', `/trunks/${trunk.trunk_id}`)).body.fallback_trunk_id).toBeNull();
    await Promise.all([remove(trunk), remove(foreign, other)]);
  });

  test('DELETE: 204, 404 afterwards, and 409 while numbers are connected from it', async () => {
    const { body: trunk } = await create({ status: 'disabled' });
    const body = { phone_number: '+493012345678', trunk_id: trunk.trunk_id };
    const { body: number } = await account.request('POST', '/numbers', { body });
    expectError(await remove(trunk), 409, 'trunk_id');
    await account.request('DELETE', `/numbers/${number.number_id}`);
    expect(await remove(trunk)).toMatchObject({ status: 204, body: undefined });
    expectError(await account.request('GET', `/trunks/${trunk.trunk_id}`), 404, 'trunk_id');
  });

  test.each([
    ['name', {}],
    ['name', { name: ' ' }],
    ['host', { host: 'sip.example.com:5060' }],
    ['host', { host: '10.1' }],
    ['host', { host: '' }],
    ['host', { host: 'a b' }],
    ['port', { port: 0 }],
    ['port', { port: '5060' }],
    ['transport', { transport: 'sctp' }],
    ['outbound_proxy', { outbound_proxy: 'sip:sbc.example.com' }],
    ['authentication', { authentication: 'basic' }],
    ['registration_mode', { registration_mode: 'many' }],
    ['srtp', { srtp: true }],
    ['codecs', { codecs: [] }],
    ['codecs', { codecs: ['pcmu', 'pcmu'] }],
    ['codecs[0]', { codecs: ['g729'] }],
    ['username', { username: 'a:b' }],
    ['username', { username: '' }],
    ['password', { password: '' }],
    ['inbound_addresses[0]', { inbound_addresses: ['0.0.0.0/0'] }],
    ['inbound_addresses[0]', { inbound_addresses: ['10.0.0.0/8'] }],
    ['inbound_addresses[1]', { inbound_addresses: ['198.51.100.7', 'sip.example.com'] }],
    ['inbound_addresses', { inbound_addresses: ['198.51.100.7', '198.51.100.7'] }],
    ['inbound_addresses[0]', { inbound_addresses: ['2001:db8::/32'] }],
    ['inbound_addresses[0]', { inbound_addresses: ['::'] }],
    ['inbound_addresses', { inbound_addresses: ['2001:db8::1', '2001:DB8:0::1'] }],
    ['caller_id', { caller_id: '030 12345678' }],
    ['fallback_trunk_id', { fallback_trunk_id: 'trk' }],
    ['max_calls', { max_calls: 0 }],
    ['status', { status: 'unreachable' }],
    ['trunk_id', { trunk_id: unknownId('trk') }],
    ['password_set', { password_set: true }],
  ])('400: %s in %j', async (param, settings) => {
    const body = param === 'name' && !('name' in settings) ? { host: 'a.example' } : { ...DEAD, ...settings };
    expectError(await account.request('POST', '/trunks', { body }), 400, param);
    if ('name' in settings || param !== 'name') {
      expectError(await account.request('PATCH', `/trunks/${unknownId('trk')}`, { body: settings }), 400, param);
    }
  });

  test.each([
    ['username', { username: 'parley' }],
    ['password', { password: 'secret' }],
    ['username', { username: 'parley', password: 'secret' }],
    ['username', { authentication: 'digest' }],
    ['username', { authentication: 'digest', password: 'secret' }],
    ['password', { authentication: 'digest', username: 'parley' }],
    ['username', { authentication: 'register', password: 'secret' }],
    ['password', { authentication: 'register', username: 'parley' }],
  ])('422: %s in %j: credentials are used, and given, with digest and register alone', async (param, settings) => {
    for (const refused of [
      await create(settings),
      await account.request('POST', '/trunks/test', { body: { host: DEAD.host, port: DEAD.port, ...settings } }),
    ]) {
      expectError(refused, 422, param);
      expect(JSON.stringify(refused.body)).not.toContain('secret');
    }
    const { body: trunk } = await create({ status: 'disabled' });
    expectError(await change(trunk, settings), 422, param);
    await remove(trunk);
  });

  test('registration_mode is for what is registered: 422 with other authentication, which sets it back', async () => {
    const login = { username: 'parley', password: 'open sesame', status: 'disabled' };
    expectError(await create({ registration_mode: 'bulk' }), 422, 'registration_mode');
    expectError(
      await create({ ...login, authentication: 'digest', registration_mode: 'bulk' }),
      422,
      'registration_mode',
    );
    const { status, body: trunk } = await create({ ...login, authentication: 'register', registration_mode: 'bulk' });
    expect([status, trunk.registration_mode]).toEqual([201, 'bulk']);
    expect((await change(trunk, { username: 'other' })).body.registration_mode).toBe('bulk');
    expect((await change(trunk, { authentication: 'digest' })).body.registration_mode).toBe('single');
    expectError(await change(trunk, { registration_mode: 'bulk' }), 422, 'registration_mode');
    const back = { authentication: 'register', registration_mode: 'bulk' };
    expect((await change(trunk, back)).body).toMatchObject(back);
    await remove(trunk);
  });

  test('register: the trunk reports the state of its registration, and a test why it failed', async () => {
    const by = await Account.create(service, 'growth');
    const registered = { authentication: 'register', username: 'parley', password: 'open sesame' };
    const { status, body: trunk } = await create({ ...registered, port: service.address.phonePort }, by);
    expect(status).toBe(201);
    expect(trunk).toMatchObject({ authentication: 'register', username: 'parley', password_set: true });
    const standing = await trunkWhen(trunk, ({ registration }) => registration !== null, by);
    expect(standing).toMatchObject({ status: 'refused', registration: { expires_at: null } });
    expect(standing.registration.detail).toContain('does not accept registrations');
    const { body: tested } = await by.request('POST', `/trunks/${trunk.trunk_id}/test`, { body: {} });
    expect(tested.ok).toBe(false);
    expect(tested.steps.map(({ name, ok }: any) => [name, ok])).toEqual([
      ['dns', true],
      ['registration', false],
    ]);
    expect(tested.steps[1].remedy).toContain('"digest"');
    const disabled = await change(trunk, { status: 'disabled' }, by);
    expect(disabled.body).toMatchObject({ status: 'disabled', registration: null });
    const known = await change(trunk, { authentication: 'none', status: 'active' }, by);
    expect(known.body).toMatchObject({ status: 'active', registration: null, username: null });
    await remove(trunk, by);
  });

  test('digest: the password is never shown again, and is kept until another comes or authentication is none', async () => {
    const digest = { authentication: 'digest', username: 'parley', password: 'open sesame' };
    const { status, body: trunk } = await create({ ...digest, status: 'disabled' });
    expect(status).toBe(201);
    expect(trunk).toMatchObject({ authentication: 'digest', username: 'parley', password_set: true });
    const renamed = (await change(trunk, { username: 'other' })).body;
    expect(renamed).toMatchObject({ username: 'other', password_set: true });
    expect((await change(trunk, { username: 'other' })).body).toEqual(renamed);
    expectError(await change(trunk, { password: null }), 422, 'password');
    expectError(await change(trunk, { username: null }), 422, 'username');
    expect((await change(trunk, { password: 'open rice' })).body).toMatchObject({ password_set: true });
    const known = { authentication: 'none', username: null, password_set: false };
    expect((await change(trunk, { authentication: 'none' })).body).toMatchObject(known);
    expectError(await change(trunk, { authentication: 'digest', username: 'parley' }), 422, 'password');
    await remove(trunk);
  });

  test('digest: the password is stored sealed, and is in no entry of the audit log', async () => {
    const digest = { authentication: 'digest', username: 'parley', password: 'open sesame' };
    const { body: trunk } = await create({ ...digest, status: 'disabled' });
    await change(trunk, { password: 'open rice' });
    const database = await connectDatabase((await findRunningDatabase(service.address.dataDir))!, { poolSize: 1 });
    const sql = 'select password from trunks where trunk_id = $1';
    const [stored] = await database.query<{ password: Buffer }>(sql, [trunk.trunk_id]);
    await database.close();
    expect(stored!.password.length).toBeGreaterThan('open rice'.length);
    expect(stored!.password.includes('open rice')).toBe(false);
    const { data } = (await (await Staff.of(service)).owner.dashboard('GET', '/audit')).body;
    const ours = data.filter(({ target }: any) => target === trunk.trunk_id);
    expect(ours.map(({ action }: any) => action)).toContain('trunk.updated');
    expect(JSON.stringify(data)).not.toContain('open ');
    await remove(trunk);
  });

  test('422: a password is not sent to another host than it was entered for', async () => {
    const digest = { authentication: 'digest', username: 'parley', password: 'open sesame', status: 'disabled' };
    const { body: trunk } = await create({ ...digest, host: 'sip.example.com' });
    expectError(await change(trunk, { host: 'sip.example.net' }), 422, 'password');
    expect((await change(trunk, { host: 'SIP.example.com.', port: 5080 })).status).toBe(200);
    const moved = await change(trunk, { host: 'sip.example.net', password: 'open sesame' });
    expect(moved.body).toMatchObject({ host: 'sip.example.net', password_set: true });
    expect((await change(trunk, { host: 'sip.example.org', authentication: 'none' })).status).toBe(200);
    await remove(trunk);
  });

  test('transport: over TLS the port is 5061 when it is left out, and it can be changed', async () => {
    const body = { name: 'Encrypted', host: 'sip.example.com', transport: 'tls', status: 'disabled' };
    const { status, body: trunk } = await account.request('POST', '/trunks', { body });
    expect([status, trunk.transport, trunk.port]).toEqual([201, 'tls', 5061]);
    expect((await change(trunk, { transport: 'tcp', port: 5060 })).body).toMatchObject({
      transport: 'tcp',
      port: 5060,
    });
    expect((await change(trunk, { transport: 'auto' })).body).toMatchObject({ transport: 'auto', port: 5060 });
    await remove(trunk);
  });

  test.each([
    ['tcp', { port: 9 }, ['dns', 'not tcp'], 'Check the port'],
    ['tls', { port: 9 }, ['dns', 'not tcp'], 'Check the port'],
    ['tls', {}, ['dns', 'tcp', 'not tls'], 'which is usually 5061 for TLS'],
  ])('a test over %s tells of its connection: %j', async (transport, where, names, remedy) => {
    const tried = await Account.create(service, 'growth');
    const settings = { host: '127.0.0.1', port: service.address.port, transport, ...where };
    const { status, body } = await tried.request('POST', '/trunks/test', { body: settings });
    expect([status, body.ok]).toEqual([200, false]);
    expect(body.steps.map(({ name, ok }: any) => (ok ? name : `not ${name}`))).toEqual(names);
    expect(body.steps.at(-1).remedy).toContain(remedy);
  });

  test('422: our own door; the place of another account, which keeps it while it is disabled', async () => {
    const { sipPort } = service.address;
    const { body: trunk } = await create({ status: 'disabled' });
    for (const host of ['127.0.0.1', '0.0.0.0', 'localhost']) {
      const door = { host, port: sipPort };
      expectError(await create(door), 422, 'host');
      expectError(await change(trunk, door), 422, 'host');
      expectError(await other.request('POST', '/trunks/test', { body: door }), 422, 'host');
    }
    for (const host of [DEAD.host, 'localhost']) {
      const refused = await create({ host }, other);
      expectError(refused, 422, 'host');
      expect(refused.body.error.message).toContain('Ask the operator');
    }
    const { body: theirs } = await create({ port: 10, status: 'disabled' }, other);
    expectError(await change(theirs, { port: DEAD.port }, other), 422, 'host');
    const { status, body: second } = await create({ status: 'disabled' });
    expect(status).toBe(201);
    await Promise.all([remove(trunk), remove(second), remove(theirs, other)]);
  });

  test('422: of two accounts that connect the same name at once, one is refused', async () => {
    const place = { host: 'SIP.example.com.', status: 'disabled' };
    const made = await Promise.all([create(place), create({ ...place, host: 'sip.example.com' }, other)]);
    expect(made.map(({ status }) => status).sort()).toEqual([201, 422]);
    await Promise.all([remove(made[0].body), remove(made[1].body, other)]);
  });

  test('POST /trunks/test tries settings, and keeps nothing; one test at a time, ten a minute: 429', async () => {
    const attempt = (by: Account, settings: object = {}) =>
      by.request('POST', '/trunks/test', { body: { host: '127.0.0.1', port: service.address.phonePort, ...settings } });
    const { status, body } = await attempt(account);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true, call_id: null });
    expect(body.steps.map(({ name, ok, remedy }: any) => [name, ok, remedy])).toEqual([
      ['dns', true, null],
      ['options', true, null],
    ]);
    expect((await trunks()).total).toBe(0);
    // Nothing answers there, which takes five seconds to know.
    const [dead, meanwhile] = await Promise.all([attempt(account, { port: 9 }), attempt(account, { port: 9 })]);
    const [tested, refused] = dead.status === 200 ? [dead, meanwhile] : [meanwhile, dead];
    expect(tested.body.steps.at(-1)).toMatchObject({ name: 'options', ok: false, remedy: expect.stringMatching(/./) });
    expectError(refused, 429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    for (let count = 3; count <= 10; count += 1) expect((await attempt(account)).status).toBe(200);
    expectError(await attempt(account), 429);
    expect((await attempt(other)).status).toBe(200);
  });

  test('a test checks what it is given: 400, 403, 404, 422', async () => {
    const { body: trunk } = await create({ status: 'disabled' });
    const path = `/trunks/${trunk.trunk_id}/test`;
    expectError(await account.request('POST', '/trunks/test', { body: {} }), 400, 'host');
    const registered = { host: 'a.example', authentication: 'register' };
    expectError(await account.request('POST', '/trunks/test', { body: registered }), 422, 'username');
    expectError(await account.request('POST', path, { body: { recipient_phone: '030' } }), 400, 'recipient_phone');
    expectError(await account.request('POST', path), 422, 'trunk_id');
    expectError(await other.request('POST', path), 404, 'trunk_id');
    const { api_key: reading } = await account.newKey('numbers:read', 'calls:write');
    expectError(await account.request('POST', path, { key: reading }), 403);
    expectError(await account.request('POST', '/trunks/test', { key: reading, body: { host: 'a.example' } }), 403);
    const { api_key: withoutCalls } = await account.newKey('numbers:write');
    const body = { recipient_phone: '+493012345678' };
    expectError(await account.request('POST', path, { key: withoutCalls, body }), 403);
    await remove(trunk);
  });

  test('404: trunks of other accounts, and unknown ones', async () => {
    const { body: theirs } = await create({ status: 'disabled' }, other);
    for (const trunk of [theirs, { trunk_id: unknownId('trk') }]) {
      expectError(await account.request('GET', `/trunks/${trunk.trunk_id}`), 404, 'trunk_id');
      expectError(await change(trunk, { name: 'Mine' }), 404, 'trunk_id');
      expectError(await remove(trunk), 404, 'trunk_id');
    }
    await remove(theirs, other);
  });

  test('403 without numbers:read to read, without numbers:write to change', async () => {
    const { body: trunk } = await create({ status: 'disabled' });
    const [{ api_key: none }, { api_key: reading }] = await Promise.all([
      account.newKey('calls:write'),
      account.newKey('numbers:read'),
    ]);
    for (const path of ['/trunks', `/trunks/${trunk.trunk_id}`]) {
      expectError(await account.request('GET', path, { key: none }), 403);
      expect((await account.request('GET', path, { key: reading })).status).toBe(200);
    }
    expectError(await account.request('POST', '/trunks', { key: reading, body: DEAD }), 403);
    const path = `/trunks/${trunk.trunk_id}`;
    expectError(await account.request('PATCH', path, { key: reading, body: { name: 'Other' } }), 403);
    expectError(await account.request('DELETE', path, { key: reading }), 403);
    await remove(trunk);
  });

  test('422: networks of more than 4096 addresses in all trunks of the account', async () => {
    const { body: trunk } = await create({ status: 'disabled', inbound_addresses: ['198.51.0.0/21'] });
    expectError(await create({ status: 'disabled', inbound_addresses: ['10.0.0.0/16'] }), 422, 'inbound_addresses');
    const { body: second } = await create({ status: 'disabled', inbound_addresses: ['203.0.0.0/21'] });
    expectError(await change(second, { inbound_addresses: ['203.0.0.0/21', '192.0.2.1'] }), 422, 'inbound_addresses');
    const most = ['203.0.0.0/22', '192.0.2.1', '2001:db8::/64'];
    expect((await change(second, { inbound_addresses: most })).body.inbound_addresses).toEqual(most);
    expectError(await change(second, { inbound_addresses: [...most, '2001:db8:1::/52'] }), 422, 'inbound_addresses');
    await Promise.all([remove(trunk), remove(second)]);
  });

  test('50 trunks at most: 422', async () => {
    const made = await Promise.all(Array.from({ length: 51 }, () => create({ status: 'disabled' }, other)));
    expect(made.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 50 }, () => 201), 422]);
    const { data } = await trunks(other);
    await Promise.all(data.map((trunk: any) => remove(trunk, other)));
  });

  test('the command line changes what is named; a password comes from a file', async () => {
    const at = ['--account', account.accountId];
    const { body: trunk } = await create({ status: 'disabled', max_calls: 3, caller_id: '+493012345678' });
    const file = path.join(service.address.dataDir, 'trunk-password');
    await writeFile(file, 'open sesame\n');
    const settings = ['--name', 'By hand', '--codecs', 'pcma,pcmu', '--max-calls', 'none', '--caller-id', 'none'];
    const login = ['--authentication', 'register', '--registration-mode', 'bulk', '--username', 'parley'];
    const changed = await service.parley(
      'trunks',
      'change',
      trunk.trunk_id,
      ...at,
      ...settings,
      ...login,
      '--password-file',
      file,
    );
    expect(changed).toEqual({
      ...{ ...trunk, name: 'By hand', codecs: ['pcma', 'pcmu'], max_calls: null, caller_id: null },
      ...{ authentication: 'register', registration_mode: 'bulk', username: 'parley', password_set: true },
      updated_at: changed.updated_at,
    });
    expect(JSON.stringify(changed)).not.toContain('open sesame');
    const moved = service.parley('trunks', 'change', trunk.trunk_id, ...at, '--host', 'sip.example.com');
    await expect(moved).rejects.toThrow('Enter it again');
    await expect(service.parley('trunks', 'change', trunk.trunk_id, ...at)).rejects.toThrow('Nothing is to be changed');
    await expect(service.parley('trunks', 'change', trunk.trunk_id, ...at, '--srtp', 'always')).rejects.toThrow('srtp');
    await remove(trunk);
  });

  test('the command line adds, lists, tests and removes', async () => {
    // Each account tests trunks so often a minute: the other one has done so less.
    const at = ['--account', other.accountId];
    const { phonePort } = service.address;
    const trunk = await service.parley(
      'trunks',
      'add',
      '127.0.0.1',
      ...at,
      '--port',
      `${phonePort}`,
      '--max-calls',
      '3',
    );
    expect(trunk).toMatchObject({ name: '127.0.0.1', port: phonePort, max_calls: 3, status: 'active' });
    expect(await service.parley('trunks', 'list', ...at)).toEqual({ data: [trunk], total: 1 });
    const tested = await service.parley('trunks', 'test', trunk.trunk_id, ...at);
    expect(tested).toMatchObject({ trunk_id: trunk.trunk_id, answers: true, call_id: null });
    expect(tested.steps.map(({ name }: any) => name)).toEqual(['dns', 'options']);
    await change(trunk, { port: 9 }, other);
    await expect(service.parley('trunks', 'test', trunk.trunk_id, ...at)).rejects.toThrow('"answers": false');
    await service.parley('trunks', 'remove', trunk.trunk_id, ...at);
    await expect(service.parley('trunks', 'add', '127.0.0.1', ...at, '--register')).rejects.toThrow(
      'with authentication "register" the trunk asks for a user name',
    );
    await expect(service.parley('trunks', 'remove', trunk.trunk_id, ...at)).rejects.toThrow('There is no trunk');
  });
});
