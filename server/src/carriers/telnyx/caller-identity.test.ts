import { expect, test } from 'vitest';
import { readCallEvent } from './call-event.ts';
import { callerIdentityOf } from './caller-identity.ts';

/** As `call.initiated` with these fields is read. */
function identityOf(fields: object) {
  const call = { call_control_id: 'v3:1', direction: 'incoming', to: '+14155559001', from: '+14155550123' };
  const event = readCallEvent(
    JSON.stringify({ data: { event_type: 'call.initiated', payload: { ...call, ...fields } } }),
  );
  if (event?.event_type !== 'call.initiated') throw new Error('it was not read');
  return callerIdentityOf(event.payload);
}

test.each([
  ['A', true, 'A', 'verified'],
  ['b', true, 'B', 'verified'],
  ['C', false, 'C', 'failed'],
  ['A', null, 'A', 'unverified'],
  ['Z', true, null, 'verified'],
])('attestation %s, validated %s is %s, %s', (attestation, isValid, level, verdict) => {
  const isVerified = verdict === 'verified';
  expect(identityOf({ shaken_stir_attestation: attestation, shaken_stir_validated: isValid })?.stir).toEqual({
    ...{ attestation: level, verdict, provider_code: null },
    orig: isVerified ? '+14155550123' : null,
    dest: isVerified ? ['+14155559001'] : [],
    reason: isVerified ? null : expect.stringMatching(/^Telnyx /),
  });
});

test('Diversion is read as on a trunk, and a name that is the number is none', () => {
  const sip_headers = [
    { name: 'User-to-User', value: '00' },
    { name: 'Diversion', value: '<sip:+14155550177@telnyx.example>;reason=no-answer;counter=2' },
    { name: 'diversion', value: 'nonsense' },
  ];
  expect(identityOf({ caller_id_name: 'Alex Morgan', sip_headers })).toEqual({
    ...{ asserted: null, name: 'Alex Morgan', privacy: [], history: [], stir: null },
    diverted_from: [{ number: '+14155550177', reason: 'no-answer', times: 2 }],
  });
  expect(identityOf({ caller_id_name: '+1 (415) 555-0123' })).toBeNull();
  expect(identityOf({ caller_id_name: '14155550123', shaken_stir_attestation: '', sip_headers: [] })).toBeNull();
});

test('fields that are not as published cost the call nothing', () => {
  expect(
    identityOf({ caller_id_name: 7, sip_headers: 'none', shaken_stir_validated: 'yes', shaken_stir_attestation: {} }),
  ).toBeNull();
});
