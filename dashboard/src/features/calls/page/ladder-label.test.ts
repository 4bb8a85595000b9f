import { expect, test } from 'vitest';
import { ladderLabel } from './ladder-label.ts';

const SDP = '\r\n\r\nv=0\r\n';

test.each([
  ['INVITE sip:a@b SIP/2.0', 'CSeq: 1 INVITE\r\n\r\n', 'INVITE'],
  ['INVITE sip:a@b SIP/2.0', `CSeq: 1 INVITE${SDP}`, 'INVITE with SDP'],
  ['SIP/2.0 200 OK', `CSeq: 1 INVITE${SDP}`, '200 OK with SDP'],
  ['SIP/2.0 200 OK', 'CSeq: 2 BYE\r\n\r\n', '200 OK (BYE)'],
  ['SIP/2.0 486', 'cseq : 1 INVITE\r\n\r\n', '486'],
  ['what is this', '', 'what'],
])('%s, %j', (line, head, label) => {
  const where = { leg: 0, at: 0, direction: 'sent', transport: 'udp', peer: '' } as const;
  const message = { ...where, bytes: 0, repeated: 0, unsent: null };
  expect(ladderLabel({ ...message, start_line: line, message: `${line}\r\n${head}` })).toBe(label);
});

test('what was not sent says so', () => {
  const where = { leg: 0, at: 0, direction: 'sent', transport: 'tls', peer: '' } as const;
  const message = { start_line: 'INVITE sip:a@b SIP/2.0', message: `INVITE${SDP}`, bytes: 0, repeated: 0 };
  expect(ladderLabel({ ...where, ...message, unsent: 'The connection was refused.' })).toBe('INVITE, not sent');
});
