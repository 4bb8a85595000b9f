import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../support/service.ts';
import { Account, BUSY, REJECTS, RINGS, unknownId } from './accounts.ts';
import { type Answer, expectError, expectFields, isUlid } from './answers.ts';

let service: Service;
let account: Account;
let oneLine: Account;
let other: Account;

beforeAll(async () => {
  service = await Service.start();
  [account, oneLine, other] = await Promise.all([
    Account.first(service),
    Account.create(service, 'starter'),
    Account.create(service, 'growth'),
  ]);
});

afterAll(() => service?.remove());

const nowS = () => Math.floor(Date.now() / 1000);
const phones = (...numbers: string[]) => numbers.map((phone) => ({ phone }));
const HOUR_S = 3600;

async function send(change: object = {}, by = account): Promise<any> {
  const { status, body } = await by.request('POST', '/calls/batch', {
    body: { agent_id: by.agentId, recipients: phones(BUSY, REJECTS), ...change },
  });
  expect(status).toBe(201);
  return body;
}

const later = (change: object = {}, by = account) => send({ schedule_at: nowS() + HOUR_S, ...change }, by);

const act = (batchId: string, what: string, by = account, options = {}): Promise<Answer> =>
  by.request('POST', `/calls/batch/${batchId}/${what}`, options);

async function batchWhen(batchId: string, isWanted: (batch: any) => boolean, by = account): Promise<any> {
  for (;;) {
    const { body: batch } = await by.request('GET', `/calls/batch/${batchId}`);
    expect(batch.queued + batch.in_progress + batch.completed + batch.failed).toBe(batch.total);
    if (isWanted(batch)) return batch;
    await delay(20);
  }
}

const batchOver = (batchId: string, by = account) =>
  batchWhen(batchId, (batch) => batch.queued + batch.in_progress === 0, by);

/** When the calls are analyzed, too. */
async function callsOver(batchId: string, by = account): Promise<any[]> {
  await batchOver(batchId, by);
  const { body } = await by.request('GET', `/calls?limit=100&batch_id=${batchId}`);
  return Promise.all(body.data.map((call: any) => by.callOver(call.call_id)));
}

describe('Beyond · names of batches', () => {
  test('a batch may have a name', async () => {
    const { batch_id: id, name } = await later({ name: 'Reminders <b>for</b> Friday' });
    expect(name).toBe('Reminders <b>for</b> Friday');
    expect((await act(id, 'cancel')).body.name).toBe(name);
  });

  test.each([[''], ['x'.repeat(101)], [5]])('400: the name %j', async (name) => {
    const body = { agent_id: account.agentId, recipients: phones(BUSY), name };
    expectError(await account.request('POST', '/calls/batch', { body }), 400, 'name');
  });
});

describe('Beyond · GET /calls/batch', () => {
  test('200: newest first, in pages, by status and by agent', async () => {
    const by = await Account.create(service, 'growth');
    const done = await send({}, by);
    await batchOver(done.batch_id, by);
    const canceled = await later({}, by);
    await act(canceled.batch_id, 'cancel', by);
    const scheduled = await later({ agent_id: by.agentIds[1] }, by);
    const list = async (query = '') => (await by.request('GET', `/calls/batch${query}`)).body;
    const ids = async (query: string) => (await list(query)).data.map((batch: any) => batch.batch_id);
    const { data, ...page } = await list();
    expectFields(page, ['total', 'total_exact', 'limit', 'offset', 'has_more']);
    expect(page).toEqual({ total: 3, total_exact: true, limit: 20, offset: 0, has_more: false });
    expect(data[0]).toEqual((await by.request('GET', `/calls/batch/${scheduled.batch_id}`)).body);
    expect(await ids('')).toEqual([scheduled.batch_id, canceled.batch_id, done.batch_id]);
    expect(await list('?limit=1&offset=1')).toMatchObject({
      ...{ data: [{ batch_id: canceled.batch_id }], total: 3, limit: 1, offset: 1, has_more: true },
    });
    expect(await ids('?status=scheduled')).toEqual([scheduled.batch_id]);
    expect(await ids('?status=in_progress')).toEqual([]);
    expect(await ids('?status=completed')).toEqual([done.batch_id]);
    expect(await ids('?status=canceled')).toEqual([canceled.batch_id]);
    expect(await ids(`?agent_id=${by.agentIds[1]}`)).toEqual([scheduled.batch_id]);
    expect(await ids(`?agent_id=${by.agentIds[0]}&status=completed`)).toEqual([done.batch_id]);
    expect(await ids(`?agent_id=${unknownId('agent')}`)).toEqual([]);
  });

  test.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['offset', 'offset=-1'],
    ['status', 'status=paused'],
    ['name', 'name=x'],
  ])('400: %s in %s', async (param, query) => {
    expectError(await account.request('GET', `/calls/batch?${query}`), 400, param);
  });
});

