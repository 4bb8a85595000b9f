import dns from 'node:dns';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { Agent } from 'undici';

/** A webhook address that leads where no webhook belongs. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

/**
 * Whether an address is on the public internet: not private, loopback, link-local, multicast or reserved, nor one of the
 * IPv4 addresses written as IPv6 that RFC 4291, section 2.5.5.1, has given up.
 */
function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every((part) => part === 0)) return false;
  return parsed.range() === 'unicast';
}

/** RFC 6761, section 6.3: these names are loopback for everybody. */
const isLoopbackName = (host: string) => /^(.+\.)?localhost\.?$/i.test(host);

/** What is private without asking a resolver: addresses written as numbers never pass one, and localhost need not. */
export function refusePrivate(url: URL, allowPrivate: boolean): void {
  if (allowPrivate) return;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 ? !isPublicAddress(host) : isLoopbackName(host)) {
    throw new BlockedAddressError(
      `${host} is a private address. Use a public one, or start the service with PARLEY_ALLOW_PRIVATE_WEBHOOKS=true.`,
    );
  }
}

/** A name that is not known by then is not held against anybody: it is asked for again at each delivery. */
const RESOLVED_WITHIN_MS = 1500;

/** The same, and a name that leads to a private address now. */
export async function refusePrivateName(url: URL, allowPrivate: boolean): Promise<void> {
  refusePrivate(url, allowPrivate);
  if (allowPrivate || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return;
  const unknown: dns.LookupAddress[] = [];
  const waited = new AbortController();
  const addresses = await Promise.race([
    dns.promises.lookup(url.hostname, { all: true }).catch(() => unknown),
    delay(RESOLVED_WITHIN_MS, unknown, { signal: waited.signal }).catch(() => unknown),
  ]);
  waited.abort();
  if (addresses.every(({ address }) => isPublicAddress(address))) return;
  throw new BlockedAddressError(
    `${url.hostname} leads to a private address. Use a public one, or start the service with PARLEY_ALLOW_PRIVATE_WEBHOOKS=true.`,
  );
}

/** Connects only where every resolved address is public: checked at connecting, so rebinding a name does not help. */
export function guardedAgent(options: { allowPrivate: boolean }): Agent {
  const lookup: typeof dns.lookup = ((host: string, lookupOptions: dns.LookupOptions, callback: LookupCallback) => {
    dns.lookup(host, { ...lookupOptions, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (!options.allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new BlockedAddressError(`${host} resolves to a private address`), []);
      }
      const first = addresses[0];
      if (lookupOptions.all || !first) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  }) as typeof dns.lookup;
  // As many connections as there are deliveries: many webhooks of many accounts may lead to one host, and one that
  // hangs must not hold up the others.
  return new Agent({ connect: { timeout: 5000, lookup }, headersTimeout: 15_000, bodyTimeout: 15_000 });
}

type LookupCallback = (error: Error | null, address: string | dns.LookupAddress[], family?: number) => void;
