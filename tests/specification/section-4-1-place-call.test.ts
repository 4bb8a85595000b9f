import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../support/shared-service.ts';
import { Account, BUSY, REJECTS, RINGS, unknownId } from './accounts.ts';
import { expectError, expectFields, expectUnixSeconds, isUlid } from './answers.ts';

const service = sharedService();
let account: Account;
let inactiveAgent: string;
let number: string;

beforeAll(async () => {
  account = await Account.create(service, 'enterprise');
  inactiveAgent = account.agentIds[1]!;
  number = await account.number();
  await account.request('PATCH', `/agents/${inactiveAgent}`, { body: { status: 'inactive' } });
});

describe('4.1 POST /call · 201', () => {
  test('answers exactly call_id, status, agent_id, recipient_phone and created_at', async () => {
    const { status, body } = await account.place();
    expect(status).toBe(201);
    expectFields(body, ['call_id', 'status', 'agent_id', 'recipient_phone', 'created_at']);
    expect(isUlid(body.call_id, 'call')).toBe(true);
    expect(body).toMatchObject({ status: 'initiated', agent_id: account.agentId, recipient_phone: BUSY });
    expectUnixSeconds(body.created_at);
    await account.callOver(body.call_id);
  });

  test('the Location header is the address of the call', async () => {
    const { headers, body } = await account.place();
    expect(headers.get('location')).toBe(`${service.baseUrl}/calls/${body.call_id}`);
    await account.callOver(body.call_id);
    const there = await fetch(headers.get('location')!, { headers: { authorization: `Bearer ${account.key}` } });
    expect(await there.json()).toMatchObject({ call_id: body.call_id });
  });

  test('the call can be read as soon as it is answered', async () => {
    const placed = await account.place();
    const { status, body } = await account.request('GET', `/calls/${placed.body.call_id}`);
    expect([status, body.call_id]).toEqual([200, placed.body.call_id]);
    await account.callOver(placed.body.call_id);
  });

  test('agent_id and recipient_phone are all that is needed, and the rest has defaults', async () => {
    const call = await account.call();
    expect(call).toMatchObject({ variables: {}, max_duration: 1800, from_number: number });
  });

  test('every field of the request is kept with the call', async () => {
    const change = {
      variables: { name: 'Maria', visits: 3, most: 2 ** 53 - 1, first: false, note: null },
      max_duration: 60,
    };
    expect(await account.call({ ...change, from_number: number })).toMatchObject(change);
  });

  test.each([1, 14_400])('max_duration may be %i', async (seconds) => {
    expect(await account.call({ max_duration: seconds })).toMatchObject({ max_duration: seconds });
  });

  test("max_duration is the agent's when it is left out", async () => {
    await account.request('PATCH', `/agents/${account.agentId}`, { body: { max_duration: 77 } });
    expect(await account.call()).toMatchObject({ max_duration: 77 });
    await account.request('PATCH', `/agents/${account.agentId}`, { body: { max_duration: 1800 } });
  });

  test("from_number is the agent's number when it is left out", async () => {
    const { body: agent } = await account.request('GET', `/agents/${account.agentId}`);
    expect(agent.phone_number).toBe(number);
    expect(await account.call()).toMatchObject({ from_number: agent.phone_number });
  });

  test("from_number is the account's default number when the agent has none", async () => {
    const { agent_id: agentId } = await account.newAgent();
    expect((await account.request('GET', `/agents/${agentId}`)).body.phone_number).toBeNull();
    expect(await account.call({ agent_id: agentId })).toMatchObject({ from_number: number });
  });
});