describe('Beyond · POST /calls/batch/{batch_id}/pause and resume', () => {
  test('nothing more begins, live calls go on, and it stays so over a restart', async () => {
    const { batch_id: id } = await send({ recipients: phones(RINGS, BUSY, REJECTS) }, oneLine);
    await batchWhen(id, ({ in_progress: dialling }) => dialling === 1, oneLine);
    const paused = await act(id, 'pause', oneLine);
    expect(paused.status).toBe(200);
    expect(paused.body).toMatchObject({ status: 'in_progress', paused: true, queued: 2, in_progress: 1 });
    expect((await act(id, 'pause', oneLine)).body).toEqual(paused.body);
    const { body: list } = await oneLine.request('GET', `/calls?batch_id=${id}&status=initiated`);
    const ringing = list.data.find((call: any) => call.recipient_phone === RINGS);
    expect((await oneLine.callWhen(ringing.call_id, ({ phase }) => phase === 'ringing')).end_reason).toBeNull();
    await oneLine.hangUp(ringing.call_id);
    await service.stop('SIGKILL');
    await service.start();
    // The dispatcher looks twice a second; a call that has gone through shows that it has looked.
    await oneLine.call({ recipient_phone: '+12025550104', max_duration: 1 });
    expect(await batchWhen(id, () => true, oneLine)).toMatchObject({
      paused: true,
      queued: 2,
      in_progress: 0,
      failed: 1,
    });
    const resumed = await act(id, 'resume', oneLine);
    expect(resumed.body).toMatchObject({ paused: false, total: 3 });
    expect(await batchOver(id, oneLine)).toMatchObject({ status: 'completed', paused: false, failed: 3 });
    const reasons = (await callsOver(id, oneLine)).map((call) => [call.recipient_phone, call.end_reason]).sort();
    expect(reasons).toEqual([
      [BUSY, 'busy'],
      [RINGS, 'canceled'],
      [REJECTS, 'rejected'],
    ]);
  });

  test('a batch that waits for its time can be paused, and begins when it is resumed after it', async () => {
    const { batch_id: id } = await send({ schedule_at: nowS() + 2 });
    expect((await act(id, 'pause')).body).toMatchObject({ status: 'scheduled', paused: true });
    expect(await batchWhen(id, ({ status }) => status === 'in_progress')).toMatchObject({ paused: true, queued: 2 });
    expect((await act(id, 'resume')).status).toBe(200);
    expect((await act(id, 'resume')).status).toBe(200);
    expect((await batchOver(id)).status).toBe('completed');
  });

  test('a paused batch can be canceled', async () => {
    const { batch_id: id } = await later();
    await act(id, 'pause');
    expect((await act(id, 'cancel')).body).toMatchObject({ status: 'canceled', paused: false, queued: 0, failed: 2 });
  });

  test('422: a batch that is over', async () => {
    const { batch_id: completed } = await send();
    await batchOver(completed);
    const { batch_id: canceled } = await later();
    await act(canceled, 'cancel');
    for (const id of [completed, canceled]) {
      expectError(await act(id, 'pause'), 422, 'batch_id');
      expectError(await act(id, 'resume'), 422, 'batch_id');
    }
  });

  test('a pause in the midst of dialling holds at once, and the counts stay right', async () => {
    const recipients = phones(...Array.from({ length: 60 }, (_, no) => `+1415555${1000 + no}`));
    const { body: agent } = await account.request('GET', `/agents/${account.agentIds[1]}`);
    await account.request('PATCH', `/agents/${agent.agent_id}`, { body: { max_duration: 1 } });
    const { batch_id: id } = await send({ agent_id: agent.agent_id, recipients });
    await batchWhen(id, (batch) => batch.queued < 55);
    const { body: paused } = await act(id, 'pause');
    const settled = await batchWhen(id, (batch) => batch.in_progress === 0);
    expect(settled.queued).toBe(paused.queued);
    await act(id, 'resume');
    expect(await batchOver(id)).toMatchObject({ total: 60, completed: 60, failed: 0 });
  });
});

