import { headerOf, type SipMessage, uriOf } from './sip-message.ts';

/** The callee hangs up: within the dialog of this INVITE, to its Contact (RFC 3261, section 12.2.1.1). */
export function byeText(invite: SipMessage, callee: { tag: string; ownAddress: string }): string {
  return [
    `BYE ${uriOf(headerOf(invite, 'contact'))} SIP/2.0`,
    `Via: SIP/2.0/UDP ${callee.ownAddress};branch=z9hG4bK${crypto.randomUUID()}`,
    'Max-Forwards: 70',
    `From: ${headerOf(invite, 'to')};tag=${callee.tag}`,
    `To: ${headerOf(invite, 'from')}`,
    `Call-ID: ${headerOf(invite, 'call-id')}`,
    'CSeq: 1 BYE',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}

/** SDP: µ-law and nothing else. */
export function callDescription(port: number): string {
  return [
    'v=0',
    'o=callee 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP 0`,
    'a=sendrecv',
    '',
  ].join('\r\n');
}
