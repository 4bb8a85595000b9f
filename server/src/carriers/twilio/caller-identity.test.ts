import { expect, test } from 'vitest';
import { callerIdentityIn } from './caller-identity.ts';

const CALL = { From: '+14155550123', To: '+14155559001' };
const identityOf = (form: Record<string, string>) => callerIdentityIn(new URLSearchParams({ ...CALL, ...form }));

test.each([
  ['TN-Validation-Passed-A', 'A', 'verified'],
  ['TN-Validation-Passed-C-Passthrough', 'C', 'verified'],
  ['TN-Validation-Passed-B-Diverted', 'B', 'unverified'],
  ['TN-Validation-Failed-B', 'B', 'failed'],
  ['TN-Validation-Failed', null, 'failed'],
  ['No-TN-Validation', null, 'unverified'],
])('StirVerstat %s is attestation %s, %s', (StirVerstat, attestation, verdict) => {
  const isVerified = verdict === 'verified';
  expect(identityOf({ StirVerstat })).toEqual({
    ...{ asserted: null, name: null, privacy: [], diverted_from: [], history: [] },
    stir: {
      ...{ attestation, verdict, provider_code: null },
      orig: isVerified ? '+14155550123' : null,
      dest: isVerified ? ['+14155559001'] : [],
      reason: isVerified ? null : expect.stringMatching(/^Twilio /),
    },
  });
});

test.each(['', 'NULL', 'TN-Validation-Passed-D', 'whatever'])('StirVerstat "%s" says nothing', (StirVerstat) => {
  expect(identityOf({ StirVerstat })).toBeNull();
});

test('the name and the forwarding number are read, as far as Twilio knows them', () => {
  expect(identityOf({ CallerName: 'MORGAN ALEX', ForwardedFrom: '+14155550177' })).toMatchObject({
    ...{ name: 'MORGAN ALEX', stir: null },
    diverted_from: [{ number: '+14155550177', reason: null, times: 1 }],
  });
  const long = identityOf({ CallerName: `Ann\u0000${'x'.repeat(400)}`, ForwardedFrom: 'Anonymous' })!;
  expect([long.name!.length, long.name!.slice(0, 5), long.diverted_from[0]!.number]).toEqual([
    256,
    'Ann x',
    'Anonymous',
  ]);
  expect(identityOf({ CallerName: ' ' })).toBeNull();
});
