import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { suppress } from '../compliance/suppressions.ts';
import { Draining } from '../draining.ts';
import { operatorOf } from '../kernel/principal.ts';
import { finishCall } from './finish-call.ts';
import { hangUpCall } from './hang-up-call.ts';
import { CallRig } from './testing/call-rig.ts';

let rig: CallRig;
beforeAll(async () => {
  rig = await CallRig.start();
});
afterAll(() => rig?.close());

const steps = async (callId: string) => {
  const rows = await rig.scratch.db.query<{ to_state: string }>(
    "select to_state from call_events where call_id = $1 and type = 'call.state' order by seq",
    [callId],
  );
  return rows.map((row) => row.to_state).join(' ');
};

describe('a call', () => {
  test('that is answered and hung up by the callee is completed, step by step', async () => {
    const { callId, leg } = await rig.dial();
    leg.ring();
    leg.answer();
    await rig.media.sessions.get(callId)!.answered.promise;
    // The ACK leaves when the answer is stored, so that the next process would know it, too.
    await leg.confirmed.promise;
    expect(await rig.stored(callId)).toMatchObject({ state: 'talking', dialog: { carrier: 'simulated' } });
    leg.bye();
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({
      state: 'ended',
      status: 'completed',
      end_reason: 'user_hangup',
      ended_by: 'user',
      answered_by: 'human',
      sip_code: 200,
    });
    expect(await steps(callId)).toBe('queued dialing ringing talking ended');
  });

  test('that is busy has failed, and its slot is free', async () => {
    const { callId, leg } = await rig.dial();
    leg.end({ by: 'network', endReason: 'busy', sipCode: 486, detail: '486 Busy Here' });
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ status: 'failed', end_reason: 'busy', sip_code: 486 });
    expect(await rig.scratch.db.query('select 1 from call_slots where call_id = $1', [callId])).toEqual([]);
  });

  test('whose CANCEL crosses the answer is over when its BYE has left', async () => {
    const { callId, leg } = await rig.dial();
    leg.ring();
    leg.onHangUp = () => leg.answer();
    rig.live.hangUp(callId);
    await leg.hungUp.promise;
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ state: 'ended', status: 'failed', end_reason: 'canceled' });
  });

  test('without audio fails with internal_error, and is not dialled', async () => {
    rig.media.failure = new Error('no port is free');
    const callId = await rig.place();
    const dialled = rig.carrier.legs.length;
    rig.dispatcher.kick('call');
    await vi.waitFor(async () => expect((await rig.stored(callId)).state).toBe('ended'), 10_000);
    rig.media.failure = null;
    expect(await rig.stored(callId)).toMatchObject({ status: 'failed', end_reason: 'internal_error' });
    expect(rig.carrier.legs).toHaveLength(dialled);
  });

  test('that another node has ended is not ours any more: the caller gets a BYE, and the record stays', async () => {
    const { callId, leg } = await rig.dial();
    const ending = { endReason: 'interrupted_by_restart', endedBy: 'system', sipCode: null, media: null } as const;
    await finishCall(rig.scratch.db, { jobs: rig.jobs, analyzer: null }, callId, ending);
    await leg.hungUp.promise;
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ end_reason: 'interrupted_by_restart' });
  });

  test('whose host stops says farewell when it is answered, and is canceled when it is not', async () => {
    const [talking, ringing] = [await rig.dial(), await rig.dial()];
    talking.leg.answer();
    ringing.leg.ring();
    await rig.media.sessions.get(talking.callId)!.answered.promise;
    await rig.live.sayFarewell(10_000, new AbortController().signal);
    await rig.media.sessions.get(talking.callId)!.saidFarewell.promise;
    expect(await rig.stored(talking.callId)).toMatchObject({ status: 'failed', end_reason: 'interrupted_by_restart' });
    expect(await rig.stored(ringing.callId)).toMatchObject({ answered_at: null, end_reason: 'interrupted_by_restart' });
  });
});

/** The database was wanted, and was not there. */
async function refused(): Promise<void> {
  const { refusals } = rig.database;
  await vi.waitFor(() => expect(rig.database.refusals).toBeGreaterThan(refusals), { timeout: 10_000 });
}

describe('while the database is away', () => {
  test('a call rings, is answered, talks and ends, and is stored as it was', async () => {
    const { callId, leg } = await rig.dial();
    rig.database.isAway = true;
    leg.ring();
    leg.answer();
    // The callee is heard at once, whatever the database does.
    const session = rig.media.sessions.get(callId)!;
    await session.answered.promise;
    const turn = { role: 'agent', text: 'Hello.', start: 0, end: 1, interrupted: false } as const;
    session.queue.push({ type: 'turn', turn: turn as never });
    session.result = { ...session.result, turns: [turn as never] };
    await refused();
    const hungUpMs = Date.now();
    leg.bye();
    await refused();
    const backMs = Date.now();
    rig.database.isAway = false;
    await rig.over();
    const call = await rig.stored(callId);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup', transcript: [turn] });
    expect(await steps(callId)).toBe('queued dialing ringing talking ended');
    // When it happened, not when it could be stored.
    expect(call.answered_at!.getTime()).toBeLessThanOrEqual(hungUpMs);
    expect(call.ended_at!.getTime()).toBeLessThanOrEqual(backMs);
  });

  test('a call that is not taken up waits, and is dialled once', async () => {
    const callId = await rig.place();
    rig.database.isAway = true;
    rig.dispatcher.kick('call');
    await refused();
    const dialled = rig.carrier.next();
    rig.database.isAway = false;
    const leg = await dialled;
    leg.bye();
    await rig.over();
    expect((await rig.stored(callId)).state).toBe('ended');
  });
});

