import type { CallSummary } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { analyzed, hasMovedFurther, isLive, movedOn } from './live-call.ts';
import { sampleCall } from './testing/sample-call.ts';

const reference = { call_id: 'call_1', agent_id: 'agent_1', batch_id: null } as const;
const person = { direction: 'outbound', recipient_phone: '+12025550101', from_number: '+12025550150' } as const;
const nothing = { end_reason: null, ended_by: null, sip_code: null } as const;

const answered = {
  ...reference,
  ...person,
  ...nothing,
  at: 100.4,
  from: 'ringing',
  to: 'talking',
  status: 'active',
} as const;
const over = {
  ...reference,
  ...person,
  at: 130.2,
  from: 'ending',
  to: 'analyzing',
  status: 'completed',
  end_reason: 'agent_hangup',
  ended_by: 'agent',
  sip_code: 200,
} as const;

describe('movedOn', () => {
  test('an answer begins the duration, and the end closes it', () => {
    const talking = movedOn(sampleCall({ phase: 'ringing' }), answered);
    expect(talking).toMatchObject({ phase: 'talking', status: 'active', answered_at: 100, duration: null });
    expect(movedOn(talking, over)).toMatchObject({
      phase: 'analyzing',
      status: 'completed',
      end_reason: 'agent_hangup',
      ended_at: 130,
      duration: 30,
    });
  });

  test('a call that was not answered lasted 0 s', () => {
    const failed = movedOn(sampleCall({ phase: 'ringing' }), { ...over, status: 'failed', end_reason: 'no_answer' });
    expect(failed).toMatchObject({ answered_at: null, duration: 0, end_reason: 'no_answer' });
  });

  test('an event from before the call was read changes nothing', () => {
    const read = sampleCall({ phase: 'ended', status: 'completed' });
    expect(movedOn(read, answered)).toBe(read);
  });
});

test('an analysis ends everything', () => {
  const call = analyzed(sampleCall({ phase: 'analyzing', status: 'completed' }), {
    ...reference,
    at: 140,
    status: 'completed',
    end_reason: 'agent_hangup',
    outcome: 'success',
    sentiment: 'positive',
  });
  expect(call).toMatchObject({ phase: 'ended', outcome: 'success', sentiment: 'positive' });
});

test.each<[CallSummary['phase'], boolean]>([
  ['queued', true],
  ['talking', true],
  ['ending', true],
  ['analyzing', false],
  ['ended', false],
])('%s is live: %s', (phase, expected) => {
  expect(isLive({ phase })).toBe(expected);
});

test('talking and transferring are equally far', () => {
  expect(hasMovedFurther({ phase: 'talking' }, { phase: 'transferring' })).toBe(false);
  expect(hasMovedFurther({ phase: 'transferring' }, { phase: 'talking' })).toBe(false);
  expect(hasMovedFurther({ phase: 'ended' }, { phase: 'talking' })).toBe(true);
});
