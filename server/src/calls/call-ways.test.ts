import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CallRig } from './testing/call-rig.ts';
import { ScriptedCarrier } from './testing/scripted-leg.ts';

let rig: CallRig;
beforeAll(async () => {
  rig = await CallRig.start();
});
afterAll(() => rig?.close());
afterEach(() => rig.others.clear());

const CALLER_ID = '+14155550199';
const UNAVAILABLE = {
  by: 'network',
  endReason: 'carrier_error',
  sipCode: 503,
  detail: '503 Service Unavailable',
  isUnavailable: true,
} as const;

function carrierAt(name: string): ScriptedCarrier {
  const carrier = new ScriptedCarrier(name);
  rig.others.set(name, carrier);
  return carrier;
}

/** A call with ways through two trunks, dialled by the first. */
async function dialled(ways: readonly string[] = ['trunk:second']) {
  const first = carrierAt('trunk:first');
  const second = carrierAt('trunk:second');
  const leg = first.next();
  const fallbacks = ways.map((name) => ({ name, callerId: CALLER_ID }));
  const callId = await rig.place('trunk:first', fallbacks);
  rig.dispatcher.kick('call');
  return { callId, leg: await leg, second };
}

describe('a call whose carrier cannot take it', () => {
  test('goes by the next way, as its own number there, and is stored with it', async () => {
    const { callId, leg, second } = await dialled();
    const next = second.next();
    leg.end(UNAVAILABLE);
    const other = await next;
    expect(other.request).toMatchObject({ from: CALLER_ID, isOwnNumber: false, to: leg.request.to });
    expect(await rig.stored(callId)).toMatchObject({
      ...{ state: 'dialing', route: 'trunk:second', caller_id: CALLER_ID },
    });
    other.answer();
    await other.confirmed.promise;
    other.bye();
    await rig.over();
    const call = await rig.stored(callId);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'user_hangup', sip_code: 200 });
    expect(JSON.stringify(call)).toContain(
      'The call went by trunk:second, since trunk:first could not take it: 503 Service Unavailable.',
    );
  });

  test('ends by what the last way says', async () => {
    const { callId, leg, second } = await dialled();
    const next = second.next();
    leg.end(UNAVAILABLE);
    (await next).end({ ...UNAVAILABLE, sipCode: null, detail: 'nothing came back from the carrier' });
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ status: 'failed', end_reason: 'carrier_error', sip_code: null });
  });

  test('goes past a way that is gone', async () => {
    const { callId, leg, second } = await dialled(['trunk:gone', 'trunk:second']);
    const next = second.next();
    leg.end(UNAVAILABLE);
    (await next).end({ by: 'network', endReason: 'busy', sipCode: 486, detail: '486 Busy Here' });
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ end_reason: 'busy', sip_code: 486, route: 'trunk:second' });
  });

  test('is not dialled again when it is to be hung up', async () => {
    const { callId, leg, second } = await dialled();
    await rig.scratch.db.query('update calls set hangup_requested_at = clock_timestamp() where call_id = $1', [callId]);
    leg.end(UNAVAILABLE);
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ status: 'failed', route: 'trunk:first' });
    expect(second.legs).toEqual([]);
  });
});

describe('a call stays with its carrier', () => {
  test.each([
    [
      'that says that the callee is busy',
      { by: 'network', endReason: 'busy', sipCode: 486, detail: '486 Busy' },
      false,
    ],
    ['that fails where it has rung', UNAVAILABLE, true],
  ] as const)('%s', async (_, end, rings) => {
    const { callId, leg, second } = await dialled();
    if (rings) leg.ring();
    leg.end(end);
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ sip_code: end.sipCode, route: 'trunk:first' });
    expect(second.legs).toEqual([]);
  });

  test('whose connection breaks when it has been answered', async () => {
    const { callId, leg, second } = await dialled();
    leg.answer();
    await leg.confirmed.promise;
    leg.end({ ...UNAVAILABLE, sipCode: null });
    await rig.over();
    expect(await rig.stored(callId)).toMatchObject({ end_reason: 'carrier_error', route: 'trunk:first' });
    expect(second.legs).toEqual([]);
  });
});

test('a call whose route is gone at dispatch goes by the next one', async () => {
  const second = carrierAt('trunk:second');
  const next = second.next();
  const callId = await rig.place('trunk:first', [{ name: 'trunk:second', callerId: null }]);
  rig.dispatcher.kick('call');
  const leg = await next;
  expect(leg.request.isOwnNumber).toBe(true);
  leg.end({ by: 'network', endReason: 'busy', sipCode: 486, detail: '486 Busy Here' });
  await rig.over();
  expect(await rig.stored(callId)).toMatchObject({ end_reason: 'busy', route: 'trunk:second' });
});
