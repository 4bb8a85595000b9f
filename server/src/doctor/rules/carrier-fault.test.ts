import { expect, test } from 'vitest';
import { ladderOf, line, ringing } from '../testing/ladder-of.ts';

const warnings = ['Something else.', 'The carrier could not carry the call: Twilio answered 400, error 21215: no.'];

test('a call without signalling: what its carrier said is the verdict', () => {
  const { health, verdict, codes } = ladderOf([], { warnings });
  expect([health, verdict, codes]).toEqual(['bad', warnings[1], ['carrier_fault']]);
  expect(ladderOf([], { warnings, end_reason: 'no_answer' }).codes).toEqual([]);
});

test('of a call that was signalled a rule says more', () => {
  expect(ladderOf([...ringing(), line(1500, '< 403 Forbidden')], { warnings }).codes).toEqual(['caller_refused']);
});
