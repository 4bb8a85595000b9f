import type { LegToken } from '../carriers/carrier.ts';
import { publish } from '../webhooks/publish.ts';
import type { CallDependencies } from './call-dependencies.ts';
import { advance, type LiveCall } from './call-record.ts';
import { readCall } from './read-calls.ts';

/** Stores an answer that some webhook wants to hear of, in one transaction with its event. */
export async function publishAnswered(
  { db, links, finish }: Pick<CallDependencies, 'db' | 'links' | 'finish'>,
  { call_id: callId, account_id: accountId }: LiveCall,
  answer: { token: LegToken; answeredAt: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await advance(tx, callId, 'answered', answer))) return;
    const data = () => readCall(tx, links, accountId, callId);
    await publish(tx, finish.jobs, { accountId, type: 'call.answered', data });
  });
}
