import { ALLOW } from '../capabilities.ts';
import type { RequestLine } from '../dialogs/create-request.ts';
import { createRequest } from '../dialogs/create-request.ts';
import { headerKey } from '../messages/header-names.ts';
import { type SipRequest, SipSyntaxError } from '../messages/message.ts';
import { formatNameAddress } from '../messages/name-address.ts';
import { parseUri } from '../messages/uri.ts';
import type { HeadersFor } from '../other-hops.ts';
import { isSameHop } from '../transports/transport.ts';
import type { OutgoingCallRequest } from './call.ts';
import type { CallEnvironment } from './call-environment.ts';
import { askForTimer } from './session-timer-policy.ts';

/** What transaction and dialog live by. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'via',
  'from',
  'to',
  'call-id',
  'cseq',
  'content-length',
  'content-type',
  'route',
]);

/** The INVITE of an outgoing call, as it is sent first. Throws SipSyntaxError when a part of the request cannot be sent. */
export function createInvite(
  { local, identifiers, sessionTimers }: CallEnvironment,
  request: OutgoingCallRequest,
  { callId, localTag }: { callId: string; localTag: string },
): SipRequest {
  const toUri = request.to ?? request.uri;
  for (const uri of [request.uri, toUri, request.from.uri]) {
    if (!parseUri(uri)) throw new SipSyntaxError(`not a URI: ${JSON.stringify(uri)}`);
  }
  if (/\s/.test(callId) || callId === '') throw new SipSyntaxError('a Call-ID has no spaces');
  for (const name of Object.keys(request.headers ?? {})) {
    if (OWN_HEADERS.has(headerKey(name))) throw new SipSyntaxError(`the header ${name} is not the caller's to set`);
  }
  const line: RequestLine = {
    method: 'INVITE',
    uri: request.uri,
    routes: request.routes ?? [],
    isOverFlow: request.isOverFlow ?? false,
    from: formatNameAddress({ ...request.from, tag: localTag }),
    to: formatNameAddress({ uri: toUri }),
    callId,
    sequence: 1,
    contactUser: parseUri(request.from.uri)?.user ?? null,
    headers: {
      ...askForTimer(sessionTimers, null),
      ...(request.referUser !== undefined && { Allow: `${ALLOW}, REFER` }),
      ...request.headers,
    },
    sdp: request.sdp,
  };
  return createRequest(line, local, request.destination, identifiers.branch());
}

/** What the INVITE says to another hop than its destination: the callee's requests come by the flow of that one alone. */
export function inviteHeadersFor({ local }: CallEnvironment, request: OutgoingCallRequest): HeadersFor {
  const user = parseUri(request.from.uri)?.user ?? null;
  return (hop) => {
    const isOverFlow = request.isOverFlow === true && isSameHop(hop, request.destination);
    return { Contact: local.contact(user, hop, isOverFlow ? ';ob' : '') };
  };
}