describe('Beyond · POST /calls/batch/{batch_id}/retry', () => {
  test('201: a new batch of those who were not reached, with their variables', async () => {
    const recipients = [
      { phone: BUSY, variables: { name: 'Maria', visits: 2 } },
      { phone: REJECTS, variables: { name: 'Jo' } },
    ];
    const first = await send({ recipients, name: 'First' });
    await batchOver(first.batch_id);
    const { status, headers, body } = await act(first.batch_id, 'retry');
    expect(status).toBe(201);
    expect(isUlid(body.batch_id, 'batch')).toBe(true);
    expect(body).toMatchObject({ retry_of: first.batch_id, name: 'First', total: 2, agent_id: account.agentId });
    expect(headers.get('location')).toBe(`${service.baseUrl}/calls/batch/${body.batch_id}`);
    const calls = await callsOver(body.batch_id);
    expect(calls.find((call) => call.recipient_phone === BUSY).variables).toEqual({ name: 'Maria', visits: 2 });
    expect((await account.request('GET', `/calls/batch/${first.batch_id}`)).body).toMatchObject({ failed: 2 });
  });

  test('end_reasons select the recipients to call again', async () => {
    const { batch_id: id } = await send();
    await batchOver(id);
    const body = { end_reasons: ['busy'], schedule_at: nowS() + HOUR_S, name: null };
    const retried = await act(id, 'retry', account, { body });
    expect(retried.body).toMatchObject({ total: 1, status: 'scheduled', name: null });
    const { body: list } = await account.request('GET', `/calls?batch_id=${retried.body.batch_id}`);
    expect(list.data.map((call: any) => call.recipient_phone)).toEqual([BUSY]);
    await act(retried.body.batch_id, 'cancel');
  });

  test('left out: not those that were canceled or blocked', async () => {
    const { batch_id: id } = await later();
    await act(id, 'cancel');
    expectError(await act(id, 'retry'), 422, 'end_reasons');
    const again = await act(id, 'retry', account, {
      body: { end_reasons: ['canceled'], schedule_at: nowS() + HOUR_S },
    });
    expect(again.body.total).toBe(2);
    await act(again.body.batch_id, 'cancel');
  });

  test('the same Idempotency-Key makes no second batch', async () => {
    const { batch_id: id } = await send();
    await batchOver(id);
    const headers = { 'idempotency-key': 'again' };
    const made = await act(id, 'retry', account, { headers });
    const replayed = await act(id, 'retry', account, { headers });
    expect(replayed.body).toEqual(made.body);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    const other = await act(id, 'retry', account, { headers, body: { end_reasons: ['busy'] } });
    expectError(other, 422, 'Idempotency-Key');
    await batchOver(made.body.batch_id);
  });

  test.each([
    ['end_reasons', { end_reasons: [] }],
    ['end_reasons[0]', { end_reasons: ['bored'] }],
    ['end_reasons', { end_reasons: ['busy', 'busy'] }],
    ['schedule_at', { schedule_at: 0 }],
    ['recipients', { recipients: [] }],
  ])('400: %s', async (param, body) => {
    const { batch_id: id } = await later();
    expectError(await act(id, 'retry', account, { body }), 400, param);
    await act(id, 'cancel');
  });

  test('422: the agent is not active any more', async () => {
    const agent = await other.newAgent({ name: 'Retired' });
    const { batch_id: id } = await send({ agent_id: agent.agent_id }, other);
    await batchOver(id, other);
    await other.request('PATCH', `/agents/${agent.agent_id}`, { body: { status: 'inactive' } });
    expectError(await act(id, 'retry', other), 422, 'agent_id');
  });
});

