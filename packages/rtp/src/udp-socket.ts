import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

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
