import type { SipRequest } from './messages/message.ts';
import { serializedLength } from './messages/serialize-message.ts';
import type { Hop } from './transports/transport.ts';

/** Where the MTU of the way is not known (RFC 3261 section 18.1.1): a larger datagram may be cut up, and firewalls drop the pieces. */
const LONGEST_DATAGRAM_BYTES = 1300;

/** A server that takes no TCP is not asked for it again so soon. */
export const NO_TCP_MS = 300_000;

/** Where a request goes that is too long for a datagram: the same server and port, over TCP. Null: it goes over TCP or TLS anyway. */
export function hopOfLongRequest({ protocol, host, port }: Hop): Hop | null {
  return protocol === 'udp' ? { protocol: 'tcp', host, port } : null;
}

export const isTooLongForUdp = (request: SipRequest): boolean => serializedLength(request) > LONGEST_DATAGRAM_BYTES;
