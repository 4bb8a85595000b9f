import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { Account, unknownId } from './accounts.ts';
import { expectError } from './answers.ts';

let service: Service;
let account: Account;
let otherAccount: Account;
let trunkId: string;

beforeAll(async () => {
  service = await Service.start();
  [account, otherAccount] = await Promise.all([Account.first(service), Account.create(service, 'growth')]);
  const trunk = { name: 'Office PBX', host: 'pbx.example.com', status: 'disabled' };
  trunkId = (await account.request('POST', '/trunks', { body: trunk })).body.trunk_id;
});

afterAll(() => service?.remove());

const connect = (first: string, last: string, more: object = {}) =>
  account.request('POST', '/numbers/ranges', {
    body: { first_number: first, last_number: last, trunk_id: trunkId, ...more },
  });
const numbers = async () => (await account.request('GET', '/numbers')).body.data;
const release = (number: any) => account.request('DELETE', `/numbers/${number.number_id}`);

test('POST /numbers/ranges connects each number of a block, and its agent answers them', async () => {
  const { status, body } = await connect('+493012345698', '+493012345701', { agent_id: account.agentId });
  expect([status, body.total]).toEqual([201, 4]);
  expect(body.data.map(({ phone_number: phone }: any) => phone)).toEqual([
    ...['+493012345698', '+493012345699', '+493012345700', '+493012345701'],
  ]);
  for (const number of body.data) {
    expect(number).toMatchObject({ source: 'trunk', trunk_id: trunkId, agent_id: account.agentId, is_default: false });
  }
  expect(await numbers()).toEqual(expect.arrayContaining(body.data));
  for (const number of body.data) expect((await release(number)).status).toBe(204);
});

test('409: where one is taken none is connected', async () => {
  const before = await numbers();
  const { body } = await connect('+493055500005', '+493055500005');
  expectError(await connect('+493055500000', '+493055500009'), 409, 'first_number');
  expect(await numbers()).toEqual([...before, body.data[0]]);
  await release(body.data[0]);
});

test.each([
  [422, 'last_number', '+493012345699', '+493012345600', {}],
  [422, 'last_number', '+493012345600', '+4930123456000', {}],
  [422, 'last_number', '+493012345000', '+493012346000', {}],
  [422, 'first_number', '+12025550090', '+12025550110', {}],
  [400, 'first_number', '493012345600', '+493012345600', {}],
  [400, 'last_number', '+493012345600', '', {}],
  [404, 'trunk_id', '+493012345600', '+493012345601', { trunk_id: unknownId('trk') }],
  [404, 'agent_id', '+493012345600', '+493012345601', { agent_id: unknownId('agent') }],
  [400, 'step', '+493012345600', '+493012345601', { step: 2 }],
])('%i for %s: %s to %s', async (status, param, first, last, more) => {
  expectError(await connect(first, last, more), status, param);
});

test('404: the trunk of another account', async () => {
  const body = { first_number: '+493012345600', last_number: '+493012345601', trunk_id: trunkId };
  expectError(await otherAccount.request('POST', '/numbers/ranges', { body }), 404, 'trunk_id');
});

test('a call is dialled with the numbers of its account alone', async () => {
  const { body } = await connect('+493012345610', '+493012345611');
  const placed = { agent_id: account.agentId, recipient_phone: '+12025550101' };
  expectError(
    await account.request('POST', '/call', { body: { ...placed, from_number: '+493012345612' } }),
    422,
    'from_number',
  );
  expect((await account.call({ from_number: '+493012345611' })).from_number).toBe('+493012345611');
  for (const number of body.data) await release(number);
});

test('the command line connects a range, and shows, changes, tests and disconnects carriers', async () => {
  const at = ['--account', account.accountId];
  const range = ['+493012345620', ...at, '--trunk', trunkId, '--to', '+493012345622'];
  const { data, total } = await service.parley('numbers', 'connect', ...range);
  expect(total).toBe(3);
  for (const number of data) await service.parley('numbers', 'release', number.phone_number, ...at);
  const { body: carrier } = await account.request('POST', '/carriers', {
    body: { kind: 'twilio', account_sid: `AC${'a'.repeat(32)}`, auth_token: 'a-token-of-twilio' },
  });
  expect(await service.parley('carriers', 'list', ...at)).toEqual({ data: [carrier], total: 1 });
  const keyFile = path.join(service.address.dataDir, 'telnyx-key');
  await writeFile(keyFile, 'KEY-of-telnyx\n');
  const secrets = ['--token-file', keyFile, '--public-key', `${'A'.repeat(43)}=`];
  const telnyx = await service.parley('carriers', 'connect', '1293384261075731499', ...at, ...secrets);
  expect(telnyx).toMatchObject({ kind: 'telnyx', connection_id: '1293384261075731499', api_key_set: true });
  const change = ['carriers', 'change', telnyx.carrier_id, ...at];
  const renamed = await service.parley(...change, '--token-file', keyFile, '--name', 'Second');
  expect(renamed).toEqual({ ...telnyx, name: 'Second', updated_at: expect.any(Number) });
  await expect(service.parley('carriers', 'change', 'crr_0', ...at, '--name', 'x')).rejects.toThrow(
    'no carrier account',
  );
  await service.parley('carriers', 'remove', telnyx.carrier_id, ...at);
  await expect(service.parley('carriers', 'test', carrier.carrier_id, ...at)).rejects.toThrow('public_url');
  await service.parley('carriers', 'remove', carrier.carrier_id, ...at);
  expect(await service.parley('carriers', 'list', ...at)).toEqual({ data: [], total: 0 });
});
