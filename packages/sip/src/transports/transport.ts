export type Protocol = 'udp' | 'tcp' | 'tls';

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** Where a message goes next, or where it came from; plain JSON, stored with dialogs. */
export interface Hop extends HostPort {
  readonly protocol: Protocol;
  /** The name that the peer's certificate must be for, where `host` is an address. Only for TLS; left out: `host`. */
  readonly tlsName?: string;
}

export function isSameHop(a: Hop, b: Hop): boolean {
  return a.protocol === b.protocol && a.host === b.host && a.port === b.port;
}

/** What is known of a peer that was connected with; `tls` is null over TCP. */
export interface ConnectionReport {
  readonly tls: { readonly version: string; readonly cipher: string; readonly validUntil: Date } | null;
}

export interface Transport {
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
  /**
   * Sends one message; a stream transport uses the connection that it has with this hop, or opens one. `onError` is called at
   * most once, later, and never for a datagram that merely got lost. `hop.protocol` is the transport's own.
   */
  send(bytes: Buffer, hop: Hop, onError: (error: Error) => void): void;
  /** Only of stream transports. */
  hasConnectionWith?(hop: Hop): boolean;
  /** Only of stream transports: resolves once there is a connection, which what is sent to this hop takes. Rejects with ConnectionError. */
  connect?(hop: Hop): Promise<ConnectionReport>;
  /** Only of stream transports: keeps the connection with this hop alive until it is released. Null: there is none. */
  keepAlive?(hop: Hop, options: KeepAliveOptions): KeptConnection | null;
  /** Idempotent. */
  close(): Promise<void>;
}

export interface KeepAliveOptions {
  /** From one ping to the next; asked before each. */
  intervalMs(): number;
  /** The connection has ended, or no pong came: called at most once, and not after its release. */
  onBroken(): void;
}

export interface KeptConnection {
  /** Idempotent. The connection stays, for as long as it is used. */
  release(): void;
}

/**
 * Takes whole messages: one datagram, or one message that a stream transport has framed. The bytes are valid until it returns,
 * and no longer.
 */
export type Receive = (bytes: Buffer, source: Hop) => void;

/** Rejects with ListenError. Port 0 takes any. */
export type OpenTransport = (local: HostPort, receive: Receive) => Promise<Transport>;

/** A transport of a user agent besides UDP. */
export interface Listener {
  readonly port: number; // 0: any
  readonly open: OpenTransport;
}

/** RFC 3261 section 19.1.2. */
export function defaultPortOf(protocol: Protocol): number {
  return protocol === 'tls' ? 5061 : 5060;
}

/** On a reliable transport nothing is retransmitted and nothing lingers: timers A, E, G do not run, D, I, J, K take no time. */
export function isReliable(protocol: Protocol): boolean {
  return protocol !== 'udp';
}

/** The address cannot be bound. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code: string | null;

  constructor(protocol: Protocol, local: HostPort, cause: NodeJS.ErrnoException) {
    super(
      `cannot listen on ${protocol.toUpperCase()} ${local.host}:${local.port}: ${LISTEN_PROBLEMS[cause.code ?? ''] ?? cause.message}`,
      { cause },
    );
    this.code = cause.code ?? null;
  }
}

const LISTEN_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use by another program (EADDRINUSE)',
  EADDRNOTAVAIL: 'this host has no such address (EADDRNOTAVAIL)',
  EACCES: 'permission denied (EACCES)',
};
