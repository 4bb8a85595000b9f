import { lookup } from 'node:dns/promises';

/** The first address of a host in the families that are wanted, in their order. Rejects with what was said of the first when it has none. */
export async function firstAddress(host: string, families: readonly (4 | 6)[]): Promise<string> {
  const looked = await Promise.allSettled(families.map((family) => lookup(host, { family })));
  const found = looked.find((result) => result.status === 'fulfilled');
  if (found) return found.value.address;
  throw (looked[0] as PromiseRejectedResult).reason;
}
