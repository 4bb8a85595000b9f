import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../support/shared-service.ts';
import { Account, TALKS, unknownId } from './accounts.ts';
import { expectError } from './answers.ts';

const service = sharedService();
let account: Account;

beforeAll(async () => {
  account = await Account.create(service, 'enterprise');
});

const create = (name: unknown, of = account) => of.request('POST', '/softphones', { body: { name } });

describe('Beyond · /softphones', () => {
  test('201: a softphone with a password that is shown once, and deleted with 204', async () => {
    const { status, body } = await create('ann');
    expect([status, body.name, body.registered, body.contacts]).toEqual([201, 'ann', false, []]);
    expect(body.username).toMatch(/^ann-/);
    const { password, registrar, ...shown } = body;
    expect([password.length, registrar]).toEqual([32, expect.stringMatching(/^127\.0\.0\.1:\d+$/)]);
    expect((await account.request('GET', '/softphones')).body).toEqual({ data: [shown], total: 1 });
    expect((await account.request('GET', `/softphones/${body.softphone_id}`)).body).toEqual(shown);
    expect((await account.request('DELETE', `/softphones/${body.softphone_id}`)).status).toBe(204);
    expect((await account.request('GET', '/softphones')).body).toEqual({ data: [], total: 0 });
  });

  test('200: a change of what was said about it, which nothing else changes', async () => {
    const { body } = await create('eve');
    expect([body.srtp, body.digest]).toEqual(['preferred', 'md5']);
    const path = `/softphones/${body.softphone_id}`;
    const { password, registrar, ...shown } = body;
    const changed = await account.request('PATCH', path, { body: { srtp: 'required' } });
    expect([changed.status, changed.body]).toEqual([200, { ...shown, srtp: 'required' }]);
    expect((await account.request('PATCH', path, { body: {} })).body).toEqual(changed.body);
    expect((await account.request('GET', '/softphones')).body.data).toEqual([changed.body]);
    expect((await account.request('PATCH', path, { body: { digest: 'sha-256' } })).body).toEqual({
      ...changed.body,
      digest: 'sha-256',
    });
    expect((await account.request('PATCH', path, { body: { digest: 'md5' } })).body).toEqual(changed.body);
    expectError(await account.request('PATCH', path, { body: { srtp: 'always' } }), 400, 'srtp');
    expectError(await account.request('PATCH', path, { body: { digest: 'MD5' } }), 400, 'digest');
    expectError(await account.request('PATCH', path, { body: { name: 'eva' } }), 400, 'name');
    const settled = await account.request('POST', '/softphones', { body: { name: 'fay', srtp: 'off' } });
    expect([settled.status, settled.body.srtp]).toEqual([201, 'off']);
    for (const made of [body, settled.body])
      expect((await account.request('DELETE', `/softphones/${made.softphone_id}`)).status).toBe(204);
  });

  test('400: a name that is none, and unknown fields', async () => {
    for (const name of ['', 'Ann', 'ann lee', '-ann', 'a'.repeat(41), null, 7])
      expectError(await create(name), 400, 'name');
    const body = { name: 'ann', password: 'secret' };
    expectError(await account.request('POST', '/softphones', { body }), 400, 'password');
  });

  test('409: a name that another one of the account has', async () => {
    expect((await create('bea')).status).toBe(201);
    expectError(await create('bea'), 409, 'name');
    expect((await create('bea', await Account.create(service, 'business'))).status).toBe(201);
  });

  test('404: one that is not there', async () => {
    const path = `/softphones/${unknownId('sfp')}`;
    expectError(await account.request('GET', path), 404, 'softphone_id');
    expectError(await account.request('DELETE', path), 404, 'softphone_id');
    expectError(await account.request('PATCH', path, { body: { srtp: 'off' } }), 404, 'softphone_id');
  });

  test('422: a transfer to a softphone that the account does not have', async () => {
    const { body } = await account.place({ recipient_phone: '+12025550114' });
    await account.callWhen(body.call_id, ({ phase }) => phase === 'talking');
    const path = `/calls/${body.call_id}/transfer`;
    expectError(await account.request('POST', path, { body: { to: 'softphone:unknown' } }), 422, 'to');
    expectError(await account.request('POST', path, { body: { to: 'softphone:No Body' } }), 400, 'to');
    expectError(await account.request('POST', path, { body: { to: `tel:${TALKS}` } }), 400, 'to');
    await account.hangUp(body.call_id);
  });
});
