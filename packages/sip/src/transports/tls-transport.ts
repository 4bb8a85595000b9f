import { isIP, type Socket } from 'node:net';
import {
  checkServerIdentity,
  connect,
  createSecureContext,
  createServer,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { STREAM_LIMITS } from './stream-limits.ts';
import { type StreamSockets, StreamTransport, type StreamTransportOptions } from './stream-transport.ts';
import type { ConnectionReport, Hop, HostPort, Receive } from './transport.ts';

interface TlsIdentity {
  readonly certificate: string; // PEM: ours, then those that lead to its authority
  readonly key: string; // PEM
}

export interface TlsSettings {
  /** What we show to those who connect to us, and to peers that ask for it. Left out: it takes no connections. */
  readonly identity?: TlsIdentity | undefined;
  /** PEM: private authorities that are trusted besides those of Node and of the system. */
  readonly authorities?: string | undefined;
  /** Mutual TLS: those who connect to us need a certificate of `authorities`. */
  readonly requiresClientCertificate?: boolean | undefined;
  /** The name of a peer that only its address is known of: where a dialog goes on that it began. */
  readonly nameOf?: ((place: HostPort) => string | undefined) | undefined;
}

const OLDEST_VERSION = 'TLSv1.2';

/** SIP over TLS: RFC 3261 section 26.3.1. Port 0 takes any. Rejects with ListenError; throws when a certificate or a key is none. */
export async function openTlsTransport(
  local: HostPort,
  receive: Receive,
  settings: TlsSettings,
  options: StreamTransportOptions = {},
): Promise<StreamTransport> {
  return StreamTransport.open(new TlsSockets(settings, options), local, receive, options);
}

class TlsSockets implements StreamSockets {
  readonly protocol = 'tls';
  readonly openEvent = 'secureConnect';
  readonly #settings: TlsSettings;
  readonly #handshakeMs: number;
  #context: SecureContext | undefined;

  constructor(settings: TlsSettings, { limits }: StreamTransportOptions) {
    this.#settings = settings;
    this.#handshakeMs = limits?.connectMs ?? STREAM_LIMITS.connectMs;
    if (settings.identity || settings.authorities !== undefined) this.#context = contextOf(settings);
  }

  createServer(onSocket: (socket: Socket) => void) {
    if (!this.#settings.identity) return null;
    const { authorities, requiresClientCertificate = false } = this.#settings;
    const server = createServer({
      ...pemOf(this.#settings),
      ...(authorities === undefined ? {} : { ca: authorities }),
      requestCert: requiresClientCertificate,
      rejectUnauthorized: requiresClientCertificate,
      minVersion: OLDEST_VERSION,
      handshakeTimeout: this.#handshakeMs,
    });
    return server.on('secureConnection', onSocket).on('tlsClientError', (_error, socket) => socket.destroy());
  }

  /** RFC 5922 section 4: the certificate is for the name that the peer was looked up by. */
  connect(hop: Hop, localAddress: string | undefined): Socket {
    const { host, port } = hop;
    const tlsName = this.#nameOf(hop);
    return connect({
      host,
      port,
      secureContext: this.#clientContext,
      ...(isIP(tlsName) === 0 ? { servername: tlsName } : {}), // an address is no server name (RFC 6066 section 3)
      checkServerIdentity: (_name, certificate) => checkServerIdentity(tlsName, certificate),
      ...(localAddress ? { localAddress } : {}),
    });
  }

  /** Hundreds of authorities, 60 ms of CPU: read at the start only where files are given that may be none. */
  get #clientContext(): SecureContext {
    this.#context ??= contextOf(this.#settings);
    return this.#context;
  }

  #nameOf({ host, port, tlsName = host }: Hop): string {
    return (isIP(tlsName) === 0 ? undefined : this.#settings.nameOf?.({ host: tlsName, port })) ?? tlsName;
  }

  report(socket: Socket): ConnectionReport {
    const secure = socket as TLSSocket;
    return {
      tls: {
        version: secure.getProtocol() ?? '',
        cipher: secure.getCipher().name,
        validUntil: new Date(secure.getPeerCertificate().valid_to),
      },
    };
  }
}

function contextOf(settings: TlsSettings): SecureContext {
  const { authorities } = settings;
  return createSecureContext({
    ...pemOf(settings),
    ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...listOf(authorities)])],
    minVersion: OLDEST_VERSION,
  });
}

function pemOf({ identity }: TlsSettings): { cert?: string; key?: string } {
  return identity ? { cert: identity.certificate, key: identity.key } : {};
}

function listOf(pem: string | undefined): string[] {
  return pem === undefined ? [] : [pem];
}
