import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CallEvent, type CallState, callStates, statusOf } from './state.ts';

const order: CallState[] = ['queued', 'dialing', 'ringing', 'talking', 'ending', 'ended'];
const events: CallEvent[] = ['dispatched', 'ringing', 'answered', 'closing', 'over'];

describe('call states', () => {
  test('any sequence of events only moves forward, and never back to the queue', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 20 }), (sequence) => {
        let state: CallState = 'queued';
        for (const event of sequence) {
          const answer: CallState | 'stay' | 'illegal' = callStates[state][event];
          if (answer === 'stay' || answer === 'illegal') continue;
          expect(order.indexOf(answer)).toBeGreaterThan(order.indexOf(state));
          state = answer;
        }
      }),
    );
  });

  test('a call is dispatched once', () => {
    for (const state of order) expect(callStates[state].dispatched).toBe(state === 'queued' ? 'dialing' : 'illegal');
  });

  test('the public status follows the state', () => {
    expect(order.slice(0, 5).map((state) => statusOf(state, false, null))).toEqual([
      'initiated',
      'initiated',
      'initiated',
      'active',
      'active',
    ]);
    expect(statusOf('ended', true, 'voicemail')).toBe('completed');
    expect(statusOf('ended', true, 'llm_error')).toBe('failed');
    expect(statusOf('ended', false, 'busy')).toBe('failed');
    expect(statusOf('ended', false, 'canceled')).toBe('failed');
  });
});
