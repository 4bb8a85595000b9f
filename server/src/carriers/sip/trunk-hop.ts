import { formatHost, type Hop } from '@parley/sip';
import type { TrunkTarget } from '../../trunks/trunk-target.ts';

/** The hop to one server of a trunk. Its certificate is for the name that the trunk was connected by. */
export function trunkHop({ host, transport }: TrunkTarget, { address, port }: { address: string; port: number }): Hop {
  const hop: Hop = { protocol: transport, host: address, port };
  return transport === 'tls' ? { ...hop, tlsName: host } : hop;
}

/** The part of a Request-URI behind the number, of a trunk that is addressed by its name. */
export function uriAddress({ host, port, transport }: TrunkTarget): string {
  return addressOf({ protocol: transport, host, port });
}

/** The part of a Request-URI behind the number. */
export function addressOf({ protocol, host, port }: Hop): string {
  const transport = protocol === 'udp' ? '' : `;transport=${protocol}`;
  return `${formatHost(host)}:${port}${transport}`;
}