describe('Beyond · GET /calls/batch/{batch_id}/results', () => {
  const read = (batchId: string, query = '') =>
    fetch(`${service.baseUrl}/calls/batch/${batchId}/results${query}`, {
      headers: { authorization: `Bearer ${account.key}` },
    });

  test('as JSON: every recipient, in their order', async () => {
    const recipients = [{ phone: BUSY, variables: { name: 'Maria' } }, { phone: REJECTS }];
    const { batch_id: id } = await send({ recipients });
    await callsOver(id);
    const { status, body } = await account.request('GET', `/calls/batch/${id}/results`);
    expect(status).toBe(200);
    expectFields(body, ['data', 'total']);
    expectFields(body.data[0], [
      ...['call_id', 'recipient_phone', 'variables', 'status', 'end_reason', 'answered_by', 'outcome', 'sentiment'],
      ...['metadata', 'summary', 'duration', 'answered_at', 'ended_at'],
    ]);
    expect(body).toMatchObject({
      data: [
        { recipient_phone: BUSY, variables: { name: 'Maria' }, end_reason: 'busy', outcome: 'busy', duration: 0 },
        { recipient_phone: REJECTS, variables: {}, status: 'failed', end_reason: 'rejected' },
      ],
      total: 2,
    });
    expect(await (await read(id, '?format=json')).json()).toEqual(body);
  });

  test('as CSV: a line for each, and no cell starts a formula', async () => {
    const recipients = [
      { phone: BUSY, variables: { name: '=HYPERLINK("http://x")', note: 'a,"b"\nc', visits: 2 } },
      { phone: REJECTS, variables: { name: '@SUM(A1)', '=cmd': '-1+1', ünï: '<b>x</b>' } },
    ];
    const { batch_id: id } = await later({ recipients });
    const response = await read(id, '?format=csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${id}-results.csv"`);
    expect(response.headers.get('x-request-id')).toMatch(/\S/);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const { body } = await account.request('GET', `/calls/batch/${id}/results`);
    const callIds = body.data.map((result: any) => result.call_id);
    expect(bytes.subarray(3).toString()).toBe(
      [
        'call_id,recipient_phone,status,end_reason,answered_by,outcome,sentiment,duration,answered_at,ended_at,summary,' +
          'metadata,variables.name,variables.=cmd,variables.note,variables.visits,variables.ünï',
        `${callIds[0]},${BUSY},initiated,,,,,,,,,{},"'=HYPERLINK(""http://x"")",,"a,""b""\nc",2,`,
        `${callIds[1]},${REJECTS},initiated,,,,,,,,,{},'@SUM(A1),'-1+1,,,<b>x</b>`,
        '',
      ].join('\r\n'),
    );
    await act(id, 'cancel');
  });

  test('10 000 results come whole, and others are served meanwhile', async () => {
    const recipients = Array.from({ length: 10_000 }, (_, no) => ({
      phone: `+1416555${String(no).padStart(4, '0')}`,
      variables: { name: `No ${no}`, note: 'x'.repeat(500) },
    }));
    const { batch_id: id } = await later({ recipients });
    const [text, { status }] = await Promise.all([
      read(id, '?format=csv').then((response) => response.text()),
      account.request('GET', '/agents'),
    ]);
    expect(status).toBe(200);
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(10_002);
    expect(lines[1]).toContain('+14165550000');
    expect(lines[10_000]).toContain('+14165559999');
    await act(id, 'cancel');
  });

  test.each([
    ['format', 'format=xml'],
    ['limit', 'limit=5'],
  ])('400: %s', async (param, query) => {
    const answer = await account.request('GET', `/calls/batch/${unknownId('batch')}/results?${query}`);
    expectError(answer, 400, param);
  });
});

describe('Beyond · permissions for batches', () => {
  const endpoints = [
    ['POST', 'pause'],
    ['POST', 'resume'],
    ['POST', 'retry'],
    ['POST', 'cancel'],
    ['GET', 'results'],
  ] as const;

  test('403: a key that lacks the permission', async () => {
    const { batch_id: id } = await later();
    const reader = (await account.newKey('calls:read')).api_key;
    const nothing = (await account.newKey('agents:read')).api_key;
    for (const [method, what] of endpoints) {
      const key = method === 'GET' ? nothing : reader;
      expectError(await account.request(method, `/calls/batch/${id}/${what}`, { key }), 403);
    }
    expectError(await account.request('GET', '/calls/batch', { key: nothing }), 403);
    expect((await account.request('GET', '/calls/batch', { key: reader })).status).toBe(200);
    expect((await account.request('GET', `/calls/batch/${id}/results`, { key: reader })).status).toBe(200);
    await act(id, 'cancel');
  });

  test("404: another account's batch, and one that does not exist", async () => {
    const { batch_id: id } = await later();
    for (const batchId of [id, unknownId('batch')]) {
      for (const [method, what] of endpoints) {
        expectError(await other.request(method, `/calls/batch/${batchId}/${what}`), 404, 'batch_id');
      }
    }
    const { body } = await other.request('GET', '/calls/batch?limit=100');
    expect(body.data.map((batch: any) => batch.batch_id)).not.toContain(id);
    expect((await batchWhen(id, () => true)).status).toBe('scheduled');
    await act(id, 'cancel');
  });
});

describe('Dashboard · GET /dashboard/api/batches/{batch_id}/endings', () => {
  test('how the calls have ended so far, only for the own account', async () => {
    const { batch_id: id } = await send();
    const read = (by = account, key = by.key, batchId = id) =>
      by.request('GET', `/../dashboard/api/batches/${batchId}/endings`, { key });
    await batchOver(id);
    const { status, body } = await read();
    expect([status, body]).toEqual([
      200,
      {
        data: [
          { end_reason: 'busy', calls: 1 },
          { end_reason: 'rejected', calls: 1 },
        ],
      },
    ]);
    expectError(await read(account, (await account.newKey('agents:read')).api_key), 403);
    expectError(await read(other), 404, 'batch_id');
    expectError(await read(account, account.key, unknownId('batch')), 404, 'batch_id');
  });
});

describe('Dashboard · POST /dashboard/api/batches/check', () => {
  const check = (body: object, by = account, key = by.key) =>
    by.request('POST', '/../dashboard/api/batches/check', { body: { agent_id: by.agentId, rows: [], ...body }, key });

  test('names every bad row, and says what the first recipients hear', async () => {
    const agent = await account.newAgent({
      name: 'Checker',
      first_message: 'Hello {{name}}, {{clinic}} here.',
      disclosure: 'This call is recorded.',
      variables: { clinic: 'City Dental' },
    });
    await account.request('POST', '/suppressions', { body: { phone_number: '+14155550009' } });
    const row = (no: number, phone: string, variables = { name: 'Ann' } as Record<string, string>) => ({
      ...{ row: no, phone, variables },
    });
    const rows = [
      row(2, '+14155550001', { name: '<b>Bo</b>', clinic: 'North' }),
      row(3, '4155550002'),
      row(4, '+14155550001'),
      row(5, '+14155550009'),
      row(6, '+14155550003', {}),
      row(7, '', { name: ' ' }),
      row(8, '+14155550004', { name: 'Cy', 'a{b': 'x' }),
      ...[9, 10, 11].map((no) => row(no, `+1415555002${no % 10}`, { name: `No ${no}` })),
    ];
    const { status, body } = await check({ agent_id: agent.agent_id, rows });
    expect(status).toBe(200);
    expect(body.problems.map(({ reason, ...place }: any) => [...Object.values(place), /\S/.test(reason)])).toEqual([
      [3, 'phone', 'malformed', true],
      [4, 'phone', 'repeated', true],
      [5, 'phone', 'suppressed', true],
      [6, 'name', 'missing', true],
      [7, 'phone', 'missing', true],
      [7, 'name', 'missing', true],
      [8, 'a{b', 'malformed', true],
    ]);
    expect(body.good).toBe(4);
    expect(body.variables).toEqual([
      { name: 'name', needed: true },
      { name: 'clinic', needed: false },
    ]);
    expect(body.previews).toEqual([
      { row: 2, phone: '+14155550001', hears: 'This call is recorded. Hello <b>Bo</b>, North here.' },
      { row: 9, phone: '+14155550029', hears: 'This call is recorded. Hello No 9, City Dental here.' },
      { row: 10, phone: '+14155550020', hears: 'This call is recorded. Hello No 10, City Dental here.' },
    ]);
    expect(body).toMatchObject({ simulated: 4, from_number: expect.stringMatching(/^\+1202555/), max_duration: 1800 });
  });

  test('10 000 rows are checked, and what is good is accepted', async () => {
    const agent = await account.newAgent({ name: 'Many' });
    const rows = Array.from({ length: 10_000 }, (_, no) => ({
      row: no + 2,
      phone: no % 100 === 0 ? 'invalid' : `+1417555${String(no).padStart(4, '0')}`,
      variables: { name: `No ${no}` },
    }));
    const { body } = await check({ agent_id: agent.agent_id, rows });
    expect([body.good, body.problems.length]).toEqual([9900, 100]);
    const bad = new Set(body.problems.map((problem: any) => problem.row));
    const recipients = rows.filter(({ row }) => !bad.has(row)).map(({ phone, variables }) => ({ phone, variables }));
    const batch = await later({ agent_id: agent.agent_id, recipients });
    expect(batch.total).toBe(9900);
    await act(batch.batch_id, 'cancel');
  });

  test('403, 404, 422: no permission, an unknown agent, an agent that cannot call', async () => {
    expectError(await check({}, account, (await account.newKey('calls:read')).api_key), 403);
    expectError(await check({ agent_id: other.agentId }), 404, 'agent_id');
    const inactive = await account.newAgent({ name: 'Inactive', status: 'inactive' });
    expectError(await check({ agent_id: inactive.agent_id }), 422, 'agent_id');
    expectError(await check({ rows: [{ row: 1, phone: 5, variables: {} }] }), 400, 'rows[0].phone');
  });
});
