import type { RedirectTo } from './redirection.ts';
import type { Hop } from './transports/transport.ts';

/** Where a request may go besides its first hop. */
export interface OtherHops {
  /** Tried in this order where a hop fails (RFC 3263 section 4.3). */
  readonly alternatives?: readonly Hop[];
  /** Left out: no 3xx is followed. */
  readonly redirectTo?: RedirectTo;
  /** A request that is too long for UDP goes over it all the same. */
  readonly keepsProtocol?: boolean;
  /** Left out: the request says the same to each. */
  readonly headersFor?: HeadersFor;
  /** Offered instead where the peer cannot use what is offered first (415, 488, 606). Left out: it has the last word. */
  readonly fallbackSdp?: string;
}

/** What a request says otherwise to another hop, its Via aside: a Contact names our protocol and address there. */
export type HeadersFor = (hop: Hop) => Readonly<Record<string, string>>;
