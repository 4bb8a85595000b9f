import type { AvailableNumber, ListAvailableNumbers } from '@parley/contract';
import type { Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';
import type { NumberSeller } from './number-seller.ts';
import { asAvailable, simulatedNumbers } from './simulated-carrier.ts';

const DEFAULT_LIMIT = 20;

/**
 * Numbers that the account's carrier sells; without one, the free numbers of the simulated carrier. @throws
 * RequestError when it sells none of the country.
 */
export async function availableNumbers(
  db: Queryable,
  seller: NumberSeller | null,
  { country = 'US', area_code: areaCode, limit = DEFAULT_LIMIT }: ListAvailableNumbers,
): Promise<{ data: AvailableNumber[]; total: number }> {
  if (seller) {
    const data = await seller.search({ country, areaCode, limit });
    return { data, total: data.length };
  }
  if (country !== 'US') {
    const message = `The simulated carrier sells numbers of the country US alone, not of ${country}.`;
    throw new RequestError('unprocessable', message, { param: 'country' });
  }
  const sold = simulatedNumbers(areaCode);
  const rows = await db.query<{ phone: string }>('select phone from numbers where phone = any($1)', [sold]);
  const taken = new Set(rows.map(({ phone }) => phone));
  const free = sold.filter((phone) => !taken.has(phone));
  return { data: free.slice(0, limit).map(asAvailable), total: free.length };
}
