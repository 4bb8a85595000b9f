import type { Queryable } from '../db/index.ts';
import { newId } from '../kernel/ids.ts';
import type { Acting } from '../kernel/principal.ts';

export interface AuditEntry {
  /** The noun and what was done to it, in the past: `agent.updated`, `key.revoked`, `call.taken_over`. */
  action: string;
  /** The identifier of what was changed. */
  target: string | null;
  /** What it was, without secrets; left out where there was nothing. */
  before?: unknown;
  /** What it became, without secrets; left out where nothing is left. */
  after?: unknown;
}

/**
 * Writes an action and its principal into the audit log. `tx`: the transaction of the change itself. False: an entry of
 * this identifier is there already.
 */
export async function audit(
  tx: Queryable,
  { accountId, actor }: Acting,
  { action, target, before, after }: AuditEntry,
  auditId = newId('aud'),
): Promise<boolean> {
  const written = await tx.query(
    `insert into audit_log (audit_id, account_id, actor_type, actor_id, action, target_id, before, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (audit_id) do nothing returning 1`,
    [auditId, accountId, actor.type, actor.id, action, target, asJson(before), asJson(after)],
  );
  return written.length > 0;
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
