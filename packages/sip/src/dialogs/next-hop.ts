import { BlockList, isIP } from 'node:net';
import { parseNameAddress } from '../messages/name-address.ts';
import { parseUri, type Uri } from '../messages/uri.ts';
import type { Hop, HostPort } from '../transports/transport.ts';
import type { DialogState } from './dialog-state.ts';

const DEFAULT_PORT = 5060;

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
 */
export function nextHop(state: DialogState): Hop {
  const uri = firstHopUri(state);
  const target = uri && (uri.scheme === 'sip' || uri.scheme === 'sips') ? addressOf(uri) : null;
  const address = target && isReachable(target, state.destination) ? target : state.destination;
  return { protocol: 'UDP', host: address.host, port: address.port };
}

function firstHopUri(state: DialogState): Uri | null {
  const [route] = state.routeSet;
  const text = route === undefined ? state.remoteTarget : parseNameAddress(route)?.uri;
  return text === undefined ? null : parseUri(text);
}

function addressOf(uri: Uri): HostPort {
  // A strict router may be named by maddr (section 19.1.1).
  return { host: uri.params.get('maddr') ?? uri.host, port: uri.port ?? DEFAULT_PORT };
}

function isReachable(target: HostPort, destination: HostPort): boolean {
  if (isIP(target.host) === 0 || target.host === '0.0.0.0') return false;
  return !isPrivate(target.host) || isIP(destination.host) === 0 || isPrivate(destination.host);
}

function isPrivate(host: string): boolean {
  return privateAddresses.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}
