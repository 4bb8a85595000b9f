import { createSocket, type Socket } from 'node:dgram';
import { type LookupOneOptions, lookup } from 'node:dns';
import { isIP, isIPv6 } from 'node:net';
import { type Hop, type HostPort, ListenError, type Receive, type Transport } from './transport.ts';

/**
 * A burst must not overflow the socket while the event loop is busy for a moment: 4 000 INVITEs, or 12 ms of a flood of 300 MB/s.
 * The system may give less (`net.core.rmem_max`).
 */
const RECEIVE_BUFFER_BYTES = 4 << 20;

export class UdpTransport implements Transport {
  readonly protocol = 'udp';
  readonly host: string;
  readonly port: number;
  readonly #socket: Socket;
  #closing: Promise<void> | null = null;

  /** Port 0 takes any. Rejects with ListenError. */
  static async open(local: HostPort, receive: Receive): Promise<UdpTransport> {
    const type = isIPv6(local.host) ? 'udp6' : 'udp4';
    const socket = createSocket({ type, recvBufferSize: RECEIVE_BUFFER_BYTES, lookup: lookupUnlessNumeric });
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.bind(local.port, local.host, () => {
          socket.off('error', reject);
          resolve();
        });
      });
    } catch (error) {
      socket.close();
      throw new ListenError('udp', local, error as NodeJS.ErrnoException);
    }
    return new UdpTransport(socket, local.host, receive);
  }

  private constructor(socket: Socket, host: string, receive: Receive) {
    this.#socket = socket;
    this.host = host;
    this.port = socket.address().port;
    socket.on('message', (bytes, { address, port }) => {
      receive(bytes, { protocol: 'udp', host: address, port });
      release(bytes);
    });
    // Some systems report an ICMP error of an earlier datagram here, without saying for which peer: timers B and F notice it.
    socket.on('error', () => {});
  }

  send(bytes: Buffer, hop: Hop, onError: (error: Error) => void): void {
    if (this.#closing) return;
    try {
      this.#socket.send(bytes, hop.port, hop.host, (error) => error && onError(error));
    } catch (error) {
      // dgram throws at once for a port or an address that cannot be; callers count on hearing it later.
      queueMicrotask(() => onError(error as Error));
    }
  }

  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => this.#socket.close(() => resolve()));
    return this.#closing;
  }
}

/** Most hops are numeric: those are sent to at once. */
function lookupUnlessNumeric(
  host: string,
  options: LookupOneOptions,
  callback: (error: NodeJS.ErrnoException | null, address: string, family: number) => void,
): void {
  const family = isIP(host);
  if (family === 0) lookup(host, options, callback);
  else callback(null, host, family);
}

/**
 * Gives the memory of a datagram back now. The garbage collector counts the small object and not what hangs on it: under a flood
 * of 300 MB/s it lets 80 MB gather.
 */
function release(bytes: Buffer): void {
  (bytes.buffer as ArrayBuffer).transfer(0);
}
