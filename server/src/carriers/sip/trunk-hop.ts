import type { Hop } from '@parley/sip';
import type { TrunkTarget } from '../../trunks/trunk-target.ts';

/** The hop to one address of a trunk. Its certificate is for the name that the trunk was connected by. */
export function trunkHop({ host, port, transport }: TrunkTarget, address: string): Hop {
  const hop: Hop = { protocol: transport, host: address, port };
  return transport === 'tls' ? { ...hop, tlsName: host } : hop;
}

/** The part of a Request-URI behind the number. */
export function addressOf({ protocol, host, port }: Hop, name = host): string {
  const transport = protocol === 'udp' ? '' : `;transport=${protocol}`;
  return `${name}:${port}${transport}`;
}
