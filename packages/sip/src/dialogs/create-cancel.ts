import { SipHeaders } from '../messages/headers.ts';
import { SipRequest } from '../messages/message.ts';

/**
 * RFC 3261 section 9.1: the same Request-URI, Via, Route, From, To, Call-ID and CSeq number as the INVITE. It has no credentials,
 * and is not to be asked for them (section 22.1).
 */
export function createCancel(invite: SipRequest): SipRequest {
  const headers = new SipHeaders()
    .copyFrom(invite.headers, 'via', 'max-forwards', 'route', 'from', 'to', 'call-id')
    .set('cseq', `${invite.cseq.number} CANCEL`)
    .copyFrom(invite.headers, 'user-agent');
  return new SipRequest('CANCEL', invite.uri, headers);
}
