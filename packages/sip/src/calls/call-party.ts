import type { SipRequest } from '../messages/message.ts';
import { type NameAddress, parseNameAddress } from '../messages/name-address.ts';
import { parseUri, percentDecoded, type Uri } from '../messages/uri.ts';
import type { CallParty } from './call.ts';

export function partyOf(address: NameAddress): CallParty {
  return { user: userOf(address.uri), uri: address.uri, displayName: address.displayName };
}

/** Percent-decoded; a telephone number also without visual separators. */
export function userOf(uri: string): string | null {
  const parsed = parseUri(uri);
  if (!parsed || parsed.user === null) return null;
  const user = percentDecoded(parsed.user);
  return isTelephoneNumber(parsed) ? withoutVisualSeparators(user) : user;
}

/** RFC 3261 section 19.1.1: in a SIP URI only `user=phone` tells a number from a name that looks like one. */
function isTelephoneNumber({ scheme, params }: Uri): boolean {
  return scheme === 'tel' || params.get('user')?.toLowerCase() === 'phone';
}

/** RFC 3966 section 4: they do not count in a comparison. The parameters behind the number stay as they are. */
function withoutVisualSeparators(user: string): string {
  const [number = '', ...params] = user.split(';');
  return [number.replace(/[-.()]/g, ''), ...params].join(';');
}

/** RFC 3325: a sip and a tel identity may be there; the first that names a user counts. */
export function assertedPartyOf(request: SipRequest): CallParty | null {
  for (const value of request.headers.all('p-asserted-identity')) {
    const address = parseNameAddress(value);
    if (address && userOf(address.uri) !== null) return partyOf(address);
  }
  return null;
}

/** RFC 7315 section 4.2: what was called before a registrar wrote our contact into the Request-URI. */
export function calledPartyOf(request: SipRequest): string | null {
  return userOf(parseNameAddress(request.headers.get('p-called-party-id') ?? '')?.uri ?? '');
}
