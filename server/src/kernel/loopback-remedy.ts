const isLoopback = (host: string): boolean => host.startsWith('127.') || host === '::1';

/** What to do where Parley listens on loopback alone, and a peer is elsewhere, so that neither reaches the other; null where it is not so. */
export function loopbackRemedy(ownHost: string, peerHost: string): string | null {
  if (!isLoopback(ownHost) || isLoopback(peerHost)) return null;
  return `Parley listens on ${ownHost}, which other hosts cannot reach. Start it with PARLEY_SIP_HOST, an address of this host, and behind NAT with PARLEY_PUBLIC_ADDRESS as well.`;
}
