import { expect, test } from 'vitest';
import { answered, ladderOf, line, sdp, talked } from '../testing/ladder-of.ts';

const CHALLENGE = 'Proxy-Authenticate: Digest realm="carrier.example", nonce="abc", algorithm=MD5';
const CREDENTIALS =
  'Proxy-Authorization: Digest username="parley", realm="carrier.example", nonce="abc", uri="sip:x", response="xxx"';
const offer = { sdp: sdp('198.51.100.5') };
const challenged = [
  line(0, '> INVITE', offer),
  line(30, '< 407 Proxy Authentication Required', { headers: [CHALLENGE] }),
  line(31, '> ACK'),
];
const again = line(32, '> INVITE', { ...offer, cseq: '2 INVITE', headers: [CREDENTIALS] });

test('a challenge that was answered with wrong credentials', () => {
  const refused = line(60, '< 407 Proxy Authentication Required', { cseq: '2 INVITE', headers: [CHALLENGE] });
  const { codes, verdict, findings } = ladderOf([...challenged, again, refused]);
  expect(codes).toEqual(['credentials_wrong']);
  expect(verdict).toContain('407 was answered with wrong credentials');
  expect(findings[0]!.evidence).toContain('the user "parley" and 2 challenges for the realm "carrier.example"');
});

test('a challenge that nothing answered', () => {
  const { codes, findings } = ladderOf(challenged);
  expect(codes).toEqual(['credentials_wanted']);
  expect(findings[0]!.evidence).toContain('realm "carrier.example"');
});

test('a challenge that was answered well is none', () => {
  const rest = talked()
    .slice(1)
    .map((message) => ({ ...message, text: message.text.replace('CSeq: 1 INVITE', 'CSeq: 2 INVITE') }));
  expect(answered([...challenged, again, ...rest]).codes).toEqual([]);
});
