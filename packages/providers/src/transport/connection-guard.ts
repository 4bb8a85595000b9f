import type { LookupFunction } from 'node:net';

/** What keeps connections to vendors from where none belongs: accounts name addresses. */
export interface ConnectionGuard {
  /** What leads there is the operator's own, and is let through. */
  trusts(url: URL): boolean;
  /** @throws an Error in words, named `BlockedAddressError`, for an address that needs no resolver to be known as private */
  refuse(url: URL): void;
  /** In the place of `dns.lookup`; fails with such an error. */
  lookup: LookupFunction;
}

let guard: ConnectionGuard | null = null;

/** Of this thread, from now on: each thread that talks with vendors sets it before the first connection. */
export function guardConnections(given: ConnectionGuard | null): void {
  guard = given;
}

/** What a connection to this address has to go by; null: nothing. @throws what the guard does */
export function guardOf(address: string): ConnectionGuard | null {
  if (guard === null) return null;
  const url = new URL(address);
  // A socket of this host's files is the service's own.
  if (url.protocol === 'ws+unix:' || guard.trusts(url)) return null;
  guard.refuse(url);
  return guard;
}

export const BLOCKED_ADVICE = 'Connect a public address, or ask the operator of the service for the private one.';

/** The guard's refusal behind a failure; null where it is another. */
export function blockedIn(failure: unknown): Error | null {
  for (let cause = failure; cause instanceof Error; cause = cause.cause)
    if (cause.name === 'BlockedAddressError') return cause;
  return null;
}
