import { lookup, Resolver } from 'node:dns/promises';
import type { Addresses, Dns } from '@parley/sip';

/** No such name, no such record; and no DNS that would know, as where there is a hosts file alone. */
const NOT_FOUND: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'EREFUSED', 'ENOTIMP', 'ECONNREFUSED']);
/** The response of a DNS that knows. */
const HAS_NONE: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);
/** After such a response: of the system, whose own servers may be out of reach, only the hosts file counts. */
const NOT_FOUND_BY_SYSTEM: ReadonlySet<string> = new Set([...NOT_FOUND, 'EAI_AGAIN']);
/** Of the hosts file, which does not say. */
const HOSTS_TTL_S = 60;
const NONE: Addresses = { addresses: [], ttlS: 0 };

interface AddressRecord {
  readonly address: string;
  readonly ttl: number;
}

/**
 * DNS on a socket. The system's own way, which knows the hosts file, takes one of the few threads that files need as well, so only
 * names that DNS does not know go there. `servers`: `address` or `address:port`; none: those of the system.
 */
export function createDns(servers: readonly string[]): Dns {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const naptr: Dns['naptr'] = (name) => orNone(resolver.resolveNaptr(name), []);
  const srv: Dns['srv'] = (name) => orNone(resolver.resolveSrv(name), []);
  return {
    naptr,
    srv,
    a: (name) => addressesOf(name, 4, () => resolver.resolve4(name, { ttl: true })),
    aaaa: (name) => addressesOf(name, 6, () => resolver.resolve6(name, { ttl: true })),
  };
}

async function addressesOf(name: string, family: 4 | 6, resolve: () => Promise<AddressRecord[]>): Promise<Addresses> {
  let hasAnswered = true;
  const records = await orNone(
    resolve().catch((error) => {
      hasAnswered = HAS_NONE.has(error.code);
      throw error;
    }),
    [],
  );
  if (records.length > 0) {
    return { addresses: records.map(({ address }) => address), ttlS: Math.min(...records.map(({ ttl }) => ttl)) };
  }
  return orNone(ofSystem(name, family), NONE, hasAnswered ? NOT_FOUND_BY_SYSTEM : NOT_FOUND);
}

async function ofSystem(name: string, family: 4 | 6): Promise<Addresses> {
  const found = await lookup(name, { family, all: true });
  return { addresses: found.map(({ address }) => address), ttlS: HOSTS_TTL_S };
}

async function orNone<T>(asked: Promise<T>, none: T, notFound = NOT_FOUND): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (notFound.has((error as NodeJS.ErrnoException).code ?? '')) return none;
    throw error;
  }
}
