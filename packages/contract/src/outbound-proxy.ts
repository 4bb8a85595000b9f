import { canonicalIpv6, isHost } from './host.ts';

/** Where an outbound proxy is; `port`: null where it was left out. */
export interface ProxyAddress {
  readonly host: string; // that of IPv6 without brackets
  readonly port: number | null;
}

const WRITTEN = /^(?:\[(?<ipv6>[^\]]+)\]|(?<host>[^:[\]]+))(?::(?<port>[1-9][0-9]{0,4}))?$/;

/** Of `sbc.example.com`, `sbc.example.com:5080`, `[2001:db8::1]:5080`; null for what is none. */
export function parseOutboundProxy(text: string): ProxyAddress | null {
  const { ipv6, host: name = '', port } = WRITTEN.exec(text)?.groups ?? {};
  const host = ipv6 === undefined ? name : canonicalIpv6(ipv6);
  if (host === undefined || !isHost(host) || Number(port ?? 1) > 65_535) return null;
  return { host, port: port === undefined ? null : Number(port) };
}
