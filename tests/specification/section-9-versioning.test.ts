import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { Account } from './accounts.ts';
import { expectError } from './answers.ts';

let service: Service;
let account: Account;

beforeAll(async () => {
  service = await Service.start();
  account = await Account.first(service);
});

afterAll(() => service?.remove());

const get = (route: string) =>
  fetch(new URL(route, service.baseUrl), { headers: { authorization: `Bearer ${account.key}` } });

describe('9 Versioning', () => {
  test('the version is the path segment /v1', async () => {
    expect(new URL(service.baseUrl).pathname).toBe('/v1');
    expect((await get('/v1/agents')).status).toBe(200);
  });

  test.each(['/agents', '/v2/agents', '/V1/agents', '/v1.0/agents', '/api/v1/agents', '/v1/v1/agents'])(
    '%s is 404',
    async (route) => {
      const response = await get(route);
      expectError({ status: response.status, headers: response.headers, body: await response.json() }, 404, null);
    },
  );
});

describe('Beyond · GET /v1/openapi.json', () => {
  test('200: every endpoint of the specification, without a key', async () => {
    const response = await fetch(`${service.baseUrl}/openapi.json`);
    expect(response.status).toBe(200);
    const document: any = await response.json();
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers).toMatchObject([{ url: service.baseUrl }]);
    for (const [method, route] of [
      ['post', '/call'],
      ['get', '/calls'],
      ['get', '/calls/{call_id}'],
      ['get', '/agents'],
      ['get', '/agents/{agent_id}'],
      ['patch', '/agents/{agent_id}'],
      ['post', '/calls/batch'],
    ] as const) {
      expect(document.paths[route]).toHaveProperty(method);
    }
  });
});

describe('Keys, plans and limits · a fresh installation', () => {
  test('its account is on enterprise, with 1000 calls a minute and 100 at once', async () => {
    const { data } = await service.parley('accounts', 'list');
    expect(data).toMatchObject([{ plan: 'enterprise', calls_per_minute: 1000, concurrent_calls: 100 }]);
    const { headers } = await account.place({ recipient_phone: 'x' });
    expect(headers.get('ratelimit-limit')).toBe('1000');
  });

  test('every account gets a number of the fictional range: +12025550150 the first, then upwards', async () => {
    const further = [await Account.create(service, 'growth'), await Account.create(service, 'growth')];
    const numbers = [account, ...further].map(async (owner) => (await owner.call()).from_number);
    expect(await Promise.all(numbers)).toEqual(['+12025550150', '+12025550151', '+12025550152']);
  });

  test('a new number rings its agent at once', async () => {
    const owner = await Account.create(service, 'business');
    const phone = (await owner.request('GET', '/agents')).body.data[0].phone_number;
    const placed = await account.place({ recipient_phone: phone, max_duration: 1 });
    await account.callOver(placed.body.call_id);
    const { body } = await owner.request('GET', '/calls');
    expect(body.data).toMatchObject([{ direction: 'inbound', recipient_phone: phone }]);
  });
});

describe('Magic numbers · without a carrier', () => {
  test.each(['+14155550123', '+442079460000'])('%s is simulated, and the call says so', async (phone) => {
    const placed = await account.place({ recipient_phone: phone });
    expect(await account.hangUp(placed.body.call_id)).toMatchObject({ simulated: true });
  });
});
