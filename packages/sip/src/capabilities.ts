import { SDP_TYPE } from './messages/message.ts';

const SUPPORTED_METHODS = ['INVITE', 'ACK', 'CANCEL', 'BYE', 'OPTIONS', 'INFO', 'UPDATE', 'NOTIFY'];

/** The value of Allow. */
export const ALLOW = SUPPORTED_METHODS.join(', ');

/** What OPTIONS asks for: RFC 3261 section 11.2. An empty Supported says that there are no extensions (section 20.37). */
export const CAPABILITY_HEADERS = {
  Allow: ALLOW,
  Accept: SDP_TYPE,
  'Accept-Encoding': 'identity',
  'Accept-Language': 'en',
  Supported: '',
} as const;

const SUPPORTED: ReadonlySet<string> = new Set(SUPPORTED_METHODS);

/** The methods of the IANA registry that are not served. */
const NOT_SERVED: ReadonlySet<string> = new Set(['MESSAGE', 'PRACK', 'PUBLISH', 'REFER', 'REGISTER', 'SUBSCRIBE']);

/** A method that is known and not served is 405 (RFC 3261 section 8.2.1), one that is unknown is 501 (section 21.5.2). */
export function refuseMethod(method: string): { status: 405 | 501; headers: { Allow: string } } | null {
  if (SUPPORTED.has(method)) return null;
  return { status: NOT_SERVED.has(method) ? 405 : 501, headers: { Allow: ALLOW } };
}