describe('4.1 POST /call · 400', () => {
  test.each([
    ['2025550101'],
    ['+1 202 555 0101'],
    ['tel:+12025550101'],
    ['+02025550101'],
    ['+123456'],
    ['+1234567890123456'],
    ['+1-202-555-0101'],
    ['(202) 555-0101'],
    ['0012025550101'],
    [' +12025550101'],
    ['+12025550101 '],
    ['+12025550101\n'],
    ['+١٢٠٢٥٥٥٠١٠١'],
    ['＋12025550101'],
    ['+1202555o101'],
    ['+12025550101;ext=5'],
    ['sip:+12025550101@example.com'],
    ['+'],
    [''],
    [12025550101],
    [null],
    [['+12025550101']],
    [{ phone: '+12025550101' }],
    [true],
  ])('recipient_phone %j is not E.164', async (phone) => {
    expectError(await account.place({ recipient_phone: phone }), 400, 'recipient_phone');
  });

  test.each(['agent_id', 'recipient_phone'])('%s is required', async (field) => {
    expectError(await account.place({ [field]: undefined }), 400, field);
  });

  test.each([[''], [5], [null], [{}], ['x'.repeat(65)]])('agent_id %j is malformed', async (agentId) => {
    expectError(await account.place({ agent_id: agentId }), 400, 'agent_id');
  });

  test.each([['2025550150'], ['+1 202 555 0150'], [''], [null], [7]])('from_number %j is malformed', async (phone) => {
    expectError(await account.place({ from_number: phone }), 400, 'from_number');
  });

  test.each([[0], [-1], [14_401], [1.5], ['60'], [null], [true], [[60]], [1e21]])(
    'max_duration %j is out of range or no integer',
    async (seconds) => {
      expectError(await account.place({ max_duration: seconds }), 400, 'max_duration');
    },
  );

  test.each([[[]], ['name=Maria'], [null], [3]])('variables %j are no object', async (variables) => {
    expectError(await account.place({ variables }), 400, 'variables');
  });

  test.each([[{}], [['Maria']]])('the variable %j is neither string, number, boolean nor null', async (value) => {
    expectError(await account.place({ variables: { ok: 'x', name: value } }), 400, 'variables.name');
  });

  test.each(['12345678901234567890', '-9007199254740992', '9007199254740993', '1e400'])(
    'the variable %s is a number that would become another',
    async (number) => {
      const body = `{"agent_id": "${account.agentId}", "recipient_phone": "${BUSY}", "variables": {"order": ${number}}}`;
      const answer = await account.request('POST', '/call', { body });
      expectError(answer, 400, 'variables.order');
      expect(answer.body.error.message).toMatch(/send it as a string/);
    },
  );

  test('max_duration that no number can hold is too large', async () => {
    const body = `{"agent_id": "${account.agentId}", "recipient_phone": "${BUSY}", "max_duration": 1e400}`;
    const answer = await account.request('POST', '/call', { body });
    expectError(answer, 400, 'max_duration');
    expect(answer.body.error.message).toBe('max_duration: is too large');
  });

  test.each(['recipient', 'Agent_id', 'to', 'max_durations'])('the unknown field %s', async (field) => {
    expectError(await account.place({ [field]: 'x' }), 400, field);
  });
});

describe('4.1 POST /call · 404', () => {
  test('an agent that does not exist', async () => {
    expectError(await account.place({ agent_id: unknownId('agent') }), 404, 'agent_id');
    expectError(await account.place({ agent_id: 'unknown' }), 404, 'agent_id');
  });

  test.each(['+1234567', '+123456789012345', '+999999999'])('%s is E.164: only the agent is missed', async (phone) => {
    expectError(await account.place({ recipient_phone: phone, agent_id: unknownId('agent') }), 404, 'agent_id');
  });
});

describe('4.1 POST /call · 409', () => {
  test('an earlier call between the same agent and recipient is not over; the message names it', async () => {
    const { body } = await account.place({ recipient_phone: RINGS });
    const second = await account.place({ recipient_phone: RINGS, max_duration: 5, variables: { other: 'body' } });
    expectError(second, 409);
    expect(second.body.error.message).toContain(body.call_id);
    await account.hangUp(body.call_id);
  });

  test('another agent or another recipient is no duplicate', async () => {
    const first = await account.place({ recipient_phone: RINGS });
    const { agent_id: other } = await account.newAgent();
    const byOther = await account.place({ recipient_phone: RINGS, agent_id: other });
    const toOther = await account.place({ recipient_phone: REJECTS });
    expect([first.status, byOther.status, toOther.status]).toEqual([201, 201, 201]);
    for (const { body } of [first, byOther, toOther]) await account.hangUp(body.call_id);
  });

  test('when the earlier call is over, it may be called again', async () => {
    await account.call();
    expect((await account.call()).end_reason).toBe('busy');
  });

  test('of 50 equal requests at the same time one is accepted', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => account.place({ recipient_phone: RINGS })));
    const accepted = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect([accepted.length, refused.length]).toEqual([1, 49]);
    for (const answer of refused) {
      expectError(answer, 409);
      expect(answer.body.error.message).toContain(accepted[0]!.body.call_id);
    }
    await account.hangUp(accepted[0]!.body.call_id);
  });
});

describe('4.1 POST /call · 422', () => {
  test('an agent that is not active', async () => {
    expectError(await account.place({ agent_id: inactiveAgent }), 422, 'agent_id');
  });

  test.each(['+12025550199', '+12025550101'])('from_number %s is not owned', async (phone) => {
    expectError(await account.place({ from_number: phone }), 422, 'from_number');
  });

  test('nothing was placed by any refusal', async () => {
    const { body: before } = await account.request('GET', '/calls?limit=1');
    await account.place({ from_number: '+12025550199' });
    await account.place({ agent_id: inactiveAgent });
    await account.place({ recipient_phone: 'x' });
    expect((await account.request('GET', '/calls?limit=1')).body.total).toBe(before.total);
  });
});
