import { expect, test } from 'vitest';
import { callerFacts } from './caller-facts.ts';

test('what the trunk says of the caller and of the way of the call', () => {
  const facts = callerFacts({
    ...{ asserted: '+12025550199', name: 'Ann', privacy: ['none'] },
    diverted_from: [
      { number: '+12025550111', reason: 'no-answer', times: 2 },
      { number: null, reason: null, times: 1 },
    ],
    history: [
      { index: '1', number: 'sip:bob@example.com', cause: null },
      { index: '1.1', number: '+12025550111', cause: 302 },
    ],
    stir: {
      ...{ attestation: 'A', orig: '+12025550199', dest: ['+12025550150'] },
      ...{ verdict: 'verified', reason: null, provider_code: '709J' },
    },
  });
  expect(facts).toEqual([
    ['Number', '+1 202 555 0199'],
    ['Name', 'Ann'],
    ['Privacy', 'none'],
    ['Forwarded from', '+1 202 555 0111 (no-answer, 2 times)'],
    ['Forwarded before (1)', 'withheld'],
    ['Way 1', 'sip:bob@example.com'],
    ['Way 1.1', '+1 202 555 0111 (302)'],
    ['Signature', 'verified (attestation A, of 709J)'],
  ]);
});

test('what is not said is left out', () => {
  expect(callerFacts({ asserted: null, name: null, privacy: [], diverted_from: [], history: [], stir: null })).toEqual(
    [],
  );
});

test('a signature that does not hold says why', () => {
  const stir = { attestation: null, orig: null, dest: [], verdict: 'failed', provider_code: null } as const;
  const nothing = { asserted: null, name: null, privacy: [], diverted_from: [], history: [] };
  const reason = 'the token is malformed';
  expect(callerFacts({ ...nothing, stir: { ...stir, dest: [], reason } })).toEqual([
    ['Signature', `failed: ${reason}`],
  ]);
});
