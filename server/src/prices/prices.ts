import type { PriceList, SetPrices } from '@parley/contract';
import { audit } from '../audit/audit.ts';
import type { Database, Queryable } from '../db/index.ts';
import type { Acting } from '../kernel/principal.ts';
import { DEFAULT_CURRENCY } from './default-prices.ts';
import { type OwnPrices, type PriceTable, priceTable } from './price-table.ts';

/** SQL: what the account of a call has set. */
export const PRICES_OF_CALL = '(select accounts.prices from accounts where accounts.account_id = calls.account_id)';

export async function readPriceTable(db: Queryable, accountId: string): Promise<PriceTable> {
  const rows = await db.query<{ prices: OwnPrices | null }>({
    name: 'read-prices',
    text: 'select prices from accounts where account_id = $1',
    values: [accountId],
  });
  return priceTable(rows[0]?.prices ?? null);
}

export async function listPrices(db: Queryable, accountId: string): Promise<PriceList> {
  return asList(await readPriceTable(db, accountId));
}

/** Replaces the account's own prices, for the calls that end from now on. */
export async function setPrices(db: Database, acting: Acting, given: SetPrices, today: string): Promise<PriceList> {
  const { currency = DEFAULT_CURRENCY } = given;
  const data = given.data.map((price) => ({ name: '*', priced_on: today, ...price }));
  const own: OwnPrices | null = data.length === 0 && currency === DEFAULT_CURRENCY ? null : { currency, data };
  return db.transaction(async (tx) => {
    const [before] = await tx.query<{ prices: OwnPrices | null }>(
      'select prices from accounts where account_id = $1 for no key update',
      [acting.accountId],
    );
    await tx.query('update accounts set prices = $2 where account_id = $1', [
      acting.accountId,
      own && JSON.stringify(own),
    ]);
    const [was, is] = [before!.prices, own].map((prices) => prices ?? { currency: DEFAULT_CURRENCY, data: [] });
    await audit(tx, acting, { action: 'prices.set', target: acting.accountId, before: was, after: is });
    return asList(priceTable(own));
  });
}

function asList({ currency, prices }: PriceTable): PriceList {
  return { currency, data: [...prices], total: prices.length };
}
