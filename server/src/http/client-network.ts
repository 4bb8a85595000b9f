import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** A client with one IPv6 address has 2^64 of them (RFC 6177, section 2). */
const IPV6_PREFIX = 64;

/**
 * Whom requests are counted for: an IPv4 address, or the /64 of an IPv6 address. `address` may come from a proxy, which
 * may add a port, or nonsense; then it is the peer itself that is counted.
 */
export function clientNetwork(address: string, peer = ''): string {
  return networkOf(address) ?? networkOf(peer) ?? 'unknown';
}

/** Behind a trusted proxy it is the client of the proxy. */
export function clientOf(request: FastifyRequest): string {
  return clientNetwork(request.ip, request.socket.remoteAddress);
}

function networkOf(text: string): string | undefined {
  const address = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text);
  const bare = (address?.[1] ?? address?.[2] ?? text).replace(/%.*$/, '');
  if (!ipaddr.isValid(bare)) return undefined;
  const parsed = ipaddr.process(bare);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX}`).toString()}/${IPV6_PREFIX}`;
}
