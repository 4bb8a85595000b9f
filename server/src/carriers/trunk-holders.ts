import { isIPv4 } from 'node:net';

/** A trunk as far as where it is. */
export interface PlacedTrunk {
  readonly trunk_id: string;
  readonly account_id: string;
  readonly host: string;
  readonly port: number;
}

/**
 * Which account has an address and port, where names of several lead to the same: an address that is written as such goes
 * before names, which move; then the oldest trunk. Every node decides the same.
 */
export function trunkHolders(
  trunks: readonly PlacedTrunk[],
  addressesOf: (host: string) => readonly string[],
): Map<string, string> {
  const holders = new Map<string, string>();
  const ids = (a: PlacedTrunk, b: PlacedTrunk) => (a.trunk_id < b.trunk_id ? -1 : 1);
  const ordered = [...trunks].sort((a, b) => Number(isIPv4(b.host)) - Number(isIPv4(a.host)) || ids(a, b));
  for (const { account_id: accountId, host, port } of ordered) {
    for (const address of isIPv4(host) ? [host] : addressesOf(host)) {
      const place = `${address}:${port}`;
      if (!holders.has(place)) holders.set(place, accountId);
    }
  }
  return holders;
}
