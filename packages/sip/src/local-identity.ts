import { formatHost } from './messages/uri.ts';
import { formatVia, type Via } from './messages/via.ts';
import type { HostPort, Protocol } from './transports/transport.ts';

const DEFAULT_PORT = 5060;

/** How the user agent calls itself on the wire. */
export class LocalIdentity {
  readonly userAgentName: string;
  readonly #sentBy: HostPort;

  constructor(sentBy: HostPort, userAgentName: string) {
    this.#sentBy = sentBy;
    this.userAgentName = userAgentName;
  }

  /** `rport` asks the peer to answer to where the request really came from (RFC 3581), so that NAT does no harm. */
  via(protocol: Protocol, branch: string): string {
    return formatVia({
      protocol: 'SIP/2.0',
      transport: protocol,
      ...this.#sentBy,
      params: new Map([
        ['branch', branch],
        ['rport', null],
      ]),
    });
  }

  /** Whether it was us who wrote this Via. */
  isSentBy(via: Via): boolean {
    const { host, port } = this.#sentBy;
    return via.host.toLowerCase() === host.toLowerCase() && (via.port ?? DEFAULT_PORT) === port;
  }

  /** A user part helps carriers that route by it. */
  contact(user: string | null): string {
    const userInfo = user === null ? '' : `${user}@`;
    return `<sip:${userInfo}${formatHost(this.#sentBy.host)}:${this.#sentBy.port}>`;
  }
}
