import { BlockList, isIP } from 'node:net';
import { parseNameAddress } from '../messages/name-address.ts';
import { parseUri, type Uri } from '../messages/uri.ts';
import { defaultPortOf, type Hop, isSameHop, type Protocol } from '../transports/transport.ts';
import type { DialogState } from './dialog-state.ts';

const PROTOCOLS: readonly Protocol[] = ['udp', 'tcp', 'tls'];

const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
privateAddresses.addSubnet('::1', 128, 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');

/**
 * Where a request of the dialog is sent: to the first of the route set, else to the remote target (RFC 3261 sections 8.1.2 and
 * 12.2.1.1). It goes to `destination` instead, where the INVITE went to or came from, when that URI names a host rather than an
 * address (names are the outbound proxy's business), or an address that only the peer's own network knows while the peer was
 * reached at a public one: phones behind NAT, and carriers that forget to rewrite, put such addresses into Contact.
 *
 * A phone that connects to us and takes no connections names its end of that one: `destination` too, with no certificate asked
 * for, so that the connection is used that is there (connection reuse, RFC 5923).
 */
export function nextHop({ routeSet, remoteTarget, destination, tlsName }: DialogState): Hop {
  const [route] = routeSet;
  const text = route === undefined ? remoteTarget : parseNameAddress(route)?.uri;
  const uri = text === undefined ? null : parseUri(text);
  const target =
    uri && (uri.scheme === 'sip' || uri.scheme === 'sips') ? hopOf(uri, { tlsName, ...destination }) : null;
  if (!target || isSameHop(target, destination) || !isReachable(target, destination)) return destination;
  return target;
}

/** The certificate is that of `destination` wherever in the peer's network the hop is: an address seldom has one of its own. */
function hopOf(
  uri: Uri,
  { protocol: usual, host, tlsName = host }: Omit<Hop, 'tlsName'> & { tlsName?: string | undefined },
): Hop {
  const protocol = protocolOf(uri, usual);
  // A strict router may be named by maddr (section 19.1.1).
  const address = { host: uri.params.get('maddr') ?? uri.host, port: uri.port ?? defaultPortOf(protocol) };
  return protocol === 'tls' ? { protocol, ...address, tlsName } : { protocol, ...address };
}

/**
 * What the URI asks for (RFC 3263 section 4.1), else what the dialog began with: most peers leave `transport` out. A dialog that
 * began over TLS never leaves it.
 */
function protocolOf(uri: Uri, usual: Protocol): Protocol {
  if (uri.scheme === 'sips' || usual === 'tls') return 'tls';
  const asked = uri.params.get('transport')?.toLowerCase();
  return PROTOCOLS.find((protocol) => protocol === asked) ?? usual;
}

function isReachable(target: Hop, destination: Hop): boolean {
  if (isIP(target.host) === 0 || target.host === '0.0.0.0') return false;
  return !isPrivate(target.host) || isIP(destination.host) === 0 || isPrivate(destination.host);
}

function isPrivate(host: string): boolean {
  return privateAddresses.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}
