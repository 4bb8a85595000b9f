import { expect, test } from 'vitest';
import type { Evidence } from '../../bench/chaos/evidence.ts';
import type { SeenCall } from '../../bench/chaos/far-end-call.ts';
import { judge } from '../../bench/chaos/judge.ts';
import type { StoredCall } from '../../bench/chaos/stored-calls.ts';

const NUMBER = '+49301';
const stored: StoredCall = {
  callId: 'call_1',
  accountId: 'account_1',
  to: NUMBER,
  ofBatch: false,
  state: 'ended',
  status: 'completed',
  endReason: 'user_hangup',
  createdMs: 1000,
  dispatchedMs: 1010,
  answeredMs: 1200,
  endedMs: 2000,
};
const seen: SeenCall = {
  sipCallId: 'a',
  caller: '+12025550150',
  number: NUMBER,
  invitedMs: 1020,
  answeredMs: 1200,
  acknowledgedMs: 1201,
  endedMs: 1999,
  ending: 'hung up',
  status: 200,
};
const asked = { number: NUMBER, sentMs: 990, status: 201, callId: 'call_1', hangUpAnsweredMs: null };
const listed = { call_id: 'call_1', status: 'completed', phase: 'ended', end_reason: 'user_hangup' };
const batch = { batch_id: 'batch_1', status: 'completed', total: 1, completed: 1, failed: 0 };

const event = (type: string, subject = 'call_1') => ({ type, subject });
const events = {
  evt_1: event('call.initiated'),
  evt_2: event('call.answered'),
  evt_3: event('call.completed'),
};

/** One call that went well; `change` is what did not. */
function evidence(change: Partial<Evidence> = {}): Evidence {
  return {
    limits: { callsPerMinute: 2, concurrentCalls: 1 },
    asked: [asked],
    askedBatches: [],
    seen: [seen],
    openDialogs: [],
    events: new Map(Object.entries(events)),
    listed: new Map([['call_1', listed]]),
    batches: [],
    stored: [stored],
    slots: { taken: 0, free: 1 },
    awaited: new Set(),
    ...change,
  };
}

const faults = (change: Partial<Evidence>) => [...new Set(judge(evidence(change)).map(({ fault }) => fault))];
const of = (call: StoredCall, number: number): StoredCall => ({
  ...call,
  callId: `call_${number}`,
  to: `+4930${number}`,
});

test('nothing is found in a call that went well', () => {
  expect(judge(evidence())).toEqual([]);
});

const { evt_3: _, ...withoutLast } = events;
test.each<[fault: string, change: Partial<Evidence>]>([
  ['dialled twice', { seen: [seen, { ...seen, sipCallId: 'b', invitedMs: 5000, endedMs: 6000 }] }],
  ['dialled though never accepted', { seen: [seen, { ...seen, number: '+49302', invitedMs: 5000, endedMs: 6000 }] }],
  ['dialled though never accepted', { asked: [{ ...asked, status: 429, callId: null }] }],
  ['accepted and lost', { asked: [asked, { ...asked, number: '+49302', callId: 'call_2' }] }],
  ['accepted and lost', { askedBatches: [{ numbers: ['+49302'], status: 201, batchId: null }] }],
  ['not ended', { listed: new Map([['call_1', { ...listed, phase: 'analyzing' }]]) }],
  ['batch does not add up', { batches: [{ ...batch, completed: 0 }] }],
  ['over the concurrent limit', { limits: { callsPerMinute: 2, concurrentCalls: 0 }, slots: { taken: 0, free: 0 } }],
  [
    'dialog never stored',
    {
      openDialogs: [seen],
      stored: [{ ...stored, status: 'failed', answeredMs: null, endReason: 'interrupted_by_restart' }],
      events: new Map(Object.entries({ ...events, evt_3: event('call.failed') })),
    },
  ],
  ['slot not free', { slots: { taken: 1, free: 0 } }],
  ['dialog left open', { openDialogs: [seen] }],
  ['webhook event lost', { events: new Map(Object.entries(withoutLast)) }],
  [
    'webhook event with several ids',
    { events: new Map(Object.entries({ ...events, evt_4: event('call.completed') })) },
  ],
  ['webhook event with several ids', { events: new Map(Object.entries({ ...events, evt_4: event('call.failed') })) }],
  ['recorded untruthfully', { seen: [{ ...seen, ending: 'hung up on' }] }],
  ['recorded untruthfully', { seen: [{ ...seen, answeredMs: null }] }],
  ['recorded untruthfully', { seen: [], stored: [{ ...stored, endReason: 'dispatch_lost', answeredMs: null }] }],
  ['hang-up not obeyed', { asked: [{ ...asked, hangUpAnsweredMs: stored.endedMs! - 30_000 }] }],
])('%s', (fault, change) => {
  expect(faults(change)).toEqual([fault]);
});

test('one key, two calls', () => {
  expect(faults({ stored: [stored, { ...stored, createdMs: 1500, endedMs: 1600 }] })).toContain('one key, two calls');
});

test('over the limit of a minute', () => {
  const three = [stored, of(stored, 2), of(stored, 3)].map((call, index) => ({ ...call, createdMs: 1000 + index }));
  expect(faults({ stored: three })).toContain('over the limit of a minute');
  const apart = three.map((call, index) => ({ ...call, createdMs: 1000 + index * 30_000 }));
  expect(faults({ stored: apart })).not.toContain('over the limit of a minute');
});

test('what a job will still bring is not lost', () => {
  const late = { events: new Map(Object.entries(withoutLast)), awaited: new Set(['call.completed call_1']) };
  expect(judge(evidence({ ...late, listed: new Map([['call_1', { ...listed, phase: 'analyzing' }]]) }))).toEqual([]);
});

test('a callee that rings on when its caller was killed takes no slot any more', () => {
  const abandoned = { ...stored, answeredMs: null, endReason: 'interrupted_by_restart', status: 'failed' };
  const rings = { ...seen, answeredMs: null, endedMs: 45_000, ending: 'refused' as const };
  const next = { ...seen, sipCallId: 'b', number: '+49302', invitedMs: 3000, endedMs: 4000 };
  expect(faults({ seen: [rings, next], stored: [abandoned, { ...of(stored, 2), to: '+49302' }] })).not.toContain(
    'over the concurrent limit',
  );
  expect(faults({ seen: [rings, next], stored: [{ ...abandoned, answeredMs: 1200 }] })).toContain(
    'over the concurrent limit',
  );
});
