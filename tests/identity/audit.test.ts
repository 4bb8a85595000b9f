import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type Database, findRunningDatabase } from '../../server/src/db/index.ts';
import { expectError, expectUnixSeconds } from '../specification/answers.ts';
import { LiveClient } from '../support/live-client.ts';
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

const read = async (query = '') => (await staff.owner.dashboard('GET', `/audit${query}`)).body;
const newest = async (action: string) => (await read(`?action=${action}&limit=1`)).data[0];

test('each change of keys, users and account says who, what, before and after; no secret is in it', async () => {
  const { body: me } = await staff.owner.dashboard('GET', '/session');
  const actor = { type: 'user', id: me.user.user_id, name: 'Olga Owner' };
  const { body: key } = await staff.owner.v1('POST', '/keys', { body: { name: 'Reads', permissions: ['calls:read'] } });
  expect(await newest('key.created')).toMatchObject({
    actor,
    target: key.key_id,
    before: null,
    after: { name: 'Reads', permissions: ['calls:read'] },
  });
  await staff.owner.v1('PATCH', `/keys/${key.key_id}`, { body: { name: 'Reads calls' } });
  expect(await newest('key.updated')).toMatchObject({ before: { name: 'Reads' }, after: { name: 'Reads calls' } });
  const { body: next } = await staff.owner.v1('POST', `/keys/${key.key_id}/rotate`, { body: { overlap: 0 } });
  await staff.owner.v1('DELETE', `/keys/${next.key_id}`);
  expect(await newest('key.revoked')).toMatchObject({ target: next.key_id, before: { last_four: next.last_four } });
  const { body: user } = await staff.owner.v1('POST', '/users', { body: { email: 'm@example.com', role: 'viewer' } });
  await staff.owner.v1('PATCH', `/users/${user.user_id}`, { body: { role: 'member' } });
  expect(await newest('user.updated')).toMatchObject({
    target: user.user_id,
    before: { role: 'viewer' },
    after: { role: 'member', email: 'm@example.com' },
  });
  await staff.owner.dashboard('PATCH', '/account', { body: { name: 'Audited' } });
  expect(await newest('account.updated')).toMatchObject({ before: { name: 'Default' }, after: { name: 'Audited' } });
  expectUnixSeconds((await newest('account.updated')).at);
  const everything = JSON.stringify(await read('?limit=100'));
  for (const secret of [key.api_key, next.api_key, user.link.split('/').at(-1), PASSWORD]) {
    expect(everything).not.toContain(secret);
  }
});

test('a call that a user places is audited, and one by a key is not', async () => {
  const { body: me } = await staff.owner.dashboard('GET', '/session');
  const actor = { type: 'user', id: me.user.user_id };
  const { body: agents } = await staff.owner.v1('GET', '/agents');
  const { agent_id: agentId } = agents.data[0];
  const call = (phone: string) => ({ body: { agent_id: agentId, recipient_phone: phone } });
  const expectPlaced = async (callId: string) =>
    expect((await read('?action=call.placed')).data.find(({ target }: any) => target === callId)).toMatchObject({
      actor,
      before: null,
      after: { agent_id: agentId },
    });
  const { body: placed } = await staff.owner.v1('POST', '/call', call('+12025550101'));
  await expectPlaced(placed.call_id);
  const once = { ...call('+12025550102'), headers: { 'idempotency-key': 'once' } };
  const { body: first } = await staff.owner.v1('POST', '/call', once);
  await staff.owner.v1('POST', '/call', once);
  await expectPlaced(first.call_id);
  const settings = { name: 'Draft', prompt: 'You say hello.' };
  const tested = await staff.owner.dashboard('POST', `/agents/${agentId}/test/call`, {
    body: { settings, recipient_phone: '+12025550106' },
  });
  await expectPlaced(tested.body.call_id);
  const talking = await LiveClient.connect(service, {
    headers: { cookie: staff.owner.cookieHeader, origin: new URL(service.baseUrl).origin },
  });
  talking.send({ type: 'talk', agent_id: agentId });
  await expectPlaced((await talking.next('call')).call_id);
  talking.close();
  expect((await service.request('POST', '/call', call('+12025550103'))).status).toBe(201);
  expect((await read('?action=call.placed')).total).toBe(4);
});

test('what a key and what the command line did is theirs', async () => {
  const made = await service.parley('keys', 'list');
  const own = made.data.find((key: any) => service.apiKey.endsWith(key.last_four));
  const { body } = await service.request('POST', '/keys', { body: { name: 'By a key', permissions: ['calls:read'] } });
  expect(await newest('key.created')).toMatchObject({ actor: { type: 'key', id: own.key_id }, target: body.key_id });
  await service.parley('keys', 'revoke', body.key_id);
  expect(await newest('key.revoked')).toMatchObject({ actor: { type: 'operator', id: null, name: null } });
});

