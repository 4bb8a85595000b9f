import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { Account, RINGS, unknownId } from './accounts.ts';
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
  'number_id',
  'phone_number',
  'source',
  'trunk_id',
  'agent_id',
  'carrier_id',
  'is_bought',
  'is_default',
  'created_at',
];
const OWN_TRUNK_NUMBER = '+493012345678';

const add = (body: object, by = account): Promise<Answer> => by.request('POST', '/numbers', { body });
const numbers = async (by = account) => (await by.request('GET', '/numbers')).body.data;
const available = async (query = '') => (await account.request('GET', `/numbers/available${query}`)).body;
const change = (number: any, body: object, by = account) =>
  by.request('PATCH', `/numbers/${number.number_id}`, { body });
const release = (number: any, by = account) => by.request('DELETE', `/numbers/${number.number_id}`);
/** An address where nothing listens, of its own for each account. */
const newTrunk = async (by = account) => {
  const place = { host: '127.0.0.1', port: by === account ? 9 : 10 };
  return (await by.request('POST', '/trunks', { body: { name: 'PBX', ...place, status: 'disabled' } })).body;
};

describe('Beyond · numbers', () => {
  test('an account begins with its default number, which rings its first agent', async () => {
    const [first, ...further] = await numbers();
    expect(further).toEqual([]);
    expectFields(first, FIELDS);
    expect(first).toMatchObject({ source: 'simulated', trunk_id: null, agent_id: account.agentId, is_default: true });
    expect((await account.request('GET', `/numbers/${first.number_id}`)).body).toEqual(first);
  });

  test('GET /numbers/available: free fictional numbers of the area', async () => {
    const { data, total } = await available('?country=US&area_code=415');
    expect([data.length, total]).toEqual([20, 100]);
    expect(data[0]).toEqual({
      ...{ phone_number: '+14155550100', country: 'US', area_code: '415', source: 'simulated' },
    });
    expect((await available('?area_code=415&limit=100')).data.every(isFictional)).toBe(true);
    expect(new Set((await available()).data.map((number: any) => number.area_code)).size).toBeGreaterThan(5);
  });

  test('POST buys: 201 with Location, and the number is not available any more; DELETE gives it back', async () => {
    const { status, headers, body } = await add({ phone_number: '+14155550100' });
    expect(status).toBe(201);
    expectFields(body, FIELDS);
    expect(isUlid(body.number_id, 'num')).toBe(true);
    expectUnixSeconds(body.created_at);
    expect(body).toMatchObject({ source: 'simulated', agent_id: null, is_default: false });
    expect(headers.get('location')).toBe(`${service.baseUrl}/numbers/${body.number_id}`);
    expect((await available('?area_code=415')).data[0].phone_number).toBe('+14155550101');
    expectError(await add({ phone_number: '+14155550100' }, other), 409, 'phone_number');
    expect(await release(body)).toMatchObject({ status: 204, body: undefined });
    expectError(await release(body), 404, 'number_id');
    expect((await available('?area_code=415')).total).toBe(100);
  });

  test('of many who buy one number at once, one gets it', async () => {
    const buyers = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? account : other));
    const answers = await Promise.all(buyers.map((by) => add({ phone_number: '+13055550100' }, by)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const winner = buyers[answers.findIndex(({ status }) => status === 201)]!;
    await release(answers.find(({ status }) => status === 201)!.body, winner);
  });

  test('PATCH assigns an agent, and null takes it away; the agent shows the number that the account got first', async () => {
    const agent = await account.newAgent();
    const phoneOf = async () => (await account.request('GET', `/agents/${agent.agent_id}`)).body.phone_number;
    const { body: first } = await add({ phone_number: '+16175550110' });
    const { body: second } = await add({ phone_number: '+16175550105', agent_id: agent.agent_id });
    expect([second.agent_id, await phoneOf()]).toEqual([agent.agent_id, '+16175550105']);
    expect((await change(first, { agent_id: agent.agent_id })).body).toEqual({ ...first, agent_id: agent.agent_id });
    expect(await phoneOf()).toBe('+16175550110');
    const { data: agents } = (await account.request('GET', '/agents')).body;
    expect(agents.filter(({ agent_id: id }: any) => id === agent.agent_id)).toHaveLength(1);
    expect((await change(first, { agent_id: null })).body.agent_id).toBeNull();
    expect(await phoneOf()).toBe('+16175550105');
    for (const number of [first, second]) await release(number);
    expect(await phoneOf()).toBeNull();
  });

  test('an agent with a real number calls from it, whatever simulated one it had before', async () => {
    const { body: trunk } = await account.request('POST', '/trunks', {
      body: { name: 'Real', host: 'real.example.com' },
    });
    const body = { phone_number: '+493055577001', trunk_id: trunk.trunk_id, agent_id: account.agentId };
    const { body: number } = await account.request('POST', '/numbers', { body });
    const agent = async () => (await account.request('GET', `/agents/${account.agentId}`)).body;
    expect((await agent()).phone_number).toBe('+493055577001');
    expect((await account.call()).from_number).toBe('+493055577001');
    expect((await account.request('DELETE', `/numbers/${number.number_id}`)).status).toBe(204);
    expect((await agent()).phone_number).toMatch(/^\+1202555/);
    expect((await account.request('DELETE', `/trunks/${trunk.trunk_id}`)).status).toBe(204);
  });

  test('calls come from the number of the agent, and from_number may be any of the account', async () => {
    const { body: number } = await add({ phone_number: '+17025550100' });
    const call = await account.call({ from_number: number.phone_number });
    expect(call.from_number).toBe('+17025550100');
    await release(number);
    expectError(await account.place({ from_number: number.phone_number }), 422, 'from_number');
  });

  test('PATCH {"is_default": true} makes it the default in the place of the other', async () => {
    const [first] = await numbers();
    const { body: number } = await add({ phone_number: '+12125550100' });
    expect((await change(number, { is_default: true })).body.is_default).toBe(true);
    expect((await numbers()).map((each: any) => each.is_default)).toEqual([false, true]);
    const agent = await account.newAgent();
    expect((await account.call({ agent_id: agent.agent_id })).from_number).toBe('+12125550100');
    expectError(await change(number, { is_default: false }), 400, 'is_default');
    await Promise.all([change(first, { is_default: true }), change(number, { is_default: true })]);
    expect((await numbers()).filter((each: any) => each.is_default)).toHaveLength(1);
    await change(first, { is_default: true });
    await release(number);
  });

  test('DELETE: 422 for the default number, 409 while calls of it are under way', async () => {
    const [first] = await numbers();
    expectError(await release(first), 422, 'number_id');
    const { body: number } = await add({ phone_number: '+15125550100' });
    const { body: call } = await account.place({ recipient_phone: RINGS, from_number: number.phone_number });
    expectError(await release(number), 409, 'number_id');
    await account.hangUp(call.call_id);
    expect((await release(number)).status).toBe(204);
  });

  test('DELETE: 409 while a batch waits that calls from it', async () => {
    const agent = await account.newAgent();
    const { body: number } = await add({ phone_number: '+15125550101', agent_id: agent.agent_id });
    const scheduleAt = Math.floor(Date.now() / 1000) + 3600;
    const { body: batch } = await account.request('POST', '/calls/batch', {
      body: { agent_id: agent.agent_id, recipients: [{ phone: RINGS }], schedule_at: scheduleAt },
    });
    expectError(await release(number), 409, 'number_id');
    await account.request('POST', `/calls/batch/${batch.batch_id}/cancel`);
    expect((await release(number)).status).toBe(204);
  });

  test('POST with trunk_id connects a number of the trunk, in one account of the installation', async () => {
    const [trunk, theirs] = await Promise.all([newTrunk(), newTrunk(other)]);
    const { status, body } = await add({ phone_number: OWN_TRUNK_NUMBER, trunk_id: trunk.trunk_id });
    expect(status).toBe(201);
    expect(body).toMatchObject({ source: 'trunk', trunk_id: trunk.trunk_id, is_default: false });
    expectError(await add({ phone_number: OWN_TRUNK_NUMBER, trunk_id: theirs.trunk_id }, other), 409, 'phone_number');
    await release(body);
    await account.request('DELETE', `/trunks/${trunk.trunk_id}`);
    await other.request('DELETE', `/trunks/${theirs.trunk_id}`);
  });

  test.each([['2025550101'], ['+1 415 555 0100'], [null], [undefined]])('400: the number %j', async (phone) => {
    expectError(await add({ phone_number: phone }), 400, 'phone_number');
  });

  test('400: unknown fields, areas that are none, a limit out of range', async () => {
    expectError(await add({ phone_number: '+14155550100', source: 'trunk' }), 400, 'source');
    for (const query of ['area_code=911', 'area_code=41', 'area_code=141', 'area_code=aaa']) {
      expectError(await account.request('GET', `/numbers/available?${query}`), 400, 'area_code');
    }
    expectError(await account.request('GET', '/numbers/available?country=us'), 400, 'country');
    expectError(await account.request('GET', '/numbers/available?limit=101'), 400, 'limit');
    const [first] = await numbers();
    expectError(await change(first, { phone_number: '+14155550100' }), 400, 'phone_number');
  });

  test.each(['+14155550200', '+12025550101', '+493012345678'])('422: %s is not for sale', async (phone) => {
    expectError(await add({ phone_number: phone }), 422, 'phone_number');
  });

  test('422: a country that is not for sale; a number of the simulated phone on a trunk', async () => {
    expectError(await account.request('GET', '/numbers/available?country=DE'), 422, 'country');
    const trunk = await newTrunk();
    expectError(await add({ phone_number: '+12025550101', trunk_id: trunk.trunk_id }), 422, 'phone_number');
    await account.request('DELETE', `/trunks/${trunk.trunk_id}`);
  });

  test('404: numbers, agents and trunks of other accounts, and unknown ones', async () => {
    const [first] = await numbers();
    for (const number of [first, { number_id: unknownId('num') }]) {
      expectError(await other.request('GET', `/numbers/${number.number_id}`), 404, 'number_id');
      expectError(await change(number, { agent_id: null }, other), 404, 'number_id');
      expectError(await release(number, other), 404, 'number_id');
    }
    for (const agentId of [other.agentId, unknownId('agent')]) {
      expectError(await change(first, { agent_id: agentId }), 404, 'agent_id');
      expectError(await add({ phone_number: '+14155550100', agent_id: agentId }), 404, 'agent_id');
    }
    const trunk = await newTrunk(other);
    for (const trunkId of [trunk.trunk_id, unknownId('trk')]) {
      expectError(await add({ phone_number: OWN_TRUNK_NUMBER, trunk_id: trunkId }), 404, 'trunk_id');
    }
    await other.request('DELETE', `/trunks/${trunk.trunk_id}`);
    expect((await numbers()).map((number: any) => number.phone_number)).toEqual([first.phone_number]);
  });

  test('403 without numbers:read to read, without numbers:write to change', async () => {
    const [first] = await numbers();
    const [{ api_key: none }, { api_key: reading }] = await Promise.all([
      account.newKey('calls:write'),
      account.newKey('numbers:read'),
    ]);
    const reads = ['/numbers', '/numbers/available', `/numbers/${first.number_id}`];
    for (const path of reads) {
      expectError(await account.request('GET', path, { key: none }), 403);
      expect((await account.request('GET', path, { key: reading })).status).toBe(200);
    }
    const body = { phone_number: '+14155550100' };
    expectError(await account.request('POST', '/numbers', { key: reading, body }), 403);
    expectError(await account.request('PATCH', `/numbers/${first.number_id}`, { key: reading, body: {} }), 403);
    expectError(await account.request('DELETE', `/numbers/${first.number_id}`, { key: reading }), 403);
  });

  test('the command line searches, buys, assigns and releases', async () => {
    const at = ['--account', account.accountId];
    const { data: offers } = await service.parley('numbers', 'search', '--area-code', '808');
    const { phone_number: phone } = offers[0];
    const bought = await service.parley('numbers', 'buy', phone, ...at, '--agent', account.agentId);
    expect(bought).toMatchObject({ phone_number: phone, agent_id: account.agentId, source: 'simulated' });
    expect((await service.parley('numbers', 'list', ...at)).data.at(-1)).toEqual(bought);
    expect(await service.parley('numbers', 'assign', phone, ...at, '--agent', 'none')).toEqual({
      ...bought,
      agent_id: null,
    });
    await service.parley('numbers', 'release', phone, ...at);
    await expect(service.parley('numbers', 'release', phone, ...at)).rejects.toThrow('not a number of this account');
    const { data: trunk } = { data: await newTrunk() };
    const connected = await service.parley('numbers', 'connect', OWN_TRUNK_NUMBER, ...at, '--trunk', trunk.trunk_id);
    expect(connected).toMatchObject({ source: 'trunk', trunk_id: trunk.trunk_id, agent_id: null });
    await service.parley('numbers', 'release', OWN_TRUNK_NUMBER, ...at);
    await account.request('DELETE', `/trunks/${trunk.trunk_id}`);
  });
});

function isFictional({ phone_number: phone }: { phone_number: string }): boolean {
  return /^\+141555501\d\d$/.test(phone);
}
