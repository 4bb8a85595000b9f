import type { FallbackRoute } from '../carriers/carrier.ts';
import type { Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import { trunkRoute } from './trunk-route.ts';

/** Each may have one of its own; a call that as many could not take is not worth more. */
const FALLBACKS_AT_MOST = 3;

/** @throws RequestError when it is no other trunk of the account. It is locked against its deletion until the end of the transaction. */
export async function refuseFallback(
  tx: Queryable,
  accountId: string,
  trunkId: string,
  fallbackId: string | null,
): Promise<void> {
  if (fallbackId === null) return;
  const param = 'fallback_trunk_id';
  if (fallbackId === trunkId) throw new RequestError('unprocessable', 'A trunk is no fallback of itself.', { param });
  const found = await tx.query('select from trunks where account_id = $1 and trunk_id = $2 for key share', [
    accountId,
    fallbackId,
  ]);
  if (found.length > 0) return;
  throw new RequestError('not_found', `There is no trunk ${fallbackId}. GET /v1/trunks lists yours.`, { param });
}

/**
 * The ways of a call that is from this number when the trunk cannot take it, in their order: its fallback, the fallback of that
 * one, and so on. Trunks that are disabled are passed over.
 */
export async function fallbackRoutes(tx: Queryable, trunkId: string, from: string): Promise<FallbackRoute[]> {
  const rows = await tx.query<{ trunk_id: string; caller_id: string | null }>({
    name: 'fallback-routes',
    text: `with recursive chain as (
             select trunk_id, fallback_trunk_id, array[trunk_id] as seen from trunks where trunk_id = $1
             union all
             select next.trunk_id, next.fallback_trunk_id, seen || next.trunk_id
             from chain join trunks next on next.trunk_id = chain.fallback_trunk_id
             where next.trunk_id <> all(seen) and cardinality(seen) <= $3)
           select trunk_id, case when not exists (
               select from numbers where numbers.trunk_id = chain.trunk_id and phone = $2) then caller_id end as caller_id
           from chain join trunks using (trunk_id)
           where trunk_id <> $1 and not disabled order by cardinality(seen)`,
    values: [trunkId, from, FALLBACKS_AT_MOST],
  });
  return rows.map(({ trunk_id, caller_id }) => {
    const { name, callerId } = trunkRoute(trunk_id, caller_id);
    return { name, callerId };
  });
}
