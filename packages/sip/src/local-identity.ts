import { formatHost } from './messages/uri.ts';
import { formatVia, type Via } from './messages/via.ts';
import { defaultPortOf, type Protocol } from './transports/transport.ts';

/** How the user agent calls itself on the wire: one host, and a port for each transport. */
export class LocalIdentity {
  readonly userAgentName: string;
  readonly #host: string;
  readonly #ports: ReadonlyMap<Protocol, number>;

  constructor(host: string, ports: ReadonlyMap<Protocol, number>, userAgentName: string) {
    this.#host = host;
    this.#ports = ports;
    this.userAgentName = userAgentName;
  }

  /** `rport` asks the peer to answer to where the request really came from (RFC 3581), so that NAT does no harm. */
  via(protocol: Protocol, branch: string): string {
    return formatVia({
      protocol: 'SIP/2.0',
      transport: protocol.toUpperCase(),
      host: this.#host,
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
    return via.host.toLowerCase() === this.#host.toLowerCase() && this.#ports.get(protocol) === port;
  }

  /** A user part helps carriers that route by it. The peer comes back over the transport that it was reached by. */
  contact(user: string | null, protocol: Protocol): string {
    const userInfo = user === null ? '' : `${user}@`;
    const transport = protocol === 'udp' ? '' : `;transport=${protocol}`;
    return `<sip:${userInfo}${formatHost(this.#host)}:${this.#portOf(protocol)}${transport}>`;
  }

  #portOf(protocol: Protocol): number {
    return this.#ports.get(protocol) ?? defaultPortOf(protocol);
  }
}
