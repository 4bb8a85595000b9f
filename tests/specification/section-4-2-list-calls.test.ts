import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../support/shared-service.ts';
import { Account, BUSY, REJECTS, RINGS, unknownId } from './accounts.ts';
import { expectError, expectFields } from './answers.ts';

const summaryFields = [
  ...['call_id', 'status', 'phase', 'direction', 'channel', 'agent_id', 'agent_version', 'batch_id', 'recipient_phone'],
  ...['from_number', 'variables', 'max_duration', 'created_at', 'answered_at', 'ended_at', 'duration', 'answered_by'],
  ...['end_reason', 'ended_by', 'sip_code', 'sentiment', 'outcome', 'recording_url', 'recording_stereo_url', 'latency'],
  ...['cost', 'simulated', 'metadata', 'transferred_to'],
];

/** Of one call alone. */
const detailFields = ['overrides', 'caller_identity', 'on_hold', 'transcript', 'summary', 'analysis'];

const service = sharedService();
let account: Account;
/** Newest first, as they must be listed: two by the first agent, then two by the second. */
const placed: any[] = [];
let inbound: any;

beforeAll(async () => {
  account = await Account.create(service, 'enterprise');
  const [first, second] = account.agentIds;
  for (const [agentId, phone] of [
    [first, BUSY],
    [first, REJECTS],
    [second, BUSY],
    [second, REJECTS],
  ] as const) {
    placed.unshift(await account.call({ agent_id: agentId, recipient_phone: phone }));
    // The next one is of another second, so that a time lies between them.
    while (Math.floor(Date.now() / 1000) === placed[0].created_at)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

const list = (query = '') => account.request('GET', `/calls${query}`);
const idsOf = async (query: string) => (await list(query)).body.data.map((call: any) => call.call_id);
const idOf = (index: number) => placed[index].call_id;

describe('4.2 GET /calls · 200', () => {
  test('answers data, total, total_exact, limit, offset and has_more', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expectFields(body, ['data', 'total', 'total_exact', 'limit', 'offset', 'has_more']);
    expect(body).toMatchObject({ total: 4, total_exact: true, limit: 20, offset: 0, has_more: false });
  });

  test('newest first', async () => {
    expect(await idsOf('')).toEqual(placed.map((call) => call.call_id));
  });

  test('newest first: calls of one second by their call_id', async () => {
    const other = await Account.create(service, 'enterprise');
    const phones = Array.from({ length: 12 }, (_, index) => `+4930555${String(index).padStart(4, '0')}`);
    await Promise.all(phones.map((recipient_phone) => other.place({ recipient_phone })));
    const { body } = await other.request('GET', '/calls?limit=100');
    const keys = body.data.map((call: any) => `${call.created_at} ${call.call_id}`);
    expect(keys).toHaveLength(phones.length);
    expect(keys).toEqual(keys.toSorted().toReversed());
  });

  test('items are calls without transcript, analysis and summary', async () => {
    const { body } = await list();
    for (const item of body.data) expectFields(item, summaryFields);
    const { transcript, analysis, summary, overrides, caller_identity, on_hold, ...rest } = placed[0];
    expect(body.data[0]).toEqual(rest);
  });

  test('limit and offset page through all of them, each once', async () => {
    expect(await idsOf('?limit=3')).toEqual([idOf(0), idOf(1), idOf(2)]);
    expect(await idsOf('?limit=3&offset=3')).toEqual([idOf(3)]);
    expect((await list('?limit=3')).body).toMatchObject({ limit: 3, offset: 0, total: 4, has_more: true });
    expect((await list('?limit=2&offset=2')).body).toMatchObject({ limit: 2, offset: 2, total: 4, has_more: false });
    expect((await list('?limit=100&offset=4')).body).toMatchObject({ data: [], total: 4, has_more: false });
  });

  test('status filters, and takes initiated too', async () => {
    const live = await account.place({ recipient_phone: RINGS });
    expect(await idsOf('?status=initiated')).toEqual([live.body.call_id]);
    expect(await idsOf('?status=active')).toEqual([]);
    expect(await idsOf('?status=completed')).toEqual([]);
    expect(await idsOf('?status=failed')).toEqual(placed.map((call) => call.call_id));
    await account.hangUp(live.body.call_id);
    placed.unshift((await account.request('GET', `/calls/${live.body.call_id}`)).body);
  });

  test('agent_id filters', async () => {
    expect(await idsOf(`?agent_id=${account.agentIds[1]}`)).toEqual([idOf(1), idOf(2)]);
    expect((await list(`?agent_id=${unknownId('agent')}`)).body).toMatchObject({ data: [], total: 0 });
  });

  test('from is inclusive, to exclusive, on created_at', async () => {
    const { created_at: third } = placed[3];
    const { created_at: second } = placed[2];
    expect(await idsOf(`?from=${third}&to=${second}`)).toEqual([idOf(3)]);
    expect(await idsOf(`?from=${third}&to=${second + 1}`)).toEqual([idOf(2), idOf(3)]);
    expect(await idsOf(`?to=${third}`)).toEqual([idOf(4)]);
    expect(await idsOf(`?from=${third}&to=${third}`)).toEqual([]);
  });

  test('filters work together', async () => {
    const query = `?status=failed&agent_id=${account.agentIds[0]}&to=${placed[2].created_at}&limit=1`;
    expect((await list(query)).body).toMatchObject({ data: [{ call_id: idOf(3) }], total: 2, has_more: true });
  });

  test('inbound calls are listed with the rest: recipient_phone is the number that was called, from_number the caller', async () => {
    await account.request('PATCH', `/agents/${account.agentId}`, { body: { max_duration: 2 } });
    const number = await account.number();
    const outbound = await account.place({ agent_id: account.agentIds[1], recipient_phone: number });
    expect(outbound.status).toBe(201);
    await account.callOver(outbound.body.call_id);
    const { body } = await list('?limit=2');
    inbound = body.data.find((call: any) => call.direction === 'inbound');
    expect(inbound).toMatchObject({ recipient_phone: number, from_number: number, variables: {} });
    expect(inbound.agent_id).toBe(account.agentId);
    expect(body.data.find((call: any) => call.direction === 'outbound').call_id).toBe(outbound.body.call_id);
    expect((await account.callOver(inbound.call_id)).status).toBe('completed');
  });

  test('batch_id filters', async () => {
    const recipients = [{ phone: BUSY }, { phone: REJECTS }];
    const { body: batch } = await account.request('POST', '/calls/batch', {
      body: { agent_id: account.agentId, recipients },
    });
    const { body } = await list(`?batch_id=${batch.batch_id}`);
    expect(body.data.map((call: any) => [call.batch_id, call.recipient_phone])).toEqual([
      [batch.batch_id, REJECTS],
      [batch.batch_id, BUSY],
    ]);
    expect((await list(`?batch_id=${unknownId('batch')}`)).body).toMatchObject({ data: [], total: 0 });
    for (const call of body.data) await account.callOver(call.call_id);
    expect(await idsOf(`?batch_id=${batch.batch_id}&status=failed`)).toHaveLength(2);
  });

  test('total counts up to 10 000, beyond that total_exact is false', async () => {
    const recipients = Array.from({ length: 10_000 }, (_, no) => ({ phone: `+1415${5550000 + no}` }));
    const batch = await account.request('POST', '/calls/batch', {
      body: { agent_id: account.agentId, recipients, schedule_at: Math.floor(Date.now() / 1000) + 3600 },
    });
    expect(batch.status).toBe(201);
    const { body } = await list('?limit=100&offset=9990');
    expect(body).toMatchObject({ total: 10_000, total_exact: false, has_more: false });
    expect(body.data.length).toBeGreaterThan(10);
    expect((await list('?status=failed')).body.total_exact).toBe(true);
  });
});

describe('4.2 GET /calls · 400', () => {
  test.each([
    ...[
      'limit=0',
      'limit=101',
      'limit=-1',
      'limit=1.5',
      'limit=ten',
      'limit=',
      'limit=0x10',
      'limit=1e1',
      'limit=%2020',
      'limit=010',
      'limit=-0',
    ],
    ...['offset=-1', 'offset=x', 'offset=1.5', 'offset=99999999999999999999', 'offset=', 'offset=00'],
    ...['from=yesterday', 'from=-1', 'from=1.5', 'from=2026-01-01', 'from=99999999999999', 'from=01'],
    ...['to=tomorrow', 'to=-1', 'to=1.5', 'to='],
    ...['status=Completed', 'status=ended', 'status=queued', 'status=', 'status=completed,failed'],
    ...['agent_id=', `agent_id=${'x'.repeat(65)}`],
    ...['page=2', 'Limit=5', 'limit[]=5', 'statuses=failed'],
  ])('the query %s', async (query) => {
    expectError(await list(`?${query}`), 400, decodeURIComponent(query.split('=')[0]!));
  });

  test('from after to', async () => {
    expectError(await list('?from=1700000001&to=1700000000'), 400, 'from');
  });
});

describe('4.3 GET /calls/{call_id} · 200', () => {
  test('answers the call with transcript, summary and analysis besides', async () => {
    const { status, body } = await account.request('GET', `/calls/${idOf(1)}`);
    expect(status).toBe(200);
    expectFields(body, [...summaryFields, ...detailFields]);
  });

  test('an inbound call, too', async () => {
    const { status, body } = await account.request('GET', `/calls/${inbound.call_id}`);
    expect([status, body.direction]).toEqual([200, 'inbound']);
  });
});

describe('4.3 GET /calls/{call_id} · 404', () => {
  test.each([
    ['that does not exist', unknownId('call')],
    ['that cannot exist', 'nothing'],
    ['that is something else', unknownId('agent')],
    ['in capitals', unknownId('CALL')],
    ['with a slash', 'call%2Fx'],
  ])('a call %s', async (_, id) => {
    expectError(await account.request('GET', `/calls/${id}`), 404, 'call_id');
  });
});

describe('Beyond · POST /calls/{call_id}/hangup', () => {
  test('200: before the answer the call is canceled', async () => {
    const live = await account.place({ recipient_phone: RINGS });
    const { status, body } = await account.request('POST', `/calls/${live.body.call_id}/hangup`);
    expect([status, body.call_id]).toEqual([200, live.body.call_id]);
    const over = await account.callOver(live.body.call_id);
    expect(over).toMatchObject({ status: 'failed', end_reason: 'canceled', ended_by: 'system', duration: 0 });
  });

  test('200: ending an ended call changes nothing', async () => {
    const { status, body } = await account.request('POST', `/calls/${idOf(1)}/hangup`);
    expect([status, body]).toEqual([200, placed[1]]);
  });

  test('404: a call that does not exist', async () => {
    expectError(await account.request('POST', `/calls/${unknownId('call')}/hangup`), 404, 'call_id');
  });
});
