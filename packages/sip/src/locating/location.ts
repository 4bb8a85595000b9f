import type { Hop, Protocol } from '../transports/transport.ts';
import { weightedOrder } from './weighted-order.ts';

/** Who is to be reached, as a URI or a configuration has it. */
export interface LocationTarget {
  readonly host: string; // a name or an address; that of IPv6 without brackets
  readonly port: number | null; // null: not given
  readonly protocol: Protocol | null; // null: not given
}

/** One server of a target: what an SRV record names, or the name of the target itself. */
export interface LocatedServer {
  readonly name: string;
  /** Of the protocol that it speaks: all servers of a lower one go before. 0 where there is one alone. */
  readonly rank: number;
  readonly priority: number;
  readonly weight: number;
  readonly hops: readonly Hop[]; // all of one protocol, one for each address
}

/**
 * The source of a target's servers, and with it the protocols: nothing, since it is an address (`address`); the records of its
 * name (`naptr`, `srv`); the addresses of its name, since a port was given (`port`) or since it has no such record (`addresses`).
 */
export type LocatedBy = 'address' | 'port' | 'naptr' | 'srv' | 'addresses';

/** What DNS says of a target; `ttlS`: how long it may be kept. */
export interface Location {
  readonly by: LocatedBy;
  readonly servers: readonly LocatedServer[];
  readonly ttlS: number;
}

/** The hops of one request in the order in which they are tried: RFC 3263 section 4.2, protocol by protocol. `random` is in [0, 1). */
export function orderHops({ servers }: Location, random: () => number): Hop[] {
  const ranks = [...new Set(servers.map(({ rank }) => rank))].sort((a, b) => a - b);
  const ordered = ranks.flatMap((rank) =>
    weightedOrder(
      servers.filter((server) => server.rank === rank),
      random,
    ),
  );
  return distinct(ordered.flatMap(({ hops }) => hops));
}

/**
 * The hops that a Contact of the target's own names; none where it leads elsewhere. It is the target's own when it has the
 * target's name, the name of one of its servers, or one of their addresses, at their port.
 */
export function ownHops(
  location: Location,
  target: LocationTarget,
  contact: LocationTarget,
  random: () => number,
): Hop[] {
  const isWanted = ({ protocol }: Hop) => contact.protocol === null || protocol === contact.protocol;
  const hops = orderHops(location, random).filter(isWanted);
  if (isSameName(contact.host, target.host) && (contact.port === null || contact.port === target.port)) return hops;
  const isNamed = ({ name }: LocatedServer) => isSameName(name, contact.host);
  const named = location.servers.filter(isNamed).flatMap((server) => server.hops.filter(isWanted));
  const candidates = named.length > 0 ? named : hops.filter(({ host }) => host === contact.host);
  return distinct(candidates).filter(({ port }) => contact.port === null || port === contact.port);
}

function isSameName(a: string, b: string): boolean {
  const canonical = (name: string) => name.toLowerCase().replace(/\.$/, '');
  return canonical(a) === canonical(b);
}

function distinct(hops: readonly Hop[]): Hop[] {
  return [...new Map(hops.map((hop) => [`${hop.protocol} ${hop.host} ${hop.port}`, hop])).values()];
}
