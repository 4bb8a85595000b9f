import type { SipRequest } from '../messages/message.ts';
import { type NameAddress, parseNameAddress } from '../messages/name-address.ts';
import { decodeUser, parseUri } from '../messages/uri.ts';
import type { CallParty } from './call.ts';

export function partyOf(address: NameAddress): CallParty {
  return { user: userOf(address.uri), uri: address.uri, displayName: address.displayName };
}

export function userOf(uri: string): string | null {
  const user = parseUri(uri)?.user ?? null;
  return user === null ? null : decodeUser(user);
}

/** RFC 3325: a sip and a tel identity may stand there; the first that names a user counts. */
export function assertedIdentityOf(request: SipRequest): string | null {
  for (const value of request.headers.all('p-asserted-identity')) {
    const user = userOf(parseNameAddress(value)?.uri ?? '');
    if (user !== null) return user;
  }
  return null;
}