test('a claim whose confirmation was lost is dialled, once', async () => {
  const before = rig.carrier.legs.length;
  const dialled = rig.carrier.next();
  const callId = await rig.place();
  rig.database.lostConfirmations = 1;
  rig.dispatcher.kick('call');
  const leg = await dialled;
  rig.dispatcher.kick('poll');
  rig.dispatcher.kick('call');
  leg.bye();
  await rig.over();
  expect((await rig.stored(callId)).end_reason).toBe('user_hangup');
  expect(rig.carrier.legs).toHaveLength(before + 1);
});

test('a call whose stored route is gone ends, and is dialled nowhere else', async () => {
  const before = rig.carrier.legs.length;
  const callId = await rig.place('sip');
  rig.dispatcher.kick('call');
  await vi.waitFor(async () => expect((await rig.stored(callId)).state).toBe('ended'), 10_000);
  expect(await rig.stored(callId)).toMatchObject({ status: 'failed', end_reason: 'carrier_error' });
  expect(rig.carrier.legs).toHaveLength(before);
});

test('a hang-up whose notification was lost is read at the next renewal', async () => {
  const { callId, leg } = await rig.dial();
  leg.answer();
  await rig.media.sessions.get(callId)!.answered.promise;
  // This rig listens to no notification at all.
  await hangUpCall(rig.scratch.db, { jobs: rig.jobs, analyzer: null }, operatorOf(rig.account.accountId), callId);
  await leg.hungUp.promise;
  await rig.over();
  expect(await rig.stored(callId)).toMatchObject({ status: 'completed', end_reason: 'agent_hangup' });
});

test('a node without media leaves calls in the queue', async () => {
  const before = rig.carrier.legs.length;
  rig.media.isReady = false;
  const callId = await rig.place();
  const { asked } = rig.media;
  rig.dispatcher.kick('call');
  await vi.waitFor(() => expect(rig.media.asked).toBeGreaterThan(asked), 10_000);
  // The second look begins when the first has ended.
  rig.dispatcher.kick('poll');
  await vi.waitFor(() => expect(rig.media.asked).toBeGreaterThan(asked + 1), 10_000);
  expect((await rig.stored(callId)).state).toBe('queued');
  expect(rig.carrier.legs).toHaveLength(before);
  const dialled = rig.carrier.next();
  rig.media.isReady = true;
  rig.dispatcher.kick('poll');
  (await dialled).bye();
  await rig.over();
});

test('a number that is suppressed after the call was accepted is not dialled', async () => {
  const before = rig.carrier.legs.length;
  rig.media.isReady = false;
  const callId = await rig.place();
  const { recipient_phone: phone } = await rig.stored(callId);
  const { accountId } = rig.account;
  await suppress(rig.scratch.db, { accountId, phone: phone as string, reason: null, source: 'api', callId: null });
  rig.media.isReady = true;
  rig.dispatcher.kick('call');
  await vi.waitFor(async () => expect((await rig.stored(callId)).state).toBe('ended'), 10_000);
  expect(await rig.stored(callId)).toMatchObject({ status: 'failed', end_reason: 'blocked' });
  expect(rig.carrier.legs).toHaveLength(before);
});

test.each([
  ['too late', "due_at = now() - interval '300 s'", 'dispatch_lost'],
  ['canceled meanwhile', 'hangup_requested_at = now()', 'canceled'],
])('a claim that is found again %s is not dialled', async (_, change, endReason) => {
  const before = rig.carrier.legs.length;
  // Or the next poll would claim it in the ordinary way.
  rig.media.isReady = false;
  const callId = await rig.place();
  // As a claim leaves it whose confirmation was lost.
  await rig.scratch.db.query(`update calls set state = 'dialing', owner = 'node_test', ${change} where call_id = $1`, [
    callId,
  ]);
  await rig.scratch.db.query("update call_slots set owner = 'node_test' where call_id = $1", [callId]);
  rig.dispatcher.kick('poll');
  await vi.waitFor(async () => expect((await rig.stored(callId)).state).toBe('ended'), 10_000);
  rig.media.isReady = true;
  expect(await rig.stored(callId)).toMatchObject({ end_reason: endReason });
  expect(rig.carrier.legs).toHaveLength(before);
});

test('words that the database has no room for cost the call nothing but themselves', async () => {
  const { callId, leg } = await rig.dial();
  leg.answer();
  const session = rig.media.sessions.get(callId)!;
  await session.answered.promise;
  session.result = { ...session.result, outcomeHint: 'sold\0', warnings: [] };
  leg.bye();
  await rig.over();
  expect(await rig.stored(callId)).toMatchObject({
    status: 'completed',
    end_reason: 'user_hangup',
    outcome_hint: 'sold',
  });
});

test('a stop does not wait for a database that is away', async () => {
  const own = await CallRig.start();
  const { leg } = await own.dial();
  leg.answer();
  own.database.isAway = true;
  own.dispatcher.kick('poll');
  const { dispatcher, inbound, live } = own;
  const draining = new Draining({ dispatcher, inbound, live, limitS: 0 });
  const hurry = new AbortController();
  const drained = draining.run(hurry.signal);
  // The agent says farewell and hangs up; only the storing of that waits for the database, until a second signal.
  await leg.hungUp.promise;
  hurry.abort();
  await drained;
  expect(draining.hasBegun).toBe(true);
  await own.close();
});
