import { SDP_TYPE } from './messages/message.ts';

const SUPPORTED_METHODS = ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS', 'INFO', 'UPDATE', 'NOTIFY', 'PRACK'];

/** The value of Allow. */
export const ALLOW = SUPPORTED_METHODS.join(', ');

/** The extensions that a peer may require: reliable provisional responses (RFC 3262), session timers (RFC 4028), Replaces (RFC 3891). */
const OPTION_TAGS = ['100rel', 'timer', 'replaces'];

/** The value of Supported (RFC 3261 section 20.37). */
export const SUPPORTED = OPTION_TAGS.join(', ');

/** What OPTIONS asks for: RFC 3261 section 11.2. */
export const CAPABILITY_HEADERS = {
  Allow: ALLOW,
  Accept: SDP_TYPE,
  'Accept-Encoding': 'identity',
  'Accept-Language': 'en',
  Supported: SUPPORTED,
} as const;

const SERVED: ReadonlySet<string> = new Set(SUPPORTED_METHODS);
const OPTIONS_SERVED: ReadonlySet<string> = new Set(OPTION_TAGS);

/** The methods of the IANA registry that are not served. */
const NOT_SERVED: ReadonlySet<string> = new Set(['MESSAGE', 'PUBLISH', 'REFER', 'REGISTER', 'SUBSCRIBE']);

/** A method that is known and not served is 405 (RFC 3261 section 8.2.1), one that is unknown is 501 (section 21.5.2). */
export function refuseMethod(method: string): { status: 405 | 501; headers: { Allow: string } } | null {
  if (SERVED.has(method)) return null;
  return { status: NOT_SERVED.has(method) ? 405 : 501, headers: { Allow: ALLOW } };
}

/** Those of the required option tags that are not supported: RFC 3261 section 8.2.2.3. */
export function unsupportedOptions(required: readonly string[]): string[] {
  return required.filter((option) => !OPTIONS_SERVED.has(option.toLowerCase()));
}
