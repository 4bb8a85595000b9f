import type { Socket } from 'node:net';
import type { StreamConnection } from './stream-connection.ts';
import type { StreamLimits } from './stream-limits.ts';
import type { Hop, HostPort, Protocol } from './transport.ts';

export interface AcceptedConnectionsOptions {
  readonly protocol: Protocol;
  readonly limits: StreamLimits;
  /** Who stays when there are too many. */
  readonly isTrusted: (source: Hop) => boolean;
}

/** The connections that peers have opened: how many there may be, and who leaves when there are more. */
export class AcceptedConnections {
  readonly #options: AcceptedConnectionsOptions;
  readonly #connections = new Map<string, StreamConnection>(); // the one that spoke last is the last
  readonly #ofAddress = new Map<string, number>(); // with those in their handshake
  readonly #sockets = new Map<string, { readonly socket: Socket; readonly source: HostPort }>(); // the oldest is the first

  constructor(options: AcceptedConnectionsOptions) {
    this.#options = options;
  }

  /** A socket that may not stay is destroyed, before a handshake costs anything. */
  admit(socket: Socket): void {
    const source = sourceOf(socket);
    const ofAddress = this.#ofAddress.get(source?.host ?? '') ?? 0;
    if (!source || ofAddress >= this.#options.limits.acceptedOfOne || !this.#makeRoom()) {
      socket.destroy();
      return;
    }
    this.#ofAddress.set(source.host, ofAddress + 1);
    this.#sockets.set(keyOf(source), { socket, source });
    socket.once('close', () => this.#forget(source));
  }

  add(connection: StreamConnection): void {
    this.#connections.set(keyOf(connection.peer), connection);
  }

  /** It spoke: others leave first. */
  touch(connection: StreamConnection): void {
    const key = keyOf(connection.peer);
    if (this.#connections.delete(key)) this.#connections.set(key, connection);
  }

  remove(connection: StreamConnection): void {
    const key = keyOf(connection.peer);
    if (this.#connections.get(key) === connection) this.#connections.delete(key);
  }

  find(hop: Hop): StreamConnection | undefined {
    return this.#connections.get(keyOf(hop));
  }

  all(): readonly StreamConnection[] {
    return [...this.#connections.values()];
  }

  destroyHandshakes(): void {
    for (const { socket } of this.#handshakes()) socket.destroy();
  }

  #makeRoom(): boolean {
    const { limits, isTrusted, protocol } = this.#options;
    if (this.#sockets.size < limits.accepted) return true;
    for (const { socket, source } of this.#handshakes()) {
      if (isTrusted({ protocol, ...source })) continue;
      this.#sockets.delete(keyOf(source));
      socket.destroy();
      return true;
    }
    for (const connection of this.#connections.values()) {
      if (isTrusted(connection.peer)) continue;
      this.remove(connection);
      this.#sockets.delete(keyOf(connection.peer));
      connection.destroy('closed');
      return true;
    }
    return false;
  }

  *#handshakes() {
    for (const [key, admitted] of this.#sockets) if (!this.#connections.has(key)) yield admitted;
  }

  #forget(source: HostPort): void {
    this.#sockets.delete(keyOf(source));
    const left = (this.#ofAddress.get(source.host) ?? 1) - 1;
    if (left === 0) this.#ofAddress.delete(source.host);
    else this.#ofAddress.set(source.host, left);
  }
}

/** Null when the peer has gone already. */
export function sourceOf({ remoteAddress: host, remotePort: port }: Socket): HostPort | null {
  return host === undefined || port === undefined ? null : { host: unmapped(host), port };
}

/** `::ffff:192.0.2.1` is how a socket of IPv6 sees an IPv4 address. */
function unmapped(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

function keyOf({ host, port }: HostPort): string {
  return `${host}:${port}`;
}
