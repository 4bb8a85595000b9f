import { isIP } from 'node:net';

/** An address and port. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** A trunk as far as whose it is, and where it was said to be. */
interface PlacedTrunk {
  readonly trunk_id: string;
  readonly account_id: string;
  readonly host: string;
}

/**
 * Which account has an address and port, where names of several lead to the same: an address that is written as such goes
 * before names, which move; then the oldest trunk. Every node decides the same.
 */
export function trunkHolders<Trunk extends PlacedTrunk>(
  trunks: readonly Trunk[],
  placesOf: (trunk: Trunk) => readonly Place[],
): Map<string, string> {
  const holders = new Map<string, string>();
  const ids = (a: Trunk, b: Trunk) => (a.trunk_id < b.trunk_id ? -1 : 1);
  const ordered = [...trunks].sort((a, b) => Number(isIP(b.host) !== 0) - Number(isIP(a.host) !== 0) || ids(a, b));
  for (const trunk of ordered) {
    for (const { host, port } of placesOf(trunk)) {
      const place = `${host}:${port}`;
      if (!holders.has(place)) holders.set(place, trunk.account_id);
    }
  }
  return holders;
}
