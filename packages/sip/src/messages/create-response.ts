import { SipHeaders } from './headers.ts';
import { SDP_TYPE, type SipRequest, SipResponse } from './message.ts';
import { reasonPhrase } from './reason-phrases.ts';

export interface ResponseParts {
  readonly reason?: string;
  readonly toTag?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly sdp?: string | null;
}

/** RFC 3261 section 8.2.6. Also for a malformed request: what it has is echoed. */
export function createResponse(request: SipRequest, status: number, parts: ResponseParts = {}): SipResponse {
  const headers = new SipHeaders().copyFrom(request.headers, 'via', 'from', 'to', 'call-id', 'cseq');
  if (parts.toTag && status > 100) addToTag(headers, parts.toTag);
  // Section 12.1.1: the route set of a dialog is echoed in what creates the dialog.
  if (status > 100 && status < 300) headers.copyFrom(request.headers, 'record-route');
  for (const [name, value] of Object.entries(parts.headers ?? {})) headers.set(name, value);
  if (parts.sdp != null) headers.set('content-type', SDP_TYPE);
  return new SipResponse(status, parts.reason ?? reasonPhrase(status), headers, Buffer.from(parts.sdp ?? '', 'utf8'));
}

function addToTag(headers: SipHeaders, tag: string): void {
  const to = headers.get('to');
  // A malformed To must be echoed too, so this looks at the text behind the URI and not at parsed parameters.
  if (to === null || /;\s*tag\s*=/i.test(to.slice(to.lastIndexOf('>') + 1))) return;
  headers.set('to', `${to};tag=${tag}`);
}
