import { RequestError } from '../kernel/request-error.ts';
import type { Database } from './database.ts';

const TESTS_A_MINUTE = 10;
/** Longer than any test takes: should its node die, the next one may begin then. */
const LONGEST_S = 180;

/** What is tested: each has a table of the same form. */
export type Tested = 'trunk' | 'provider' | 'carrier';

/**
 * Runs a test that sends something to an address of the account's choice: one at a time for an account, and so many a
 * minute, so that it is no way to look for other people's hosts. @throws RequestError `rate_limited`
 */
export async function asTest<Result>(
  db: Database,
  { tested, accountId }: { tested: Tested; accountId: string },
  test: () => Promise<Result>,
): Promise<Result> {
  await begin(db, tested, accountId);
  try {
    return await test();
  } finally {
    await db.query(`update ${tested}_tests set busy_until = clock_timestamp() where account_id = $1`, [accountId]);
  }
}

/** In one statement, so that of two that come at once one begins. */
async function begin(db: Database, tested: Tested, accountId: string): Promise<void> {
  const begun = await db.query(
    `insert into ${tested}_tests as t (account_id, busy_until, minute_began_at, tests_in_minute)
     values ($1, clock_timestamp() + make_interval(secs => $2), clock_timestamp(), 1)
     on conflict (account_id) do update set
       busy_until = excluded.busy_until,
       minute_began_at = case when t.minute_began_at <= clock_timestamp() - interval '60 s' then clock_timestamp() else t.minute_began_at end,
       tests_in_minute = case when t.minute_began_at <= clock_timestamp() - interval '60 s' then 1 else t.tests_in_minute + 1 end
     where t.busy_until <= clock_timestamp()
       and (t.tests_in_minute < $3 or t.minute_began_at <= clock_timestamp() - interval '60 s')
     returning account_id`,
    [accountId, LONGEST_S, TESTS_A_MINUTE],
  );
  if (begun.length === 0) throw await refusal(db, tested, accountId);
}

async function refusal(db: Database, tested: Tested, accountId: string): Promise<RequestError> {
  const rows = await db.query<{ is_busy: boolean; rest_s: number }>(
    `select busy_until > clock_timestamp() as is_busy,
       ceil(extract(epoch from minute_began_at + interval '60 s' - clock_timestamp()))::int as rest_s
     from ${tested}_tests where account_id = $1`,
    [accountId],
  );
  const { is_busy: isBusy, rest_s: restS } = rows[0]!;
  if (isBusy) {
    const message = `A test of a ${tested} is under way in this account. Try again when it has ended.`;
    return new RequestError('rate_limited', message, { retryAfterS: 5 });
  }
  const retryAfterS = Math.max(1, restS);
  const message = `An account tests ${tested}s ${TESTS_A_MINUTE} times a minute. Try again in ${retryAfterS} s.`;
  return new RequestError('rate_limited', message, { retryAfterS });
}
