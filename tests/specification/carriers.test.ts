import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../support/shared-service.ts';
import { Account, unknownId } from './accounts.ts';
import { expectError, expectFields, expectUnixSeconds, isUlid } from './answers.ts';

const service = sharedService();
let account: Account;

beforeAll(async () => {
  account = await Account.create(service, 'enterprise');
});
const TOKEN = 'a-token-of-twilio-0123456789';
const TELNYX = {
  ...{ kind: 'telnyx', connection_id: '1293384261075731499' },
  ...{ api_key: 'KEY-of-telnyx-0123456789', public_key: `${'A'.repeat(43)}=` },
};
const sid = (digit: string) => `AC${digit.repeat(32)}`;
const create = (settings: object = {}) =>
  account.request('POST', '/carriers', {
    body: { kind: 'twilio', account_sid: sid('1'), auth_token: TOKEN, ...settings },
  });
const remove = (carrier: any) => account.request('DELETE', `/carriers/${carrier.carrier_id}`);

describe('Beyond · carriers', () => {
  test('POST: 201 with Location, and the auth token is not shown', async () => {
    const { status, headers, body } = await create();
    expect(status).toBe(201);
    expectFields(body, ['carrier_id', 'kind', 'name', 'account_sid', 'auth_token_set', 'created_at', 'updated_at']);
    expect(isUlid(body.carrier_id, 'crr')).toBe(true);
    expectUnixSeconds(body.created_at);
    expect(body).toMatchObject({ kind: 'twilio', name: 'Twilio', account_sid: sid('1'), auth_token_set: true });
    expect(headers.get('location')).toBe(`${service.baseUrl}/carriers/${body.carrier_id}`);
    expect(JSON.stringify((await account.request('GET', '/carriers')).body)).not.toContain(TOKEN);
    await remove(body);
  });

  test('GET, PATCH and DELETE: as they were made, changed and removed', async () => {
    const [{ body: first }, { body: second }] = [await create(), await create({ account_sid: sid('2') })];
    expect((await account.request('GET', '/carriers')).body).toEqual({ data: [first, second], total: 2 });
    const path = `/carriers/${first.carrier_id}`;
    const { body: changed } = await account.request('PATCH', path, { body: { name: 'Berlin', auth_token: 'another' } });
    expect(changed).toEqual({ ...first, name: 'Berlin', updated_at: changed.updated_at });
    expect((await account.request('GET', path)).body).toEqual(changed);
    expect((await remove(first)).status).toBe(204);
    expectError(await account.request('GET', path), 404, 'carrier_id');
    expectError(await account.request('GET', `/carriers/${unknownId('crr')}`), 404, 'carrier_id');
    await remove(second);
  });

  test.each([
    ['account_sid', { account_sid: 'AC123' }],
    ['auth_token', { auth_token: 'with space' }],
    ['kind', { kind: 'vonage' }],
    ['base_url', { base_url: 'https://example.com' }],
  ])('400: %s in %j', async (param, settings) => {
    expectError(await create(settings), 400, param);
  });

  test('Telnyx: connected, changed and not shown its API key', async () => {
    const { status, body } = await account.request('POST', '/carriers', { body: TELNYX });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...{ carrier_id: body.carrier_id, kind: 'telnyx', name: 'Telnyx', api_key_set: true },
      ...{ connection_id: TELNYX.connection_id, public_key: TELNYX.public_key },
      ...{ created_at: body.created_at, updated_at: body.updated_at },
    });
    const path = `/carriers/${body.carrier_id}`;
    const public_key = `${'B'.repeat(43)}=`;
    const { body: changed } = await account.request('PATCH', path, { body: { public_key, api_key: 'another' } });
    expect(changed).toEqual({ ...body, public_key, updated_at: changed.updated_at });
    expect(JSON.stringify((await account.request('GET', '/carriers')).body)).not.toContain(TELNYX.api_key);
    expectError(await account.request('POST', '/carriers', { body: TELNYX }), 409, 'connection_id');
    const tested = (await account.request('POST', `${path}/test`)).body;
    expect(tested.steps[0].detail).toContain('at which Telnyx reaches this service');
    await remove(body);
  });

  test('Telnyx: what it has not is 400 when it is connected, and 422 when it is changed', async () => {
    const post = (settings: object) => account.request('POST', '/carriers', { body: { ...TELNYX, ...settings } });
    expectError(await post({ public_key: 'short' }), 400, 'public_key');
    expectError(await post({ connection_id: 'with space' }), 400, 'connection_id');
    expectError(await post({ auth_token: TOKEN }), 400, 'auth_token');
    const [{ body: telnyx }, { body: twilio }] = [await post({}), await create()];
    const patch = (carrier: any, body: object) => account.request('PATCH', `/carriers/${carrier.carrier_id}`, { body });
    expectError(await patch(telnyx, { auth_token: TOKEN }), 422, 'auth_token');
    expectError(await patch(twilio, { api_key: TOKEN }), 422, 'api_key');
    await Promise.all([telnyx, twilio].map(remove));
  });

  test('409: what is connected already', async () => {
    const { body } = await create();
    expectError(await create(), 409, 'account_sid');
    await remove(body);
  });

  test('20 carrier accounts at most: 422', async () => {
    const sids = Array.from({ length: 20 }, (_, index) => `AC${String(index).padStart(32, '0')}`);
    const created = await Promise.all(sids.map((account_sid) => create({ account_sid })));
    expect(created.map(({ status }) => status)).toEqual(sids.map(() => 201));
    expectError(await create(), 422);
    await Promise.all(created.map(({ body }) => remove(body)));
  });

  test('test: without a public address nothing is asked of Twilio, and nothing is bought or dialled', async () => {
    const { body: carrier } = await create();
    const { body } = await account.request('POST', `/carriers/${carrier.carrier_id}/test`);
    expect(body).toMatchObject({ ok: false, steps: [{ name: 'public_url', ok: false }] });
    expectError(await account.request('GET', '/numbers/available'), 422);
    const call = await account.call({ recipient_phone: '+493055500001' });
    expect(call).toMatchObject({ end_reason: 'carrier_error', simulated: false });
    expect(call.analysis.warnings.join(' ')).toContain('PUBLIC_URL');
    await remove(carrier);
  });

  test('403 without numbers:write to change', async () => {
    const { api_key: key } = await account.newKey('numbers:read');
    const body = { kind: 'twilio', account_sid: sid('3'), auth_token: TOKEN };
    expectError(await account.request('POST', '/carriers', { key, body }), 403);
    expect((await account.request('GET', '/carriers', { key })).status).toBe(200);
  });
});
