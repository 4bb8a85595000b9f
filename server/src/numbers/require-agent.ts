import type { Queryable } from '../db/index.ts';
import { RequestError } from '../kernel/request-error.ts';

/** The agent stays until the transaction is over. @throws RequestError `not_found` when the account has no such agent. */
export async function requireAgent(tx: Queryable, accountId: string, agentId: string): Promise<void> {
  const rows = await tx.query(
    'select 1 from agents where account_id = $1 and agent_id = $2 and deleted_at is null for key share',
    [accountId, agentId],
  );
  if (rows.length > 0) return;
  throw new RequestError('not_found', `There is no agent ${agentId}. GET /v1/agents lists yours.`, {
    param: 'agent_id',
  });
}
