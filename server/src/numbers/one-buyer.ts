import type { Database } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';

/** Longer than a purchase takes: should its node die, the next buyer may begin then. */
const LONGEST_S = 120;

/**
 * Buys a number while no one else does. The seller is asked in between, which takes seconds, so a row says so, and no
 * connection waits. @throws RequestError `conflict`
 */
export async function asOnlyBuyer<Result>(
  db: Database,
  { accountId, phone }: { accountId: string; phone: string },
  buy: () => Promise<Result>,
): Promise<Result> {
  const begun = await db.query(
    `insert into number_purchases (phone, account_id, until)
     values ($1, $2, clock_timestamp() + make_interval(secs => $3))
     on conflict (phone) do update set account_id = excluded.account_id, until = excluded.until
       where number_purchases.until <= clock_timestamp()
     returning phone`,
    [phone, accountId, LONGEST_S],
  );
  if (begun.length === 0) {
    const message = `${phone} is being bought at this moment. Look with GET /v1/numbers whether it is yours.`;
    throw new RequestError('conflict', message, { param: 'phone_number' });
  }
  try {
    return await buy();
  } finally {
    await db.query('delete from number_purchases where phone = $1', [phone]);
  }
}
