import { expect, test } from 'vitest';
import { type TestedCall, testCallSteps } from '../calls/test-call-steps.ts';
import { explainSteps } from './explain-steps.ts';
import { answered, goodSound, ladderOf, line, ringing, rtpFigures, sdp, talked } from './testing/ladder-of.ts';

const CREATED_AT = new Date(0);

const refusedWith = (sipCode: number | null): TestedCall => ({
  ...{ state: 'ended', end_reason: 'rejected', sip_code: sipCode, answered_at: null, created_at: CREATED_AT },
  ...{ rang: false, media_stats: null },
});

const talkedWith = (packetsReceived: number, packetsSent = 750): TestedCall => ({
  ...{ state: 'ended', end_reason: 'agent_hangup', sip_code: 200, answered_at: new Date(3000), created_at: CREATED_AT },
  ...{ rang: true, media_stats: { packetsReceived, packetsSent } },
});

const failing = (call: TestedCall, { findings }: ReturnType<typeof ladderOf>) =>
  explainSteps(testCallSteps(call), findings).filter(({ ok }) => !ok);

test.each([
  ['401 Unauthorized', 'wants a user name and a password', 'Give the trunk the user name'],
  ['403 Forbidden', 'caller id', 'Use a caller id that belongs to this trunk'],
  ['404 Not Found', 'does not know the number', 'Check the number'],
  ['488 Not Acceptable Here', 'no common codec', '`codecs` of the trunk'],
  ['503 Service Unavailable', 'could not carry the call', 'Try again later'],
])('a call that is refused with %s says what is wrong', (status, detail, remedy) => {
  const ladder = ladderOf([
    line(0, '> INVITE', { sdp: sdp('198.51.100.5') }),
    line(20, `< ${status}`, {
      headers: status.startsWith('401') ? ['WWW-Authenticate: Digest realm="a", nonce="b"'] : [],
    }),
    line(21, '> ACK'),
  ]);
  const [step, ...rest] = failing(refusedWith(Number(status.slice(0, 3))), ladder);
  expect([step!.name, rest]).toEqual(['call', []]);
  expect(step!.detail).toContain(`refused the call with ${status.slice(0, 3)}`);
  expect(`${step!.detail} ${step!.remedy}`).toContain(detail);
  expect(step!.remedy).toContain(remedy);
});

test('one-way audio: they hear us, and nothing comes from there', () => {
  const media = { ...goodSound, packetsReceived: 0, rtp: { ...rtpFigures, source: null } };
  const [step, ...rest] = failing(talkedWith(0), answered(talked(), { media }));
  expect([step!.name, rest]).toEqual(['media_received', []]);
  expect(step!.detail).toContain('one-way audio');
});

test('no media: nothing comes, and nothing can be sent', () => {
  const rtp = { ...rtpFigures, source: null, agreed: null };
  const media = { ...goodSound, packetsReceived: 0, packetsSent: 0, rtp };
  const steps = failing(talkedWith(0, 0), answered(talked(), { media }));
  expect(steps.map(({ name }) => name)).toEqual(['media_received', 'media_sent']);
});

test('NAT: the other side names a private address for its audio', () => {
  const media = { ...goodSound, packetsReceived: 0, rtp: { ...rtpFigures, source: null } };
  const steps = failing(talkedWith(0), answered(talked(sdp('192.168.1.20')), { media }));
  expect(steps.map(({ name }) => name)).toEqual(['media_received', 'media_sent']);
  for (const { detail, remedy } of steps) {
    expect(detail).toContain('a private address, which we cannot reach');
    expect(remedy).toContain('public address in the SDP');
  }
});

test('NAT: we name a private address for our audio', () => {
  const [, ...rest] = talked();
  const ladder = answered([line(0, '> INVITE', { sdp: sdp('172.16.3.4') }), ...rest]);
  const [step] = failing(talkedWith(750), ladder);
  expect(step).toMatchObject({ name: 'media_received', ok: false });
  expect(step!.remedy).toContain('PARLEY_PUBLIC_ADDRESS');
});

test('codec: audio comes in one that was not agreed', () => {
  const rtp = { ...rtpFigures, unexpectedPayloadTypes: [18], invalidDatagrams: 700 };
  const media = { ...goodSound, packetsReceived: 0, rtp };
  const [step] = failing(talkedWith(0), answered(talked(), { media }));
  expect(step!.detail).toContain('in a codec that was not agreed upon');
});

test('no connection: the step says why, and what to do', () => {
  const unreached = { protocol: 'tls', host: '203.0.113.7', port: 5061, problem: 'certificate_expired' } as const;
  const signalled = { unreached: { ...unreached, detail: 'its certificate has expired' } };
  const [step, ...rest] = failing(refusedWith(null), ladderOf([line(0, '> INVITE')], {}, signalled));
  expect([step!.name, rest]).toEqual(['call', []]);
  expect(step!.detail).toContain('Its certificate has expired.');
  expect(step!.remedy).toBe('The provider has to renew its certificate.');
});

test('an answer that cannot be used fails the step of the answer', () => {
  const answer = sdp('203.0.113.7', '0', 'RTP/SAVP', false);
  const ladder = ladderOf([
    ...ringing(),
    line(3000, '< 200 OK', { sdp: answer }),
    line(3010, '> ACK'),
    line(3020, '> BYE'),
  ]);
  const call: TestedCall = { ...refusedWith(200), rang: true, end_reason: 'carrier_error' };
  const [step, ...rest] = failing(call, ladder);
  expect([step!.name, rest]).toEqual(['answered', []]);
  expect(step!.detail).toContain('SRTP was not agreed upon');
});

test('audio that went, of which no report tells, is well and says so', () => {
  const rtp = { ...rtpFigures, reports: { ...rtpFigures.reports!, far: null } };
  const { findings } = answered(talked(), { media: { ...goodSound, rtp } });
  const sent = explainSteps(testCallSteps(talkedWith(750)), findings).at(-1)!;
  expect(sent).toMatchObject({ name: 'media_sent', ok: true });
  expect(sent.detail).toContain('does not report receiving our audio');
});

test('a good call, and one that was not answered, stay as they are', () => {
  const steps = testCallSteps(talkedWith(750));
  expect(explainSteps(steps, answered(talked()).findings)).toEqual(steps);
  const unanswered: TestedCall = { ...refusedWith(null), rang: true, end_reason: 'no_answer' };
  expect(explainSteps(testCallSteps(unanswered), ladderOf(ringing()).findings)).toEqual(testCallSteps(unanswered));
});
