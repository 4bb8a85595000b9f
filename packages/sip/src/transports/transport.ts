export type Protocol = 'UDP' | 'TCP' | 'TLS';

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** Where a message goes next, or where it came from. */
export interface Hop extends HostPort {
  readonly protocol: Protocol;
}

export interface Transport {
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
  /** Sends one message. `onError` is called at most once, later, and never for a datagram that merely got lost. */
  send(bytes: Buffer, peer: HostPort, onError: (error: Error) => void): void;
  /** Idempotent. */
  close(): Promise<void>;
}

/**
 * Takes whole messages: one datagram, or one message that a stream transport has framed. The bytes are valid until it returns,
 * and no longer.
 */
export type Receive = (bytes: Buffer, source: Hop) => void;

export type OpenTransport = (local: HostPort, receive: Receive) => Promise<Transport>;

/** On a reliable transport nothing is retransmitted and nothing lingers: timers A, E, G do not run, D, I, J, K take no time. */
export function isReliable(protocol: Protocol): boolean {
  return protocol !== 'UDP';
}

/** The address cannot be bound. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code: string | null;

  constructor(protocol: Protocol, local: HostPort, cause: NodeJS.ErrnoException) {
    super(
      `cannot listen on ${protocol} ${local.host}:${local.port}: ${LISTEN_PROBLEMS[cause.code ?? ''] ?? cause.message}`,
      { cause },
    );
    this.code = cause.code ?? null;
  }
}

const LISTEN_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use by another program (EADDRINUSE)',
  EADDRNOTAVAIL: 'this machine has no such address (EADDRNOTAVAIL)',
  EACCES: 'permission denied (EACCES)',
};
