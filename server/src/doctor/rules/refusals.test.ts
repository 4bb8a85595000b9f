import { expect, test } from 'vitest';
import { answered, ladderOf, line, ringing, sdp, talked } from '../testing/ladder-of.ts';

test('a good call says so', () => {
  const { health, verdict, findings } = answered(talked());
  expect(findings).toEqual([]);
  expect(health).toBe('good');
  expect(verdict).toBe('This was a good call. Audio went both ways for 15 s: 0.0 % lost, jitter 1 ms, MOS 4.4.');
});

test.each([
  ['403 Forbidden', 'caller_refused', 'bad'],
  ['404 Not Found', 'number_unknown', 'bad'],
  ['410 Gone', 'number_unknown', 'bad'],
  ['484 Address Incomplete', 'number_incomplete', 'bad'],
  ['604 Does Not Exist Anywhere', 'number_unknown', 'bad'],
  ['408 Request Timeout', 'callee_unreachable', 'impaired'],
  ['480 Temporarily Unavailable', 'callee_unavailable', 'good'],
  ['486 Busy Here', 'callee_busy', 'good'],
  ['600 Busy Everywhere', 'callee_busy', 'good'],
  ['603 Decline', 'callee_declined', 'good'],
  ['608 Rejected', 'callee_declined', 'good'],
  ['488 Not Acceptable Here', 'media_refused', 'bad'],
  ['503 Service Unavailable', 'carrier_unavailable', 'bad'],
  ['302 Moved Temporarily', 'redirected', 'bad'],
  ['420 Bad Extension', 'call_refused', 'bad'],
])('%s is %s', (status, code, health) => {
  const said = ladderOf([...ringing(), line(1500, `< ${status}`), line(1501, '> ACK')]);
  expect(said.codes).toEqual([code]);
  expect(said.health).toBe(health);
  expect(said.verdict).toBe(said.findings[0]!.what);
  expect(said.findings[0]!.evidence).toContain(`203.0.113.7:5060 responded ${status} at 1.50 s.`);
});

test('of several servers the last that was asked counts', () => {
  const peer = { host: '203.0.113.8', port: 5060 };
  const said = ladderOf([
    line(0, '> INVITE', { branch: 'one' }),
    line(20, '< 503 Service Unavailable', { branch: 'one' }),
    line(21, '> ACK', { branch: 'one' }),
    line(22, '> INVITE', { branch: 'two', peer }),
    line(40, '< 486 Busy Here', { branch: 'two', peer }),
  ]);
  expect(said.codes).toEqual(['callee_busy']);
});

test.each([
  ['403 Forbidden', [], 'The caller id was sip:+4930999999@198.51.100.5.'],
  ['403 Forbidden', ['Warning: 399 gw "CLI not allowed"'], 'The carrier adds: 399 gw "CLI not allowed".'],
  [
    '404 Not Found',
    ['Reason: Q.850;cause=1'],
    'asked for sip:+493012345678@203.0.113.7:5060. The carrier adds: Q.850;cause=1.',
  ],
  ['503 Service Unavailable', ['Retry-After: 120'], 'come back after 120 s'],
  ['302 Moved Temporarily', ['Contact: <sip:other.example.com>'], 'It names <sip:other.example.com>.'],
  ['488 Not Acceptable Here', [], 'We offered PCMU/8000, PCMA/8000 without encryption (RTP/AVP).'],
])('%s with %j tells more', (status, headers, evidence) => {
  const { findings } = ladderOf([...ringing(), line(1500, `< ${status}`, { headers })]);
  expect(findings[0]!.evidence).toContain(evidence);
});

test.each([
  ['0 8', 'RTP/AVP', [], 'no common codec, or it insists on encryption', 'srtp'],
  ['0 8', 'RTP/SAVP', [], 'no common codec, or it does not take encryption', 'srtp'],
  ['9', 'RTP/AVP', [], 'no common codec, most likely, since PCMU and PCMA were not offered', 'codecs'],
  ['0 8', 'RTP/AVP', ['Warning: 305 gw "no"'], 'none of the codecs', 'codecs'],
  ['0 8', 'RTP/SAVP', ['Warning: 302 gw "no"'], 'does not take encrypted audio', 'srtp'],
])('an offer of %s over %s that is refused with %j', (payload, profile, headers, what, field) => {
  const offer = line(0, '> INVITE', { sdp: sdp('198.51.100.5', payload, profile, false) });
  const { codes, findings } = ladderOf([offer, line(30, '< 488 Not Acceptable Here', { headers })]);
  expect(codes).toEqual(['media_refused']);
  expect(findings[0]!.what).toContain(what);
  expect(findings[0]!.remedy).toContain(`\`${field}\``);
});

