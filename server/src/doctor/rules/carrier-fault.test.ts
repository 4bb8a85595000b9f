import { expect, test } from 'vitest';
import { ladderOf, line, ringing } from '../testing/ladder-of.ts';

const warnings = ['Something else.', 'The carrier could not carry the call: Twilio answered 400, error 21215: no.'];

test('a call without signalling: what its carrier said is the verdict', () => {
  const { health, verdict, codes } = ladderOf([], { warnings });
  expect([health, verdict, codes]).toEqual(['bad', warnings[1], ['carrier_fault']]);
  expect(ladderOf([], { warnings, end_reason: 'no_answer' }).codes).toEqual([]);
});

test('a call that was never dialled: why is the verdict', () => {
  const gone = 'pbx.example.com, the host of the trunk trk_1 of this call, has no address in DNS.';
  const { health, verdict, codes } = ladderOf([], { warnings: [gone], media: null, talkMs: null });
  expect([health, verdict, codes]).toEqual(['bad', `The call was not dialled. ${gone}`, ['not_connected']]);
});

test('of a call that was signalled a rule says more', () => {
  expect(ladderOf([...ringing(), line(1500, '< 403 Forbidden')], { warnings }).codes).toEqual(['caller_refused']);
});
