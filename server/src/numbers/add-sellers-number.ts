import type { OwnedNumber } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';
import { RequestError } from '../kernel/request-error.ts';
import { getCarrier } from '../trunks/carrier-accounts.ts';
import { insertNumber } from './insert-number.ts';
import type { NumberSeller, NumberSellers, SoldNumber } from './number-seller.ts';
import { asOnlyBuyer } from './one-buyer.ts';
import { lockDefaultNumber, NUMBER_COLUMNS, type NumberRow, toOwnedNumber } from './owned-numbers.ts';
import { requireAgent } from './require-agent.ts';
import { soldAlready, taken } from './taken.ts';

/** A seller, and how a number of it is had. */
interface Source {
  seller: NumberSeller;
  have(phone: string): Promise<SoldNumber>;
  taken(phone: string): RequestError;
  /** Whether one that came through this seller already is had anew: where its calls are reported may have changed. */
  isRepeatable: boolean;
}

export const boughtFrom = (seller: NumberSeller): Source => ({
  ...{ seller, have: (phone) => seller.buy(phone), taken: soldAlready, isRepeatable: false },
});

/** @throws RequestError where the account has no such carrier account, or where it is not usable */
export async function connectedTo(
  db: Database,
  { accountId }: Acting,
  sellers: NumberSellers | null,
  carrierId: string,
): Promise<Source> {
  const { name } = await getCarrier(db, accountId, carrierId);
  const seller = await sellers?.ofCarrier(carrierId);
  if (!seller) {
    const message = `The credentials of ${name} cannot be read. Enter them again: PATCH /v1/carriers/${carrierId}.`;
    throw new RequestError('unprocessable', message, { param: 'carrier_id' });
  }
  const have = async (phone: string) => ({ sellerId: await seller.connect(phone), isNew: false, isBought: false });
  return { seller, have, taken, isRepeatable: true };
}

/** One account has it: of two that come at once, the second is refused. @throws RequestError */
export async function addSellersNumber(
  db: Database,
  acting: Acting,
  source: Source,
  wanted: { phone: string; agentId: string | null },
): Promise<OwnedNumber> {
  const { accountId } = acting;
  return asOnlyBuyer(db, { accountId, phone: wanted.phone }, () => addWhileAlone(db, acting, source, wanted));
}

/**
 * The seller is asked when everything else is found to be in order; a number that it has sold just now and that cannot be kept
 * is given back. One that it had sold before stays: it may be in use. @throws RequestError
 */
async function addWhileAlone(
  db: Database,
  acting: Acting,
  { seller, have, taken: takenAlready, isRepeatable }: Source,
  { phone, agentId }: { phone: string; agentId: string | null },
): Promise<OwnedNumber> {
  const { accountId } = acting;
  if (agentId !== null) await requireAgent(db, accountId, agentId);
  const [known] = await db.query<NumberRow & { account_id: string }>(
    `select account_id, ${NUMBER_COLUMNS} from numbers where phone = $1`,
    [phone],
  );
  if (known) {
    const { account_id: owner, ...number } = known;
    if (!isRepeatable || owner !== accountId || number.carrier_id !== seller.carrierId) throw takenAlready(phone);
    await have(phone);
    return toOwnedNumber(number);
  }
  const { sellerId, isNew, isBought } = await have(phone);
  try {
    return await db.transaction(async (tx) => {
      if (agentId !== null) await requireAgent(tx, accountId, agentId);
      await lockDefaultNumber(tx, accountId);
      const { source, carrierId } = seller;
      const number = await insertNumber(tx, accountId, {
        ...{ phone, source, trunkId: null, agentId, sellerId, carrierId, isBought },
      });
      if (!number) throw takenAlready(phone);
      const action = isBought ? 'number.bought' : 'number.connected';
      await audit(tx, acting, { action, target: number.number_id, after: number });
      return number;
    });
  } catch (error) {
    // A commit whose answer was lost has kept it.
    const kept = await db.query('select from numbers where seller_id = $1', [sellerId]);
    if (isNew && kept.length === 0) await seller.release(sellerId);
    throw error;
  }
}
