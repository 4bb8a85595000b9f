import { formatParams, type Params, Scanner } from './scanner.ts';
import { formatHost, hostPortStopsAt, parsePort, takeHostPort } from './uri.ts';

export interface Via {
  readonly protocol: string; // SIP/2.0
  readonly transport: string; // upper case
  readonly host: string;
  readonly port: number | null;
  readonly branch: string | null;
  readonly params: Params;
}

/** A branch that starts like this is unique for its transaction: RFC 3261 section 8.1.1.7. */
export const BRANCH_COOKIE = 'z9hG4bK';

const SENT_BY_STOPS = hostPortStopsAt(';');

/** RFC 3261 section 20.42, with the white space that it allows around the slashes. Null when malformed. */
export function parseVia(text: string): Via | null {
  const scanner = new Scanner(text);
  const name = takeSlashed(scanner);
  const version = takeSlashed(scanner); // any: a request of another version must be answered 505, along this Via
  if (name === null || version === null) return null;
  const transport = scanner.takeToken().toUpperCase();
  if (transport === '' || !scanner.skipSpaces()) return null;
  const sentBy = takeHostPort(scanner, SENT_BY_STOPS);
  if (!sentBy) return null;
  const params = scanner.takeParams();
  return (
    params && { protocol: `${name}/${version}`, transport, ...sentBy, branch: params.get('branch') ?? null, params }
  );
}

function takeSlashed(scanner: Scanner): string | null {
  scanner.skipSpaces();
  const token = scanner.takeToken();
  scanner.skipSpaces();
  const slash = scanner.take('/');
  scanner.skipSpaces();
  return slash && token !== '' ? token : null;
}

export function formatVia(via: Omit<Via, 'branch'>): string {
  const port = via.port === null ? '' : `:${via.port}`;
  return `${via.protocol}/${via.transport} ${formatHost(via.host)}${port}${formatParams(via.params)}`;
}

/** `received` and `rport` as the receiver of the request wrote them. */
export function stampedSource(via: Via): { host: string | null; port: number | null } {
  const rport = via.params.get('rport');
  // RFC 5118 section 4.5: an IPv6 address may have brackets there, too.
  const received = via.params.get('received')?.replace(/^\[(.*)\]$/, '$1');
  return { host: received ?? null, port: rport ? parsePort(rport) : null };
}
