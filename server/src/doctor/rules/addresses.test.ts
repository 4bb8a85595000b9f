import { expect, test } from 'vitest';
import { answered, goodSound, line, ringing, rtpFigures, sdp, talked } from '../testing/ladder-of.ts';

test('the carrier wants its audio at a private address, and sends none', () => {
  const media = { ...goodSound, packetsReceived: 0, rtp: { ...rtpFigures, source: null } };
  const { codes, findings } = answered(talked(sdp('192.168.1.20')), { media });
  expect(codes).toEqual(['peer_address_private', 'no_sound_received']);
  expect(findings[0]).toMatchObject({ severity: 'error' });
  expect(findings[0]!.evidence).toBe(
    'Its SDP at 3.00 s names 192.168.1.20:40100, and it signals from 203.0.113.7:5060. No audio came from anywhere.',
  );
});

test('the carrier names a private address, and its audio is found all the same', () => {
  const { findings } = answered(talked(sdp('10.0.0.4')));
  expect(findings).toMatchObject([{ code: 'peer_address_private', severity: 'warning' }]);
  expect(findings[0]!.evidence).toContain('Its audio came from 203.0.113.7:40100.');
});

test('we name a private address', () => {
  const [, ...rest] = talked();
  const { codes, findings } = answered([line(0, '> INVITE', { sdp: sdp('172.16.3.4') }), ...rest]);
  expect(codes).toEqual(['own_address_private']);
  expect(findings[0]!.evidence).toContain('names 172.16.3.4:40100, and the carrier is at 203.0.113.7:5060');
});

test.each([
  ['<sip:gw@192.168.1.20:5060>', [], ['peer_contact_private']],
  ['<sip:gw@[fd00::1]:5060>', [], ['peer_contact_private']],
  ['<sip:gw@192.168.1.20:5060>', ['Record-Route: <sip:203.0.113.7;lr>'], []],
  ['<sip:gw@pbx.example.com>', [], []],
])('Contact %s with %j', (contact, headers, codes) => {
  const success = line(3000, '< 200 OK', { sdp: sdp('203.0.113.7'), headers: [`Contact: ${contact}`, ...headers] });
  expect(answered([...ringing(), success, line(3010, '> ACK')]).codes).toEqual(codes);
});

test('within one network private addresses are as good as others', () => {
  const local = talked(sdp('192.168.1.20')).map((message) => ({ ...message, host: '192.168.1.20' }));
  expect(answered(local).codes).toEqual([]);
});
