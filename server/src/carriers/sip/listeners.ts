import {
  type Hop,
  type HostPort,
  type Listener,
  openTcpTransport,
  openTlsTransport,
  type TlsSettings,
} from '@parley/sip';

interface ListenersOptions {
  /** Whose connections stay when there are too many. */
  isTrusted(source: Hop): boolean;
  /** The name of a trunk that is reached over TLS there. */
  tlsNameAt(place: HostPort): string | undefined;
}

/** TCP at the port of UDP, as RFC 3261 section 18.1.1 wants it of all who speak SIP, and TLS. */
export function sipListeners(
  { port, tls }: { port: number; tls: Omit<TlsSettings, 'nameOf'> & { port: number } },
  { isTrusted, tlsNameAt }: ListenersOptions,
): Listener[] {
  return [
    { port, open: (local, receive) => openTcpTransport(local, receive, { isTrusted }) },
    {
      port: tls.port,
      open: (local, receive) => openTlsTransport(local, receive, { ...tls, nameOf: tlsNameAt }, { isTrusted }),
    },
  ];
}
