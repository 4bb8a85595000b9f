import { isIP } from 'node:net';
import type { SipRequest, SipResponse } from '../messages/message.ts';
import { formatVia, stampedSource } from '../messages/via.ts';
import { defaultPortOf, type Hop, isReliable } from './transport.ts';

/**
 * Writes into the top Via where a request really came from: RFC 3261 section 18.2.1 and, when the sender asked with
 * `rport`, RFC 3581 section 4.
 */
export function stampSource(request: SipRequest, source: Hop): void {
  const via = request.topVia;
  const asksForPort = via.params.has('rport');
  const params = new Map(via.params);
  params.delete('received'); // only we may say it
  if (asksForPort) params.set('rport', String(source.port));
  if (asksForPort || via.host !== source.host) params.set('received', source.host);
  request.headers.replaceFirst('via', formatVia({ ...via, params }));
}

/**
 * Where the responses to a stamped request go: RFC 3261 section 18.2.2, RFC 3581 section 4. `maddr` is not followed: it would
 * let an untrusted source direct our responses to a third party, and multicast is not in use.
 */
export function responseHop(request: SipRequest, source: Hop): Hop {
  if (isReliable(source.protocol)) return source;
  const via = request.topVia;
  const stamped = stampedSource(via);
  return {
    protocol: source.protocol,
    host: stamped.host ?? source.host,
    port: stamped.port ?? via.port ?? defaultPortOf(source.protocol),
  };
}

/**
 * Where a response goes when the connection that its request came over is gone: to where the Via says that its sender listens, at
 * the address that the request came from (RFC 3261 section 18.2.2).
 */
export function sentByHop(response: SipResponse, source: Hop): Hop {
  const { host, port } = response.topVia;
  const hop: Hop = { ...source, port: port ?? defaultPortOf(source.protocol) };
  return source.protocol === 'tls' && isIP(host) === 0 ? { ...hop, tlsName: host } : hop;
}
