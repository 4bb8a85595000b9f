import { trunkSettingsOf } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { sharedService } from '../support/shared-service.ts';
import { Account } from './accounts.ts';
import { expectError } from './answers.ts';

const service = sharedService();
let account: Account;

beforeAll(async () => {
  account = await Account.create(service, 'enterprise');
});

test('GET /trunk-presets: providers first; what one fills in makes a trunk', async () => {
  const { status, body } = await account.request('GET', '/trunk-presets');
  expect([status, body.total]).toEqual([200, body.data.length]);
  expect(body.data.map(({ preset }: any) => preset)).toEqual([
    ...['twilio', 'telnyx', 'vonage', 'plivo', 'bandwidth', 'sipgate'],
    ...['asterisk', 'freepbx', 'freeswitch', '3cx', 'kamailio'],
  ]);
  const telnyx = body.data.find(({ preset }: any) => preset === 'telnyx');
  const settings = { name: 'Telnyx', ...trunkSettingsOf(telnyx), username: 'parley', password: 'open sesame' };
  const created = await account.request('POST', '/trunks', { body: { ...settings, status: 'disabled' } });
  expect(created.body).toMatchObject({ ...trunkSettingsOf(telnyx), host: 'sip.telnyx.com', password_set: true });
  await account.request('DELETE', `/trunks/${created.body.trunk_id}`);
  expectError(await account.request('GET', '/trunk-presets?kind=pbx'), 400, 'kind');
});

test('the command line lists and explains presets, and adds trunks by them', async () => {
  const { total } = await service.parley('trunks', 'presets');
  expect(total).toBe(11);
  expect(await service.parley('trunks', 'preset', 'kamailio')).toMatchObject({ name: 'Kamailio', tried: true });
  await expect(service.parley('trunks', 'preset', 'unknown')).rejects.toThrow('There is no preset unknown.');
  const at = ['--account', account.accountId];
  const sound = ['--srtp', 'required', '--codecs', 'opus,pcma'];
  const trunk = await service.parley('trunks', 'add', 'pbx.example.com', ...at, '--preset', 'freeswitch', ...sound);
  expect(trunk).toMatchObject({ host: 'pbx.example.com', port: 5080, authentication: 'none' });
  expect(trunk).toMatchObject({ srtp: 'required', codecs: ['opus', 'pcma'] });
  await service.parley('trunks', 'remove', trunk.trunk_id, ...at);
});
