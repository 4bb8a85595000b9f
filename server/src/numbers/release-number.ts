import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { NumberSellers } from './number-seller.ts';
import { lockNumber } from './owned-numbers.ts';

/** Calls of the number that are accepted and not over: with a slot, or waiting for one, in a batch or alone. */
async function hasOpenCalls(tx: Queryable, accountId: string, phone: string): Promise<boolean> {
  const rows = await tx.query(
    `select from call_slots join calls using (call_id)
       where call_slots.account_id = $1 and (from_number = $2 and direction = 'outbound'
         or recipient_phone = $2 and direction = 'inbound')
     union all
     select from calls where account_id = $1 and from_number = $2 and state = 'queued' and batch_id is null
     union all
     select from batches join calls using (batch_id)
       where batches.account_id = $1 and batches.queued > 0 and calls.state = 'queued' and from_number = $2
     limit 1`,
    [accountId, phone],
  );
  return rows.length > 0;
}

async function soldBy(tx: Queryable, numberId: string): Promise<{ sellerId: string | null; carrierId: string | null }> {
  const rows = await tx.query<{ seller_id: string | null; carrier_id: string | null }>(
    'select seller_id, carrier_id from numbers where number_id = $1',
    [numberId],
  );
  return { sellerId: rows[0]?.seller_id ?? null, carrierId: rows[0]?.carrier_id ?? null };
}

/** Gives a number back that was bought, and disconnects another one. False when the account has no such number. @throws RequestError while it is needed. */
export async function releaseNumber(
  db: Database,
  acting: Acting,
  sellers: NumberSellers | null,
  numberId: string,
): Promise<boolean> {
  const { accountId } = acting;
  return db.transaction(async (tx) => {
    const before = await lockNumber(tx, accountId, numberId);
    if (!before) return false;
    const { phone_number: phone } = before;
    const refused = (code: 'unprocessable' | 'conflict', message: string) =>
      new RequestError(code, message, { param: 'number_id' });
    if (before.is_default) {
      const message = `${phone} is the default number of the account. Make another one the default first.`;
      throw refused('unprocessable', message);
    }
    if (await hasOpenCalls(tx, accountId, phone)) {
      throw refused('conflict', `Calls of ${phone} are waiting or under way. Wait for their end, or hang them up.`);
    }
    const { sellerId, carrierId } = await soldBy(tx, numberId);
    if (sellerId !== null) {
      const seller = await sellers?.ofCarrier(carrierId);
      if (seller?.source !== before.source) {
        const message = `${phone} is of ${before.source}, which is not connected here: it can only be released where it is.`;
        throw refused('unprocessable', message);
      }
      // First: a number that is given back twice is no harm, one that is forgotten costs money every month.
      if (before.is_bought) await seller.release(sellerId);
      else await seller.disconnect(sellerId);
    }
    await tx.query('delete from numbers where number_id = $1', [numberId]);
    await audit(tx, acting, { action: 'number.released', target: numberId, before });
    return true;
  });
}