test('a change that fails leaves no row, and a row that fails leaves no change', async () => {
  const before = (await read()).total;
  expectError(await staff.owner.v1('POST', '/keys', { body: { name: 'x', permissions: ['calls:fly'] } }), 400);
  const { body: me } = await staff.owner.dashboard('GET', '/session');
  expectError(await staff.owner.v1('PATCH', `/users/${me.user.user_id}`, { body: { role: 'viewer' } }), 422, 'user_id');
  expect((await read()).total).toBe(before);
  await database.query("alter table audit_log add constraint no_more check (action <> 'key.created') not valid");
  const keys = (await staff.owner.v1('GET', '/keys')).body.total;
  expectError(await staff.owner.v1('POST', '/keys', { body: { name: 'x', permissions: ['calls:read'] } }), 500);
  expect((await staff.owner.v1('GET', '/keys')).body.total).toBe(keys);
  await database.query('alter table audit_log drop constraint no_more');
});

test('what changes nothing is no change', async () => {
  const before = (await read()).total;
  const { body } = await staff.owner.dashboard('GET', '/account');
  await staff.owner.dashboard('PATCH', '/account', { body: { name: body.name } });
  await staff.owner.dashboard('PATCH', '/profile', { body: { name: 'Olga Owner' } });
  expect((await read()).total).toBe(before);
});

test('is filtered by who, what and when, and paged', async () => {
  const { body: me } = await staff.owner.dashboard('GET', '/session');
  const whole = await read('?limit=100');
  const mine = await read(`?actor=${me.user.user_id}&limit=100`);
  expect(mine.total).toBeGreaterThan(5);
  expect(mine.data.every((record: any) => record.actor.id === me.user.user_id)).toBe(true);
  const ofKeys = await read('?action=key&limit=100');
  expect(ofKeys.data.every((record: any) => record.action.startsWith('key.'))).toBe(true);
  expect((await read('?actor=operator')).data.every((record: any) => record.actor.type === 'operator')).toBe(true);
  expect((await read(`?target=${mine.data[0].target}`)).data[0]).toEqual(mine.data[0]);
  expect((await read('?to=1')).total).toBe(0);
  const pages = [await read('?limit=4'), await read('?limit=4&offset=4')];
  expect(pages.flatMap(({ data }) => data)).toEqual(whole.data.slice(0, 8));
  expect(pages[0]).toMatchObject({ has_more: true, limit: 4, total: whole.total, total_exact: true });
  expectError(await staff.owner.dashboard('GET', "/audit?action=key'--"), 400, 'action');
});

test('is exported whole, as CSV that starts no formula and as JSON', async () => {
  const member = await staff.join('member', 'formula@example.com');
  await member.dashboard('PATCH', '/profile', { body: { name: '=HYPERLINK("http://evil.example")' } });
  for (let no = 0; no < 12; no += 1) {
    await database.query(
      `insert into audit_log (audit_id, account_id, actor_type, action)
       select 'aud_' || ${no} || '_' || no, account_id, 'system', 'test.filled' from accounts, generate_series(1, 100) as no`,
    );
  }
  const { total } = await read();
  expect(total).toBeGreaterThan(1200);
  const csv = await staff.owner.dashboard('GET', '/audit/export?format=csv');
  expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(csv.headers.get('content-disposition')).toContain('audit-log.csv');
  const lines = csv.body.split('\r\n');
  expect(lines[0]).toContain('time,actor_type,actor_id,actor_name,action,target,before,after');
  expect(lines.length - 2).toBe(total);
  expect(csv.body).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  const json = await staff.owner.dashboard('GET', '/audit/export?format=json&action=user');
  expect(json.body.data.length).toBe((await read('?action=user')).total);
  expect(json.body.data.slice(0, 5)).toEqual((await read('?action=user&limit=5')).data);
});

test('needs the permission to change users, and shows one account', async () => {
  const member = await staff.join('member', 'reads@example.com');
  expectError(await member.dashboard('GET', '/audit'), 403, null);
  expectError(await member.dashboard('GET', '/audit/export?format=csv'), 403, null);
  const admin = await staff.join('admin', 'admin@example.com');
  expect((await admin.dashboard('GET', '/audit')).status).toBe(200);
  const other = await service.parley('accounts', 'create', '--name', 'Other', '--plan', 'starter');
  const headers = { authorization: `Bearer ${other.api_key}` };
  const { body } = await staff.newBrowser().dashboard('GET', '/audit', { headers });
  expect(body.data.map((record: any) => record.action).sort()).toEqual(
    expect.arrayContaining(['account.created', 'key.created']),
  );
  expect(JSON.stringify(body)).not.toContain('example.com');
});
