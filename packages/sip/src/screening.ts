import { refuseShortSession, type SessionTimerPolicy } from './calls/session-timer-policy.ts';
import { refuseMethod, unsupportedOptions } from './capabilities.ts';
import type { ResponseParts } from './messages/create-response.ts';
import { mediaType } from './messages/media-type.ts';
import { SDP_TYPE, type SipRequest, sdpOf } from './messages/message.ts';
import { parseUri } from './messages/uri.ts';

export interface Refusal {
  readonly status: number;
  readonly headers?: ResponseParts['headers'];
}

const SDP_RANGES: ReadonlySet<string> = new Set([SDP_TYPE, 'application/*', '*/*']);
const SCHEMES: ReadonlySet<string> = new Set(['sip', 'tel']);

/** The checks of RFC 3261 section 8.2 that need nothing but the request; null when it passes. */
export function screen(
  request: SipRequest,
  sessionTimers: SessionTimerPolicy,
  takesRegistrations = false,
): Refusal | null {
  const refusal = refuseMethod(request.method);
  const isTaken = isReferInDialog(request) || (takesRegistrations && request.method === 'REGISTER');
  if (refusal && !isTaken) return refusal;
  if (!SCHEMES.has(parseUri(request.uri)?.scheme ?? '')) return { status: 416 };
  return (
    refuseHops(request) ??
    refuseExtensions(request) ??
    refuseBody(request) ??
    refuseAccept(request) ??
    refuseSession(request, sessionTimers)
  );
}

/** What sends a call elsewhere: the call's to take or to refuse (RFC 3515). */
function isReferInDialog({ method, toTag }: SipRequest): boolean {
  return method === 'REFER' && toTag !== null;
}

/** Section 11: an OPTIONS that has no hops left is answered where it is, as a traceroute wants it. */
function refuseHops(request: SipRequest): Refusal | null {
  const exhausted = Number(request.headers.get('max-forwards') ?? 1) === 0;
  return exhausted && request.method !== 'OPTIONS' ? { status: 483 } : null;
}

/** Section 8.2.2.3: CANCEL is exempt. */
function refuseExtensions(request: SipRequest): Refusal | null {
  if (request.method === 'CANCEL') return null;
  const unsupported = unsupportedOptions(request.headers.all('require'));
  return unsupported.length > 0 ? { status: 420, headers: { Unsupported: unsupported } } : null;
}

/** RFC 4028 section 9. */
function refuseSession(request: SipRequest, sessionTimers: SessionTimerPolicy): Refusal | null {
  const beginsSession = request.method === 'INVITE' || request.method === 'UPDATE';
  return beginsSession ? refuseShortSession(request, sessionTimers) : null;
}

/** Section 8.2.3: an offer must be plain SDP; an optional body of another kind is no offer. */
function refuseBody(request: SipRequest): Refusal | null {
  const carriesOffer = request.method === 'INVITE' || request.method === 'UPDATE';
  if (!carriesOffer || request.body.length === 0 || sdpOf(request) !== null || request.isBodyOptional) return null;
  return { status: 415, headers: request.isBodyEncoded ? { 'Accept-Encoding': 'identity' } : { Accept: SDP_TYPE } };
}

/** A response to INVITE carries SDP: a caller that takes none cannot be answered (RFC 4475 section 3.3.15). */
function refuseAccept(request: SipRequest): Refusal | null {
  const accepted = request.headers.all('accept').map((value) => mediaType(value).type);
  if (request.method !== 'INVITE' || accepted.every((type) => type === '')) return null;
  return accepted.some((type) => SDP_RANGES.has(type)) ? null : { status: 406 };
}
