import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService } from '../support/shared-service.ts';
import { Account, BUSY, RINGS, TALKS, unknownId } from './accounts.ts';
import { expectError } from './answers.ts';

const NEVER_HANGS_UP = '+12025550114';

const service = sharedService();
let account: Account;

beforeAll(async () => {
  account = await Account.create(service, 'enterprise');
});

const transfer = (callId: string, to: unknown) =>
  account.request('POST', `/calls/${callId}/transfer`, { body: { to } });

async function talking(phone = NEVER_HANGS_UP): Promise<string> {
  const { body } = await account.place({ recipient_phone: phone });
  await account.callWhen(body.call_id, ({ phase }) => phase === 'talking');
  return body.call_id;
}

describe('Beyond · PATCH /calls/{call_id}', () => {
  const update = (callId: string, body: object) => account.request('PATCH', `/calls/${callId}`, { body });

  test('200: on hold, and talking again; nothing changes by nothing', async () => {
    const callId = await talking();
    for (const [change, onHold] of [
      [{ on_hold: true, waiting_sound: 'ringing' }, true],
      [{}, true],
      [{ on_hold: false }, false],
    ] as const) {
      const { status, body } = await update(callId, change);
      expect([status, body.call_id, body.on_hold]).toEqual([200, callId, onHold]);
    }
    await account.hangUp(callId);
  });

  test('400: values that there are none of, and unknown fields', async () => {
    const callId = unknownId('call');
    const wrong = { on_hold: 'yes', waiting_sound: 'silence', agent_present: true, status: 'completed' };
    for (const [field, value] of Object.entries(wrong))
      expectError(await update(callId, { [field]: value }), 400, field);
  });

  test('404: a call that does not exist', async () => {
    expectError(await update(unknownId('call'), { on_hold: true }), 404, 'call_id');
  });

  test('422: before the answer, and when it is over; the agent leaves no person alone', async () => {
    const ringing = await account.place({ recipient_phone: RINGS });
    await account.callWhen(ringing.body.call_id, ({ phase }) => phase === 'ringing');
    expectError(await update(ringing.body.call_id, { on_hold: true }), 422, 'call_id');
    const over = await account.hangUp(ringing.body.call_id);
    expectError(await update(over.call_id, { on_hold: true }), 422, 'call_id');
    const callId = await talking();
    expectError(await update(callId, { agent_present: false }), 422, 'agent_present');
    await account.hangUp(callId);
  });
});

describe('Beyond · POST /calls/{call_id}/transfer', () => {
  test('200: the call as it is; it ends transferred when the number answers', async () => {
    const callId = await talking();
    const { status, body } = await transfer(callId, TALKS);
    expect([status, body.call_id, body.status, body.transferred_to]).toEqual([200, callId, 'active', null]);
    expect(await account.callOver(callId)).toMatchObject({
      status: 'completed',
      end_reason: 'transferred',
      ended_by: 'system',
      outcome: 'transferred',
      transferred_to: TALKS,
    });
  });

  test('200: it talks again when the number is busy, and may be transferred again', async () => {
    const callId = await talking();
    expect((await transfer(callId, BUSY)).status).toBe(200);
    // While the first is under way it is 409.
    await expect.poll(async () => (await transfer(callId, TALKS)).status, { timeout: 60_000, interval: 200 }).toBe(200);
    const call = await account.callOver(callId);
    expect(call.transferred_to).toBe(TALKS);
    expect(call.analysis.warnings).toContain(`The transfer to ${BUSY} failed: the line is busy.`);
  });

  test('200: by a leg of Parley’s own, which takes a slot until it is over', async () => {
    const callId = await talking();
    const path = `/calls/${callId}/transfer`;
    const way = { method: 'bridge', caller_id: 'caller', waiting_sound: 'music', ring_timeout: 20 };
    expect((await account.request('POST', path, { body: { to: TALKS, ...way } })).status).toBe(200);
    const bridged = await account.callWhen(callId, ({ transferred_to }) => transferred_to !== null);
    expect(bridged).toMatchObject({ status: 'active', phase: 'transferring', transferred_to: TALKS });
    expect((await account.hangUp(callId)).end_reason).toBe('transferred');
  });

  test('400: a way that there is none of', async () => {
    const path = `/calls/${unknownId('call')}/transfer`;
    for (const [field, value] of Object.entries({
      mode: 'hot',
      briefing: '',
      method: 'fax',
      caller_id: BUSY,
      waiting_sound: 'x',
      ring_timeout: 4,
    }))
      expectError(await account.request('POST', path, { body: { to: TALKS, [field]: value } }), 400, field);
    const conference = { to: TALKS, method: 'refer', mode: 'conference' };
    expectError(await account.request('POST', path, { body: conference }), 400, 'method');
  });

  test('400: a number that is not E.164, none, an unknown field', async () => {
    const callId = unknownId('call');
    for (const to of ['2025550107', 'sales', '', null]) expectError(await transfer(callId, to), 400, 'to');
    const path = `/calls/${callId}/transfer`;
    expectError(await account.request('POST', path, { body: {} }), 400, 'to');
    expectError(await account.request('POST', path, { body: { to: TALKS, warm: true } }), 400, 'warm');
  });

  test('404: a call that does not exist', async () => {
    expectError(await transfer(unknownId('call'), TALKS), 404, 'call_id');
  });

  test('409: while it is being transferred', async () => {
    const callId = await talking();
    expect((await transfer(callId, RINGS)).status).toBe(200);
    expectError(await transfer(callId, TALKS), 409, null);
    await account.hangUp(callId);
  });

  test('422: before the answer, and when it is over', async () => {
    const ringing = await account.place({ recipient_phone: RINGS });
    await account.callWhen(ringing.body.call_id, ({ phase }) => phase === 'ringing');
    expectError(await transfer(ringing.body.call_id, TALKS), 422, 'call_id');
    const over = await account.hangUp(ringing.body.call_id);
    expectError(await transfer(over.call_id, TALKS), 422, 'call_id');
  });

  test('422: a suppressed number', async () => {
    const suppressed = '+12025550199';
    expect((await account.request('POST', '/suppressions', { body: { phone_number: suppressed } })).status).toBe(201);
    const callId = await talking();
    expectError(await transfer(callId, suppressed), 422, 'to');
    expect((await account.request('GET', `/calls/${callId}`)).body.phase).toBe('talking');
    await account.hangUp(callId);
  });

  test('429: a transfer is a call of the minute', async () => {
    const small = await Account.create(service, 'starter');
    const { limit } = await limitOf(small);
    const { body } = await small.place({ recipient_phone: NEVER_HANGS_UP });
    await small.callWhen(body.call_id, ({ phase }) => phase === 'talking');
    const path = `/calls/${body.call_id}/transfer`;
    let transfers = 0;
    for (;;) {
      const answer = await small.request('POST', path, { body: { to: BUSY } });
      if (answer.status === 429) {
        expectError(answer, 429, null);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        break;
      }
      if (answer.status === 200) transfers += 1;
    }
    expect(transfers).toBe(limit - 1);
    await small.hangUp(body.call_id);
  });
});

/** The calls that a plan permits in a minute. */
async function limitOf(one: Account): Promise<{ limit: number }> {
  const { data } = await service.parley('accounts', 'list');
  const found = data.find(({ account_id }: any) => account_id === one.accountId);
  return { limit: found.calls_per_minute };
}
