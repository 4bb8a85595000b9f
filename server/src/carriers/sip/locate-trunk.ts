import { defaultTrunkPort } from '@parley/contract';
import { type AddressFamily, type Dns, type Location, type LocationTarget, locate } from '@parley/sip';
import { serverOf, type TrunkTarget } from '../../trunks/trunk-target.ts';

export type LocateTrunk = (target: TrunkTarget) => Promise<Location>;

/** A trunk as RFC 3263 sees it. The usual port is one that was not given: then SRV records say where the servers are. */
export function locationTarget(target: TrunkTarget): LocationTarget {
  const { transport } = target;
  const { host, port } = serverOf(target);
  const protocol = transport === 'auto' ? null : transport;
  return { host, port: port === defaultTrunkPort(transport) ? null : port, protocol };
}

/** `families`: of our sockets, the preferred one first. */
export function trunkLocator(dns: Dns, families: readonly AddressFamily[]): LocateTrunk {
  return (target) => locate(locationTarget(target), { dns, families });
}
