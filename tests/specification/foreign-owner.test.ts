import { type DashboardRoute, dashboardRoutes, type Route, routes } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrowserSession } from '../support/browser-session.ts';
import { Service } from '../support/service.ts';
import { PASSWORD, Staff } from '../support/staff.ts';
import { Account, unknownId } from './accounts.ts';
import { expectError } from './answers.ts';

interface Endpoint {
  method: string;
  path: string;
  permission: DashboardRoute['permission'];
  area: 'v1' | 'dashboard';
}

const endpointsOf = (area: Endpoint['area'], table: Record<string, Route | DashboardRoute>): Endpoint[] =>
  Object.values(table).map(({ method, path, permission }) => ({ method, path, permission, area }));

const endpoints = [...endpointsOf('v1', routes), ...endpointsOf('dashboard', dashboardRoutes)];

let service: Service;
let account: Account;
let staff: Staff;
let foreignOwner: BrowserSession;

beforeAll(async () => {
  service = await Service.start();
  account = await Account.first(service);
  staff = await Staff.of(service);
  const { account_id: accountId } = await service.parley(
    'accounts',
    'create',
    '--name',
    'Foreign',
    '--plan',
    'business',
  );
  const words = ['--account', accountId, '--role', 'owner', '--email', 'foreign@example.com'];
  const { link } = await service.parley('users', 'invite', ...words);
  foreignOwner = await BrowserSession.welcome(service, link, { name: 'Frida Foreign', password: PASSWORD });
});

afterAll(() => service?.remove());

const filled = (path: string, ids: Record<string, string> = {}) =>
  path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => ids[name] ?? (name === 'version' ? '1' : unknownId(name.slice(0, 3))),
  );

/** With a body that no endpoint takes, so that a user with the permission changes nothing. */
function ask(user: BrowserSession, { method, path, area }: Endpoint, ids?: Record<string, string>, body?: unknown) {
  const options = method === 'GET' ? {} : { body: body ?? { not_a_field: true } };
  return user[area](method, filled(path, ids), options);
}

test("another account's things do not exist for its owner", async () => {
  const call = await account.call();
  const batch = await account.request('POST', '/calls/batch', {
    body: { agent_id: account.agentId, recipients: [{ phone: '+12025550102' }] },
  });
  const webhook = await account.request('POST', '/webhooks', { body: { url: 'https://example.com/hook' } });
  const delivery = await account.request('POST', `/webhooks/${webhook.body.webhook_id}/test`);
  const suppression = await account.request('POST', '/suppressions', { body: { phone_number: '+12025550177' } });
  const softphone = await account.request('POST', '/softphones', { body: { name: 'ours' } });
  const numbers = await account.request('GET', '/numbers');
  const trunk = await account.request('POST', '/trunks', { body: { name: 'Ours', host: '127.0.0.1' } });
  const carrier = await account.request('POST', '/carriers', {
    body: { kind: 'twilio', account_sid: `AC${'0'.repeat(32)}`, auth_token: 'ours' },
  });
  const provider = await account.request('POST', '/providers', { body: { vendor: 'deepgram', api_key: 'ours' } });
  const document = await account.request('POST', '/documents', {
    body: 'Ours',
    headers: { 'content-type': 'text/plain' },
  });
  const key = await account.newKey('calls:read');
  const { body: session } = await staff.owner.dashboard('GET', '/session');
  const ids: Record<string, string> = {
    call_id: call.call_id,
    agent_id: account.agentId,
    batch_id: batch.body.batch_id,
    webhook_id: webhook.body.webhook_id,
    delivery_id: delivery.body.delivery_id,
    suppression_id: suppression.body.suppression_id,
    softphone_id: softphone.body.softphone_id,
    number_id: numbers.body.data[0].number_id,
    trunk_id: trunk.body.trunk_id,
    carrier_id: carrier.body.carrier_id,
    provider_id: provider.body.provider_id,
    document_id: document.body.document_id,
    key_id: key.key_id,
    user_id: session.user.user_id,
    session_id: session.session_id,
  };
  const named = endpoints.filter(({ path, permission }) => /\{\w+_id\}/.test(path) && permission !== 'public');
  for (const [name] of named.flatMap(({ path }) => [...path.matchAll(/\w+_id(?=\})/g)]))
    expect(ids).toHaveProperty(name);
  for (const endpoint of named) {
    // A wrong shape is reported before an unknown resource: only what has no body, or an optional one, gets that far.
    const bodies = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? [{}] : [{}, { not_a_field: true }];
    for (const body of bodies) {
      const answer = await ask(foreignOwner, endpoint, ids, body);
      expect([endpoint.method, endpoint.path, [400, 404].includes(answer.status)]).toEqual([
        endpoint.method,
        endpoint.path,
        true,
      ]);
      if (endpoint.method === 'GET') expectError(answer, 404);
    }
  }
  expect((await account.request('GET', `/agents/${account.agentId}`)).body.version).toBe(1);
  expect((await account.request('GET', `/webhooks/${webhook.body.webhook_id}`)).status).toBe(200);
});
