import { defaultTrunkPort } from '@parley/contract';
import { formatHost, type Hop } from '@parley/sip';
import type { TrunkServer } from '../../trunks/probe-trunk.ts';
import { serverOf, type TrunkTarget } from '../../trunks/trunk-target.ts';

/** The hop to one server of a trunk. Its certificate is for the name that the trunk was connected by. */
export function trunkHop(target: TrunkTarget, { protocol, address, port }: TrunkServer): Hop {
  const hop: Hop = { protocol, host: address, port };
  return protocol === 'tls' ? { ...hop, tlsName: serverOf(target).host } : hop;
}

/**
 * The part of a Request-URI behind the number, of a trunk that is addressed by its name. Where DNS chooses the transport neither it nor
 * the usual port is in it: they would say that there is no choice (RFC 3263 section 4.1).
 */
export function uriAddress({ host, port, transport }: TrunkTarget): string {
  if (transport !== 'auto') return addressOf({ protocol: transport, host, port });
  return port === defaultTrunkPort(transport) ? formatHost(host) : `${formatHost(host)}:${port}`;
}

/** The part of a Request-URI behind the number. */
export function addressOf({ protocol, host, port }: Hop): string {
  const transport = protocol === 'udp' ? '' : `;transport=${protocol}`;
  return `${formatHost(host)}:${port}${transport}`;
}
