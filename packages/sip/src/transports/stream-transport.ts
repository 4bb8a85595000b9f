import type { AddressInfo, Server, Socket } from 'node:net';
import { TokenBucket } from '../admission/token-bucket.ts';
import { systemScheduler } from '../scheduler.ts';
import { AcceptedConnections, sourceOf } from './accepted-connections.ts';
import { connectionProblem } from './connection-error.ts';
import { StreamConnection } from './stream-connection.ts';
import { STREAM_LIMITS, type StreamLimits } from './stream-limits.ts';
import {
  type ConnectionReport,
  type Hop,
  type HostPort,
  type KeepAliveOptions,
  type KeptConnection,
  ListenError,
  type Protocol,
  type Receive,
  type Transport,
} from './transport.ts';

/** What differs between TCP and TLS. */
export interface StreamSockets {
  readonly protocol: Protocol;
  readonly openEvent: 'connect' | 'secureConnect';
  /** `onSocket` gets sockets that may be written to. Null: it takes no connections. */
  createServer(onSocket: (socket: Socket) => void): Server | null;
  connect(hop: Hop, localAddress: string | undefined): Socket;
  report(socket: Socket): ConnectionReport;
}

export interface StreamTransportOptions {
  readonly limits?: Partial<StreamLimits>;
  /** Who stays when there are too many connections. Left out: all alike. */
  readonly isTrusted?: (source: Hop) => boolean;
}

/**
 * RFC 3261 section 18 over connections: one with each hop, opened when something is to be sent, used in both directions and closed
 * when it is idle. What comes over a connection that the peer opened is answered over it.
 */
export class StreamTransport implements Transport {
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
  readonly #sockets: StreamSockets;
  readonly #server: Server | null;
  readonly #receive: Receive;
  readonly #limits: StreamLimits;
  readonly #opened = new Map<string, StreamConnection>();
  readonly #accepted: AcceptedConnections;
  readonly #isTrusted: (source: Hop) => boolean;
  #closing: Promise<void> | null = null;

  /** Port 0 takes any. Rejects with ListenError. */
  static async open(
    sockets: StreamSockets,
    local: HostPort,
    receive: Receive,
    options: StreamTransportOptions = {},
  ): Promise<StreamTransport> {
    const server = sockets.createServer((socket) => transport.#accept(socket));
    // Connections come in a later turn: by then there is a transport.
    server?.on('connection', (socket: Socket) => transport.#accepted.admit(socket));
    if (server) await listen(server, sockets.protocol, local);
    const transport = new StreamTransport(sockets, server, local, receive, options);
    return transport;
  }

  private constructor(
    sockets: StreamSockets,
    server: Server | null,
    local: HostPort,
    receive: Receive,
    { limits, isTrusted = () => false }: StreamTransportOptions,
  ) {
    this.protocol = sockets.protocol;
    this.host = local.host;
    this.port = server ? (server.address() as AddressInfo).port : local.port;
    this.#sockets = sockets;
    this.#server = server;
    this.#receive = receive;
    this.#limits = { ...STREAM_LIMITS, ...limits };
    this.#isTrusted = isTrusted;
    this.#accepted = new AcceptedConnections({ protocol: sockets.protocol, limits: this.#limits, isTrusted });
  }

  send(bytes: Buffer, hop: Hop, onError: (error: Error) => void): void {
    if (this.#closing) return;
    this.#connectionWith(hop).send(bytes, onError);
  }

  hasConnectionWith(hop: Hop): boolean {
    return this.#find(hop) !== undefined;
  }

  /** Resolves once there is a connection, which what is sent to this hop takes. Rejects with ConnectionError. */
  async connect(hop: Hop): Promise<ConnectionReport> {
    if (this.#closing) throw connectionProblem(hop, 'closed');
    return this.#sockets.report(await this.#connectionWith(hop).opened);
  }

  keepAlive(hop: Hop, options: KeepAliveOptions): KeptConnection | null {
    return this.#find(hop)?.keepAlive(options) ?? null;
  }

  /** Idempotent. */
  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      if (this.#server) this.#server.close(() => resolve());
      else resolve();
      for (const connection of [...this.#accepted.all(), ...this.#opened.values()]) connection.close();
      this.#accepted.destroyHandshakes();
    });
    return this.#closing;
  }

  #connectionWith(hop: Hop): StreamConnection {
    return this.#find(hop) ?? this.#connect(hop);
  }

  /** A peer that connected to us has proven no name: only what is for just that connection goes over it. */
  #find(hop: Hop): StreamConnection | undefined {
    const key = keyOf(hop);
    const opened = this.#opened.get(key);
    if (opened?.isAlive) {
      this.#opened.delete(key); // the one that was used last is the last
      this.#opened.set(key, opened);
      return opened;
    }
    const accepted = hop.tlsName === undefined ? this.#accepted.find(hop) : undefined;
    return accepted?.isAlive ? accepted : undefined;
  }

  #connect(hop: Hop): StreamConnection {
    const key = keyOf(hop);
    this.#makeRoom();
    const connection = new StreamConnection(this.#sockets.connect(hop, this.#localAddress), {
      peer: hop,
      openEvent: this.#sockets.openEvent,
      limits: this.#limits,
      receive: this.#receive,
      onClosed: () => {
        if (this.#opened.get(key) === connection) this.#opened.delete(key);
      },
    });
    this.#opened.set(key, connection);
    return connection;
  }

  #makeRoom(): void {
    if (this.#opened.size < this.#limits.opened) return;
    const oldest = [...this.#opened].find(([, connection]) => !connection.isKept);
    if (!oldest) return; // each is a registration's: as many as there are trunks
    this.#opened.delete(oldest[0]);
    oldest[1].close();
  }

  #accept(socket: Socket): void {
    const source = sourceOf(socket);
    if (!source || this.#closing) {
      socket.destroy();
      return;
    }
    const peer: Hop = { protocol: this.protocol, ...source };
    const flood = this.#isTrusted(peer) ? null : this.#floodBudget();
    const connection = new StreamConnection(socket, {
      peer,
      openEvent: null,
      limits: this.#limits,
      receive: (bytes, source) => {
        this.#accepted.touch(connection);
        if (flood?.take() === false) connection.destroy('closed');
        else this.#receive(bytes, source);
      },
      onClosed: () => {
        flood?.close();
        this.#accepted.remove(connection);
      },
    });
    this.#accepted.add(connection);
  }

  /** Each head is read before its sender is judged: whom it is of is in it. */
  #floodBudget(): TokenBucket {
    const { untrustedMessagesPerS } = this.#limits;
    return new TokenBucket(systemScheduler, untrustedMessagesPerS, 3 * untrustedMessagesPerS);
  }

  /** Peers know us by the address that we listen on. */
  get #localAddress(): string | undefined {
    return this.host === '0.0.0.0' || this.host === '::' ? undefined : this.host;
  }
}

async function listen(server: Server, protocol: Protocol, local: HostPort): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(protocol, local, error)));
    server.listen({ ...local }, resolve);
  });
  server.on('error', () => {}); // no descriptor is left: the peer tries again
}

function keyOf({ host, port, tlsName }: Hop): string {
  return `${host}:${port} ${tlsName ?? host}`;
}
