import { isIPv6 } from 'node:net';
import { formatHost } from './messages/uri.ts';
import { formatVia, type Via } from './messages/via.ts';
import { defaultPortOf, type Hop, type Protocol } from './transports/transport.ts';

/** Where a user agent is. */
export interface LocalHosts {
  readonly host: string;
  /** For peers at addresses of IPv6; left out: `host`. */
  readonly ipv6Host?: string | undefined;
}

/** How the user agent calls itself on the wire: by a host of the peer's family of addresses, and a port for each transport. */
export class LocalIdentity {
  readonly userAgentName: string;
  readonly #hosts: LocalHosts;
  readonly #ports: ReadonlyMap<Protocol, number>;

  constructor(hosts: LocalHosts, ports: ReadonlyMap<Protocol, number>, userAgentName: string) {
    this.#hosts = hosts;
    this.#ports = ports;
    this.userAgentName = userAgentName;
  }

  /** `rport` asks the peer to answer to where the request really came from (RFC 3581), so that NAT does no harm. */
  via(peer: Hop, branch: string): string {
    const { protocol } = peer;
    return formatVia({
      protocol: 'SIP/2.0',
      transport: protocol.toUpperCase(),
      host: this.hostFor(peer),
      port: this.#portOf(protocol),
      params: new Map([
        ['branch', branch],
        ['rport', null],
      ]),
    });
  }

  /** Whether it was us who wrote this Via. */
  isSentBy(via: Via): boolean {
    const protocol = via.transport.toLowerCase() as Protocol;
    const port = via.port ?? defaultPortOf(protocol);
    const isOwn = Object.values(this.#hosts).some((host) => host?.toLowerCase() === via.host.toLowerCase());
    return isOwn && this.#ports.get(protocol) === port;
  }

  /** A user part helps carriers that route by it. The peer comes back over the transport that it was reached by. */
  contact(user: string | null, peer: Hop, uriParameters = ''): string {
    const { protocol } = peer;
    const userInfo = user === null ? '' : `${user}@`;
    const transport = protocol === 'udp' ? '' : `;transport=${protocol}`;
    return `<sip:${userInfo}${formatHost(this.hostFor(peer))}:${this.#portOf(protocol)}${transport}${uriParameters}>`;
  }

  /** All that `contact` says to any peer. */
  contacts(user: string | null, uriParameters = ''): string[] {
    const hosts = [...new Set(Object.values(this.#hosts))].filter((host) => host !== undefined);
    return [...this.#ports].flatMap(([protocol, port]) =>
      hosts.map((host) => this.contact(user, { protocol, host, port }, uriParameters)),
    );
  }

  /** The address that messages to a peer carry. */
  hostFor({ host }: Pick<Hop, 'host'>): string {
    return (isIPv6(host) ? this.#hosts.ipv6Host : undefined) ?? this.#hosts.host;
  }

  #portOf(protocol: Protocol): number {
    return this.#ports.get(protocol) ?? defaultPortOf(protocol);
  }
}
