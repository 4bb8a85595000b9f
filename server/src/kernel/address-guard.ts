import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';

/** An address that leads where nothing of an account belongs. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

/** What permits private addresses. */
export type Permission = 'PARLEY_ALLOW_PRIVATE_WEBHOOKS' | 'PARLEY_ALLOW_PRIVATE_PROVIDERS';

/**
 * Whether an address is on the public internet: not private, loopback, link-local, multicast or reserved, nor one of the
 * IPv4 addresses written as IPv6 that RFC 4291, section 2.5.5.1, has given up.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every((part) => part === 0)) return false;
  return parsed.range() === 'unicast';
}

/** RFC 6761, section 6.3: these names are loopback on every host. */
const isLoopbackName = (host: string) => /^(.+\.)?localhost\.?$/i.test(host);

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

const blocked = (host: string, what: string, permission: Permission) =>
  new BlockedAddressError(
    `${host} ${what} a private address. Use a public one, or start the service with ${permission}=true.`,
  );

/** What is private without asking a resolver: addresses written as numbers never pass one, and localhost need not. */
export function isPrivateAsWritten(url: URL): boolean {
  const host = hostOf(url);
  return isIP(host) !== 0 ? !isPublicAddress(host) : isLoopbackName(host);
}

/** Of what is private as it is written. */
export function refusePrivate(
  url: URL,
  allowPrivate: boolean,
  permission: Permission = 'PARLEY_ALLOW_PRIVATE_WEBHOOKS',
): void {
  if (allowPrivate) return;
  if (isPrivateAsWritten(url)) throw blocked(hostOf(url), 'is', permission);
}

/** A name that is not resolved by then is accepted: each connection resolves it again. */
const RESOLVED_WITHIN_MS = 1500;

/** The same, and a name that leads to a private address now. */
export async function refusePrivateName(
  url: URL,
  allowPrivate: boolean,
  permission: Permission = 'PARLEY_ALLOW_PRIVATE_WEBHOOKS',
): Promise<void> {
  refusePrivate(url, allowPrivate, permission);
  if (allowPrivate || isIP(hostOf(url)) !== 0) return;
  const unknown: dns.LookupAddress[] = [];
  const waited = new AbortController();
  const addresses = await Promise.race([
    dns.promises.lookup(url.hostname, { all: true }).catch(() => unknown),
    delay(RESOLVED_WITHIN_MS, unknown, { signal: waited.signal }).catch(() => unknown),
  ]);
  waited.abort();
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw blocked(url.hostname, 'leads to', permission);
}

/** In the place of `dns.lookup`, at each connection: rebinding a name does not help. */
export const guardedLookup: LookupFunction = (host, options, callback) => {
  dns.lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new BlockedAddressError(`${host} resolves to a private address`), []);
    const [first] = addresses;
    if (options.all || !first) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

/** Where the same host and port are meant, whatever is spoken there. */
function placeOf({ protocol, hostname, port }: URL): string {
  const isSecure = protocol === 'https:' || protocol === 'wss:';
  return `${hostname}:${port === '' ? (isSecure ? 443 : 80) : port}`;
}

/** The same guard for providers of accounts. `trusted`: base addresses of the operator's, which may be private. */
export function providerGuard(trusted: readonly string[]) {
  const places = new Set(trusted.filter((url) => URL.canParse(url)).map((url) => placeOf(new URL(url))));
  return {
    trusts: (url: URL) => places.has(placeOf(url)),
    refuse: (url: URL) => refusePrivate(url, false, 'PARLEY_ALLOW_PRIVATE_PROVIDERS'),
    lookup: guardedLookup,
  };
}
