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

/** The RR of a service: RFC 3263 section 4.1. In the order in which we want them where the target does not say. */
const SERVICES: readonly { readonly protocol: Protocol; readonly naptr: string; readonly prefix: string }[] = [
  { protocol: 'udp', naptr: 'SIP+D2U', prefix: '_sip._udp' },
  { protocol: 'tcp', naptr: 'SIP+D2T', prefix: '_sip._tcp' },
  { protocol: 'tls', naptr: 'SIPS+D2T', prefix: '_sips._tcp' },
];

/** More servers, and more addresses of one, are not looked at: a zone must not keep us busy. */
const MOST_SERVERS = 16;
const MOST_ADDRESSES = 8;
/** Of an SRV record: `Dns` does not say. */
const SRV_TTL_S = 300;
const NOWHERE: Location = { servers: [], ttlS: SRV_TTL_S };

interface Service {
  readonly protocol: Protocol;
  readonly records: readonly SrvRecord[];
}

/**
 * Where a target is reached: RFC 3263 section 4. An address is itself; a name with a port has addresses alone; every other name is
 * asked for NAPTR, where no protocol is given, and for SRV, and for addresses where it has none. No servers: it has no address.
 * Rejects when DNS does not answer.
 */
export async function locate(target: LocationTarget, locating: Locating): Promise<Location> {
  const { host, port } = target;
  if (isIP(host) !== 0) return locationOfAddress(target);
  if (port !== null) return atName(target, locating);
  const service =
    target.protocol === null ? await chooseService(host, locating.dns) : await given(target, locating.dns);
  if (service.records.length === 0) return atName({ ...target, protocol: service.protocol }, locating);
  return atServers(host, service, locating);
}

/** At once: an address is asked of no one. */
export function locationOfAddress({ host, port, protocol: given }: LocationTarget): Location {
  const protocol = given ?? 'udp';
  const hop = hopTo({ host, port: port ?? defaultPortOf(protocol) }, protocol, host);
  return { servers: [{ name: host, priority: 0, weight: 0, hops: [hop] }], ttlS: Number.POSITIVE_INFINITY };
}

async function atName({ host, port, protocol: given }: LocationTarget, locating: Locating): Promise<Location> {
  const protocol = given ?? 'udp'; // section 4.1: of a sip URI with a port
  const { addresses, ttlS } = await addressesOf(host, locating);
  const hops = addresses.map((address) =>
    hopTo({ host: address, port: port ?? defaultPortOf(protocol) }, protocol, host),
  );
  return hops.length === 0 ? NOWHERE : { servers: [{ name: host, priority: 0, weight: 0, hops }], ttlS };
}

async function given({ host, protocol: wanted }: LocationTarget, dns: Dns): Promise<Service> {
  const { protocol, prefix } = SERVICES.find((service) => service.protocol === wanted)!;
  return { protocol, records: await dns.srv(`${prefix}.${host}`) };
}

/** Section 4.1: what NAPTR prefers of what we speak, else the first of ours that has SRV records, else UDP. */
async function chooseService(host: string, dns: Dns): Promise<Service> {
  const naptr = [...(await dns.naptr(host))].sort((a, b) => a.order - b.order || a.preference - b.preference);
  for (const { flags, service: name, replacement } of naptr) {
    const known = SERVICES.find((service) => service.naptr === name.toUpperCase());
    if (!known || flags.toLowerCase() !== 's') continue;
    const records = await dns.srv(replacement);
    if (records.length > 0) return { protocol: known.protocol, records };
  }
  for (const { protocol, prefix } of SERVICES) {
    const records = await dns.srv(`${prefix}.${host}`);
    if (records.length > 0) return { protocol, records };
  }
  return { protocol: 'udp', records: [] };
}

/** The certificate is for the name that was asked for, not for one that DNS has put in its place (RFC 5922 section 4). */
async function atServers(host: string, { protocol, records }: Service, locating: Locating): Promise<Location> {
  // RFC 2782: a lone dot says that there is no such service.
  const named = records.filter(({ name }) => name !== '.' && name !== '').sort((a, b) => a.priority - b.priority);
  let ttlS = SRV_TTL_S;
  const looked = await Promise.allSettled(
    named.slice(0, MOST_SERVERS).map(async ({ name, port, priority, weight }): Promise<LocatedServer> => {
      const found = await addressesOf(name, locating);
      if (found.addresses.length > 0) ttlS = Math.min(ttlS, found.ttlS);
      const hops = found.addresses.map((address) => hopTo({ host: address, port }, protocol, host));
      return { name, priority, weight, hops };
    }),
  );
  const servers = looked.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const reachable = servers.filter(({ hops }) => hops.length > 0);
  const failure = looked.find((result) => result.status === 'rejected');
  if (reachable.length === 0 && failure) throw failure.reason;
  return { servers: reachable, ttlS };
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
