import { defaultTrunkPort, parseOutboundProxy, type Trunk } from '@parley/contract';

/** How a trunk is reached. */
export interface TrunkTarget {
  /** As it was written: a name or an address; that of IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly transport: Trunk['transport'];
  /** Where its messages go instead, as it was written. Left out or null: nowhere else. */
  readonly outbound_proxy?: string | null;
}

/** Where the messages of a trunk go: to its outbound proxy, where it has one (RFC 3261 section 8.1.2). */
export function serverOf(target: TrunkTarget): { readonly host: string; readonly port: number } {
  const { host, port, transport, outbound_proxy: written } = target;
  const proxy = written == null ? null : parseOutboundProxy(written);
  return proxy ? { host: proxy.host, port: proxy.port ?? defaultTrunkPort(transport) } : { host, port };
}
