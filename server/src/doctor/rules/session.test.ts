import { expect, test } from 'vitest';
import { answered, ladderOf, line, ringing, sdp, talked } from '../testing/ladder-of.ts';

test('our answer was never acknowledged', () => {
  const { codes, findings } = ladderOf([
    line(0, '< INVITE', { sdp: sdp('203.0.113.7') }),
    line(1, '> 100 Trying'),
    line(50, '> 200 OK', { sdp: sdp('198.51.100.5'), headers: ['Contact: <sip:198.51.100.5:5060>'], copies: 10 }),
  ]);
  expect(codes).toEqual(['ack_missing']);
  expect(findings[0]!.evidence).toContain('and 10 times more. It names the Contact <sip:198.51.100.5:5060>.');
});

test('over TLS a missing ACK may be one that wanted to connect with us', () => {
  const answer = { sdp: sdp('198.51.100.5'), headers: ['Contact: <sip:198.51.100.5:5061;transport=tls>'] };
  const ladder = [line(0, '< INVITE'), line(50, '> 200 OK', answer)].map(
    (each) => ({ ...each, protocol: 'tls' }) as const,
  );
  expect(ladderOf(ladder, { direction: 'inbound' }).finding('ack_missing')!.remedy).toContain(
    'PARLEY_SIP_TLS_CERTIFICATE',
  );
});

test('messages that were repeated', () => {
  const [invite, ...rest] = talked();
  const said = answered([{ ...invite!, copies: 2 }, ...rest]);
  expect(said.codes).toEqual(['messages_repeated']);
  expect(said.findings[0]).toMatchObject({ severity: 'info' });
  expect(said.findings[0]!.evidence).toContain('We repeated 2 message(s)');
});

test('both sides changed the session at once', () => {
  const glare = line(9000, '< 491 Request Pending', { cseq: '2 INVITE' });
  expect(answered([...talked(), line(8990, '> INVITE', { cseq: '2 INVITE' }), glare]).codes).toContain(
    'reinvite_glare',
  );
});

test('the other side had forgotten the session', () => {
  const bye = [line(18_000, '> BYE', { cseq: '2 BYE' }), line(18_030, '< 481 Unknown', { cseq: '2 BYE' })];
  expect(answered([...talked().slice(0, 5), ...bye]).codes).toEqual(['session_unknown']);
});

test.each([
  ['Reason: Q.850;cause=41;text="Temporary failure"', ['ended_by_network']],
  ['Reason: Q.850;cause=16;text="Normal call clearing"', []],
  ['Reason: SIP;cause=200;text="Call completed elsewhere"', []],
])('a BYE with %s', (reason, codes) => {
  const bye = line(18_000, '< BYE', { cseq: '2 BYE', headers: [reason] });
  expect(answered([...talked().slice(0, 5), bye]).codes).toEqual(codes);
});

test('our BYE was not answered', () => {
  const bye = line(18_000, '> BYE', { cseq: '2 BYE', copies: 10 });
  expect(answered([...talked().slice(0, 5), bye]).codes).toEqual(['bye_unanswered']);
});

test.each(['tcp', 'tls'] as const)('our BYE was not answered over %s, where nothing is sent again', (protocol) => {
  const bye = { ...line(18_000, '> BYE', { cseq: '2 BYE' }), protocol };
  const said = answered([...talked().slice(0, 5), bye]);
  expect(said.codes).toEqual(['bye_unanswered']);
  expect(said.findings[0]!.evidence).toContain(`over ${protocol.toUpperCase()}, and no response came`);
  expect(answered([...talked().slice(0, 5), { ...bye, protocol: 'udp' }]).codes).toEqual([]); // not yet sent again
});

test('a call that ended for want of audio', () => {
  expect(ladderOf(ringing(), { end_reason: 'media_timeout' }).codes).toContain('ended_for_silence');
});
