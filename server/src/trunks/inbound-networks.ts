import { isIPv6 } from 'node:net';
import type { Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';

/**
 * Packets from these networks pass the guard against unknown sources: how many addresses one account may exempt, in all
 * its trunks.
 */
const ADDRESSES_AT_MOST = 4096;

/** Of IPv6 a network /64 counts as one address: a site has all of it. */
function sizeOf(network: string): number {
  const [address = '', prefix] = network.split('/');
  if (!isIPv6(address)) return 2 ** (32 - Number(prefix ?? 32));
  return 2 ** Math.max(0, 64 - Number(prefix ?? 128));
}

/**
 * `exceptTrunkId`: the trunk whose networks these become. Until the transaction is over the account adds no others.
 * @throws RequestError `unprocessable`
 */
export async function refuseWideNetworks(
  tx: Queryable,
  accountId: string,
  networks: readonly string[],
  exceptTrunkId = '',
): Promise<void> {
  await tx.query('select 1 from accounts where account_id = $1 for no key update', [accountId]);
  const others = await tx.query<{ network: string }>(
    'select unnest(inbound_addresses) as network from trunks where account_id = $1 and trunk_id <> $2',
    [accountId, exceptTrunkId],
  );
  const wanted = [...networks, ...others.map(({ network }) => network)].reduce((sum, each) => sum + sizeOf(each), 0);
  if (networks.length === 0 || wanted <= ADDRESSES_AT_MOST) return;
  const message = `inbound_addresses: all trunks of an account name ${ADDRESSES_AT_MOST} addresses at most, and these would be ${wanted}. Name the networks that calls come from, and no wider ones.`;
  throw new RequestError('unprocessable', message, { param: 'inbound_addresses' });
}