test.each([
  ['301 parley "the address"', 'cannot reach the address that was offered', 'PARLEY_SIP_HOST_IPV6'],
  ['302 parley "SRTP"', 'wants its audio encrypted (SRTP), and it was offered without', '`srtp`'],
  ['305 parley "no common codec, taken are OPUS"', 'none of the codecs that were offered', '`codecs`'],
])('what we refuse with %s says what was wrong with the offer', (warning, what, remedy) => {
  const { findings } = ladderOf(
    [
      line(0, '< INVITE', { sdp: sdp('2001:db8::7', '0', 'RTP/AVP', false) }),
      line(40, '> 488 Not Acceptable Here', { headers: [`Warning: ${warning}`] }),
    ],
    { direction: 'inbound' },
  );
  expect(findings[0]).toMatchObject({ code: 'offer_refused', severity: 'error' });
  expect(findings[0]!.what).toContain(what);
  expect(findings[0]!.remedy).toContain(remedy);
  expect(findings[0]!.evidence).toContain(`at [2001:db8::7]:40100. We said: ${warning}.`);
});

test.each([
  [sdp('203.0.113.7', '0', 'RTP/SAVP', false), 'encrypted (SRTP), and SRTP was not agreed upon', '`srtp`'],
  [sdp('2001:db8::7', '0', 'RTP/AVP', false), 'other family of IP', 'PARLEY_SIP_HOST_IPV6'],
  [sdp('203.0.113.7', '18', 'RTP/AVP', false), 'none of the codecs', '`codecs`'],
])('an answer that cannot be used says why', (answer, what, remedy) => {
  const { codes, findings } = ladderOf([
    ...ringing(),
    line(3000, '< 200 OK', { sdp: answer }),
    line(3010, '> ACK'),
    line(3020, '> BYE', { cseq: '2 BYE' }),
    line(3030, '< 200 OK', { cseq: '2 BYE' }),
  ]);
  expect(codes).toEqual(['answer_refused']);
  expect(findings[0]!.what).toContain(what);
  expect(findings[0]!.remedy).toContain(remedy);
});

test('a caller whose audio we refused', () => {
  const offer = sdp('203.0.113.7', '18', 'RTP/SAVP', false);
  const { codes, findings } = ladderOf(
    [line(0, '< INVITE', { sdp: offer }), line(1, '> 100 Trying'), line(40, '> 488 Not Acceptable Here')],
    { direction: 'inbound' },
  );
  expect(codes).toEqual(['offer_refused']);
  expect(findings[0]!.evidence).toContain('The caller offered G729/8000 with SRTP (RTP/SAVP) at 203.0.113.7:40100.');
});

test.each([
  [
    '403 Caller ID not allowed',
    [],
    'does not accept the caller id +4930999999. It says: “Caller ID not allowed”.',
    '`caller_id`',
  ],
  [
    '403 Forbidden',
    ['Warning: 399 gw "CLI not allowed"'],
    'does not accept the caller id +4930999999. It says: “CLI',
    '`caller_id`',
  ],
  [
    '403 International calls barred',
    [],
    'does not permit calls to this destination. It says: “International',
    'country',
  ],
  ['403 Source IP not in ACL', [], 'does not permit calls from the address of Parley.', 'the page Trunks shows it'],
  [
    '403 Policy 17',
    [],
    'refused the call. It says: “Policy 17”. Most often it does not accept the caller id (+4930999999)',
    'ask',
  ],
  [
    '403 Forbidden',
    [],
    'refused the call. Most often it does not accept the caller id (+4930999999)',
    'ask the carrier',
  ],
])('%s with %j: what the carrier says is the verdict', (status, headers, what, remedy) => {
  const { codes, findings } = ladderOf([...ringing(), line(1500, `< ${status}`, { headers })]);
  expect(codes).toEqual(['caller_refused']);
  expect(findings[0]!.what).toContain(what);
  expect(findings[0]!.remedy).toContain(remedy);
});
