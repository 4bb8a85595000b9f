import { afterAll, beforeAll, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { Account } from './accounts.ts';
import { expectError } from './answers.ts';

let service: Service;
let account: Account;

beforeAll(async () => {
  service = await Service.start({ PARLEY_ALLOW_PRIVATE_TRUNKS: 'false' });
  account = await Account.first(service);
});

afterAll(() => service?.remove());

test.each(['127.0.0.1', '10.0.0.5', '169.254.169.254', '192.168.1.1', 'localhost'])(
  '422: no trunk is made at %s, moved there or tried there',
  async (host) => {
    const at = (body: object) => ({ body: { name: 'Inside', status: 'disabled', ...body } });
    expectError(await account.request('POST', '/trunks', at({ host })), 422, 'host');
    const tried = await account.request('POST', '/trunks/test', { body: { host, transport: 'tcp', port: 22 } });
    expectError(tried, 422, 'host');
    const { body: trunk } = await account.request('POST', '/trunks', at({ host: '93.184.215.14' }));
    expectError(await account.request('PATCH', `/trunks/${trunk.trunk_id}`, { body: { host } }), 422, 'host');
    expect((await account.request('DELETE', `/trunks/${trunk.trunk_id}`)).status).toBe(204);
  },
);

test('a trunk that was made before they were refused is not called, and its test says why', async () => {
  await service.stop();
  await service.start({ PARLEY_ALLOW_PRIVATE_TRUNKS: 'true' });
  const { body: trunk } = await account.request('POST', '/trunks', {
    body: { name: 'Inside', host: '127.0.0.1', port: 9, transport: 'tcp' },
  });
  await service.stop();
  await service.start({ PARLEY_ALLOW_PRIVATE_TRUNKS: 'false' });
  const { body } = await account.request('POST', `/trunks/${trunk.trunk_id}/test`, { body: {} });
  expect(body.steps).toMatchObject([{ name: 'dns', ok: false }]);
  expect(body.steps[0].detail).toContain('127.0.0.1 is a private address');
  const call = await account.call({ recipient_phone: '+493055500001' });
  expect(call).toMatchObject({ status: 'failed', end_reason: 'carrier_error' });
  expect(call.analysis.warnings.join()).toContain('PARLEY_ALLOW_PRIVATE_TRUNKS');
});
