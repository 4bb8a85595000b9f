import type { SipRequest } from '../messages/message.ts';

/** Not about who calls: RFC 3323 section 4.2, and `history` of RFC 7044. */
const OTHER_PRIVACY: ReadonlySet<string> = new Set(['none', 'critical', 'session', 'history']);

/** What a request wants hidden (RFC 3323 section 4.2), in lower case; of old, values were separated by commas. */
export function privacyOf(request: SipRequest): ReadonlySet<string> {
  const values = request.headers.all('privacy').flatMap((value) => value.toLowerCase().split(/[;,\s]+/));
  return new Set(values.filter((value) => value !== ''));
}

/** Whether the caller does not want to be known: `id` (RFC 3325 section 9.3), `user`, `header` or, of old, `full`. */
export function isWithheld(privacy: ReadonlySet<string>): boolean {
  return [...privacy].some((value) => !OTHER_PRIVACY.has(value));
}
