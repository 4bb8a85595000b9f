import { isIP } from 'node:net';
import { defaultPortOf, type Hop, type HostPort, type Protocol } from '../transports/transport.ts';
import type { Addresses, Dns, SrvRecord } from './dns.ts';
import type { LocatedServer, Location, LocationTarget } from './location.ts';

export type AddressFamily = 'ipv4' | 'ipv6';

interface Locating {
  readonly dns: Dns;
  /** Those that we can send to, the preferred one first. */
  readonly families: readonly AddressFamily[];
}

/**
 * What is asked for of each protocol (RFC 3263 section 4.1), in the order in which we take those that a zone has SRV records for and
 * no NAPTR to order them: any may be taken then, and the safest first.
 */
const SERVICES: readonly { readonly protocol: Protocol; readonly naptr: string; readonly prefix: string }[] = [
  { protocol: 'tls', naptr: 'SIPS+D2T', prefix: '_sips._tcp' },
  { protocol: 'tcp', naptr: 'SIP+D2T', prefix: '_sip._tcp' },
  { protocol: 'udp', naptr: 'SIP+D2U', prefix: '_sip._udp' },
];

/** More services, servers, and addresses of one, are not looked at: a zone must not keep us busy. */
const MOST_SERVICES = 8;
const MOST_SERVERS = 16;
const MOST_ADDRESSES = 8;
/** Of an SRV record: `Dns` does not say. */
const SRV_TTL_S = 300;

/** A way to a target: the servers that speak one protocol. */
interface Service {
  readonly protocol: Protocol;
  readonly records: readonly SrvRecord[];
}

/** Those of a target, the preferred one first, and what named them. */
interface Services {
  readonly by: 'naptr' | 'srv';
  readonly services: readonly Service[];
}

/**
 * Where a target is reached: RFC 3263 section 4. An address is itself; a name with a port has addresses alone; every other name is
 * asked for NAPTR, where no protocol is given, and for SRV, and for addresses where it has none. Where no protocol is given all
 * that the name has are found, since a request whose hops of one protocol fail may take another. No servers: it has no address.
 * Rejects when DNS does not answer.
 */
export async function locate(target: LocationTarget, locating: Locating): Promise<Location> {
  const { host, port, protocol } = target;
  if (isIP(host) !== 0) return locationOfAddress(target);
  if (port !== null) return atName(target, 'port', locating);
  const found = protocol === null ? await allServices(host, locating.dns) : await given(host, protocol, locating.dns);
  return found.services.length === 0 ? atName(target, 'addresses', locating) : atServers(host, found, locating);
}

/** At once: an address is asked of no one. */
export function locationOfAddress({ host, port, protocol: given }: LocationTarget): Location {
  const protocol = given ?? 'udp';
  const hop = hopTo({ host, port: port ?? defaultPortOf(protocol) }, protocol, host);
  const server = { name: host, rank: 0, priority: 0, weight: 0, hops: [hop] };
  return { by: 'address', servers: [server], ttlS: Number.POSITIVE_INFINITY };
}

async function atName(
  { host, port, protocol: given }: LocationTarget,
  by: 'port' | 'addresses',
  locating: Locating,
): Promise<Location> {
  const protocol = given ?? 'udp'; // section 4.1, of a name with a port, and of one that has neither NAPTR nor SRV
  const { addresses, ttlS } = await addressesOf(host, locating);
  const hops = addresses.map((address) =>
    hopTo({ host: address, port: port ?? defaultPortOf(protocol) }, protocol, host),
  );
  if (hops.length === 0) return { by, servers: [], ttlS: SRV_TTL_S };
  return { by, servers: [{ name: host, rank: 0, priority: 0, weight: 0, hops }], ttlS };
}

async function given(host: string, wanted: Protocol, dns: Dns): Promise<Services> {
  const { protocol, prefix } = SERVICES.find((service) => service.protocol === wanted)!;
  return { by: 'srv', services: withRecords([{ protocol, records: await dns.srv(`${prefix}.${host}`) }]) };
}

/** What NAPTR names of what we speak; where that is nothing, all of ours that have SRV records. */
async function allServices(host: string, dns: Dns): Promise<Services> {
  const named = (await dns.naptr(host)).flatMap(({ flags, service, ...record }) => {
    const known = SERVICES.find(({ naptr }) => naptr === service.toUpperCase());
    return known && flags.toLowerCase() === 's' ? [{ ...record, protocol: known.protocol }] : [];
  });
  const ordered = named.sort((a, b) => a.order - b.order || a.preference - b.preference).slice(0, MOST_SERVICES);
  const services = await serversOf(
    ordered.map(({ protocol, replacement }) => ({ protocol, name: replacement })),
    dns,
  );
  if (services.length > 0) return { by: 'naptr', services };
  const usual = SERVICES.map(({ protocol, prefix }) => ({ protocol, name: `${prefix}.${host}` }));
  return { by: 'srv', services: await serversOf(usual, dns) };
}

/** One that cannot be asked for is left out; where no other is found, that is a failure. */
async function serversOf(names: readonly { protocol: Protocol; name: string }[], dns: Dns): Promise<Service[]> {
  const asked = await Promise.allSettled(
    names.map(async ({ protocol, name }): Promise<Service> => ({ protocol, records: await dns.srv(name) })),
  );
  const found = withRecords(asked.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])));
  if (found.length === 0) throwFirst(asked);
  return found;
}

const withRecords = (services: readonly Service[]) => services.filter(({ records }) => records.length > 0);

function throwFirst(results: readonly PromiseSettledResult<unknown>[]): void {
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}

/** The certificate is for the name that was asked for, not for one that DNS has put in its place (RFC 5922 section 4). */
async function atServers(host: string, { by, services }: Services, locating: Locating): Promise<Location> {
  const named = services.flatMap(({ protocol, records }, rank) =>
    [...records]
      .filter(({ name }) => name !== '.' && name !== '') // RFC 2782: a lone dot says that there is no such service
      .sort((a, b) => a.priority - b.priority)
      .map((record) => ({ ...record, protocol, rank })),
  );
  let ttlS = SRV_TTL_S;
  const looked = await Promise.allSettled(
    named.slice(0, MOST_SERVERS).map(async ({ name, port, protocol, ...order }): Promise<LocatedServer> => {
      const found = await addressesOf(name, locating);
      if (found.addresses.length > 0) ttlS = Math.min(ttlS, found.ttlS);
      const hops = found.addresses.map((address) => hopTo({ host: address, port }, protocol, host));
      return { name, ...order, hops };
    }),
  );
  const servers = looked.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const reachable = servers.filter(({ hops }) => hops.length > 0);
  if (reachable.length === 0) throwFirst(looked);
  return { by, servers: reachable, ttlS };
}

async function addressesOf(name: string, { dns, families }: Locating): Promise<Addresses> {
  if (isIP(name) !== 0) return { addresses: [name], ttlS: SRV_TTL_S }; // not permitted by RFC 2782, and seen
  const found = await Promise.all(families.map((family) => (family === 'ipv4' ? dns.a(name) : dns.aaaa(name))));
  const some = found.filter(({ addresses }) => addresses.length > 0);
  return {
    addresses: some.flatMap(({ addresses }) => addresses).slice(0, MOST_ADDRESSES),
    ttlS: Math.min(...some.map(({ ttlS }) => ttlS)),
  };
}

function hopTo(address: HostPort, protocol: Protocol, tlsName: string): Hop {
  return protocol === 'tls' ? { protocol, ...address, tlsName } : { protocol, ...address };
}
