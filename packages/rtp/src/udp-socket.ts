import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';
import type { Endpoint, Networks } from './latch.ts';

/** A bound UDP socket for numeric addresses. Rejects with the system's error (EADDRINUSE, EADDRNOTAVAIL, …). */
export async function bindSocket(address: string, port: number): Promise<Socket> {
  const type = isIPv6(address) ? 'udp6' : 'udp4';
  const socket = createSocket({
    type,
    // Addresses are numeric: the resolver's thread pool is spared, for every packet.
    lookup: (hostname, _options, callback) => callback(null, hostname, type === 'udp6' ? 6 : 4),
  });
  // Before bind: with a lookup that answers at once, both events come within it.
  const listening = once(socket, 'listening');
  socket.bind({ address, port, exclusive: true });
  try {
    await listening;
  } catch (error) {
    socket.close();
    throw error;
  }
  return socket;
}

/** In the spelling of a socket's own reports; null when it is nowhere to send to: a name, port 0, the unspecified address. */
export function numericEndpoint(endpoint: Endpoint): Endpoint | null {
  const { port } = endpoint;
  const version = isIP(endpoint.address);
  if (version === 0 || !(port >= 1 && port <= 65_535)) return null;
  const { address } = new SocketAddress({ address: endpoint.address, family: version === 6 ? 'ipv6' : 'ipv4' });
  return address === '0.0.0.0' || address === '::' ? null : { address, port };
}

/** RangeError for what is neither a numeric address nor a network of them. */
export function networksOf(networks: readonly string[]): Networks {
  const list = new BlockList();
  for (const network of networks) addNetwork(list, network);
  return { has: (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') };
}

function addNetwork(list: BlockList, network: string): void {
  const [address, bits] = network.split('/') as [string, string?];
  const version = isIP(address);
  const longest = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (version === 0 || !(prefix <= longest)) throw new RangeError(`${network} is not a numeric network`);
  list.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
}
