import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../support/shared-service.ts';
import { Account, BUSY, REJECTS, RINGS, unknownId } from './accounts.ts';
import { type Answer, expectError, expectFields, expectUnixSeconds, isUlid } from './answers.ts';

const service = sharedService();
let account: Account;
let other: Account;

beforeAll(async () => {
  [account, other] = await Promise.all([Account.create(service, 'enterprise'), Account.create(service, 'growth')]);
});

const suppress = (phone: unknown, change: object = {}, by = account): Promise<Answer> =>
  by.request('POST', '/suppressions', { body: { phone_number: phone, ...change } });
const list = async (query = '', by = account) => (await by.request('GET', `/suppressions${query}`)).body;
const remove = (suppression: any, by = account) => by.request('DELETE', `/suppressions/${suppression.suppression_id}`);

describe('Beyond · suppressions', () => {
  test('POST: 201 with Location, and the number is not called any more', async () => {
    const { status, headers, body } = await suppress(BUSY, { reason: 'Wrote to us.' });
    expect(status).toBe(201);
    expectFields(body, ['suppression_id', 'phone_number', 'reason', 'source', 'call_id', 'created_at']);
    expect(body).toMatchObject({ phone_number: BUSY, reason: 'Wrote to us.', source: 'api', call_id: null });
    expect(isUlid(body.suppression_id, 'sup')).toBe(true);
    expectUnixSeconds(body.created_at);
    expect(headers.get('location')).toBe(`${service.baseUrl}/suppressions/${body.suppression_id}`);
    expect((await account.request('GET', `/suppressions/${body.suppression_id}`)).body).toEqual(body);
    expectError(await account.place({ recipient_phone: BUSY }), 422, 'recipient_phone');
    await remove(body);
  });

  test('DELETE: 204, and the number is called again', async () => {
    const { body } = await suppress(BUSY);
    expect(await remove(body)).toMatchObject({ status: 204, body: undefined });
    expect((await account.call({ recipient_phone: BUSY })).end_reason).toBe('busy');
    expectError(await remove(body), 404, 'suppression_id');
  });

  test('what is suppressed already stays as it is: 200', async () => {
    const { body: first } = await suppress(BUSY, { reason: 'The first reason.' });
    const again = await suppress(BUSY, { reason: 'Another reason.' });
    expect([again.status, again.body]).toEqual([200, first]);
    expect(again.headers.get('location')).toBe(`${service.baseUrl}/suppressions/${first.suppression_id}`);
    const many = await Promise.all(Array.from({ length: 20 }, () => suppress(REJECTS)));
    expect(many.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(many.map(({ body }) => body.suppression_id)).size).toBe(1);
    await Promise.all([remove(first), remove(many[0]!.body)]);
  });

  test('GET: newest first, paged, or one number', async () => {
    const phones = ['+12025550161', '+12025550162', '+12025550163'];
    for (const phone of phones) await suppress(phone);
    const { data, ...page } = await list('?limit=2');
    expect(data.map((suppression: any) => suppression.phone_number)).toEqual([phones[2], phones[1]]);
    expect(page).toEqual({ total: 3, total_exact: true, limit: 2, offset: 0, has_more: true });
    const { data: last, has_more: hasMore } = await list('?limit=2&offset=2');
    expect([last.map((suppression: any) => suppression.phone_number), hasMore]).toEqual([[phones[0]], false]);
    expect(await list('?phone_number=%2B12025550162')).toMatchObject({ data: [data[1]], total: 1 });
    for (const suppression of [...data, ...last]) await remove(suppression);
    expect(await list()).toMatchObject({ data: [], total: 0 });
  });

  test.each([['2025550101'], ['+1 202 555 0101'], [null], [undefined]])('400: the number %j', async (phone) => {
    expectError(await suppress(phone), 400, 'phone_number');
  });

  test('400: a reason that is none, an unknown field, a query that is none', async () => {
    expectError(await suppress(BUSY, { reason: '' }), 400, 'reason');
    expectError(await suppress(BUSY, { source: 'call' }), 400, 'source');
    expectError(await account.request('GET', '/suppressions?phone_number=+12025550101'), 400, 'phone_number');
  });

  test('403 without calls:write, to read as well', async () => {
    const { api_key: key } = await account.newKey('calls:read');
    expectError(await account.request('GET', '/suppressions', { key }), 403);
    const { api_key: writing } = await account.newKey('calls:write');
    expect((await account.request('GET', '/suppressions', { key: writing })).status).toBe(200);
  });

  test('lists are of one account: others call the number, and do not see it', async () => {
    const { body } = await suppress(BUSY);
    expectError(await other.request('GET', `/suppressions/${body.suppression_id}`), 404, 'suppression_id');
    expectError(await remove(body, other), 404, 'suppression_id');
    expect((await list('', other)).data).toEqual([]);
    expect((await other.call({ recipient_phone: BUSY })).end_reason).toBe('busy');
    await remove(body);
    expectError(await account.request('GET', `/suppressions/${unknownId('sup')}`), 404, 'suppression_id');
  });

  test('a recipient of a batch who is suppressed by its time ends failed, blocked; the others are called', async () => {
    const recipients = [{ phone: '+12025550164' }, { phone: BUSY }];
    const { body: suppression } = await suppress('+12025550164');
    const { status, body: batch } = await account.request('POST', '/calls/batch', {
      body: { agent_id: account.agentId, recipients },
    });
    expect(status).toBe(201);
    const { body: calls } = await account.request('GET', `/calls?batch_id=${batch.batch_id}`);
    const ended = await Promise.all(calls.data.map((call: any) => account.callOver(call.call_id)));
    const byPhone = Object.fromEntries(ended.map((call: any) => [call.recipient_phone, call]));
    expect(byPhone['+12025550164']).toMatchObject({
      ...{ status: 'failed', end_reason: 'blocked', ended_by: 'system', sip_code: null, outcome: 'failure' },
      summary: 'The number is on the suppression list and was not called.',
    });
    expect(byPhone[BUSY].end_reason).toBe('busy');
    await remove(suppression);
  });

  test('422 before 409, and a call that is under way goes on', async () => {
    const { body: ringing } = await other.place({ recipient_phone: RINGS });
    await suppress(RINGS, {}, other);
    expect((await other.callWhen(ringing.call_id, ({ phase }) => phase === 'ringing')).end_reason).toBeNull();
    expectError(await other.place({ recipient_phone: RINGS }), 422, 'recipient_phone');
    await other.hangUp(ringing.call_id);
  });

  test('the list can be searched by how a number begins', async () => {
    const made = [];
    for (const phone of ['+4930111111', '+4930222222', '+4989111111']) made.push((await suppress(phone)).body);
    const found = async (text: string) =>
      (await list(`?starts_with=${encodeURIComponent(text)}`)).data.map((found: any) => found.phone_number);
    expect(await found('+4930')).toEqual(['+4930222222', '+4930111111']);
    expect(await found('+49891')).toEqual(['+4989111111']);
    expect(await found('+1999')).toEqual([]);
    for (const text of ['49', '%', '+4%', '_', "+4'"]) {
      const query = `/suppressions?starts_with=${encodeURIComponent(text)}`;
      expectError(await account.request('GET', query), 400, 'starts_with');
    }
    for (const suppression of made) await remove(suppression);
  });

  test('many numbers at once, by the dashboard: what is there stays as it is', async () => {
    const { body: present } = await suppress('+4930111111', { reason: 'First.' });
    const send = (body: object, by = account, key = by.key) =>
      by.request('POST', '/../dashboard/api/suppressions/import', { body, key });
    const numbers = ['+4930111111', '+4930222222', '+4930222222', '+4930333333'];
    const { status, body } = await send({ phone_numbers: numbers, reason: 'Second.' });
    expect([status, body]).toEqual([200, { added: 2, present: 2 }]);
    const { data } = await list('?starts_with=%2B4930');
    expect(data).toHaveLength(3);
    expect(data.find((known: any) => known.phone_number === '+4930111111')).toEqual(present);
    expectError(await send({ phone_numbers: ['+4930444444', '030'] }), 400, 'phone_numbers[1]');
    expectError(await send({ phone_numbers: [] }), 400, 'phone_numbers');
    expectError(await send({ phone_numbers: numbers }, account, (await account.newKey('calls:read')).api_key), 403);
    expect((await list('?starts_with=%2B4930')).total).toBe(3);
    for (const suppression of data) await remove(suppression);
  });

  test('the command line adds, lists and removes', async () => {
    const at = ['--account', account.accountId];
    const added = await service.parley('suppressions', 'add', BUSY, ...at, '--reason', 'Wrote to us.');
    expect(added).toMatchObject({ phone_number: BUSY, reason: 'Wrote to us.', source: 'api' });
    expectError(await account.place({ recipient_phone: BUSY }), 422, 'recipient_phone');
    expect(await service.parley('suppressions', 'list', ...at)).toMatchObject({ data: [added], total: 1 });
    await service.parley('suppressions', 'remove', BUSY, ...at);
    expect((await list()).total).toBe(0);
    await expect(service.parley('suppressions', 'remove', BUSY, ...at)).rejects.toThrow('is not suppressed');
    await expect(service.parley('suppressions', 'add', '12', ...at)).rejects.toThrow('E.164');
  });
});
