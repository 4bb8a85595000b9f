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

/** Privacy of RFC 3323 (and of RFC 7044: history) that is not about who calls. */
const OTHER_PRIVACY: ReadonlySet<string> = new Set(['none', 'critical', 'session', 'history']);

/** Whether the caller does not want to be known: `id` (RFC 3325 section 9.3), `user`, `header` or, of old, `full`. */
export function isWithheld(request: SipRequest): boolean {
  const values = request.headers.all('privacy').flatMap((value) => value.toLowerCase().split(/[;,\s]+/));
  return values.some((value) => value !== '' && !OTHER_PRIVACY.has(value));
}

/** RFC 3325: a sip and a tel identity may stand there; the first that names a user counts. */
export function assertedIdentityOf(request: SipRequest): string | null {
  for (const value of request.headers.all('p-asserted-identity')) {
    const user = userOf(parseNameAddress(value)?.uri ?? '');
    if (user !== null) return user;
  }
  return null;
}
