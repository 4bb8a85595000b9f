import { isSuppressed } from '../compliance/suppressions.ts';
import type { Database, Transaction } from '../db/index.ts';
import { trunkOfRoute } from '../trunks/trunk-route.ts';
import { takeTrunkSlot, trunkIsFull } from '../trunks/trunk-slots.ts';
import { moveInBatch } from './batch-progress.ts';
import { LIVE_CALL_COLUMNS, type LiveCall } from './call-record.ts';
import { finishCallIn } from './finish-call.ts';
import type { FinishDependencies } from './finish-dependencies.ts';
import { LEASE_S } from './leases.ts';
import { Limits } from './limits.ts';

/** Asked for twice a second and after each call: both see the batches that wait, and no others. */
export const DUE_ACCOUNTS =
  'select distinct account_id from batches where is_waiting and schedule_at <= clock_timestamp()';

/** Accounts that have calls of a batch to send now. */
export async function accountsWithDueBatches(db: Database): Promise<string[]> {
  const rows = await db.query<{ account_id: string }>(DUE_ACCOUNTS);
  return rows.map((row) => row.account_id);
}

interface Candidate {
  call_id: string;
  batch_id: string;
  agent_id: string;
  recipient_phone: string;
  route: string | null;
}

/**
 * The batch that waited longest comes first: each gets one call before any gets its second. One whose next call goes
 * through a trunk that is full keeps no other waiting.
 */
export const CANDIDATES = `
  select call_id, batch_id, agent_id, recipient_phone, route from (
    select batch_id, last_dispatch_at from batches
    where account_id = $1 and is_waiting and schedule_at <= clock_timestamp()) as waiting
  cross join lateral (
    select call_id, agent_id, recipient_phone, route from calls
    where calls.batch_id = waiting.batch_id and state = 'queued' order by call_id limit 1) as next
  where not ${trunkIsFull('next.route')}
  order by last_dispatch_at nulls first, batch_id limit 1`;

async function whyNotDialed(
  tx: Transaction,
  limits: Limits,
  accountId: string,
  { agent_id: agentId, recipient_phone: phone }: Candidate,
): Promise<'blocked' | 'duplicate' | null> {
  if (await isSuppressed(tx, accountId, phone)) return 'blocked';
  return (await limits.findDuplicate(agentId, phone)) === undefined ? null : 'duplicate';
}

export type BatchClaim = { outcome: 'dial'; call: LiveCall } | { outcome: 'ended' | 'again' | 'wait' };

/**
 * Takes one call out of an account's batches, when the account's limits permit one now. `wait`: they do not, or another
 * node is at it; `again`: its batch was paused at this moment; `ended`: the recipient is suppressed, or in a call with
 * this agent already, and was passed over.
 */
export async function claimFromBatches(
  tx: Transaction,
  finish: FinishDependencies,
  accountId: string,
  nodeId: string,
): Promise<BatchClaim> {
  const limits = new Limits(tx, accountId);
  const permit = await limits.findPermit();
  if (permit === 'too_fast' || permit === 'too_many') return { outcome: 'wait' };
  const [candidate] = await tx.query<Candidate>(CANDIDATES, [accountId]);
  if (!candidate) return { outcome: 'wait' };
  const locked = await tx.query("select 1 from calls where call_id = $1 and state = 'queued' for update skip locked", [
    candidate.call_id,
  ]);
  if (locked.length === 0) return { outcome: 'wait' };
  // A pause that came meanwhile has been confirmed: no further call of the batch may begin.
  const waiting = await tx.query('select 1 from batches where batch_id = $1 and is_waiting for no key update', [
    candidate.batch_id,
  ]);
  if (waiting.length === 0) return { outcome: 'again' };
  const endReason = await whyNotDialed(tx, limits, accountId, candidate);
  if (endReason !== null) {
    await finishCallIn(tx, finish, candidate.call_id, { endReason, endedBy: 'system', sipCode: null, media: null });
    return { outcome: 'ended' };
  }
  const trunkId = trunkOfRoute(candidate.route);
  if (trunkId !== null && !(await takeTrunkSlot(tx, trunkId, candidate.call_id))) return { outcome: 'wait' };
  const calls = await tx.query<LiveCall>(
    `update calls set state = 'dialing', owner = $2 where call_id = $1 returning ${LIVE_CALL_COLUMNS}`,
    [candidate.call_id, nodeId],
  );
  await limits.use(permit, candidate.call_id, { nodeId, seconds: LEASE_S });
  await moveInBatch(tx, finish.jobs, candidate.batch_id, 'queued', 'in_progress');
  await tx.query(
    `insert into call_events (account_id, call_id, from_state, to_state, event)
     values ($1, $2, 'queued', 'dialing', 'dispatched')`,
    [accountId, candidate.call_id],
  );
  return { outcome: 'dial', call: calls[0]! };
}
