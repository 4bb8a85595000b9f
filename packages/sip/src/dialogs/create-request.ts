import { ALLOW, SUPPORTED } from '../capabilities.ts';
import type { LocalIdentity } from '../local-identity.ts';
import { SipHeaders } from '../messages/headers.ts';
import { SDP_TYPE, SipRequest } from '../messages/message.ts';
import { formatNameAddress } from '../messages/name-address.ts';
import { SIPFRAG_TYPE } from '../messages/sipfrag.ts';
import { parseUri } from '../messages/uri.ts';
import type { Hop } from '../transports/transport.ts';
import type { Dialog } from './dialog.ts';

const MAX_FORWARDS = '70'; // RFC 3261 section 8.1.1.6

export interface RequestLine {
  readonly method: string;
  readonly uri: string;
  readonly routes?: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly callId: string;
  readonly sequence: number;
  readonly contactUser?: string | null; // left out: no Contact
  /** Requests of the dialog are wanted over the flow that this one takes (RFC 5626 section 4.3). */
  readonly isOverFlow?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sdp?: string | null;
  readonly sipfrag?: string;
}

/** Methods that carry a Contact: RFC 3261 section 12.2.1.1, RFC 3515 section 2.2, RFC 6665 section 4.2.2. */
const CONTACT_METHODS: ReadonlySet<string> = new Set(['INVITE', 'UPDATE', 'REFER', 'NOTIFY']);

/** Any request: RFC 3261 section 8.1.1. */
export function createRequest(line: RequestLine, local: LocalIdentity, hop: Hop, branch: string): SipRequest {
  const headers = new SipHeaders().set('via', local.via(hop, branch)).set('max-forwards', MAX_FORWARDS);
  if (line.routes && line.routes.length > 0) headers.set('route', line.routes);
  headers
    .set('from', line.from)
    .set('to', line.to)
    .set('call-id', line.callId)
    .set('cseq', `${line.sequence} ${line.method}`);
  if (line.contactUser !== undefined) {
    headers.set('contact', local.contact(line.contactUser, hop, line.isOverFlow ? ';ob' : ''));
    headers.set('allow', ALLOW).set('supported', SUPPORTED);
  }
  headers.set('user-agent', local.userAgentName);
  for (const [name, value] of Object.entries(line.headers ?? {})) headers.set(name, value);
  if (line.sdp != null) headers.set('content-type', SDP_TYPE);
  if (line.sipfrag !== undefined) headers.set('content-type', `${SIPFRAG_TYPE};version=2.0`);
  return new SipRequest(line.method, line.uri, headers, Buffer.from(line.sdp ?? line.sipfrag ?? '', 'utf8'));
}

/** A request in a dialog, with the next CSeq; an ACK takes the CSeq of its INVITE instead. */
export function createDialogRequest(
  dialog: Dialog,
  method: string,
  local: LocalIdentity,
  branch: string,
  options: { sequence?: number } & Pick<RequestLine, 'sdp' | 'sipfrag' | 'headers'> = {},
): SipRequest {
  const { sequence = dialog.nextSequence(), ...parts } = options;
  const { callId, localUri, localTag, remoteUri, remoteTag } = dialog.state;
  const { uri, routes } = dialog.target;
  const line: RequestLine = {
    method,
    uri,
    routes,
    from: formatNameAddress({ uri: localUri, tag: localTag }),
    to: formatNameAddress({ uri: remoteUri, tag: remoteTag }),
    callId,
    sequence,
    ...parts,
    ...(CONTACT_METHODS.has(method) ? { contactUser: parseUri(localUri)?.user ?? null } : {}),
  };
  return createRequest(line, local, dialog.nextHop, branch);
}
