import type { Queryable } from '../db/index.ts';
import type { SealedCredentials } from './trunk-credentials.ts';
import type { TrunkTarget } from './trunk-target.ts';

/** A trunk that is to be asked whether it is there. */
export interface TrunkCheck extends TrunkTarget, SealedCredentials {
  /** How often in a row nothing came back. */
  failures: number;
}

/** One lost OPTIONS may be chance. */
export const FAILURES_OF_UNREACHABLE = 2;

const AT_ONCE = 20;
/** Longer than a check takes: should its node die, another one asks. */
const CLAIM_S = 30;
const REACHABLE_S = 60;
const FIRST_RETRY_S = 10;
const LONGEST_RETRY_S = 300;

/** Takes trunks whose time has come; no other node has them meanwhile. */
export function takeTrunkChecks(db: Queryable): Promise<TrunkCheck[]> {
  return db.query<TrunkCheck>({
    name: 'take-trunk-checks',
    text: `update trunks set check_at = clock_timestamp() + make_interval(secs => $2)
           where trunk_id in (
             select trunk_id from trunks where not disabled and check_at <= statement_timestamp()
             order by check_at limit $1 for update skip locked)
           returning trunk_id, host, port, transport, outbound_proxy, username, password, failures`,
    values: [AT_ONCE, CLAIM_S],
  });
}

/** Nothing is noted of a trunk that was changed meanwhile: it may be another host. */
export async function noteTrunkCheck(db: Queryable, check: TrunkCheck, failures: number): Promise<void> {
  const againS = failures === 0 ? REACHABLE_S : Math.min(FIRST_RETRY_S * 2 ** (failures - 1), LONGEST_RETRY_S);
  await db.query({
    name: 'note-trunk-check',
    text: `update trunks set failures = $2, check_at = clock_timestamp() + make_interval(secs => $3)
           where trunk_id = $1 and host = $4 and port = $5 and transport = $6`,
    values: [check.trunk_id, failures, againS, check.host, check.port, check.transport],
  });
}
